import { sql as raw } from 'kysely'
import type { letterNotNeeded } from '../../../contract/care/letters/letter.ts'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { HttpProblem } from '../../platform/errors.ts'
import { isUnsent } from '../../pathways/outstanding/unsentLetters.ts'
import { settleTasksOf } from '../../pathways/tasks/settle.ts'
import { addRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { notNeededTable } from './columns.ts'
import { lockReferral } from './drafts.ts'

/** Notes that a letter which waits to be sent, or did not arrive, is no longer needed. */
export const saveNotNeeded = async (
  writing: Writing,
  { id, pathwayId, reason }: CheckedInputOf<typeof letterNotNeeded>,
): Promise<SavedRow> => {
  const { patientId } = await lockReferral(writing, pathwayId)
  const { rows } = await raw`
    select from letter where id = ${id} and pathway_id = ${pathwayId} and ${isUnsent}`.execute(writing.sql)
  if (rows.length === 0)
    throw new HttpProblem(
      409,
      'conflict',
      'This letter is not among those to be sent any more. Look at it again.',
    )
  const saved = await addRow(writing, {
    ...notNeededTable,
    values: { letter_id: id, reason },
    patientId,
  })
  writing.trace(await settleTasksOf(writing.sql, [pathwayId], writing.userId))
  return saved
}
