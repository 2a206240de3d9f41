import { describe, expect, it } from 'vitest'
import { addDays } from '../platform/dates/dates.ts'
import {
  dueBounds,
  dueGroupOf,
  dueInWords,
  dueOf,
  endOfWeek,
  usualTargets,
  type StageTargets,
} from './due.ts'
import type { DueGroup } from './dueGroup.ts'
import { isCallStage, stages, type Stage } from './stage.ts'

/** A Wednesday. */
const today = '2026-03-11'

describe('what is due', () => {
  it.each<[Stage, string | null, string | null, DueGroup, string]>([
    ['awaitingAssessment', '2026-02-11', '2026-03-11', 'thisWeek', 'due today'],
    ['awaitingAssessment', '2026-02-10', '2026-03-10', 'late', '1 day late'],
    ['awaitingWellbeing', '2026-01-30', '2026-02-27', 'late', '12 days late'],
    ['awaitingTreatment', '2026-02-12', '2026-03-12', 'thisWeek', 'due tomorrow'],
    ['awaitingTreatment', '2026-02-15', '2026-03-15', 'thisWeek', 'due this week'],
    ['awaitingTreatment', '2026-02-16', '2026-03-16', 'later', 'due in 5 days'],
    ['inTreatment', '2026-03-11', '2026-06-03', 'later', 'due in 84 days'],
    ['inExercise', '2025-09-09', '2026-03-10', 'late', '1 day late'],
    ['awaitingDischarge', '2026-02-25', '2026-03-11', 'thisWeek', 'due today'],
    // A call has a window. It is late once the window has passed, by the days since its due day.
    ['awaitingFollowup', '2025-12-11', '2026-03-11', 'thisWeek', 'due today'],
    ['awaitingFollowup', '2025-12-10', '2026-03-10', 'thisWeek', 'due now'],
    ['awaitingFollowup', '2025-11-25', '2026-02-25', 'thisWeek', 'due now'],
    ['awaitingFollowup', '2025-11-24', '2026-02-24', 'late', '15 days late'],
    ['awaitingSecondFollowup', '2025-11-30', '2026-02-28', 'thisWeek', 'due now'],
    ['awaitingSecondFollowup', '2026-01-31', '2026-04-30', 'later', 'due in 50 days'],
    // Nobody is left out because a day is missing.
    ['awaitingAssessment', null, null, 'thisWeek', 'no date to count from'],
    ['awaitingFollowup', null, null, 'thisWeek', 'no date to count from'],
  ])('%s since %s: %s, %s, %s', (stage, since, due, group, words) => {
    const day = dueOf(stage, since, usualTargets)
    expect(day).toBe(due)
    expect(dueGroupOf(stage, day, usualTargets, today)).toBe(group)
    expect(dueInWords(day, group, today)).toBe(words)
  })

  it('is in the same group by the bounds that an index is asked with, on every day of the week and around every month', () => {
    const targets: StageTargets = { ...usualTargets, awaitingAssessment: 1, awaitingSecondFollowup: 31 }
    for (let shift = 0; shift < 14; shift += 1)
      for (const stage of stages) {
        const now = addDays('2026-02-22', shift)
        const { lateBefore, laterAfter } = dueBounds(stage, targets, now)
        for (let days = -30; days < 400; days += 1) {
          const since = addDays(now, -days)
          const due = dueOf(stage, since, targets)
          const counted = (isCallStage(stage) ? due : since) ?? ''
          const byBounds = counted < lateBefore ? 'late' : counted > laterAfter ? 'later' : 'thisWeek'
          expect(byBounds).toBe(dueGroupOf(stage, due, targets, now))
        }
      }
  })

  it('has weeks that end on Sunday', () => {
    expect(['2026-03-09', today, '2026-03-15', '2026-03-16'].map(endOfWeek)).toEqual([
      '2026-03-15',
      '2026-03-15',
      '2026-03-15',
      '2026-03-22',
    ])
    expect(endOfWeek('1999-12-31')).toBe('2000-01-02')
  })
})
