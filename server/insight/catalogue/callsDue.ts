import { sql as raw, type RawBuilder } from 'kysely'
import { followupIntervalMonths } from '../../../contract/stages/calls.ts'
import { callsReached, careEnded, joinTold, pathwaysInUse } from './shared.ts'

const interval = raw`make_interval(months => ${raw.lit(followupIntervalMonths)})`

/** The next call that counts, by the rule of contract/stages/calls.ts. A call marked as too early does not count. */
const nextCall = (since: RawBuilder<unknown>, days: RawBuilder<unknown>, later: RawBuilder<unknown>) => raw`
  select call.call_date, call.id, call.counts_early from ${callsReached} as call
  where call.pathway_id = pathway.id and ${later}
    and (call.counts_early is distinct from false or call.call_date >= (${since} + ${interval})::date - ${days})
  order by call.call_date, call.id limit 1`

/**
 * The first and second call of each referral whose care has ended. `due_on` is the due date and `called_on` the date
 * of the call that counts, if any. `over_on` is the date on which the referral was closed or the patient died.
 * `is_unasked` is true if nobody was asked whether an early call counts. A referral with an open or booked plan has
 * no calls due.
 */
export const callsDue = raw`(
  select planned.pathway_id, planned.patient_id, planned.over_on, due.which, due.due_on, due.called_on, due.is_unasked
  from (
    select pathway.id as pathway_id, pathway.patient_id, plans.ended_on, first.call_date as first_on, second.call_date as second_on,
      first.counts_early is null as first_unasked, second.counts_early is null as second_unasked,
      least(pathway.discharge_date, pathway.cancel_referral_date, patient.deceased_date, told.day) as over_on
    from ${pathwaysInUse}
    join (
      select pathway_id, max(ended_on) as ended_on, bool_or(is_open) as is_open
      from ${careEnded} as ended group by pathway_id) as plans on plans.pathway_id = pathway.id
    ${joinTold}
    cross join stage_target
    left join lateral (${nextCall(raw`plans.ended_on`, raw`awaiting_followup`, raw`call.call_date >= plans.ended_on`)}) as first on true
    left join lateral (${nextCall(raw`first.call_date`, raw`awaiting_second_followup`, raw`(call.call_date, call.id) > (first.call_date, first.id)`)}) as second on true
    where not plans.is_open) as planned
  cross join lateral unnest(
    array['First', 'Second'],
    array[(planned.ended_on + ${interval})::date, (planned.first_on + ${interval})::date],
    array[planned.first_on, planned.second_on],
    array[planned.first_unasked, planned.second_unasked]) as due (which, due_on, called_on, is_unasked))`
