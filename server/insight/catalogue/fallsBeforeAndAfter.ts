import { sql as raw } from 'kysely'
import { startCountsFor } from '../../care/fallsCalendar/knownFalls.ts'
import { factsOf, takenFrom, type Facts, type Report } from '../reports/definition.ts'
import { careOver, careOverWords, oncePerPerson } from './careOver.ts'
import { byMoment, fallsByMoment, fallsPerYear } from './fallsPerYear.ts'
import { deletedDoNotCount } from './shared.ts'

/**
 * The falls each person reported in the period for the time since care ended, and the days they cover: from the
 * previous call that reported falls, or from the end of care.
 */
const toldSince: Facts = ({ from, to }) => raw`(
  select over.pathway_id, over.patient_id, over.began_on, over.ended_on, sum(told.falls) as falls,
    sum(told.day - greatest(over.ended_on, told.before)) as days
  from ${careOver} as over
  join (
    select pathway_id, call_date as day, falls_since_contact as falls,
      lag(call_date) over (partition by pathway_id order by call_date, id) as before
    from followup where is_active and falls_since_contact is not null) as told on told.pathway_id = over.pathway_id
  where told.day between ${from} and ${to} and told.day > over.ended_on
  group by over.pathway_id, over.patient_id, over.began_on, over.ended_on)`

/** One row for each person and each time for which falls are known. */
const facts = factsOf(
  'Falls before and after',
  'People who said in a call in the period how often they had fallen since care ended, each once for each time of which falls are known',
  async (period) => fallsByMoment(oncePerPerson(await toldSince(period))),
)

const samePeople = factsOf(
  'The same people before and after',
  'Those of them whose falls before care are known too',
  takenFrom(facts, () => raw`select * from facts where has_before`),
)

export const fallsBeforeAndAfter: Report = {
  name: 'fallsBeforeAndAfter',
  title: 'Falls before and after',
  group: 'Outcomes',
  answers: 'Do people fall less often after their care than before?',
  capability: 'report.run',
  definition: [
    'People who said in a call in the period how often they had fallen since care ended, each counted once: if a person has several such referrals, the one on which care ended last.',
    careOverWords,
    `Before care: the first “Falls in the last 12 months” measured on the referral, over one year; else the first number of falls of a period, recorded under Falls, over its days. It counts if it was measured, or the period ended, at the latest ${startCountsFor} days after care began; of a period also no more than 365 days before.`,
    'Since care ended: the falls reported in calls in the period, over the days since the previous call that gave a number, or since the end of care if that is later.',
    'During care, as recorded: the falls under Falls on the days from the beginning of care to its end, over those days. A number of falls counts if its whole period lies in that time, and a fall described in it is one of that number. Falls that nobody recorded are missing here, so this row is no rate to compare with the others.',
    'Falls per person-year are all falls over all the time of these people, a year being 365.25 days; not the mean of each person’s rate.',
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'Falls per person-year',
      facts,
      groups: [byMoment],
      measures: fallsPerYear(),
      hasTotal: false,
    },
    {
      title: 'The same people before and after',
      note: 'Only people whose falls before care are known too.',
      facts: samePeople,
      groups: [byMoment],
      measures: fallsPerYear(', same people'),
      hasTotal: false,
    },
  ],
}
