import {
  expressionBuilder,
  sql as raw,
  type Expression,
  type Kysely,
  type SelectQueryBuilder,
  type Updateable,
} from 'kysely'
import type { z } from 'zod'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import type { RedFlagAnswer } from '../../../contract/patients/flags/redFlag.ts'
import type { RedFlagSign } from '../../../contract/reference/redFlagSigns.ts'
import type { FieldErrors } from '../../../contract/platform/calls/problem.ts'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import {
  columnsOf,
  type ColumnOf,
  type ColumnsOf,
  type SavedTable,
  type TableName,
} from '../../platform/writes/columns.ts'
import { compileOnce } from '../../platform/db/query/compileOnce.ts'
import { ofParent } from './ofParent.ts'
import type { DB } from '../../platform/db/types.ts'
import type { StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import type { Parent, ParentColumn, ParentField } from './parents.ts'

export type Row = Record<string, unknown>

/** Which record a save is for; id 0 creates a record. */
export interface Identity {
  id: number
  version?: number | undefined
  afterDeathConfirmed?: boolean | undefined
  /** The row it belongs to. */
  parentId: number
  /** The patient that the sender believes it belongs to. */
  patientId?: number | undefined
  /** The pathway that the sender believes it belongs to, if that is not the parent itself. */
  pathwayId?: number | undefined
}

/**
 * What a save has besides the record's own fields: what it belongs to, and what the user confirmed. The column map does
 * not store these.
 */
const besideFields = [
  'id',
  'version',
  'pathwayId',
  'patientId',
  'exerciseId',
  'addsToId',
  'afterDeathConfirmed',
  'unusualConfirmed',
  'redFlags',
  'fromAnswerId',
  'falls',
  'deceasedDate',
  'deathBeforeRecordsConfirmed',
] as const
type BesideFields = (typeof besideFields)[number]

/** The map of a kind's save. */
export const recordColumns = <
  Save extends Readonly<Record<string, unknown>>,
  const Others extends { readonly [Field in keyof Save]?: string } = Record<never, never>,
>(
  save: Save,
  others?: Others,
) => columnsOf(save, besideFields, others)

/** Tables with the columns that every record needs. */
export type RecordTable = {
  [Table in TableName]: StoredRow<Table> extends { id: number; version: number; is_active: boolean }
    ? Table
    : never
}[TableName]

/** What every select of a kind returns besides the fields of its reply. */
export interface Selected {
  id: number
  version: number
  isActive: boolean
  patientId: number
  pathwayId?: number
}

/** Which record these fields of a save are for. The types of `recordKind` require the fields. */
export const identityOf = ({ parent }: { parent: Parent }, fields: object): Identity => {
  const sent = fields as Omit<Identity, 'parentId'> & Record<ParentField, number>
  return { ...sent, parentId: sent[parent.field] }
}

/** What a kind of record adds to the process that all kinds share. */
export interface RecordKind<Save, Shown = unknown> extends SavedTable<RecordTable> {
  /** Name on the wire: part of the URL, and the entity in the audit trail. */
  entity: RecordKindName
  parent: Parent
  /** Prefix of field names in messages, if a save has its fields in a part of its body. */
  fieldPrefix?: string
  /** The part of a save with the fields; default the whole save. */
  fieldsOf?: (input: Save) => object
  /** Checks rules that need stored data; returns the columns that they determine. Throws ValidationProblem. */
  settle?: (writing: Writing, input: Save, before: Row | null) => Promise<Row>
  /**
   * For a save that the contract refuses: what else is missing, as far as `settle` would find it in a list of choices.
   */
  missingBeside?: (sql: Kysely<DB>, sent: Readonly<Record<string, unknown>>) => Promise<FieldErrors>
  /** Whether a save reports the patient's death. Such a save may include the date of death. */
  saysDied?: (writing: Writing, input: Save, before: Row | null) => Promise<boolean>
  /** The record's day is when the death was reported, so it may be later than the death. */
  hearsOfDeath?: true
  /** What is unusual about a save, a sentence each, for a sender that supports the question (decision 56). */
  unusual?: (writing: Writing, input: Save, before: Row | null) => Promise<string[]>
  /** What is unusual about restoring a deleted row, a sentence each, for a sender that supports the question. */
  unusualRestored?: (writing: Writing, row: Row) => Promise<string[]>
  /** Set if a saved record can never change: the message for a save that tries to. */
  signed?: string
  /** A parent has at most one active record of this kind: the index that enforces it, and the message for a second. */
  single?: { index: string; refusal: string }
  /** Data of the kind in a table of its own, saved in the same transaction. */
  part?: RecordPart<Save>
  /**
   * The red flags that a save found. The parent of such a kind locks the patient first (parents.ts), because a flag
   * belongs to the patient.
   */
  redFlags?: (
    writing: Writing,
    input: Save,
    parts: { before: unknown; after: unknown },
    before: Row | null,
  ) => Promise<FoundRedFlags>
  /** What outside readers get instead of fields for staff (decision 55). */
  readOutside?: Readonly<Partial<Shown>>
  /** Selects every record of the kind in its wire format, including deleted ones. */
  select: Expression<Shown & Selected>
  /** The same, for use in a statement that has the `pathway` or `patient`. */
  selectOfParent: Expression<Shown & Selected>
  /**
   * The fields with a day on which something happened or is planned: not before birth, and after death only if
   * confirmed. The first is the day that the record is about; lists show the latest first.
   */
  days: readonly string[]
  /** The record is not about a day. Lists show the most recently recorded first, whatever days it has. */
  isListedAsRecorded?: true
}

/** Signs with the action taken, and signs that the recorded data imply. */
export interface FoundRedFlags {
  answers: readonly RedFlagAnswer[]
  meant?: readonly RedFlagSign[]
  /** A sign that nobody named, with any description of it. */
  told?: { detail: string | null } | undefined
}

export interface RecordPart<Save> {
  name: string
  read: (writing: Writing, id: number) => Promise<unknown>
  /** What will be stored; throws ValidationProblem. */
  wanted: (writing: Writing, input: Save, before: unknown) => Promise<unknown>
  write: (writing: Writing, id: number, wanted: unknown) => Promise<void>
  /** The form for the audit trail and the history, if different. */
  inWords?: (part: unknown) => string | null
}

interface Calls {
  save: Endpoint
  get: Endpoint
}
type SaveOf<C extends Calls> = z.output<C['save']['input']>
type ShownOf<C extends Calls> = z.input<C['get']['reply']>

/** A kind with the types of its calls and its table, which `recordKind` checks against each other. */
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
  parent: Parent<Extract<ParentColumn, ColumnOf<Table>>> &
    (NoInfer<Fields> extends Omit<Identity, 'parentId'> ? unknown : never)
  columns: ColumnsOf<NoInfer<Fields>, Table, BesideFields & keyof NoInfer<Fields>>
  labels: Readonly<Record<Exclude<keyof NoInfer<Fields> & string, BesideFields>, string>>
  fieldsOf?: (input: SaveOf<C>) => Fields
  settle?: (
    writing: Writing,
    input: SaveOf<C>,
    before: StoredRow<Table> | null,
  ) => Promise<Updateable<DB[Table]>>
  unusual?: (writing: Writing, input: SaveOf<C>, before: StoredRow<Table> | null) => Promise<string[]>
  unusualRestored?: (writing: Writing, row: StoredRow<Table>) => Promise<string[]>
  days: readonly Exclude<keyof NoInfer<Fields> & string, BesideFields>[]
  saysDied?: (writing: Writing, input: SaveOf<C>, before: StoredRow<Table> | null) => Promise<boolean>
  redFlags?: (
    writing: Writing,
    input: SaveOf<C>,
    parts: { before: unknown; after: unknown },
    before: StoredRow<Table> | null,
  ) => Promise<FoundRedFlags>
}

/**
 * Checks a kind against its calls and its table at compile time: each field of a save needs a column, and a select must
 * return what the reply needs. All kinds are then handled alike, whatever their tables.
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

/** Starts the select of a kind. */
export const selectFrom = expressionBuilder<DB>().selectFrom

/** The first columns in the select of every kind on a pathway; `recorder` is the user who last changed the record. */
export const stamp = [
  'record.id',
  'record.version',
  'record.is_active as isActive',
  'pathway.id as pathwayId',
  'pathway.patient_id as patientId',
  'recorder.display_name as recordedBy',
  'record.updated_at as recordedAt',
] as const

/**
 * Starts the select of a kind on a pathway. The query is built as if for one table, because Kysely cannot read a table
 * that is a type parameter.
 */
export const recordsOnPathway = <Table extends RecordTable>(table: Table) =>
  selectFrom(`${table as 'frat'} as record` as const)
    .innerJoin('pathway', 'pathway.id', 'record.pathway_id')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
    .where('pathway.is_active', '=', raw.lit(true))
    .select(stamp) as unknown as SelectQueryBuilder<
    DB & { record: DB[Table] },
    'record' | 'pathway',
    Selected & { pathwayId: number; recordedBy: string | null; recordedAt: string }
  >

/** Latest first by the record's own day; on the same day, the one entered later first. */
export const latestFirst = ({
  days: [day],
  isListedAsRecorded,
}: Pick<RecordKind<never>, 'days' | 'isListedAsRecorded'>) =>
  day === undefined || isListedAsRecorded === true ? raw`r.id desc` : raw`r.${raw.ref(day)} desc, r.id desc`
