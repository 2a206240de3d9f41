import { addDays, type CalendarDate } from '../../platform/dates/dates.ts'
import type { Measured } from './measureReading.ts'
import { measures, type Measure } from './measures.ts'

/** Plans of either kind, by their last day; null while a plan is in progress. */
interface Plans {
  treatmentPlan: readonly { endedDate: CalendarDate | null }[]
  exercise: readonly { completedDate: CalendarDate | null }[]
}

/** A measure taken up to this many days before the last plan ended counts as the measure at the end. */
export const endCountsFor = 28

export interface DueMeasure {
  measure: Measure
  words: 'Not yet measured at start' | 'Due at end' | 'Measured neither at start nor at end'
}

/**
 * The measures that are due. A measure is due at the start once there is a plan. It is due at the end once every plan
 * has ended, unless the latest value was taken in the last 28 days of the last plan or later. This is a reminder and
 * blocks nothing.
 */
export const measuresDue = ({
  treatmentPlan,
  exercise,
  measure: done,
}: Plans & { measure: readonly Measured[] }): DueMeasure[] => {
  const ends = [
    ...treatmentPlan.map(({ endedDate }) => endedDate),
    ...exercise.map(({ completedDate }) => completedDate),
  ]
  if (ends.length === 0) return []
  const lastEnd = ends.includes(null)
    ? null
    : (ends
        .filter((end) => end !== null)
        .sort()
        .at(-1) ?? null)
  return measures
    .filter(({ isDueAtStartAndEnd }) => isDueAtStartAndEnd === true)
    .flatMap((measure): DueMeasure[] => {
      const days = done.filter((one) => one.measure === measure.code).map((one) => one.measuredDate)
      const latest = days.sort().at(-1)
      if (latest === undefined)
        return [
          {
            measure,
            words: lastEnd === null ? 'Not yet measured at start' : 'Measured neither at start nor at end',
          },
        ]
      return lastEnd !== null && latest < addDays(lastEnd, -endCountsFor)
        ? [{ measure, words: 'Due at end' }]
        : []
    })
}
