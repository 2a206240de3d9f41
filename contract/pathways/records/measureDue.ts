import { addDays, type CalendarDate } from '../../platform/dates/dates.ts'
import type { Measured } from './measureReading.ts'
import { measures, type Measure } from './measures.ts'

/** A plan of either kind, by its last day; null while it runs. */
interface Plans {
  treatmentPlan: readonly { endedDate: CalendarDate | null }[]
  exercise: readonly { completedDate: CalendarDate | null }[]
}

/** Measured so many days before the last plan ended, a measure is of its end. */
export const endCountsFor = 28

export interface DueMeasure {
  measure: Measure
  words: 'Not yet measured at start' | 'Due at end' | 'Measured neither at start nor at end'
}

/**
 * Which measures are due. They are asked for at the start once there is a plan, and at the end once every plan has ended: then the
 * latest must be of the last 28 days of the last plan, or later. It asks, and holds nothing up.
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
