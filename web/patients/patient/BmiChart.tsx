import { daysBetween } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { Bmi } from '../../../contract/patients/bmi.ts'

const width = 480
const height = 140
const edge = { left: 36, right: 12, top: 12, bottom: 24 }

/** BMI over time as a small line. The table beside it has the same values, so one sentence describes the picture. */
export const BmiChart = ({ records }: { records: readonly Bmi[] }) => {
  const points = [...records].reverse()
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) return null
  const days = Math.max(1, daysBetween(first.assessmentDate, last.assessmentDate))
  const values = points.map(({ bmi }) => bmi)
  const low = Math.floor(Math.min(...values) - 1)
  const high = Math.ceil(Math.max(...values) + 1)
  const x = (day: string) =>
    edge.left + (daysBetween(first.assessmentDate, day) / days) * (width - edge.left - edge.right)
  const y = (value: number) => edge.top + ((high - value) / (high - low)) * (height - edge.top - edge.bottom)
  const steps = [low, (low + high) / 2, high]
  return (
    <svg
      className="sf-chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`BMI from ${first.bmi} on ${formatDate(first.assessmentDate)} to ${last.bmi} on ${formatDate(last.assessmentDate)}, ${points.length} measurements`}
    >
      {steps.map((step) => (
        <g key={step}>
          <line className="sf-chart__rule" x1={edge.left} x2={width - edge.right} y1={y(step)} y2={y(step)} />
          <text className="sf-chart__text" x={edge.left - 6} y={y(step) + 4} textAnchor="end">
            {step}
          </text>
        </g>
      ))}
      <polyline
        className="sf-chart__line"
        points={points.map(({ assessmentDate, bmi }) => `${x(assessmentDate)},${y(bmi)}`).join(' ')}
      />
      {points.map(({ id, assessmentDate, bmi }) => (
        <circle key={id} className="sf-chart__point" cx={x(assessmentDate)} cy={y(bmi)} r={4} />
      ))}
      <text className="sf-chart__text" x={edge.left} y={height - 6}>
        {formatDate(first.assessmentDate)}
      </text>
      <text className="sf-chart__text" x={width - edge.right} y={height - 6} textAnchor="end">
        {formatDate(last.assessmentDate)}
      </text>
    </svg>
  )
}
