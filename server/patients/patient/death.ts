import type { z } from 'zod'
import type { deathFields } from '../../../contract/patients/died.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { ValidationProblem } from '../../platform/errors.ts'
import { changeRow, lockRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { patientTable } from './columns.ts'
import { assertLifeInOrder, type RecordedDays } from './life.ts'

/** The death fields of a save that may say that the patient has died. */
export type DeathInput = z.output<z.ZodObject<typeof deathFields>>

/**
 * Records the date of death on the patient, in the transaction of the save that says so. Does nothing without a date.
 * The stages of the patient's pathways are updated when that save updates the stage of its own pathway.
 * @param isSaid whether the save says that the patient has died
 */
export type RecordDeath = (
  writing: Writing,
  patientId: number,
  input: DeathInput,
  isSaid: boolean,
) => Promise<void>

/** @param recordedDays reads the days of the patient's records, which the kinds of record know */
export const recordDeathWith =
  (recordedDays: RecordedDays): RecordDeath =>
  async (writing, patientId, { deceasedDate, deathBeforeRecordsConfirmed }, isSaid) => {
    if (deceasedDate == null) return
    if (!isSaid)
      throw new ValidationProblem({
        deceasedDate: 'A date of death is accepted here only with a choice that says that the patient died',
      })
    const before = await lockRow(writing, 'patient', patientId)
    if (before.deceased_date === deceasedDate) return
    if (before.deceased_date !== null)
      throw new ValidationProblem({
        deceasedDate: `The patient’s own page says ${formatDate(before.deceased_date)}. Correct it there`,
      })
    await assertLifeInOrder(
      writing,
      { id: patientId, deceasedDate, deathBeforeRecordsConfirmed },
      before,
      recordedDays,
    )
    await changeRow(writing, {
      ...patientTable,
      id: patientId,
      version: before.version,
      values: { deceased_date: deceasedDate },
      patientId,
    })
  }
