import type { ChoiceName } from '../../reference/lookups.ts'

/*
 * How the tables of the national return are described. The Community Services Data Set (CSDS) is the monthly return of publicly
 * funded community services to NHS England. We fill version 1.6.
 */

export const csdsVersion = '1.6'

/**
 * What happens to a row without the field. `mandatory`: it is refused. `required`: it is accepted, and incomplete. `pilot`:
 * it is sent only when NHS England asks for it.
 */
export type Need = 'mandatory' | 'required' | 'pilot'

/** How sure the value is. */
export type Standing =
  /** A number, day or identifier of ours: there is no national code to check. */
  | { kind: 'own' }
  /** A national code that was read in a published source. */
  | { kind: 'verified'; source: string }
  /** A code that administrators note on a list, and that is sent once they say where they read it. */
  | { kind: 'list'; list: ListWithCodes }
  | { kind: 'setting'; setting: string }
  /** Never filled. */
  | { kind: 'blank'; why: string }

/** The lists with a code for the return. */
export const listsWithCodes = [
  'referrer',
  'declinedReferral',
  'dischargeReason',
  'location',
] as const satisfies readonly ChoiceName[]
export type ListWithCodes = (typeof listsWithCodes)[number]

/** What is said of a record in which the field is missing. */
export interface Missing {
  title: string
  /** How it is mended. */
  mend: string
}

export interface Field {
  name: string
  need: Need
  /** Where the value is in Surefoot. */
  from: string
  standing: Standing
  missing?: Missing
  /** The field is expected only where this one of the same row is filled. */
  when?: string
}

export interface Table {
  /** Its name in the data set, such as CYP101Referral. */
  name: string
  title: string
  /** Which records it has. */
  holds: string
  fields: readonly Field[]
  /** The fields by which a row is the same in the next submission. */
  key: readonly string[]
  /** Fields whose value must be in another table. */
  parents: readonly { field: string; table: string; its: string }[]
  /** Why it has no rows; null for a table that has. */
  emptyBecause: string | null
}

type About = Pick<Field, 'missing' | 'when'>

export const own = (name: string, need: Need, from: string, about: About = {}): Field => ({
  ...{ name, need, from, standing: { kind: 'own' } },
  ...about,
})
export const verified = (
  name: string,
  need: Need,
  source: string,
  from: string,
  about: About = {},
): Field => ({ ...{ name, need, from, standing: { kind: 'verified', source } }, ...about })
export const listed = (name: string, list: ListWithCodes, from: string, about: About = {}): Field => ({
  ...{ name, need: 'required', from, standing: { kind: 'list', list } },
  ...about,
})
export const fromSetting = (name: string, need: Need, setting: string, about: About = {}): Field => ({
  ...{ name, need, from: `Setting ${setting}`, standing: { kind: 'setting', setting } },
  ...about,
})
const nowhere = 'Nowhere'
export const blank = (
  name: string,
  why: string,
  { need = 'required' as Need, from = nowhere } = {},
): Field => ({
  ...{ name, need, from, standing: { kind: 'blank', why } },
})

export const notRecorded = 'not recorded here'
export const notVerified = 'its national codes were not verified'
