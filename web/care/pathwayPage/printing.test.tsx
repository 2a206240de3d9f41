import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addDays } from '../../../contract/platform/dates/dates.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaPathway } from '../../testing/patients.ts'
import { patientService } from '../../testing/patientService.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const stamp = { version: 1, isActive: true, recordedBy: 'Priya Nair', recordedAt: '2020-01-06T10:00:00Z' }
const exercise = {
  ...stamp,
  id: 71,
  pathwayId: 21,
  exercisePlanDate: '2020-01-06',
  clinicianId: 1,
  exercisePlan: 'Class',
  completedDate: null,
  endedHow: null,
  stoppedReason: null,
  elsewhereTo: null,
  names: { clinician: 'Okafor, Ada' },
}
const sessions = 30
const exerciseAttendance = Array.from({ length: sessions }, (_, place) => ({
  ...stamp,
  id: 100 + place,
  pathwayId: 21,
  exerciseId: 71,
  attendanceDate: addDays('2020-01-07', place),
  exerciseTypeId: 1,
  locationId: 1,
  attendanceStatus: '5',
  minutes: null,
  names: { exerciseType: 'Tai Chi', location: 'Clinic' },
}))

test('on paper a pathway holds every session and every event, though the screen shows the latest', async () => {
  patientService({
    '/api/pathway/get': () => json({ ...ednaPathway, exercise: [exercise], exerciseAttendance }),
  })
  renderSite('/falls/pathway/view?id=21&patientId=11')
  const table = await screen.findByRole('region', { name: /^Attendance/ })
  const shown = () => within(table).getAllByRole('row').length - 1
  const timeline = screen.getByRole('complementary', { name: 'Timeline' })
  const events = () => within(timeline).getAllByRole('listitem').length
  expect([shown(), events()]).toEqual([5, 20])
  act(() => void fireEvent(window, new Event('beforeprint')))
  expect(shown()).toBe(sessions)
  expect(events()).toBeGreaterThan(sessions)
  act(() => void fireEvent(window, new Event('afterprint')))
  expect([shown(), events()]).toEqual([5, 20])
})
