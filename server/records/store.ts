import type { DB } from '../db/types.ts'
import { FieldFailure, notFound, Refusal } from '../errors.ts'
import { demandOpen } from '../pathways/closed.ts'
import { addRow, changeRow, lockRow } from '../saveRow.ts'
import { lockPathway, place } from '../worklists/place.ts'
import type { Writing } from '../write.ts'

/** What a kind of record adds to the journey that all kinds share. */
export interface RecordKind<Input> {
  /** Wire name: part of the address, and the entity of the trail. */
  entity: string
  table: keyof DB & string
  /** The columns that a save sets; undefined leaves a column as it is. */
  columnsOf: (input: Input) => Record<string, unknown>
  /** Days on which something happened, by wire field: not before the referral's patient was born. */
  daysOf: (input: Input) => Record<string, string | null | undefined>
}

export interface SavedRecord {
  id: number
  version: number
}

interface RecordIdentity {
  id: number
  version?: number | undefined
  pathwayId: number
}

/**
 * Saves a record of a pathway: the pathway must be open, the record must belong to it and stay with it
 * (trust AZ-7), and the pathway moves to where its records now place it, all in one transaction.
 */
export const saveRecord = async <Input extends RecordIdentity>(
  writing: Writing,
  kind: RecordKind<Input>,
  input: Input,
): Promise<SavedRecord> => {
  const pathway = await lockPathway(writing, input.pathwayId)
  demandOpen(pathway)
  const patientId = pathway.patient_id
  await demandAfterBirth(writing, patientId, kind.daysOf(input))
  const { table, entity } = kind
  const values = kind.columnsOf(input)
  if (input.id !== 0) await demandOwn(writing, table, input)
  const saved =
    input.id === 0
      ? await addRow(writing, { table, entity, values: { ...values, pathway_id: pathway.id }, patientId })
      : await changeRow(writing, { table, entity, id: input.id, version: input.version, values, patientId })
  writing.trace({ pathwayIds: [pathway.id] })
  await place(writing, [pathway.id])
  return saved
}

/** Takes a record out of use; deleting it again changes nothing more (trust PR-3: nothing is physically deleted). */
export const deleteRecord = async <Input>(
  writing: Writing,
  kind: RecordKind<Input>,
  { id, version }: { id: number; version?: number | undefined },
): Promise<SavedRecord> => {
  const { table, entity } = kind
  const known = await pathwayOf(writing, table, id)
  const pathway = await lockPathway(writing, known)
  const record = await lockRow(writing, table, id)
  if (record['is_active'] === false) {
    writing.trace({ patientIds: [pathway.patient_id], pathwayIds: [pathway.id] })
    return { id, version: record['version'] as number }
  }
  demandOpen(pathway)
  const saved = await changeRow(writing, {
    table,
    entity,
    id,
    version,
    values: { is_active: false },
    patientId: pathway.patient_id,
  })
  writing.trace({ pathwayIds: [pathway.id] })
  await place(writing, [pathway.id])
  return saved
}

/** The pathway is locked before the record, always in this order, so that two commands cannot wait for each other. */
const pathwayOf = async ({ sql }: Writing, table: keyof DB & string, id: number): Promise<number> => {
  const found = await sql
    .selectFrom(table as 'frat')
    .select('pathway_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return found.pathway_id
}

const demandOwn = async (writing: Writing, table: keyof DB & string, { id, pathwayId }: RecordIdentity) => {
  const record = await lockRow(writing, table, id)
  if (record['is_active'] === false) throw notFound()
  if (record['pathway_id'] !== pathwayId)
    throw new Refusal(409, 'conflict', 'This record belongs to another referral. Nothing was saved.')
}

const demandAfterBirth = async (
  { sql }: Writing,
  patientId: number,
  days: Record<string, string | null | undefined>,
): Promise<void> => {
  const { date_of_birth: birth } = await sql
    .selectFrom('patient')
    .select('date_of_birth')
    .where('id', '=', patientId)
    .executeTakeFirstOrThrow()
  if (birth === null) return
  const early = Object.entries(days).filter(([, day]) => day && day < birth)
  if (early.length > 0)
    throw new FieldFailure(
      Object.fromEntries(early.map(([field]) => [field, 'The date is before the date of birth'])),
    )
}
