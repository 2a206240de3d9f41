import type { Insertable } from 'kysely'
import type { z } from 'zod'
import type { deleteInput } from '../../../contract/platform/calls/record.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'
import type { SavedTable } from '../../platform/writes/columns.ts'
import { patientGone } from '../patient/gone.ts'
import { addRow, changeRow, lockRow, type SavedRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'

type DeletableTable =
  'capacity_assessment' | 'patient_contact' | 'reminder_consent' | 'falls_calendar_consent'
type OwnedTable = DeletableTable | 'patient_flag'

/** Locks the patient. Every write does this before it locks anything else of theirs. */
export const lockPatient = async (writing: Writing, id: number): Promise<StoredRow<'patient'>> => {
  const patient = await lockRow(writing, 'patient', id)
  if (!patient.is_active) throw await patientGone(writing.sql, id)
  writing.trace({ patientIds: [id] })
  return patient
}

export const ofAnotherPatient = (): HttpProblem =>
  new HttpProblem(409, 'conflict', 'This belongs to another patient. Nothing was saved.')

/** The patient of the row. It is read before anything is locked, because the patient must be locked first. */
const ownerOf = async ({ sql }: Writing, table: OwnedTable, id: number): Promise<number> => {
  const row = await sql.selectFrom(table).select('patient_id').where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw notFound()
  return row.patient_id
}

/**
 * Locks the patient and then a row of theirs.
 * @param patientId the patient that the sender expects
 */
export const lockOwned = async <Table extends OwnedTable>(
  writing: Writing,
  table: Table,
  id: number,
  patientId: number | undefined,
): Promise<StoredRow<Table> & { patient_id: number }> => {
  const owner = await ownerOf(writing, table, id)
  if (patientId !== undefined && patientId !== owner) throw ofAnotherPatient()
  await lockPatient(writing, owner)
  return (await lockRow(writing, table, id)) as StoredRow<Table> & { patient_id: number }
}

/** Saves a row of a patient that may be deleted: an assessment of capacity or a contact. */
export const saveOwned = async (
  writing: Writing,
  table: SavedTable<DeletableTable>,
  { id, version, patientId }: { id: number; version?: number | undefined; patientId: number },
  valuesOver: (before: object | null) => object,
): Promise<SavedRow> => {
  // The column map was checked against the table where it was declared (columns.ts).
  const rowOver = (before: object | null) => ({
    ...{ ...table, patientId },
    values: valuesOver(before) as Insertable<DB[DeletableTable]>,
  })
  if (id === 0) {
    await lockPatient(writing, patientId)
    return addRow<DeletableTable, Insertable<DB[DeletableTable]>>(writing, rowOver(null))
  }
  const before = await lockOwned<DeletableTable>(writing, table.table, id, patientId)
  if (!before.is_active) throw notFound()
  return changeRow<DeletableTable, Insertable<DB[DeletableTable]>>(writing, {
    ...rowOver(before),
    id,
    version,
    locked: before,
  })
}

/** Deactivates a row; deleting it again changes nothing. */
export const deleteOwned = async (
  writing: Writing,
  table: SavedTable<DeletableTable>,
  { id, version, patientId }: z.output<typeof deleteInput>,
): Promise<SavedRow> => {
  const before = await lockOwned<DeletableTable>(writing, table.table, id, patientId)
  if (!before.is_active) return { id, version: before.version }
  return changeRow<DeletableTable, { is_active: boolean }>(writing, {
    ...table,
    id,
    version,
    locked: before,
    values: { is_active: false },
    patientId: before.patient_id,
  })
}
