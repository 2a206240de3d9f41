import { expressionBuilder, sql as raw, type Expression, type Kysely, type Updateable } from 'kysely'
import type { z } from 'zod'
import type { deathFields } from '../../../contract/patients/died.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import type { RedFlagAnswer } from '../../../contract/patients/flags/redFlag.ts'
import type { RedFlagSign } from '../../../contract/reference/redFlagSigns.ts'
import type { FieldErrors } from '../../../contract/platform/calls/problem.ts'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import type { ColumnOf, ColumnsOf, SavedTable, TableName } from '../../platform/writes/columns.ts'
import { compileOnce } from '../../platform/db/query/compileOnce.ts'
import { ofParent } from './ofParent.ts'
import type { DB } from '../../platform/db/types.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import type { Parent, ParentColumn } from './parents.ts'

export type Row = Record<string, unknown>

/** Whose record is saved: 0 is new. */
export interface Identity {
  id: number
  version?: number | undefined
  afterDeathConfirmed?: boolean | undefined
  /** The row it belongs to. */
  parentId: number
  /** The patient the sender says it is of. */
  patientId?: number | undefined
  /** The pathway the sender says it is of, where that is not the parent itself. */
  pathwayId?: number | undefined
}

/** What a save says beside the record's own fields: whose it is, and what the person confirmed. Not stored by its map. */
export type BesideFields =
  | 'id'
  | 'version'
  | 'pathwayId'
  | 'patientId'
  | 'exerciseId'
  | 'addsToId'
  | 'afterDeathConfirmed'
  | 'unusualConfirmed'
  | keyof typeof deathFields

/** Tables with what the mechanism needs of a record. */
export type RecordTable = {
  [Table in TableName]: StoredRow<Table> extends { id: number; version: number; is_active: boolean }
    ? Table
    : never
}[TableName]

/** What every select of a kind answers beside the fields of its reply. */
export interface Selected {
  id: number
  version: number
  isActive: boolean
  patientId: number
  pathwayId?: number
}

/** What a kind of record adds to the journey that all kinds share. */
export interface RecordKind<Save, Shown = unknown> extends SavedTable<RecordTable> {
  /** Wire name: part of the address, and the entity of the audit trail. */
  entity: RecordKindName
  parent: Parent
  identityOf: (input: Save) => Identity
  /** Before the names of fields in messages, when a save carries them in a part of its body. */
  fieldPrefix?: string
  /** The part of a save with the fields; the save itself unless said. */
  fieldsOf?: (input: Save) => object
  /** Rules that need what is stored; returns the columns they decide. Throws ValidationProblem. */
  settle?: (writing: Writing, input: Save, before: Row | null) => Promise<Row>
  /** What else is missing of a save that the contract refuses, as far as `settle` would find it in a list of choices. */
  missingBeside?: (sql: Kysely<DB>, sent: Readonly<Record<string, unknown>>) => Promise<FieldErrors>
  /** Whether a save says that the patient has died, which then may bring the date of death. */
  saysDied?: (writing: Writing, input: Save, before: Row | null) => Promise<boolean>
  /** Its day is when the death was heard of, so that it may be later than the death. */
  hearsOfDeath?: true
  /** What is unusual about a save, each in a sentence, for a sender that asks (decision 56). */
  unusual?: (writing: Writing, input: Save, before: Row | null) => Promise<string[]>
  /** What is unusual about bringing a deleted row back, each in a sentence, for a sender that asks. */
  unusualRestored?: (writing: Writing, row: Row) => Promise<string[]>
  /** It is never changed once it is saved: what a save is told that names one. */
  signed?: string
  /** A parent has one active record of the kind at most: the index that holds it, and what a second is told. */
  single?: { index: string; refusal: string }
  /** What the kind keeps in a table of its own, saved in the same transaction. */
  part?: RecordPart<Save>
  /**
   * The red flags that a save found. The parent of such a kind locks the patient first (parents.ts), as a flag is the
   * patient's.
   */
  redFlags?: (
    writing: Writing,
    input: Save,
    parts: { before: unknown; after: unknown },
    before: Row | null,
  ) => Promise<FoundRedFlags>
  /** What people outside the service read in the place of fields that are for staff (decision 55). */
  readOutside?: Readonly<Partial<Shown>>
  /** Every record of the kind as the wire has it, deleted ones too. */
  select: Expression<Shown & Selected>
  /** The same of the `pathway` or `patient` of a statement that this is a part of. */
  selectOfParent: Expression<Shown & Selected>
  /**
   * The fields with a day on which something happened or is planned: not before birth, after death only when confirmed.
   * The first is the day that the record is about; lists show the latest first.
   */
  days: readonly string[]
  /** It is about no day: lists show what was recorded last first, whatever days it has. */
  isListedAsRecorded?: true
}

/** Signs with what was done about them, and signs that what was recorded means by itself. */
export interface FoundRedFlags {
  answers: readonly RedFlagAnswer[]
  meant?: readonly RedFlagSign[]
  /** A sign that nobody named, with the words that there are for it. */
  told?: { detail: string | null } | undefined
}

export interface RecordPart<Save> {
  name: string
  read: (writing: Writing, id: number) => Promise<unknown>
  /** What will be there; throws ValidationProblem. */
  wanted: (writing: Writing, input: Save, before: unknown) => Promise<unknown>
  write: (writing: Writing, id: number, wanted: unknown) => Promise<void>
  /** As the audit trail and the history have it, where that differs. */
  inWords?: (part: unknown) => string | null
}

interface Calls {
  save: Endpoint
  get: Endpoint
}
type SaveOf<C extends Calls> = z.output<C['save']['input']>
type ShownOf<C extends Calls> = z.input<C['get']['reply']>

/** A kind with the types of its calls and its table, which `recordKind` holds against each other. */
interface DeclaredKind<
  C extends Calls,
  Kind extends RecordKindName,
  Table extends RecordTable,
  Fields,
> extends Omit<
  RecordKind<SaveOf<C>, ShownOf<C>>,
  | 'entity'
  | 'table'
  | 'fieldsOf'
  | 'settle'
  | 'unusual'
  | 'unusualRestored'
  | 'saysDied'
  | 'redFlags'
  | 'selectOfParent'
> {
  entity: Kind
  table: Table
  parent: Parent<Extract<ParentColumn, ColumnOf<Table>>>
  columns: ColumnsOf<Fields, Table, BesideFields & keyof Fields>
  labels: Readonly<Record<Exclude<keyof Fields & string, BesideFields>, string>>
  fieldsOf?: (input: SaveOf<C>) => Fields
  settle?: (
    writing: Writing,
    input: SaveOf<C>,
    before: StoredRow<Table> | null,
  ) => Promise<Updateable<DB[Table]>>
  unusual?: (writing: Writing, input: SaveOf<C>, before: StoredRow<Table> | null) => Promise<string[]>
  unusualRestored?: (writing: Writing, row: StoredRow<Table>) => Promise<string[]>
  days: readonly Exclude<keyof Fields & string, BesideFields>[]
  saysDied?: (writing: Writing, input: SaveOf<C>, before: StoredRow<Table> | null) => Promise<boolean>
  redFlags?: (
    writing: Writing,
    input: SaveOf<C>,
    parts: { before: unknown; after: unknown },
    before: StoredRow<Table> | null,
  ) => Promise<FoundRedFlags>
}

/**
 * Holds a kind against its calls and its table: each field of a save has a column or does not compile, and a select
 * returns what the reply asks for. The mechanism then treats all kinds alike, whatever their tables.
 */
export const recordKind = <
  const C extends Calls,
  Kind extends RecordKindName,
  Table extends RecordTable,
  Fields = SaveOf<C>,
>(
  _calls: C,
  declared: DeclaredKind<C, Kind, Table, Fields>,
) =>
  ({
    ...declared,
    select: compileOnce(declared.select),
    selectOfParent: compileOnce(ofParent(declared.select)),
  }) as unknown as RecordKind<SaveOf<C>, ShownOf<C>> & {
    entity: Kind
  }

/** Begins the select of a kind. */
export const selectFrom = expressionBuilder<DB>().selectFrom

/** What every select of a kind that belongs to a pathway begins with; `recorder` is who wrote it last. */
export const stamp = [
  'record.id',
  'record.version',
  'record.is_active as isActive',
  'pathway.id as pathwayId',
  'pathway.patient_id as patientId',
  'recorder.display_name as recordedBy',
  'record.updated_at as recordedAt',
] as const

/** Latest by its own day; of two on one day the one entered later comes first. */
export const latestFirst = ({
  days: [day],
  isListedAsRecorded,
}: Pick<RecordKind<never>, 'days' | 'isListedAsRecorded'>) =>
  day === undefined || isListedAsRecorded === true ? raw`r.id desc` : raw`r.${raw.ref(day)} desc, r.id desc`
