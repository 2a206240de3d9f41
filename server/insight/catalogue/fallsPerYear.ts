import { sql as raw, type RawBuilder } from 'kysely'
import { yearDays } from '../../../contract/care/fallsCalendar/calendar.ts'
import { fallsBeforeCare, fallsDuringCare } from '../../care/fallsCalendar/knownFalls.ts'
import { count, meaning, percent, type Group, type Measure } from '../reports/definition.ts'

/* Falls per person-year before, during and after care, which the reports about falls share. */

const moments = {
  before: 'Before care',
  during: 'During care, as recorded',
  after: 'Since care ended',
}
/** The row of the time since care ended, which the dashboard shows. */
export const sinceCareEnded: keyof typeof moments = 'after'

export const byMoment: Group = {
  id: 'moment',
  title: 'Time',
  labels: moments,
  every: () => Object.keys(moments),
}

/** Up to three rows for each person: the falls of each time, over its years. The people come with those since then. */
export const fallsByMoment = (people: RawBuilder<unknown>): RawBuilder<unknown> => raw`
  select person.patient_id, person.pathway_id, side.moment, side.falls, side.days / ${raw.lit(yearDays)} as years,
    side.falls > 0 as fell, before.falls is not null as has_before
  from ${people} as person
  left join lateral (${fallsBeforeCare}) as before on true
  left join lateral (${fallsDuringCare}) as during on true
  cross join lateral (values
    ('before', before.falls, before.days), ('during', during.falls, person.ended_on - person.began_on),
    ('after', person.falls, person.days)) as side (moment, falls, days)
  where side.falls is not null`

/** @param of what tells the columns of one table from those of another, such as ', same people' */
export const fallsPerYear = (of = ''): Measure[] => [
  count('people', 'People'),
  meaning('Those with one fall or more in that time', count('fell', `With a fall${of}`, 'fell')),
  percent('fellPercent', `With a fall${of} %`, 'fell', 'people'),
  { kind: 'sum', id: 'years', title: `Person-years${of}`, value: 'years' },
  {
    ...{ kind: 'ratio', id: 'perYear', title: `Falls per person-year${of}` },
    ...{ value: 'falls', per: 'years', decimals: 2 },
  },
]
