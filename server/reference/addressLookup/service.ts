import type { Service } from '../../platform/http/calls/service.ts'
import type { AddressLookup } from './lookup.ts'

/** What parts that look addresses up work with. */
export interface AddressLookupService extends Service {
  addressLookup: AddressLookup
}
