import { sql as raw, type Kysely, type Transaction } from 'kysely'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { advisoryLock } from '../../../platform/db/connection/advisoryLock.ts'
import type { DB } from '../../../platform/db/types.ts'

/** A night of questions: the day on which it ends, and the instant at which it began. */
export interface Night {
  day: CalendarDate
  beganAt: number
}

/** Who is asked about: registered people with an open referral and a number, of whom no death is recorded. */
const isToBeAsked = (night: Night) => raw`patient.is_active and patient.nhs_number is not null
  and patient.deceased_date is null
  and exists (select from work_list where work_list.patient_id = patient.id)
  and coalesce(greatest(pds_check.asked_at, patient.pds_checked_at) < ${instantOf(night.beganAt)}, true)`

/** The next people to ask about, who was asked about longest ago first. */
export const readDue = async (sql: Kysely<DB>, night: Night, most: number): Promise<number[]> => {
  const { rows } = await raw<{ id: number }>`
    select patient.id from patient left join pds_check on pds_check.patient_id = patient.id
    where ${isToBeAsked(night)}
    order by greatest(pds_check.asked_at, patient.pds_checked_at) nulls first, patient.id
    limit ${most}`.execute(sql)
  return rows.map(({ id }) => id)
}

export interface Claimed {
  nhsNumber: string
  /** When the person was asked about before; null if never. */
  askedBefore: string | null
}

/**
 * Takes one question of the night. Two processes never ask about one person, and together never about more people than
 * the night may have.
 * @returns null if the person need not be asked about any more, 'over' if the night has ended
 */
export const claim = async (
  sql: Transaction<DB>,
  { night, most, patientId, now }: { night: Night; most: number; patientId: number; now: number },
): Promise<Claimed | 'over' | null> => {
  await advisoryLock(sql, 'nightly questions to PDS')
  const { rows } = await raw<Claimed>`
    select patient.nhs_number as "nhsNumber", pds_check.asked_at as "askedBefore"
    from patient left join pds_check on pds_check.patient_id = patient.id
    where patient.id = ${patientId} and ${isToBeAsked(night)}`.execute(sql)
  const [found] = rows
  if (found === undefined) return null
  const { rows: counted } = await raw`
    insert into pds_night (night, asked) values (${night.day}, 1)
    on conflict (night) do update set asked = pds_night.asked + 1
      where pds_night.asked < ${most} and pds_night.ended is null
    returning night`.execute(sql)
  if (counted.length === 0) return 'over'
  await raw`
    insert into pds_check (patient_id, asked_at) values (${patientId}, ${instantOf(now)})
    on conflict (patient_id) do update set asked_at = excluded.asked_at`.execute(sql)
  return found
}

/** Gives a question back that was not answered, so that the person is the first to be asked about next time. */
export const giveBack = async (
  sql: Kysely<DB>,
  night: Night,
  patientId: number,
  { askedBefore }: Claimed,
): Promise<void> => {
  await raw`
    with counted as (update pds_night set asked = asked - 1 where night = ${night.day}),
    new as (delete from pds_check where patient_id = ${patientId} and ${askedBefore}::timestamptz is null)
    update pds_check set asked_at = ${askedBefore}
    where patient_id = ${patientId} and ${askedBefore}::timestamptz is not null`.execute(sql)
}

/** Ends the night early. The next one goes on where this one stopped. */
export const endNight = async (sql: Kysely<DB>, night: Night, why: string): Promise<void> => {
  await raw`
    insert into pds_night (night, ended) values (${night.day}, ${why})
    on conflict (night) do update set ended = excluded.ended`.execute(sql)
}
