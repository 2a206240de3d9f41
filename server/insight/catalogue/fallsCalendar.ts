import { sql as raw } from 'kysely'
import { yearDays } from '../../../contract/care/fallsCalendar/calendar.ts'
import { monthDays } from '../../care/fallsCalendar/knownFalls.ts'
import {
  count,
  countAll,
  countDistinct,
  factsOf,
  meaning,
  percent,
  type Facts,
  type Group,
  type Report,
} from '../reports/definition.ts'
import { careOver, careOverWords, oncePerPerson } from './careOver.ts'
import { byMoment, fallsByMoment, fallsPerYear } from './fallsPerYear.ts'
import { deletedDoNotCount, pathwaysInUse } from './shared.ts'

/** The months of each person that ended in the period and were answered, with their days at risk. */
const answered: Facts = ({ from, to }) => raw`(
  select ended.pathway_id, ended.patient_id, ended.began_on, ended.ended_on, sum(question.falls) as falls, sum(${monthDays}) as days
  from ${careOver} as ended
  join falls_calendar_question as question on question.pathway_id = ended.pathway_id and question.falls is not null
    and question.period_from > ended.ended_on
  join (${pathwaysInUse}) on pathway.id = ended.pathway_id
  where question.period_to between ${from} and ${to}
  group by ended.pathway_id, ended.patient_id, ended.began_on, ended.ended_on)`

const facts = factsOf(
  'Falls by the calendar',
  'People who answered a month of their falls calendar that ended in the period, each once for each time of which falls are known',
  async (period) => fallsByMoment(oncePerPerson(await answered(period))),
)

const months = factsOf(
  'Months of the falls calendar',
  'Months of the falls calendar that ended in the period and were asked about',
  ({ from, to }) => raw`
  select pathway.id as pathway_id, pathway.patient_id, coalesce(question.counted_from, 'none') as way,
    question.falls is not null as answered, question.falls > 0 as fell
  from falls_calendar_question as question
  join (${pathwaysInUse}) on pathway.id = question.pathway_id
  where question.period_to between ${from} and ${to}`,
)

const ways = {
  text: 'By text message',
  page: 'On their own page',
  mail: 'By e-mail',
  call: 'By telephone',
  none: 'Not answered',
}

const byWay: Group = { id: 'way', title: 'Answer', labels: ways, every: () => Object.keys(ways) }

export const fallsCalendar: Report = {
  name: 'fallsCalendar',
  title: 'Falls calendar',
  group: 'Outcomes',
  answers: 'How often do people fall, month by month, and do they answer?',
  capability: 'report.run',
  definition: [
    'People who answered a month of their falls calendar that ended in the period, each counted once: if a person has several such referrals, the one on which care ended last.',
    careOverWords,
    'Since care ended: the falls of the months that ended in the period and were answered, over the days of these months. Months without an answer are neither falls nor days. The days end when the person died or the referral was closed.',
    'Before care and during care, as recorded: as in the report Falls before and after.',
    `Falls per person-year are all falls over all the time of these people, a year being ${yearDays} days; not the mean of each person’s rate.`,
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'Falls per person-year by the calendar',
      facts,
      groups: [byMoment],
      measures: fallsPerYear(', by the calendar'),
      hasTotal: false,
    },
    {
      title: 'Months asked about',
      facts: months,
      groups: [byWay],
      measures: [
        countAll('months', 'Months asked about', ['answered', 'silent']),
        meaning('Those with a number, also 0', count('answered', 'Months answered', 'answered')),
        percent('answeredPercent', 'Months answered %', 'answered', 'months'),
        meaning('Those without a number', count('silent', 'Months not answered', 'not answered')),
        countDistinct('people', 'People', 'patient_id'),
        meaning('Those with one fall or more', count('fell', 'Months with a fall', 'fell')),
      ],
    },
  ],
}
