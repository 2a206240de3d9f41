import { sql as raw, type Transaction } from 'kysely'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { taskTable } from '../../../pathways/tasks/columns.ts'
import type { DB } from '../../../platform/db/types.ts'
import { addRows } from '../../../platform/writes/addRows.ts'
import { appendEvent } from '../../../platform/writes/write.ts'

/** Somebody tried five dates of birth: staff ring the person today, who may be locked out or in danger. */
export const guessedTask = async (
  sql: Transaction<DB>,
  now: number,
  { id, patientId }: { id: number; patientId: number },
): Promise<void> => {
  const pathwayId = await openReferral(sql, patientId)
  const added =
    pathwayId === null
      ? []
      : await addRows({ sql, userId: null }, taskTable, [
          {
            pathway_id: pathwayId,
            text: 'Ring the person: five wrong dates of birth were typed for the link to their own page, so it ended. Ask whether it was them, and give a new link.',
            due_date: today(now),
          },
        ])
  await appendEvent(sql, {
    ...{ kind: 'write', status: 200, userId: null, sessionId: null, role: null, address: null },
    action: 'person page, link guessed',
    requestId: `person-link-${id}`,
    patientIds: [patientId],
    pathwayIds: pathwayId === null ? [] : [pathwayId],
    records: [
      { entity: 'personLink', id, after: { endedHow: 'guessed' } },
      ...added.map(({ record }) => record),
    ],
  })
}

/** The open referral of a patient, the latest if there are several; null without one. */
export const openReferral = async (sql: Transaction<DB>, patientId: number): Promise<number | null> => {
  const { rows } = await raw<{ id: number }>`
    select id from pathway
    where patient_id = ${patientId} and is_active and discharge_date is null and cancel_referral_date is null
    order by id desc limit 1`.execute(sql)
  return rows[0]?.id ?? null
}
