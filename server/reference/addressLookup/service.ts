import type { Service } from '../../platform/http/calls/service.ts'
import type { AddressLookup } from './lookup.ts'

export interface AddressLookupService extends Service {
  addressLookup: AddressLookup
}
