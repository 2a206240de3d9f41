import { formatDate } from '../../contract/format.ts'
import { ValidationProblem } from '../errors.ts'
import type { RecordDeath } from '../pathways/death.ts'
import { changeRow, lockRow } from '../writes/saveRow.ts'
import { patientTable } from './columns.ts'
import { assertLifeInOrder } from './life.ts'

/** The pathways of the patient follow when the save that brought the date places its own. */
export const recordDeath: RecordDeath = async (
  writing,
  patientId,
  { deceasedDate, deathBeforeRecordsConfirmed },
  isSaid,
) => {
  if (deceasedDate == null) return
  if (!isSaid)
    throw new ValidationProblem({
      deceasedDate: 'A date of death is taken here only with a choice that says that the patient died',
    })
  const before = await lockRow(writing, 'patient', patientId)
  if (before.deceased_date === deceasedDate) return
  if (before.deceased_date !== null)
    throw new ValidationProblem({
      deceasedDate: `The patient’s own page says ${formatDate(before.deceased_date)}. Correct it there`,
    })
  await assertLifeInOrder(writing, { id: patientId, deceasedDate, deathBeforeRecordsConfirmed }, before)
  await changeRow(writing, {
    ...patientTable,
    id: patientId,
    version: before.version,
    values: { deceased_date: deceasedDate },
    patientId,
  })
}
