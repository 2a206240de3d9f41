import { loqate, type AddressService } from './loqate.ts'
import { noAddressLookup, type AddressLookupSettings, type LookupScript } from './settings.ts'

/** Who looks up addresses: the server, a script in the browser, or nobody. At most one of the two is set. */
export interface AddressLookup {
  service: AddressService | null
  browser: { key: string; frame: LookupScript } | null
}

export const openAddressLookup = (settings: AddressLookupSettings = noAddressLookup): AddressLookup => ({
  service: settings.by === 'server' ? loqate(settings.url, settings.key) : null,
  browser: settings.by === 'browser' ? settings : null,
})
