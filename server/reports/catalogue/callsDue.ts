import { sql as raw } from 'kysely'
import { followupIntervalMonths } from '../../../contract/pathway/place.ts'
import { callsReached, careEnded, joinTold, pathwaysInUse } from './shared.ts'

const interval = raw`make_interval(months => ${raw.lit(followupIntervalMonths)})`

/**
 * The first and the second call of each referral whose care has ended: `due_on`, `called_on` where one counts, and `over_on`
 * where the referral was closed or the patient died. Referrals with a plan that is open or booked have none.
 */
export const callsDue = raw`(
  select planned.pathway_id, planned.patient_id, planned.over_on, due.which, due.due_on, due.called_on
  from (
    select pathway.id as pathway_id, pathway.patient_id, plans.ended_on,
      (array_agg(call.call_date order by call.call_date, call.id)
        filter (where call.call_date >= plans.ended_on))[1:2] as calls,
      least(pathway.discharge_date, pathway.cancel_referral_date, patient.deceased_date, told.day) as over_on
    from ${pathwaysInUse}
    join (
      select pathway_id, max(ended_on) as ended_on, bool_or(is_open) as is_open
      from ${careEnded} as ended group by pathway_id) as plans on plans.pathway_id = pathway.id
    ${joinTold}
    left join ${callsReached} as call on call.pathway_id = pathway.id
    where not plans.is_open
    group by pathway.id, patient.id, plans.ended_on, told.day) as planned
  cross join lateral unnest(
    array['First', 'Second'],
    array[(planned.ended_on + ${interval})::date, (planned.calls[1] + ${interval})::date],
    planned.calls[1:2]) as due (which, due_on, called_on))`
