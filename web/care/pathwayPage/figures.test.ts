import { describe, expect, test } from 'vitest'
import { addDays } from '../../../contract/platform/dates/dates.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { ednaCall, ednaPathway } from '../../testing/patients.ts'
import { figuresOf, type Figure } from './figures.ts'

const stamp = { version: 1, isActive: true, recordedBy: null, recordedAt: '2020-01-06T10:00:00Z' }

/** Scores, latest first, ten days apart. */
const frats = (...scores: number[]) => ({
  frat: scores.map((fratScore, place) => ({ fratScore, assessmentDate: addDays('2020-06-30', -10 * place) })),
})
const bmis = (...values: number[]) => ({
  bmi: values.map((bmi, place) => ({ bmi, assessmentDate: addDays('2020-06-30', -10 * place) })),
})
const calls = (...told: object[]) => ({
  followup: told.map((each, place) => ({
    ...ednaCall,
    ...each,
    callDate: addDays('2020-06-30', -10 * place),
  })),
})
const attended = (statuses: string, exerciseId = 71) => ({
  exercise: [
    { ...stamp, id: 72 },
    { ...stamp, id: 71 },
  ],
  exerciseAttendance: [...statuses].map((attendanceStatus, place) => ({
    ...stamp,
    id: place,
    exerciseId,
    attendanceStatus,
    minutes: null,
  })),
})

const shownOf = (records: object) =>
  figuresOf({ ...ednaPathway, ...records } as PathwayView).map(
    ({ title, value, note, change }: Figure) =>
      [title, value, note, change === null ? null : `${change.direction}: ${change.words}`] as const,
  )

describe('the latest figures', () => {
  test.each([
    ['nothing is recorded', {}, []],
    ['one FRAT has nothing before it', frats(3), [['FRAT', '3 of 5', '30-Jun-2020', null]]],
    [
      'a FRAT of 0 is a figure',
      frats(0, 2),
      [['FRAT', '0 of 5', '30-Jun-2020', 'down: down from 2 on 20-Jun-2020']],
    ],
    [
      'the one before is compared, not the first',
      frats(3, 2, 5),
      [['FRAT', '3 of 5', '30-Jun-2020', 'up: up from 2 on 20-Jun-2020']],
    ],
    ['the same score', frats(2, 2), [['FRAT', '2 of 5', '30-Jun-2020', 'same: as on 20-Jun-2020']]],
    [
      'BMI with its category',
      bmis(24.5, 26),
      [['BMI', '24.5', 'Healthy weight, 30-Jun-2020', 'down: down from 26 on 20-Jun-2020']],
    ],
    [
      'calls in which a question was not asked are left out of its trend',
      calls({ confidence: null }, { confidence: 6 }, {}, { confidence: 4 }),
      [['Confidence', '6 of 10', '20-Jun-2020', 'up: up from 4 on 31-May-2020']],
    ],
    [
      'falls and hours of exercise',
      calls({ fallsSinceContact: 0, exerciseHours: 2.5 }, { fallsSinceContact: 2, exerciseHours: 1 }),
      [
        ['Falls since last contact', '0', '30-Jun-2020', 'down: down from 2 on 20-Jun-2020'],
        ['Exercise a week', '2.5 h', '30-Jun-2020', 'up: up from 1 h on 20-Jun-2020'],
      ],
    ],
    ['too few sessions to compare', attended('5555353'), [['Attendance', '71%', '5 of 7 sessions', null]]],
    [
      'four sessions with the four before',
      attended('33535555555'),
      [['Attendance', '73%', '8 of 11 sessions', 'down: 1 of the last 4, 4 of the 4 before']],
    ],
    [
      'sessions that the service called off are no sessions',
      attended('4545454545453333'),
      [['Attendance', '60%', '6 of 10 sessions', 'up: 4 of the last 4, 2 of the 4 before']],
    ],
    ['one session', attended('5'), [['Attendance', '100%', '1 of 1 session', null]]],
  ])('%s', (_, records, expected) => {
    expect(shownOf(records)).toEqual(expected)
  })
})
