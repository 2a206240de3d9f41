import { sql as raw, type RawBuilder } from 'kysely'
import { checklistParts } from '../../../contract/pathways/records/fallsChecklist.ts'
import type { MeasureCode } from '../../../contract/pathways/records/measures.ts'
import { fallsChecklistColumns } from '../../pathways/records/fallsChecklist.ts'
import {
  count,
  countAll,
  factsOf,
  meaning,
  percent,
  type Period,
  type Report,
} from '../reports/definition.ts'
import { deletedDoNotCount, pathwaysInUse } from './shared.ts'

const fallsOfYear: MeasureCode = 'fallsLastYear'
const frailty: MeasureCode = 'clinicalFrailty'
/** A score from here on the Clinical Frailty Scale is commonly read as living with frailty. */
const frailFrom = 5

const columnOf = (field: (typeof checklistParts)[number]['field']) => raw.ref(fallsChecklistColumns[field])
/** The parts of a check-list as rows: column name and state. */
const parts = raw.join(checklistParts.map(({ field }) => raw`(${raw.lit(field)}, list.${columnOf(field)})`))

/**
 * People assessed in the period, each with the latest referral on which they were assessed, and its latest
 * check-list.
 */
const assessed = factsOf(
  'People assessed',
  'People with a FRAT or wellbeing assessment in the period, each once',
  ({ from, to }) => raw`
  with seen as materialized (
    select distinct on (pathway.patient_id) pathway.patient_id, pathway.id as pathway_id, assessment.day, assessment.fell
    from (
      select pathway_id, max(day) as day, bool_or(fell) as fell from (
        select pathway_id, assessment_date as day, fall_in_last_year as fell from frat where is_active
        union all
        select pathway_id, assessment_date, null from wellbeing where is_active) as each
      where day between ${from} and ${to} group by pathway_id) as assessment
    join (${pathwaysInUse}) on pathway.id = assessment.pathway_id
    order by pathway.patient_id, assessment.day desc, pathway.id desc),
  told as (
    select seen.patient_id, sum(coalesce(fall.fall_count, 1)) as falls,
      bool_or(fall.injury in ('fracture', 'headInjury', 'other') or fall.blackout or fall.long_lie) as is_grave
    from seen join fall on fall.patient_id = seen.patient_id and fall.is_active and fall.fall_date <= seen.day
      and coalesce(fall.period_from, fall.fall_date) >= (seen.day - interval '1 year')::date
    group by seen.patient_id),
  latest as (
    select distinct on (measure.pathway_id, measure.measure = ${raw.lit(frailty)}) measure.pathway_id, measure.measure, measure.value
    from seen join measure on measure.pathway_id = seen.pathway_id
    where measure.is_active and measure.measure in (${raw.lit(fallsOfYear)}, ${raw.lit(frailty)}) and measure.measured_date <= ${to}
    order by measure.pathway_id, measure.measure = ${raw.lit(frailty)}, measure.measured_date desc, measure.id desc),
  list as (
    select distinct on (falls_checklist.pathway_id) falls_checklist.*
    from seen join falls_checklist on falls_checklist.pathway_id = seen.pathway_id
    where falls_checklist.is_active and falls_checklist.assessment_date <= ${to}
    order by falls_checklist.pathway_id, falls_checklist.assessment_date desc, falls_checklist.id desc)
  select seen.patient_id, seen.pathway_id, list.id is not null as is_begun,
    list.id is not null and num_nulls(${raw.join(checklistParts.map(({ field }) => raw`list.${columnOf(field)}`))}) = 0 as is_finished,
    case when told.falls >= 2 or of_year.value >= 2 or told.is_grave
        or frail.value >= ${raw.lit(frailFrom)} and (told.falls >= 1 or of_year.value >= 1 or seen.fell)
      then 'named' else 'none' end as reason
  from seen
  left join told on told.patient_id = seen.patient_id
  left join latest as of_year on of_year.pathway_id = seen.pathway_id and of_year.measure = ${raw.lit(fallsOfYear)}
  left join latest as frail on frail.pathway_id = seen.pathway_id and frail.measure = ${raw.lit(frailty)}
  left join list on list.pathway_id = seen.pathway_id`,
)

/** People whose referral of the inbox was accepted in the period and named a reason of NG249, each once. */
export const eligibleAtTriage = ({ from, to }: Period): RawBuilder<unknown> => raw`
  select distinct on (pathway.patient_id) pathway.patient_id, pathway.id as pathway_id,
    exists (
      select from falls_checklist
      where falls_checklist.pathway_id = pathway.id and falls_checklist.is_active and falls_checklist.assessment_date <= ${to}) as is_offered
  from incoming_referral as incoming
  join (${pathwaysInUse}) on pathway.id = incoming.pathway_id
  where incoming.eligibility = 'comprehensive'
    and (incoming.decided_at at time zone 'Europe/London')::date between ${from} and ${to}
  order by pathway.patient_id, incoming.decided_at desc, pathway.id desc`

const eligible = factsOf(
  'People eligible at triage',
  'People with a referral of the inbox that was accepted in the period and named a reason of NG249, each once',
  eligibleAtTriage,
)

/** The parts of each person's latest check-list in the period. */
const byPart = factsOf(
  'Parts of check-lists',
  'Parts of the latest check-list of each person that is dated in the period',
  ({ from, to }) => raw`
  select list.patient_id, list.pathway_id, part.part, part.state
  from (
    select distinct on (pathway.patient_id) pathway.patient_id, falls_checklist.*
    from falls_checklist join (${pathwaysInUse}) on pathway.id = falls_checklist.pathway_id
    where falls_checklist.is_active and falls_checklist.assessment_date between ${from} and ${to}
    order by pathway.patient_id, falls_checklist.assessment_date desc, falls_checklist.id desc) as list
  cross join lateral (values ${parts}) as part (part, state)`,
)

export const fallsAssessment: Report = {
  name: 'fallsAssessment',
  title: 'NG249 falls assessment',
  group: 'Outcomes',
  answers: 'Who had a comprehensive falls assessment, and which parts of it are missing?',
  capability: 'report.run',
  definition: [
    'Denominator: people with a FRAT or wellbeing assessment in the period, each once, with the latest referral on which they were assessed. Numerator: those of them with an NG249 check-list on that referral, dated by Date To, in which every part is done, referred or not needed; of several the latest counts.',
    `A reason that NG249 names is recorded: in the year up to the latest assessment in the period two falls or more, a fall with a fracture, a head injury or another injury that is more than minor, a blackout, or over an hour on the floor; or a fall in the year and a Clinical Frailty Scale of ${frailFrom} or more. Falls are those under Falls whose whole period lies in that year, the latest “Falls in the last 12 months”, and the answer of the FRAT. Being unable to get up without help is recorded only as over an hour on the floor.`,
    'Eligible at triage: people with a referral of the inbox that was accepted in the period and, by what its sender said, named a reason of NG249, each once with the latest. Offered: an NG249 check-list was begun on that referral by Date To.',
    'Part by part: the latest check-list of each person that is dated in the period. Needed, the denominator, is every part but those not needed; done or referred is the numerator.',
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'Falls assessments',
      facts: assessed,
      groups: [
        {
          id: 'reason',
          title: 'Reason that NG249 names',
          labels: { named: 'Recorded', none: 'None recorded' },
          every: () => ['named', 'none'],
        },
      ],
      measures: [
        countAll('people', 'People assessed', ['finished', 'unfinished', 'without']),
        meaning(
          'Those with a check-list in which every part is done, referred or not needed',
          count('finished', 'Check-list finished', 'is_finished'),
        ),
        percent('finishedPercent', 'Check-list finished %', 'finished', 'people'),
        meaning(
          'Those with a check-list that has an open part',
          count('unfinished', 'Check-list not finished', 'is_begun and not is_finished'),
        ),
        meaning('Those without a check-list', count('without', 'No check-list', 'not is_begun')),
      ],
    },
    {
      title: 'Eligible at triage',
      facts: eligible,
      groups: [],
      measures: [
        meaning(
          'People with a referral of the inbox that was accepted in the period and named a reason of NG249, each once',
          countAll('eligible', 'Eligible people', ['offered', 'notOffered']),
        ),
        meaning(
          'Those with an NG249 check-list on that referral',
          count('offered', 'Eligible people offered a comprehensive assessment', 'is_offered'),
        ),
        percent('offeredPercent', 'Offered % of eligible people', 'offered', 'eligible'),
        meaning(
          'Those without one',
          count('notOffered', 'Eligible people not offered yet', 'not is_offered'),
        ),
      ],
    },
    {
      title: 'Part by part',
      facts: byPart,
      groups: [
        {
          id: 'part',
          title: 'Part',
          labels: Object.fromEntries(checklistParts.map(({ field, title }) => [field, title])),
          every: () => checklistParts.map(({ field }) => field),
        },
      ],
      measures: [
        countAll('lists', 'Check-lists', ['needed', 'notNeeded']),
        meaning('Those said to be not needed', count('notNeeded', 'Part not needed', "state = 'notNeeded'")),
        meaning(
          'Those that are not said to be not needed',
          count('needed', 'Part needed', "state is distinct from 'notNeeded'", ['answered', 'open']),
        ),
        meaning(
          'Those said to be done or referred',
          count('answered', 'Part done or referred', "state in ('done', 'referred')", ['done', 'referred']),
        ),
        percent('answeredPercent', 'Part done or referred %', 'answered', 'needed'),
        meaning('Those said to be done', count('done', 'Part done', "state = 'done'")),
        meaning('Those said to be referred', count('referred', 'Part referred', "state = 'referred'")),
        meaning('Those with no answer', count('open', 'Part not finished', 'state is null')),
      ],
      hasTotal: false,
    },
  ],
}
