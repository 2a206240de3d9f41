import { sql as raw, type Transaction } from 'kysely'
import { isNotToBeTold, type FlagFacts } from '../../../../contract/patients/flags/chips.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { DB } from '../../../platform/db/types.ts'
import { appendEvent } from '../../../platform/writes/write.ts'
import { addLinkTask } from './linkTask.ts'

/**
 * Ends a link that may no longer be sent, with a task for staff, who look before they do anything. None for people who
 * died or refused to be contacted.
 */
export const refuseLink = async (
  sql: Transaction<DB>,
  now: number,
  {
    linkId,
    patientId,
    way,
    facts: { flags },
  }: { linkId: number; patientId: number; way: 'text' | 'mail'; facts: { flags: FlagFacts } },
): Promise<void> => {
  const { rows } = await raw`
    update person_link set ended_at = ${instantOf(now)}, ended_how = 'refused', code_sealed = null
    where id = ${linkId} and ended_at is null returning id`.execute(sql)
  if (rows.length === 0) return
  const text =
    'The link to the own page was not sent: the consent, the telephone, the flags or a restriction of the person changed after it was given. Look at them before you ring or give another link.'
  const { pathwayIds, records } = isNotToBeTold(flags)
    ? { pathwayIds: [], records: [] }
    : await addLinkTask(sql, now, { id: linkId, patientId, text })
  await appendEvent(sql, {
    ...{ kind: 'write', status: 200, userId: null, sessionId: null, role: null, address: null },
    action: 'own page, link not sent',
    requestId: `person-link-${linkId}`,
    patientIds: [patientId],
    pathwayIds,
    criteria: { channel: way },
    records: [{ entity: 'personLink', id: linkId, after: { endedHow: 'refused' } }, ...records],
  })
}
