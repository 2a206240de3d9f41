import { sql as raw, type RawBuilder } from 'kysely'
import { pathwaysInUse, plansTaken, plansTakenWords } from './shared.ts'

/* Referrals whose care is over, and the single one that counts for each person. */

/** Part of the definition of reports that compare people before and after their care. */
export const careOverWords = `Care is over when every treatment and exercise plan of a referral has ended, on the day the last of them did; where a referral was discharged with a plan still open, on the day of discharge. It began with the first plan that did. Referrals without such a plan, and cancelled ones, are left out. ${plansTakenWords}`

const plans = raw`(
  select pathway_id, begun_on as began_on, ended as ended_on, ended is null as is_open from ${plansTaken} as taken)`

/** One row for each referral whose care is over, with `began_on` and `ended_on`. */
export const careOver: RawBuilder<unknown> = raw`(
  select pathway.id as pathway_id, pathway.patient_id, planned.began_on,
    case when planned.is_open then pathway.discharge_date else planned.ended_on end as ended_on
  from (
    select pathway_id, min(began_on) as began_on, max(ended_on) as ended_on, bool_or(is_open) as is_open
    from ${plans} as plan group by pathway_id) as planned
  join (${pathwaysInUse}) on pathway.id = planned.pathway_id
  where pathway.cancel_referral_date is null
    and planned.began_on <= case when planned.is_open then pathway.discharge_date else planned.ended_on end)`

/** Keeps one referral for each person: the one whose care ended last. */
export const oncePerPerson = (referrals: RawBuilder<unknown>): RawBuilder<unknown> => raw`(
  select distinct on (patient_id) * from ${referrals} as referral
  order by patient_id, ended_on desc, pathway_id desc)`
