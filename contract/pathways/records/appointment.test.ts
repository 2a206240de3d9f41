import { expect, it } from 'vitest'
import { lastMissed, type AppointmentOutcome } from './appointment.ts'

type Told = [day: string, time: string, outcome: AppointmentOutcome | null]

it.each<[string, Told[], string | null]>([
  ['nothing was booked', [], null],
  ['one was attended', [['2026-03-02', '10:00', 'attended']], null],
  ['one was missed', [['2026-03-02', '10:00', 'didNotAttend']], '2026-03-02'],
  ['the person was not brought', [['2026-03-02', '10:00', 'wasNotBrought']], '2026-03-02'],
  ['they came too late', [['2026-03-02', '10:00', 'tooLate']], null],
  [
    'they came since',
    [
      ['2026-03-02', '10:00', 'didNotAttend'],
      ['2026-03-09', '10:00', 'attendedLate'],
    ],
    null,
  ],
  [
    'they came in the morning and missed the afternoon',
    [
      ['2026-03-02', '14:00', 'didNotAttend'],
      ['2026-03-02', '10:00', 'attended'],
    ],
    '2026-03-02',
  ],
  [
    'what came since was cancelled or is to come',
    [
      ['2026-03-23', '10:00', null],
      ['2026-03-16', '10:00', 'cancelledByService'],
      ['2026-03-09', '10:00', 'cancelledByPatient'],
      ['2026-03-02', '10:00', 'didNotAttend'],
    ],
    '2026-03-02',
  ],
])('the last appointment was missed or not, where %s', (_, told, day) => {
  const appointments = told.map(([appointmentDate, startTime, outcome]) => ({
    appointmentDate,
    startTime,
    outcome,
  }))
  expect(lastMissed(appointments)?.appointmentDate ?? null).toBe(day)
})
