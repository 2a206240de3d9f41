import { sql as raw } from 'kysely'
import { checklistParts } from '../../../contract/records/fallsChecklist.ts'
import type { MeasureCode } from '../../../contract/records/measures.ts'
import { fallsChecklistColumns } from '../../records/fallsChecklist.ts'
import { count, countAll, percent, type Facts, type Report } from '../definition.ts'
import { deletedDoNotCount, pathwaysInUse } from './shared.ts'

const fallsOfYear: MeasureCode = 'fallsLastYear'
const frailty: MeasureCode = 'clinicalFrailty'
/** From this on the Clinical Frailty Scale is commonly read as living with frailty. */
const frailFrom = 5

const columnOf = (field: (typeof checklistParts)[number]['field']) => raw.ref(fallsChecklistColumns[field])
/** The parts of a check-list as rows: the column, and its state. */
const parts = raw.join(checklistParts.map(({ field }) => raw`(${raw.lit(field)}, list.${columnOf(field)})`))

/** The latest result of a measure on the referral, up to the end of the period. */
const latest = (code: MeasureCode, to: unknown) => raw`(
  select value from measure
  where measure.pathway_id = seen.pathway_id and is_active and measure = ${raw.lit(code)} and measured_date <= ${to}
  order by measured_date desc, id desc limit 1)`

/** People who were assessed in the period, each with the latest referral on which they were, and its latest check-list. */
const assessed: Facts = ({ from, to }) => raw`
  select seen.patient_id, seen.pathway_id, list.id is not null as is_begun,
    list.id is not null and num_nulls(${raw.join(checklistParts.map(({ field }) => raw`list.${columnOf(field)}`))}) = 0 as is_finished,
    case when (told.falls >= 2 or told.of_year >= 2 or told.is_grave
        or told.frailty >= ${raw.lit(frailFrom)} and (told.falls >= 1 or told.of_year >= 1 or seen.fell))
      then 'named' else 'none' end as reason
  from (
    select distinct on (pathway.patient_id) pathway.patient_id, pathway.id as pathway_id, assessment.day, assessment.fell
    from (
      select pathway_id, max(day) as day, bool_or(fell) as fell from (
        select pathway_id, assessment_date as day, fall_in_last_year as fell from frat where is_active
        union all
        select pathway_id, assessment_date, null from wellbeing where is_active) as each
      where day between ${from} and ${to} group by pathway_id) as assessment
    join (${pathwaysInUse}) on pathway.id = assessment.pathway_id
    order by pathway.patient_id, assessment.day desc, pathway.id desc) as seen
  left join lateral (
    select coalesce(sum(coalesce(fall_count, 1)), 0) as falls,
      coalesce(bool_or(injury in ('fracture', 'headInjury', 'other') or blackout or long_lie), false) as is_grave,
      ${latest(fallsOfYear, to)} as of_year, ${latest(frailty, to)} as frailty
    from fall
    where fall.patient_id = seen.patient_id and fall.is_active
      and coalesce(fall.period_from, fall.fall_date) >= (seen.day - interval '1 year')::date and fall.fall_date <= seen.day
  ) as told on true
  left join lateral (
    select * from falls_checklist
    where falls_checklist.pathway_id = seen.pathway_id and is_active and assessment_date <= ${to}
    order by assessment_date desc, id desc limit 1) as list on true`

/** The latest check-list of each person in the period, part by part. */
const byPart: Facts = ({ from, to }) => raw`
  select list.patient_id, list.pathway_id, part.part, part.state
  from (
    select distinct on (pathway.patient_id) pathway.patient_id, falls_checklist.*
    from falls_checklist join (${pathwaysInUse}) on pathway.id = falls_checklist.pathway_id
    where falls_checklist.is_active and falls_checklist.assessment_date between ${from} and ${to}
    order by pathway.patient_id, falls_checklist.assessment_date desc, falls_checklist.id desc) as list
  cross join lateral (values ${parts}) as part (part, state)`

export const fallsAssessment: Report = {
  name: 'fallsAssessment',
  title: 'NG249 falls assessment',
  group: 'Outcomes',
  answers: 'Who had a comprehensive falls assessment, and which parts of it are missing?',
  capability: 'report.run',
  definition: [
    'Denominator: people with a FRAT or wellbeing assessment in the period, each once, with the latest referral on which they were assessed. Numerator: those of them with an NG249 check-list on that referral, dated by Date To, in which every part is done, referred or not needed; of several the latest counts.',
    `A reason that NG249 names is recorded: in the year up to the latest assessment in the period two falls or more, a fall with a fracture, a head injury or another injury that is more than minor, a blackout, or over an hour on the floor; or a fall in the year and a Clinical Frailty Scale of ${frailFrom} or more. Falls are those under Falls whose whole period lies in that year, the latest “Falls in the last 12 months”, and the answer of the FRAT. That somebody could not get up without help is recorded only as over an hour on the floor.`,
    'Part by part: the latest check-list of each person that is dated in the period. Needed, the denominator, is every part but those not needed; done or referred is the numerator.',
    deletedDoNotCount,
  ],
  sections: [
    {
      kind: 'counted',
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
        count('finished', 'Check-list finished', 'is_finished'),
        percent('finishedPercent', 'Finished %', 'finished', 'people'),
        count('unfinished', 'Not finished', 'is_begun and not is_finished'),
        count('without', 'No check-list', 'not is_begun'),
      ],
    },
    {
      kind: 'counted',
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
        count('notNeeded', 'Not needed', "state = 'notNeeded'"),
        count('needed', 'Needed', "state is distinct from 'notNeeded'", ['answered', 'open']),
        count('answered', 'Done or referred', "state in ('done', 'referred')", ['done', 'referred']),
        percent('answeredPercent', 'Done or referred %', 'answered', 'needed'),
        count('done', 'Done', "state = 'done'"),
        count('referred', 'Referred', "state = 'referred'"),
        count('open', 'Not finished', 'state is null'),
      ],
      hasTotal: false,
    },
  ],
}
