import { lookupAddresses, lookupNames, type LookupName } from '../../../contract/reference/lookups.ts'

export const listPath = (name: LookupName): string => `/falls/${lookupAddresses(name)[0]}-list`
/** The address that edits a row; id 0 adds one. */
export const editPath = (name: LookupName, id: number): string => `/falls/${name}/edit/${id}`

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The lookup whose list has this name in its address, ignoring case. */
export const lookupListedAs = (listed: string): LookupName | undefined =>
  lookupNames.find((name) => lookupAddresses(name).some((address) => isSame(address, listed)))
/** The lookup whose rows have this name in their addresses, ignoring case. */
export const lookupEditedAs = (edited: string): LookupName | undefined =>
  lookupNames.find((name) => isSame(name, edited))
