import { sql as raw, type Expression, type RawBuilder } from 'kysely'
import type { FhirResource } from 'fhir/r4.js'
import type { FhirType } from '../../../../contract/exchange/fhir/types.ts'

/** What every row that becomes a resource has, besides its own fields. */
export interface Stamp {
  id: number | string
  /** Distinguishes several resources of one row, such as the concerns of an assessment. */
  sub?: number
  version: number
  /** When it was last changed, and by whom. */
  recordedAt: string
  recordedBy?: string | null
  patientId: number | null
  pathwayId?: number | null
  /** For a resource about several people, such as a list. */
  patientIds?: readonly number[]
  /** False: deleted. Rows that cannot be deleted have no such column. */
  isActive?: boolean
}

/** A resource without what all resources get alike: id and meta. */
export type Body<Type extends FhirType = FhirType> = Omit<
  Extract<FhirResource, { resourceType: Type }>,
  'id' | 'meta'
>

/** How a search parameter is asked of the row `r`. */
export type Column =
  | { kind: 'token'; codes: readonly { system: string | null; is: RawBuilder<unknown>; isNumber?: true }[] }
  /** A day, an instant, or the span from one to the other; `to` null in a row means that it has not ended. */
  | { kind: 'date'; isInstant?: true; from: RawBuilder<unknown>; to?: RawBuilder<unknown> }
  /** `is` gives the id of the resource referred to, without its type. */
  | { kind: 'reference'; element: string; to: FhirType; is: RawBuilder<unknown> }
  /** The address of a form. */
  | { kind: 'canonical'; is: RawBuilder<unknown> }
  /** `key` is the same folded (contract/platform/words/fold.ts), where a column with an index has it. */
  | { kind: 'string'; is: RawBuilder<unknown>; key?: RawBuilder<unknown> }

/** Where a field of ours goes: the element, or why it does not leave. */
export type Place = string | { left: string }

/** Whether the caller may see what belongs to this patient and pathway, as a condition of SQL (search/reach.ts). */
export type Reach = (patient: RawBuilder<unknown>, pathway: RawBuilder<unknown> | null) => RawBuilder<unknown>

/** What a select may need to know of the search, where a condition around it would come too late. */
export interface Asked {
  reach: Reach
  ids: readonly number[] | null
  patientId: number | null
  from: string | null
  until: string | null
  afterId: number | null
  most: number
}

/** Rows of one kind that become resources of one type. */
export interface Source<Row = Stamp> {
  type: FhirType
  /** Begins the id, so that ids of different rows never collide; empty if the type has this one source. */
  name: string
  /** The name of its rows in the audit trail, which keeps their history; null if none is kept row by row. */
  entity: string | null
  /** The table of its rows and their alias in the select, if the audit trail keeps their earlier versions. */
  table?: { name: string; alias: string }
  select: Expression<unknown> | ((asked: Asked) => Expression<unknown>)
  /** The type of the row's id in the database. */
  idType?: 'text'
  /** Its rows have a `sub`. */
  hasSub?: true
  /** Its rows have `pathwayId`: they belong to one referral. */
  ofPathway?: true
  /** Its rows have `isActive`, because they can be deleted. */
  isDeletable?: true
  /** What clients of shared care read instead (decision 55): these values, or nothing at all. */
  outside: Readonly<Partial<Row>> | ((row: Row) => Row) | 'withheld'
  /** Which rows such clients see, if not all, as a condition. */
  outsideHas?: RawBuilder<unknown>
  /** Search parameters on what such clients do not read. */
  staffSearch?: readonly string[]
  /** What it shows changes without its row: its version says so in another way (search/present.ts). */
  isComposed?: true
  /** The canonical address of its profile; none for a type that UK Core does not have. */
  profile?: string | ((row: Row) => string | undefined)
  search: Readonly<Record<string, Column>>
  /** Null: this row has no such resource. `has` says the same in SQL. */
  has?: RawBuilder<unknown>
  toFhir: (row: Row) => object
  fields: Readonly<Record<string, Place>>
}

/**
 * Declares a source and checks it against its rows: each field of the row is said to go somewhere, or why it does not.
 */
export const source = <Row extends object, Type extends FhirType>(
  declared: Omit<Source<Row & Stamp>, 'type' | 'toFhir' | 'fields'> & {
    type: Type
    toFhir: (row: Row & Stamp) => Body<Type>
    fields: Readonly<Record<Exclude<keyof Row, keyof Stamp | 'names'> & string, Place>>
  },
): Source => declared as unknown as Source

const canonical = (profile: string): string => `https://fhir.hl7.org.uk/StructureDefinition/${profile}`
/** The address of a UK Core profile. */
export const ukCore = (name: string): string => canonical(`UKCore-${name}`)
export const ukCoreExtension = (name: string): string => canonical(`Extension-UKCore-${name}`)
export const ukCoreSystem = (name: string): string => `https://fhir.hl7.org.uk/CodeSystem/UKCore-${name}`

/** A column of the row `r`. */
export const of = (column: string): RawBuilder<unknown> => raw.ref(`r.${column}`)

export const token = (is: RawBuilder<unknown>, system: string | null = null): Column => ({
  kind: 'token',
  codes: [{ system, is }],
})
export const always = (code: string, system: string | null = null): Column => token(raw.lit(code), system)
export const instants = (from: RawBuilder<unknown>, to?: RawBuilder<unknown>): Column => ({
  kind: 'date',
  isInstant: true,
  from,
  ...(to === undefined ? {} : { to }),
})
export const named = (column: string, key?: string): Column => ({
  kind: 'string',
  is: of(column),
  ...(key === undefined ? {} : { key: of(key) }),
})
export const day = (from: string, to?: string): Column => ({
  kind: 'date',
  from: of(from),
  ...(to === undefined ? {} : { to: of(to) }),
})
export const reference = (element: string, to: FhirType, is: RawBuilder<unknown>): Column => ({
  kind: 'reference',
  element,
  to,
  is,
})

/** The patient of a resource, under the name of the element. */
export const patient = (element: string): { patient: Column } => ({
  patient: reference(element, 'Patient', of('patientId')),
})
