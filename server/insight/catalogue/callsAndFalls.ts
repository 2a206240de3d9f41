import { sql as raw } from 'kysely'
import { callOutcomes } from '../../../contract/stages/callOutcome.ts'
import {
  count,
  countAll,
  countDistinct,
  factsOf,
  meaning,
  percent,
  type Report,
} from '../reports/definition.ts'
import { callsMade, callsMadeMeasures, callsMadeWords } from './callsMade.ts'
import { callsOnTime, callsOnTimeWords } from './callWindows.ts'
import { callsReached, careEnded, deletedDoNotCount, pathwaysInUse } from './shared.ts'

/** Calls that reached the patient, with the number of attempts for each. */
const reached = factsOf(
  'Calls in which the patient was reached',
  'Calls in the period in which the patient was reached, with the attempts that each took',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, (
      select count(*) from followup as attempt
      where attempt.pathway_id = call.pathway_id and attempt.is_active
        and (attempt.call_date, attempt.id) <= (call.call_date, call.id)
        and not exists (
          select from ${callsReached} as before
          where before.pathway_id = call.pathway_id
            and (before.call_date, before.id) >= (attempt.call_date, attempt.id)
            and (before.call_date, before.id) < (call.call_date, call.id))) as attempts
  from ${callsReached} as call join (${pathwaysInUse}) on pathway.id = call.pathway_id
  where call.call_date between ${from} and ${to}`,
)

/**
 * Calls that report a number of falls, with the days since the previous contact: the previous call that reported one,
 * or the end of care.
 */
const falls = factsOf(
  'Calls that tell of falls',
  'Calls in the period that give a number of falls since the last contact, including none',
  ({ from, to }) => raw`
  select told.*, told.falls > 0 as fell from (
    select pathway.id as pathway_id, pathway.patient_id, call.falls_since_contact as falls,
      (call.call_date - (
        select max(day) from (
          select other.call_date from followup as other
          where other.pathway_id = call.pathway_id and other.is_active and other.falls_since_contact is not null
            and other.call_date < call.call_date
          union all
          select ended.ended_on from ${careEnded} as ended
          where ended.pathway_id = call.pathway_id and ended.ended_on < call.call_date) as contact (day)))
        / 365.25 as years,
      exists (select from followup_fall as fall where fall.followup_id = call.id and fall.injury) as injured,
      exists (select from followup_fall as fall where fall.followup_id = call.id and fall.long_lie) as long_lie,
      exists (select from followup_fall as fall where fall.followup_id = call.id and fall.ambulance) as ambulance
    from followup as call join (${pathwaysInUse}) on pathway.id = call.pathway_id
    where call.is_active and call.falls_since_contact is not null
      and call.call_date between ${from} and ${to}) as told`,
)

export const callsAndFalls: Report = {
  name: 'callsAndFalls',
  title: 'Reaching people, and falls since',
  group: 'Exercise and follow-up',
  answers: 'Do we reach people in time, and have they fallen since?',
  capability: 'report.run',
  definition: [
    ...callsOnTimeWords,
    'Attempts for each person reached: of each call in the period in which the patient was reached, that call and those before it since the patient was reached last.',
    callsMadeWords,
    'Falls since the last contact: of each call in the period that gives a number of falls. The time is counted from the contact before, which is an earlier call that gives a number, or the end of a plan or the decision that none is needed, whichever is later. Falls per person-year are all falls over all that time, of calls with a contact before.',
    'Falls before care are in the report Falls before and after.',
    deletedDoNotCount,
  ],
  sections: [
    callsOnTime,
    {
      title: 'Attempts for each person reached',
      facts: reached,
      groups: [],
      measures: [
        countAll('calls', 'Calls reached', ['first', 'second', 'later']),
        meaning('Those that took one attempt', count('first', 'At the first attempt', 'attempts = 1')),
        meaning('Those that took two attempts', count('second', 'At the second', 'attempts = 2')),
        meaning('Those that took three attempts or more', count('later', 'Later', 'attempts > 2')),
        countDistinct('people', 'People reached', 'patient_id'),
        { kind: 'mean', id: 'mean', title: 'Mean attempts', value: 'attempts' },
        { kind: 'median', id: 'median', title: 'Median attempts', value: 'attempts' },
        { kind: 'greatest', id: 'most', title: 'Most attempts', value: 'attempts' },
      ],
    },
    {
      title: 'Attempts by outcome',
      facts: callsMade,
      groups: [
        {
          id: 'outcome',
          title: 'Outcome',
          labels: Object.fromEntries(callOutcomes.map(({ code, title }) => [code, title])),
          every: () => callOutcomes.map(({ code }) => code),
        },
      ],
      measures: callsMadeMeasures,
    },
    {
      title: 'Falls since the last contact',
      facts: falls,
      groups: [],
      measures: [
        count('told', 'Calls that tell of falls or none'),
        countDistinct('people', 'People', 'patient_id'),
        meaning('Those that tell of one fall or more', count('fell', 'Calls that tell of a fall', 'fell')),
        percent('fellPercent', 'Calls that tell of a fall %', 'fell', 'told'),
        meaning('Those that describe a fall with an injury', count('injured', 'With an injury', 'injured')),
        meaning(
          'Those that describe a fall with over an hour on the floor',
          count('longLie', 'Over an hour on the floor', 'long_lie'),
        ),
        meaning(
          'Those that describe a fall for which an ambulance came',
          count('ambulance', 'With an ambulance', 'ambulance'),
        ),
        { kind: 'mean', id: 'mean', title: 'Mean falls', value: 'falls' },
        {
          kind: 'ratio',
          id: 'perYear',
          title: 'Falls per person-year since the last contact',
          value: 'falls',
          per: 'years',
          when: 'years is not null',
        },
      ],
    },
  ],
}
