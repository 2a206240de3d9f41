import { sql as raw, type Transaction } from 'kysely'
import { isUndecided, type IncomingState } from '../../../../../contract/exchange/incoming/source.ts'
import { today } from '../../../../../contract/platform/dates/dates.ts'
import { formatDateTime, instantOf } from '../../../../../contract/platform/words/format.ts'
import type { DB } from '../../../../platform/db/types.ts'
import { addRows } from '../../../../platform/writes/addRows.ts'
import { appendEvent } from '../../../../platform/writes/write.ts'
import type { RecordTrace } from '../../../../platform/audit/auditTrail.ts'
import { taskTable } from '../../../../pathways/tasks/columns.ts'
import type { Found } from './find.ts'
import type { Sent } from './sent.ts'

/**
 * The sender takes its referral back. While nobody decided, it is withdrawn. A referral that was accepted stays as it
 * is, because people may be on their way: staff are told by a task and on the incoming referral, and they decide.
 */
export const takeBack = async (
  sql: Transaction<DB>,
  { by, receivedAt }: Sent,
  { id, version, state, pathwayId }: Found,
): Promise<IncomingState> => {
  const at = instantOf(receivedAt)
  const isOpen = isUndecided(state)
  const notice = `The sender took this referral back on ${formatDateTime(at)}${isOpen ? '' : ', after it was decided'}.`
  const next: IncomingState = isOpen ? 'withdrawn' : state
  await sql
    .updateTable('incoming_referral')
    .set({
      ...(isOpen && { state: next, decided_at: at }),
      ...{
        notice: raw<string>`concat_ws(' ', notice, ${notice}::text)`,
        version: version + 1,
        updated_at: raw<string>`clock_timestamp()`,
        updated_by: null,
      },
    })
    .where('id', '=', id)
    .execute()
  const task = state === 'accepted' && pathwayId !== null ? await tellStaff(sql, pathwayId, receivedAt) : null
  await appendEvent(sql, {
    ...by,
    kind: 'write',
    status: 200,
    criteria: { ...by.criteria, event: 'cancel' },
    patientIds: task?.patientIds ?? [],
    pathwayIds: task?.pathwayIds ?? [],
    records: [
      {
        ...{ entity: 'incomingReferral', id, version: version + 1 },
        before: { state },
        after: { state: next, notice },
      },
      ...(task?.records ?? []),
    ],
  })
  return next
}

interface Told {
  patientIds: number[]
  pathwayIds: number[]
  records: RecordTrace[]
}

/** A task on the referral of the record, if it is still open. */
const tellStaff = async (sql: Transaction<DB>, pathwayId: number, at: number): Promise<Told | null> => {
  const pathway = await sql
    .selectFrom('pathway')
    .select(['patient_id', 'discharge_date', 'cancel_referral_date', 'is_active'])
    .where('id', '=', pathwayId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isOpen = pathway.discharge_date === null && pathway.cancel_referral_date === null
  if (!isOpen || !pathway.is_active) return null
  const added = await addRows({ sql, userId: null }, taskTable, [
    {
      ...{ pathway_id: pathwayId, due_date: today(at) },
      text: 'The service that sent this referral took it back. Decide whether the person is still to be seen.',
    },
  ])
  return {
    patientIds: [pathway.patient_id],
    pathwayIds: [pathwayId],
    records: added.map(({ record }) => record),
  }
}
