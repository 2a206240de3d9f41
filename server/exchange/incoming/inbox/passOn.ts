import { sql as raw } from 'kysely'
import { formatDateTime, instantOf } from '../../../../contract/platform/words/format.ts'
import { HttpProblem } from '../../../platform/errors.ts'
import { changeRow, lockRow, type SavedRow } from '../../../platform/writes/saveRow.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import { couldNotBeTold } from '../answers/send.ts'
import { incomingTable } from './columns.ts'

/** Records that the user told the sender by telephone what could not be sent. */
export const passOn = async (
  writing: Writing,
  { id, version }: { id: number; version?: number | undefined },
  now: number,
): Promise<SavedRow> => {
  const { sql, userId } = writing
  const locked = await lockRow(writing, 'incoming_referral', id)
  const { rows } = await raw<{ id: number; byName: string }>`
    update sender_answer as answer set told_at = ${instantOf(now)}, told_by = ${userId}
    from app_user
    where answer.incoming_referral_id = ${id} and answer.state = 'failed' and answer.told_at is null and app_user.id = ${userId}
    returning answer.id, app_user.display_name as "byName"`.execute(sql)
  const [first] = rows
  if (first === undefined)
    throw new HttpProblem(409, 'conflict', 'There is nothing to tell the sender of this referral any more.')
  writing.trace({
    records: rows.map((row) => ({
      ...{ entity: 'senderAnswer', id: row.id, version: 1 },
      before: { told_by: null },
      after: { told_by: userId },
    })),
  })
  const told = `Told by telephone on ${formatDateTime(instantOf(now))} by ${first.byName}.`
  const notice = [(locked.notice ?? '').replaceAll(couldNotBeTold, '').trim(), told].filter(Boolean).join(' ')
  return changeRow(writing, {
    ...{ ...incomingTable, id, version, locked, values: { notice } },
    // It may name red flags, and is removed before the audit trail is.
    withoutWords: ['notice'],
    patientId: await patientOf(sql, locked.pathway_id),
  })
}

const patientOf = async (sql: Writing['sql'], pathwayId: number | null): Promise<number | null> => {
  if (pathwayId === null) return null
  const { patient_id: patientId } = await sql
    .selectFrom('pathway')
    .select('patient_id')
    .where('id', '=', pathwayId)
    .executeTakeFirstOrThrow()
  return patientId
}
