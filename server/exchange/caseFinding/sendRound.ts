import { sql as raw, type Kysely, type Transaction } from 'kysely'
import type { NotSentReason } from '../../../contract/exchange/caseFinding/caseFinding.ts'
import type { Eligibility } from '../../../contract/exchange/incoming/eligibility.ts'
import { storedTold, type Told } from '../../../contract/exchange/incoming/told.ts'
import type { DB } from '../../platform/db/types.ts'
import { advisoryLock } from '../../platform/db/connection/advisoryLock.ts'
import { receiveReferral, type Received } from '../incoming/inbox/receive.ts'
import { whyNotSent } from './notSent.ts'

/** Somebody on a list who was not sent to triage yet. */
export interface Unsent {
  id: number
  row: number
  told: Told
  eligibility: Eligibility
  isOptedOut: boolean
  /** Why they are not to be sent; null if they are. */
  reason: NotSentReason | null
}

/**
 * Those of a list who were not sent yet, in the order in which they are: those whom NG249 names, then those with a red
 * flag, then by row.
 * @param now milliseconds since the epoch
 */
export const readUnsent = async (sql: Kysely<DB>, listId: number, now: number): Promise<Unsent[]> => {
  const { rows } = await raw<Omit<Unsent, 'told' | 'reason'> & { told: unknown }>`
    select id, row_number as row, told, eligibility, is_opted_out as "isOptedOut" from listed_person
    where list_id = ${listId} and incoming_referral_id is null and told is not null
    order by case eligibility when 'comprehensive' then 0 when 'exercise' then 1 else 2 end,
      told -> 'redFlags' = '[]'::jsonb, row_number`.execute(sql)
  const people = rows.map((row) => ({ ...row, told: storedTold.parse(row.told) }))
  const reasons = await whyNotSent(sql, people, now)
  return people.map((person, place) => ({ ...person, reason: reasons[place] ?? null }))
}

/** Whether NICE NG249 names a reason to offer this person something. */
export const isNamed = ({ eligibility }: Unsent): boolean =>
  eligibility === 'comprehensive' || eligibility === 'exercise'

type Sending = Pick<Received, 'receivedAt' | 'bankHolidayOn' | 'by'>

/**
 * Sends the next people of a list to the inbox, in the caller's transaction. The time in which each is to be decided
 * begins now.
 * @returns how many were sent
 */
export const sendRound = async (
  sql: Transaction<DB>,
  { listId, count }: { listId: number; count: number },
  sending: Sending,
): Promise<number> => {
  // Two rounds at once could send one person from two lists.
  await advisoryLock(sql, 'case finding')
  const unsent = await readUnsent(sql, listId, sending.receivedAt)
  const next = unsent.filter(({ reason }) => reason === null).slice(0, count)
  const made: { id: number; incoming: number }[] = []
  for (const { id, row, told } of next) {
    const kept = await receiveReferral(sql, {
      ...sending,
      source: 'caseFinding',
      messageId: `list ${listId} row ${row}`,
      told,
    })
    made.push({ id, incoming: kept.id })
  }
  if (made.length === 0) return 0
  await raw`
    update listed_person set incoming_referral_id = made.incoming, version = version + 1, updated_at = clock_timestamp(),
      updated_by = ${sending.by.userId}
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (id bigint, incoming bigint) where listed_person.id = made.id`.execute(
    sql,
  )
  await raw`
    update case_finding_list set version = version + 1, updated_at = clock_timestamp(), updated_by = ${sending.by.userId}
    where id = ${listId}`.execute(sql)
  return made.length
}
