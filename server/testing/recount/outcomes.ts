import { share, spread, variants, type Recount } from './recount.ts'
import { flagged, number, percentOf } from './tally.ts'

const discharged = `
  select w.patient_id, d.name as reason, t.name as destination, to_char(w.discharge_date, 'Mon YYYY') as month,
    w.discharge_date - w.referral_date as days
  from recount.referral w left join discharge_reason d on d.id = w.discharge_reason_id
  left join discharged_to t on t.id = w.discharged_to_id
  where w.discharge_date >= $1 and w.discharge_date <= $2`
const dischargeTallies = { Discharges: number(), ...share, ...spread('days') }

const funnel = `
  select to_char(w.referral_date, 'Mon YYYY') as month, plans > 0 as enrolled,
    plans > 0 or coalesce(not ends, false) as eligible,
    plans > 0 and open_plans = 0 and w.cancel_referral_date is null and (last.how is null or last.how = 'completed') as completed,
    case when w.cancel_referral_date is not null then coalesce('Cancelled: ' || (select name from declined_referral where id = w.declined_referral_id), 'Cancelled, no reason recorded')
      when plans > 0 and open_plans = 0 and last.how = 'stopped' then 'Exercise stopped: unwell'
      when plans > 0 and open_plans = 0 and last.how = 'elsewhere' then 'Exercise goes on elsewhere'
      when w.discharge_date is not null then coalesce('Discharged: ' || (select name from discharge_reason where id = w.discharge_reason_id), 'Discharged, no reason recorded')
      when w.deceased_date is not null or w.patient_id in (select patient_id from recount.death_said where day is not null) then 'Died'
      when plans = 0 and ends then 'FRAT: ' || (select name from discharged_to where id = destination)
      else 'Still in the service' end as reason
  from recount.referral w
  cross join lateral (select
    (select count(*) from recount.programme where pathway_id = w.id) as plans,
    (select count(*) from recount.programme where pathway_id = w.id and last_day is null) as open_plans) n
  left join lateral (select x.ended_how as how from recount.exercise x
    where x.pathway_id = w.id and x.completed_date > x.exercise_plan_date
    order by x.completed_date desc, x.id desc limit 1) last on true
  left join lateral (select discharged_to_id is not null as ends, discharged_to_id as destination
    from recount.frat where pathway_id = w.id order by assessment_date desc, id desc limit 1) f on true
  where w.referral_date >= $1 and w.referral_date <= $2`

const stageNames = [
  'Awaiting assessment',
  'Awaiting wellbeing',
  'Awaiting treatment',
  'In treatment',
  'In exercise',
  'Awaiting follow-up',
  'Awaiting second follow-up',
  'Awaiting discharge',
]

export const outcomeRecounts: readonly Recount[] = [
  ...variants(
    [
      { report: 'discharges', section: 'Discharges by reason', labels: { Reason: 'reason' } },
      {
        report: 'discharges',
        section: 'By reason and destination',
        labels: { Reason: 'reason', 'Discharged to': 'destination' },
      },
      { report: 'discharges', section: 'By month', labels: { Month: 'month' } },
      { report: 'serviceDashboard', section: 'Discharges by reason', labels: { Reason: 'reason' } },
    ],
    { things: discharged, tallies: dischargeTallies },
  ),
  {
    report: 'completionFunnel',
    section: 'Steps, by month of referral',
    things: funnel,
    labels: { Month: 'month' },
    tallies: {
      Referred: number(),
      Eligible: flagged('eligible'),
      '% of referred': percentOf(flagged('eligible'), number()),
      Enrolled: flagged('enrolled'),
      '% of eligible': percentOf(flagged('enrolled'), flagged('eligible')),
      Completed: flagged('completed'),
      '% of enrolled': percentOf(flagged('completed'), flagged('enrolled')),
    },
  },
  {
    report: 'completionFunnel',
    section: 'Reasons for loss',
    things: `select case when not eligible then 'Before found eligible' when not enrolled then 'Before enrolled'
      else 'Before completed' end as lost, reason from (${funnel}) f where not completed`,
    labels: { Lost: 'lost', Reason: 'reason' },
    tallies: { 'Referrals lost': number() },
  },
  {
    report: 'caseloadByClinician',
    section: 'Open referrals by clinician and stage',
    things: `
      select s.stage, (
        select k.display_name from (
          select pathway_id, clinician_id, assessment_date as day, 'a' as step, id from recount.wellbeing
          union all select pathway_id, clinician_id, treatment_date, 'b', id from recount.plan
          union all select pathway_id, clinician_id, exercise_plan_date, 'c', id from recount.exercise
          union all select pathway_id, clinician_id, call_date, 'd', id from recount.call) r, clinician k
        where k.id = r.clinician_id and r.pathway_id = s.pathway_id and r.day <= $2
        order by r.day desc, r.step desc, r.id desc limit 1) as clinician
      from recount.standing($2) s where $1::date is not null`,
    labels: { Clinician: 'clinician' },
    missing: 'No clinician yet',
    tallies: {
      Open: number(),
      ...Object.fromEntries(stageNames.map((name) => [name, number((each) => each['stage'] === name)])),
    },
  },
]
