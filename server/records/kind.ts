import { sql as raw, type RawBuilder } from 'kysely'
import type { RecordKindName } from '../../contract/records/record.ts'
import type { DB } from '../db/types.ts'
import type { Writing } from '../write.ts'
import type { Parent } from './parents.ts'

export type Row = Record<string, unknown>

/** Whose record is saved: 0 is new. */
export interface Identity {
  id: number
  version?: number | undefined
  afterDeathConfirmed?: boolean | undefined
  /** The row it hangs on. */
  parentId: number
  /** The patient the sender says it is of. */
  patientId?: number | undefined
  /** The pathway the sender says it is of, where that is not the parent itself. */
  pathwayId?: number | undefined
}

/** What a kind of record adds to the journey that all kinds share. */
export interface RecordKind<Save> {
  /** Wire name: part of the address, and the entity of the trail. */
  entity: RecordKindName
  table: keyof DB & string
  parent: Parent
  identityOf: (input: Save) => Identity
  /** Before the names of fields in messages, when a save carries them in a part of its body. */
  fieldPrefix?: string
  /** The columns that a save sets; undefined leaves a column as it is. */
  columnsOf: (input: Save) => Row
  /** Rules that need what is stored; answers the columns they decide. Throws FieldFailure. */
  settle?: (writing: Writing, input: Save, before: Row | null) => Promise<Row>
  /** What the kind keeps in a table of its own, saved in the same transaction. */
  part?: RecordPart<Save>
  /** Every record of the kind as the wire has it, deleted ones too, with `patientId`, `pathwayId` and `isActive`. */
  select: RawBuilder<unknown>
  /** Latest first, in names of `select`. */
  order: RawBuilder<unknown>
  /**
   * The columns with a day on which something happened or is planned: not before birth, after death only when confirmed.
   * The first is the day that the record is about.
   */
  days: readonly string[]
}

export interface RecordPart<Save> {
  name: string
  read: (writing: Writing, id: number) => Promise<unknown>
  /** What will stand there; throws FieldFailure. */
  wanted: (writing: Writing, input: Save, before: unknown) => Promise<unknown>
  write: (writing: Writing, id: number, wanted: unknown) => Promise<void>
}

/** What every select of a kind that hangs on a pathway begins with. */
export const stamp = raw`record.id, record.version, record.is_active as "isActive",
  pathway.id as "pathwayId", pathway.patient_id as "patientId",
  recorder.display_name as "recordedBy", record.updated_at as "recordedAt"`

/** The tables behind `stamp`; records of a deleted pathway are out of sight. */
export const ofPathway = (table: keyof DB & string) => raw`${raw.table(table)} as record
  join pathway on pathway.id = record.pathway_id and pathway.is_active
  left join app_user as recorder on recorder.id = record.updated_by`

/** Latest by its own day; of two on one day the one entered later comes first. */
export const latestFirst = (day: string) => raw`r.${raw.ref(day)} desc, r.id desc`
