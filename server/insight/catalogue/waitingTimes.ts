import { sql as raw } from 'kysely'
import {
  count,
  factsOf,
  meaning,
  percent,
  spread,
  type CountedSection,
  type Report,
} from '../reports/definition.ts'
import { withinWeeks } from './bands.ts'
import {
  classesBegun,
  deletedDoNotCount,
  firstOf,
  inUse,
  monthOf,
  pathwaysInUse,
  plansTakenWords,
  runsOnWords,
  treatmentsBegun,
  weeks52,
} from './shared.ts'

const steps = [
  'Referral to FRAT',
  'FRAT to wellbeing assessment',
  'Wellbeing assessment to treatment',
  'Treatment to exercise start',
] as const

/** Each step, with the two columns of first days that it lies between. */
const between: readonly (readonly [step: string, since: string, until: string])[] = [
  [steps[0], 'referral', 'frat'],
  [steps[1], 'frat', 'wellbeing'],
  [steps[2], 'wellbeing', 'treatment'],
  [steps[3], 'treatment', 'exercise'],
]

/** The first day of each kind of record, and each step from one to the next. */
const facts = factsOf(
  'Waits by step',
  'Steps from one first record of a referral to the next whose later record is dated in the period',
  ({ from, to, today }) => raw`
  with dated as materialized (
    select pathway.id as pathway_id, pathway.patient_id, pathway.referral_date as referral,
      frat.day as frat, wellbeing.day as wellbeing, treatment.day as treatment, exercise.day as exercise
    from ${pathwaysInUse}
    left join ${firstOf(inUse('frat'), 'assessment_date')} as frat on frat.pathway_id = pathway.id
    left join ${firstOf(inUse('wellbeing'), 'assessment_date')} as wellbeing on wellbeing.pathway_id = pathway.id
    left join ${firstOf(treatmentsBegun, 'day')} as treatment on treatment.pathway_id = pathway.id
    left join ${firstOf(classesBegun, 'day')} as exercise on exercise.pathway_id = pathway.id),
  step as (${raw.join(
    between.map(
      ([step, since, until]) => raw`
        select pathway_id, patient_id, ${step}::text as step, ${raw.ref(since)} as since, ${raw.ref(until)} as until from dated`,
    ),
    raw` union all `,
  )})
  select pathway_id, patient_id, step, until - since as days, until as day, ${monthOf(raw`until`)}
  from step where until between ${from} and least(${to}, ${today}) and since <= until`,
)

export const waitsByStep: CountedSection = {
  title: 'Waits by step',
  facts,
  groups: [{ id: 'step', title: 'Step', every: () => [...steps] }],
  measures: [
    count('waits', 'Steps ended'),
    ...spread('days'),
    withinWeeks(18),
    percent('percent18', '% within 18 weeks', 'within18', 'waits'),
    meaning(`Those of more than ${weeks52} days`, count('over52', 'Over 52 weeks', `days > ${weeks52}`)),
  ],
  hasTotal: false,
  chart: { title: 'Median days waited', bars: { rows: 'median' } },
}

export const waitingTimes: Report = {
  name: 'waitingTimes',
  title: 'Waiting times',
  group: 'Waits',
  answers: 'How long did each step take, from referral to FRAT and on to exercise?',
  capability: 'report.run',
  definition: [
    'Waits that ended in the period: the day of the later step lies in it. A step is the first FRAT, wellbeing assessment, treatment plan or exercise plan of a referral, by the date of the record.',
    `A wait whose steps are recorded in the other order is left out, and so is a plan that is booked for a later day. ${plansTakenWords} ${runsOnWords} Within 18 weeks: 126 days or fewer. Over 52 weeks: more than 364 days.`,
    deletedDoNotCount,
  ],
  sections: [waitsByStep],
}
