import { sql as raw, type RawBuilder } from 'kysely'
import { addDays } from '../../../contract/platform/dates/dates.ts'
import { londonClock } from '../../../contract/platform/dates/wallTime.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'

/* What visits without a signal left to be decided (decision 165): on Today by its number, and on its own page by person. */

/** Days in which a visit of which nothing was handed in is shown. */
const missingDays = 14

/**
 * SQL for the visits that were taken along, are over, and of which nothing was handed in, as rows of (appointment_id, device,
 * user_id). The user is the one who took them along last.
 * @param now milliseconds since the epoch
 */
export const visitsNotHandedIn = (now: number): RawBuilder<unknown> => {
  const { day, time } = londonClock(now)
  return raw`
    select appointment.id as appointment_id, pack.device, pack.user_id
    from (select distinct on (visit.appointment_id) visit.appointment_id, pack.*
      from appointment as taken
      join visit_pack_visit as visit on visit.appointment_id = taken.id
      join visit_pack as pack on pack.id = visit.pack_id
      where taken.appointment_date between ${addDays(day, -missingDays)} and ${day}
      order by visit.appointment_id, pack.made_at desc) as pack
    join appointment on appointment.id = pack.appointment_id
    join pathway on pathway.id = appointment.pathway_id
    join patient on patient.id = pathway.patient_id
    where appointment.is_active and appointment.outcome is null and pathway.is_active and patient.is_active
      and (pack.ended_at is not null or pack.ends_at <= ${instantOf(now)})
      and (appointment.appointment_date < ${day} or appointment.start_time < ${time})
      and not exists (select from visit_entry where visit_entry.appointment_id = appointment.id)`
}

/** SQL for how many forms were handed in and wait, and of how many visits nothing came: of one user, or of everybody. */
export const visitsWaiting = (userId: number, isAll: boolean, now: number) => ({
  waiting: raw<number>`(
    select count(*) from visit_entry where state = 'waiting' and (${isAll} or user_id = ${userId}))`,
  missing: raw<number>`(
    select count(*) from (${visitsNotHandedIn(now)}) as missing where ${isAll} or missing.user_id = ${userId})`,
})
