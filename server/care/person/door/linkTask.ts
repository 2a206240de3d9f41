import { sql as raw, type RawBuilder, type Transaction } from 'kysely'
import { isNotToBeTold, type FlagFacts } from '../../../../contract/patients/flags/chips.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { taskTable } from '../../../pathways/tasks/columns.ts'
import type { RecordTrace } from '../../../platform/audit/auditTrail.ts'
import type { DB } from '../../../platform/db/types.ts'
import { addRows } from '../../../platform/writes/addRows.ts'
import { appendEvent } from '../../../platform/writes/write.ts'

/** The latest open referral of a patient, or else the latest; null without one. */
export const referralOf = (patientId: RawBuilder<unknown>) => raw`(
  select pathway.id from pathway where pathway.patient_id = ${patientId} and pathway.is_active
  order by pathway.discharge_date is null and pathway.cancel_referral_date is null desc, pathway.id desc limit 1)`

/**
 * Opens a task about a link to the own page, due today, of the open referral or else the last: of a closed one it is
 * under Outstanding. None for a patient without a referral.
 */
export const addLinkTask = async (
  sql: Transaction<DB>,
  now: number,
  { id, patientId, text }: { id: number; patientId: number; text: string },
): Promise<{ pathwayIds: number[]; records: RecordTrace[] }> => {
  const { rows } = await raw<{
    id: number | null
  }>`select ${referralOf(raw`${patientId}::bigint`)} as id`.execute(sql)
  const pathwayId = rows[0]?.id ?? null
  if (pathwayId === null) return { pathwayIds: [], records: [] }
  const added = await addRows({ sql, userId: null }, taskTable, [
    { pathway_id: pathwayId, text, due_date: today(now), person_link_id: id },
  ])
  return { pathwayIds: [pathwayId], records: added.map(({ record }) => record) }
}

/**
 * Somebody tried five dates of birth: staff ring the person today, who may be locked out or in danger. Nobody is to ring
 * who died or refused to be contacted.
 */
export const guessedTask = async (
  sql: Transaction<DB>,
  now: number,
  { id, patientId, flags }: { id: number; patientId: number; flags: FlagFacts },
): Promise<void> => {
  const text =
    'Ring the person: five wrong dates of birth were typed for the link to their own page, so it ended. Ask whether it was them, and give a new link.'
  const { pathwayIds, records } = isNotToBeTold(flags)
    ? { pathwayIds: [], records: [] }
    : await addLinkTask(sql, now, { id, patientId, text })
  await appendEvent(sql, {
    ...{ kind: 'write', status: 200, userId: null, sessionId: null, role: null, address: null },
    action: 'person page, link guessed',
    requestId: `person-link-${id}`,
    patientIds: [patientId],
    pathwayIds,
    records: [{ entity: 'personLink', id, after: { endedHow: 'guessed' } }, ...records],
  })
}
