import { sql as raw, type RawBuilder } from 'kysely'
import { measures, type MeasureCode } from '../../../contract/pathways/records/measures.ts'
import { count, factsOf, meaning, percent, type Group, type Report } from '../reports/definition.ts'
import { careOver, careOverWords, oncePerPerson } from './careOver.ts'
import { deletedDoNotCount } from './shared.ts'

/** Five digits, compared digit by digit, so they have no median. */
const profile: MeasureCode = 'eq5dProfile'

/** Index of a result's measure in the list. Results are read by referral; the table is never read as a whole. */
const placeOf = raw`array_position(array[${raw.join(measures.map(({ code }) => raw.lit(code)))}]::text[], result.measure) - 1`

/** The declarations of the measures as rows: which direction is better, and the smallest change that matters. */
const declared = raw.join(
  measures.map(
    ({ code, better, matters, isDueAtStartAndEnd = false }, place) =>
      raw`(${raw.lit(place)}, ${raw.lit(code)}, ${raw.lit(better)}::text, ${raw.lit(matters?.by ?? 0)}::numeric, ${raw.lit(isDueAtStartAndEnd)})`,
  ),
)

/** How many of the five digits are lower, or higher, in the latest result. */
const digits = (sign: '<' | '>'): RawBuilder<unknown> => raw`(
  select count(*) from generate_series(1, 5) as place
  where substr(latest_value::integer::text, place, 1) ${raw.raw(sign)} substr(first_value::integer::text, place, 1))`

/** The same rule as `changeBetween` in contract/pathways/records/measureReading.ts, which judges one person. */
const verdict = raw`
  case when first_value is null and latest_value is null then 'same'
    when first_value is null then 'better'
    when latest_value is null then 'worse'
    when measure = ${raw.lit(profile)} then
      case when ${digits('<')} = 0 and ${digits('>')} = 0 then 'same'
        when ${digits('>')} = 0 then 'better' when ${digits('<')} = 0 then 'worse' else 'neither' end
    when latest_value = first_value or abs(latest_value - first_value) < matters then 'same'
    when better is null then 'neither'
    when (latest_value > first_value) = (better = 'higher') then 'better'
    else 'worse' end`

/** One row for each person and measure, with the first and the latest result on the referral. */
const facts = factsOf(
  'Measures, first against latest',
  'People whose care ended in the period, each once for each measure that is due or that somebody was measured by twice',
  ({ from, to }) => raw`
  with person as materialized (
    select * from ${oncePerPerson(raw`(select * from ${careOver} as over where ended_on between ${from} and ${to})`)} as one),
  declared (place, measure, better, matters, is_due) as materialized (values ${declared}),
  found as materialized (
    -- By the number of a measure: texts take long to sort.
    select person.pathway_id, ${placeOf} as place, min(result.measured_date) <> max(result.measured_date) as is_pair,
      (array_agg(result.value order by result.measured_date, result.id))[1] as first_value,
      (array_agg(result.value order by result.measured_date desc, result.id desc))[1] as latest_value
    from person
    join measure as result on result.pathway_id = person.pathway_id and result.is_active
    group by person.pathway_id, ${placeOf})
  select told.*, case when is_pair then ${verdict} end as verdict,
    case when is_pair and measure <> ${raw.lit(profile)} then latest_value - first_value end as change
  from (
    select person.patient_id, person.pathway_id, declared.*, found.first_value, found.latest_value,
      found.pathway_id is not null as is_measured, coalesce(found.is_pair, false) as is_pair
    from person
    cross join declared
    left join found on found.pathway_id = person.pathway_id and found.place = declared.place
    where declared.is_due or declared.place in (select place from found where is_pair)) as told`,
)

const wayOf = { lower: ', lower is better', higher: ', higher is better' }
const byMeasure: Group = {
  id: 'measure',
  title: 'Measure',
  labels: Object.fromEntries(
    measures.map(({ code, title, unit, better }) => [
      code,
      `${title}${unit === '' ? '' : `, ${unit}`}${better === null ? '' : wayOf[better]}`,
    ]),
  ),
}

const some = { when: 'change is not null', decimals: 2 } as const

export const pairedMeasures: Report = {
  name: 'pairedMeasures',
  title: 'Measures, first against latest',
  group: 'Outcomes',
  answers: 'Do people walk, stand and feel better after their care than before?',
  capability: 'report.run',
  definition: [
    'People whose care ended in the period, each counted once: if a person has several such referrals, the one on which care ended last.',
    careOverWords,
    'First and latest are the earliest and the latest result of a measure on that referral, on two different days; of two on one day the one entered first is the first, and the one entered last the latest. “Unable” is a result. Missing: measured once, or never. Measures that are not due at start and end are included if somebody was measured twice.',
    'Better and worse are the same as on the page of a referral: from “unable” to a number is better, and a change smaller than the smallest that matters is the same, where a source says how small that is. Neither: measures for which neither direction is better, and an EQ-5D-5L profile with digits both better and worse.',
    'Change is the latest number less the first, of people with two numbers. The median is the middle one; a quarter of the changes lie below the lower quartile and a quarter above the upper one, each between two changes in proportion, as in the spreadsheet function QUARTILE.INC. An EQ-5D-5L profile is five digits and has no change in numbers.',
    deletedDoNotCount,
  ],
  sections: [
    {
      title: 'Measured first and last',
      facts,
      groups: [byMeasure],
      measures: [
        count('people', 'People', undefined, ['twice', 'missing']),
        count('twice', 'Measured twice', 'is_pair'),
        count('missing', 'Missing', 'not is_pair', ['once', 'never']),
        percent('missingPercent', 'Missing %', 'missing', 'people'),
        count('once', 'Measured once', 'is_measured and not is_pair'),
        meaning(
          'Those without a result of the measure on the referral',
          count('never', 'Never measured', 'not is_measured'),
        ),
      ],
      order: 'label',
      hasTotal: false,
    },
    {
      title: 'Better or worse',
      facts,
      groups: [byMeasure],
      measures: [
        count('twice', 'Measured twice', 'is_pair', ['better', 'same', 'worse', 'neither']),
        count('better', 'Better', "verdict = 'better'"),
        count('same', 'The same', "verdict = 'same'"),
        count('worse', 'Worse', "verdict = 'worse'"),
        count('neither', 'Neither', "verdict = 'neither'"),
        percent('betterPercent', 'Better %', 'better', 'twice'),
      ],
      order: 'label',
      hasTotal: false,
    },
    {
      title: 'Change in numbers',
      facts,
      groups: [byMeasure],
      measures: [
        count('numbers', 'With two numbers', 'change is not null'),
        { kind: 'median', id: 'first', title: 'Median first', value: 'first_value', ...some },
        { kind: 'median', id: 'latest', title: 'Median latest', value: 'latest_value', ...some },
        { kind: 'lowerQuartile', id: 'lower', title: 'Lower quartile of change', value: 'change', ...some },
        { kind: 'median', id: 'change', title: 'Median change', value: 'change', ...some },
        { kind: 'upperQuartile', id: 'upper', title: 'Upper quartile of change', value: 'change', ...some },
      ],
      order: 'label',
      hasTotal: false,
    },
  ],
}
