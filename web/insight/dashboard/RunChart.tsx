import type { Trend } from '../../../contract/insight/dashboard/dashboard.ts'
import {
  formatFigure,
  medianOf,
  monthWords,
  trendWords,
  unitWords,
} from '../../../contract/insight/dashboard/dashboardWords.ts'
import type { CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { formatMonth } from '../../../contract/insight/reportPeriod.ts'

/** Top of the scale: the smallest round number that is not below any value. */
const topOf = (values: readonly number[]): number => {
  const greatest = Math.max(1, ...values)
  const size = 10 ** Math.floor(Math.log10(greatest))
  return ([1, 2, 5, 10].find((times) => times * size >= greatest) ?? 10) * size
}

const percentOf = (part: number, whole: number): string => `${(100 * part) / whole}%`

/**
 * The segments of the line, broken at months without a value. Coordinates run from 0 to 100 on both axes, with 0 at
 * the top.
 */
const linesOf = ({ months }: Trend, top: number): string[] => {
  const lines: string[][] = [[]]
  for (const [place, { value }] of months.entries())
    if (value === null) lines.push([])
    else lines.at(-1)?.push(`${(100 * (place + 0.5)) / months.length},${100 - (100 * value) / top}`)
  return lines.filter((line) => line.length > 1).map((line) => line.join(' '))
}

/**
 * One figure over 24 months, with the median as the reference line of a run chart. A table of the same values is
 * behind a button.
 */
export const RunChart = ({ trend, dateTo }: { trend: Trend; dateTo: CalendarDate }) => {
  const { id, title, unit, months } = trend
  const median = medianOf(trend)
  const last = months.findLast(({ value }) => value !== null)
  const top = topOf([median ?? 0, ...months.map(({ value }) => value ?? 0)])
  return (
    <figure className="sf-trend" aria-labelledby={`trend-${id}`}>
      <figcaption>
        <h3 className="sf-trend__title" id={`trend-${id}`}>
          {title}
        </h3>
        {last !== undefined && (
          <p className="sf-trend__latest">
            {monthWords(last.month, dateTo)}: <strong>{formatFigure(last.value, unit)}</strong>
          </p>
        )}
      </figcaption>
      <div className="sf-trend__plot" aria-hidden="true">
        <span className="sf-trend__top">0 to {unit === 'percent' ? `${top}%` : formatFigure(top, unit)}</span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {median !== null && (
            <line
              className="sf-trend__median"
              x1="0"
              x2="100"
              y1={100 - (100 * median) / top}
              y2={100 - (100 * median) / top}
            />
          )}
          {linesOf(trend, top).map((points) => (
            <polyline key={points} className="sf-trend__line" points={points} />
          ))}
        </svg>
        {months.map(
          ({ month, value }, place) =>
            value !== null && (
              <span
                key={month}
                className={
                  month === last?.month ? 'sf-trend__point sf-trend__point--last' : 'sf-trend__point'
                }
                style={{ left: percentOf(place + 0.5, months.length), bottom: percentOf(value, top) }}
              />
            ),
        )}
      </div>
      <div className="sf-trend__months" aria-hidden="true">
        <span>{formatMonth(months[0]?.month ?? '')}</span>
        <span>{monthWords(months.at(-1)?.month ?? '', dateTo)}</span>
      </div>
      <p className="sf-trend__words">{trendWords(trend)}</p>
      <details>
        <summary>
          The months as a table<span className="nhsuk-u-visually-hidden">: {title}</span>
        </summary>
        <table className="sf-table sf-trend__table">
          <caption className="nhsuk-u-visually-hidden">{title}, by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">{unitWords[unit]}</th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ month, value }) => (
              <tr key={month}>
                <th scope="row">{monthWords(month, dateTo)}</th>
                <td>{formatFigure(value, unit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
