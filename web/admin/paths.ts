import type { KeptLookup } from '../../contract/lookups.ts'

/** Lists that do not stand at /falls/{name}-list; the first path is the one that links lead to. */
const elsewhere: Partial<Record<KeptLookup, readonly [string, ...string[]]>> = {
  // As the specification says (section 2), so concerns are listed under a name of their own.
  declinedReferral: ['concern-list', 'declinedReferral-list'],
  concern: ['wellbeing-concern-list'],
}

export const pathsOf = (name: KeptLookup): readonly [string, ...string[]] =>
  elsewhere[name] ?? [`${name}-list`]

/** Where the list of these rows is. */
export const listPath = (name: KeptLookup): string => `/falls/${pathsOf(name)[0]}`
/** Where one row is edited; id 0 adds one. */
export const editPath = (name: KeptLookup, id: number): string => `/falls/${name}/edit/${id}`
