import { daysBetween } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { resultInWords, type MeasureRecord } from '../../../contract/pathways/records/measure.ts'
import { changeBetween } from '../../../contract/pathways/records/measureReading.ts'
import { measures, type Measure } from '../../../contract/pathways/records/measures.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'

/** The first and the latest value of each measure, the change in words, and a small line chart of all values. */
export const FirstAgainstLatest = () => {
  const { measure: records } = usePathway()
  const rows = measures.flatMap((measure) => {
    // Records come latest first.
    const own = records.filter((one) => one.measure === measure.code)
    const [latest, first] = [own[0], own.at(-1)]
    return latest === undefined || first === undefined || own.length < 2
      ? []
      : [{ measure, first, latest, own: own.toReversed() }]
  })
  if (rows.length === 0) return null
  return (
    <div className="sf-scroll" role="region" aria-label="First against latest, table" tabIndex={0}>
      <table className="sf-table sf-table--stacks" role="table">
        <caption className="nhsuk-u-visually-hidden">First against latest</caption>
        <thead>
          <tr>
            {['Measure', 'First', 'Latest', 'Change', 'All values'].map((title) => (
              <th scope="col" key={title}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ measure, first, latest, own }) => (
            <tr key={measure.code} role="row">
              <td role="cell" data-label="Measure">
                <div>{measure.title}</div>
              </td>
              <td role="cell" data-label="First">
                <Dated record={first} />
              </td>
              <td role="cell" data-label="Latest">
                <Dated record={latest} />
              </td>
              <td role="cell" data-label="Change">
                <div>{changeBetween(measure.code, first.value, latest.value).words}</div>
              </td>
              <td role="cell" data-label="All values">
                <MeasureLine measure={measure} records={own} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Dated = ({ record }: { record: MeasureRecord }) => (
  <div>
    <strong className="sf-nowrap">{resultInWords(record)}</strong>{' '}
    <span className="sf-quiet sf-nowrap">{formatDate(record.measuredDate)}</span>
  </div>
)

const width = 120
const height = 32
const edge = 5

/** The values over time, earliest first. The text alternative lists every value, and so does the section's table. */
const MeasureLine = ({ measure, records }: { measure: Measure; records: readonly MeasureRecord[] }) => {
  const points = records.flatMap(({ id, measuredDate, value }) =>
    value === null ? [] : [{ id, measuredDate, value }],
  )
  const said = `${measure.title}: ${records
    .map((record) => `${resultInWords(record)} on ${formatDate(record.measuredDate)}`)
    .join(', ')}`
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2)
    return <span className="nhsuk-u-visually-hidden">{said}</span>
  const days = Math.max(1, daysBetween(first.measuredDate, last.measuredDate))
  const all = points.map(({ value }) => value)
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const x = (day: string) => edge + (daysBetween(first.measuredDate, day) / days) * (width - 2 * edge)
  const y = (value: number) =>
    high === low ? height / 2 : edge + ((high - value) / (high - low)) * (height - 2 * edge)
  return (
    <svg className="sf-spark" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={said}>
      <polyline
        className="sf-chart__line"
        points={points.map(({ measuredDate, value }) => `${x(measuredDate)},${y(value)}`).join(' ')}
      />
      {points.map(({ id, measuredDate, value }) => (
        <circle key={id} className="sf-chart__point" cx={x(measuredDate)} cy={y(value)} r={3} />
      ))}
    </svg>
  )
}
