import { sql as raw } from 'kysely'
import { stoppedReasons } from '../../../contract/pathways/records/exerciseEnding.ts'
import { count, factsOf, percent, takenFrom, type Report } from '../reports/definition.ts'
import { completedWords } from './plansEnded.ts'
import {
  byMonth,
  deletedDoNotCount,
  diedOn,
  joinTold,
  monthOf,
  pathwaysInUse,
  plansTaken,
  plansTakenWords,
  reinstatedCount,
} from './shared.ts'

const stoppedTitle = raw`case stopped_reason ${raw.join(
  stoppedReasons.map(({ code, title }) => raw`when ${raw.lit(code)} then ${raw.lit(title)}`),
  raw` `,
)} end`

const lostAt = ['Before found eligible', 'Before enrolled', 'Before completed'] as const

/** Referrals of the period and how far each one has got. Every step includes the steps before it. */
const facts = factsOf(
  'Completion funnel',
  'Referrals whose referral date lies in the period, and how far they have got so far',
  ({ from, to }) => raw`
  select reached.*,
    case when not is_eligible then ${lostAt[0]} when not is_enrolled then ${lostAt[1]}
      when not is_completed then ${lostAt[2]} end as lost_at,
    case when is_completed then null
      when cancelled then coalesce('Cancelled: ' || declined_reason, 'Cancelled, no reason recorded')
      when not is_completed and plan_ended_how is not null then plan_ended_how
      when discharged then coalesce('Discharged: ' || discharge_reason, 'Discharged, no reason recorded')
      when died then 'Died'
      when not is_enrolled and destination is not null then 'FRAT: ' || destination
      else 'Still in the service' end as reason
  from (
    select pathway.id as pathway_id, pathway.patient_id, ${monthOf(raw`pathway.referral_date`)},
      planned.pathway_id is not null
        or coalesce(latest_frat.id is not null and latest_frat.discharged_to_id is null, false) as is_eligible,
      planned.pathway_id is not null as is_enrolled,
      planned.pathway_id is not null and not planned.is_open and pathway.cancel_referral_date is null
        and last_exercise.ended_how is null as is_completed,
      case when not planned.is_open then last_exercise.ended_how end as plan_ended_how,
      pathway.cancel_referral_date is not null as cancelled, pathway.discharge_date is not null as discharged,
      ${diedOn} is not null as died, declined_referral.name as declined_reason,
      discharge_reason.name as discharge_reason, discharged_to.name as destination
    from ${pathwaysInUse}
    ${joinTold}
    left join (
      select pathway_id, bool_or(ended is null) as is_open from ${plansTaken} as plan group by pathway_id) as planned on planned.pathway_id = pathway.id
    left join (
      select distinct on (pathway_id) pathway_id,
        case ended_how when 'stopped' then 'Exercise stopped: ' || lower(${stoppedTitle})
          when 'elsewhere' then 'Exercise goes on elsewhere' end as ended_how
      from exercise where is_active and completed_date > exercise_plan_date
      order by pathway_id, completed_date desc, id desc) as last_exercise on last_exercise.pathway_id = pathway.id
    left join (
      select distinct on (pathway_id) pathway_id, id, discharged_to_id from frat where is_active
      order by pathway_id, assessment_date desc, id desc) as latest_frat on latest_frat.pathway_id = pathway.id
    left join discharged_to on discharged_to.id = latest_frat.discharged_to_id
    left join declined_referral on declined_referral.id = pathway.declined_referral_id
    left join discharge_reason on discharge_reason.id = pathway.discharge_reason_id
    where pathway.referral_date between ${from} and ${to}) as reached`,
)

const lost = factsOf(
  'Referrals lost',
  'Referrals of the funnel that have not completed',
  takenFrom(facts, () => raw`select * from facts where lost_at is not null`),
)

export const completionFunnel: Report = {
  name: 'completionFunnel',
  title: 'Completion funnel',
  group: 'Discharges and caseload',
  answers: 'How far do referrals get, and where are they lost?',
  capability: 'report.run',
  definition: [
    'Referrals whose referral date lies in the period, and how far they have got so far.',
    'Eligible: the latest FRAT does not end the referral by saying where the patient was discharged to, or there is a plan. Enrolled: there is a treatment or exercise plan. Completed: every plan has ended, with a goals outcome or a completed date, the last exercise plan was completed, and the referral was not cancelled.',
    completedWords,
    plansTakenWords,
    'Lost: those who have not completed, by the step they did not reach and why; people still in the service are included, so that the numbers add up.',
    deletedDoNotCount,
    reinstatedCount,
  ],
  sections: [
    {
      title: 'Steps, by month of referral',
      facts,
      groups: [byMonth],
      measures: [
        count('referred', 'Referred'),
        count('eligible', 'Eligible', 'is_eligible'),
        percent('eligiblePercent', '% of referred', 'eligible', 'referred'),
        count('enrolled', 'Enrolled', 'is_enrolled'),
        percent('enrolledPercent', '% of eligible', 'enrolled', 'eligible'),
        count('completed', 'Completed', 'is_completed'),
        percent('completedPercent', '% of enrolled', 'completed', 'enrolled'),
      ],
      order: 'label',
      chart: {
        title: 'From referral to completion',
        bars: { total: ['referred', 'eligible', 'enrolled', 'completed'] },
      },
    },
    {
      title: 'Reasons for loss',
      facts: lost,
      groups: [
        { id: 'lost_at', title: 'Lost', every: () => [...lostAt] },
        { id: 'reason', title: 'Reason' },
      ],
      measures: [count('lost', 'Referrals lost')],
    },
  ],
}
