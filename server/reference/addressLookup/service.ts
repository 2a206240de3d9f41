import type { Service } from '../../platform/http/calls/service.ts'
import type { AddressLookup } from './lookup.ts'

/** The service as used by parts that look up addresses. */
export interface AddressLookupService extends Service {
  addressLookup: AddressLookup
}
