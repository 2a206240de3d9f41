import { lookupAddresses, lookupNames, type LookupName } from '../../../contract/reference/lookups.ts'

/** Where the list of these rows is. */
export const listPath = (name: LookupName): string => `/falls/${lookupAddresses(name)[0]}-list`
/** Where one row is edited; id 0 adds one. */
export const editPath = (name: LookupName, id: number): string => `/falls/${name}/edit/${id}`

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The lookup whose list has this name in its address, whatever the case. */
export const lookupListedAs = (listed: string): LookupName | undefined =>
  lookupNames.find((name) => lookupAddresses(name).some((address) => isSame(address, listed)))
/** The lookup whose rows have this name in their addresses, whatever the case. */
export const lookupEditedAs = (edited: string): LookupName | undefined =>
  lookupNames.find((name) => isSame(name, edited))
