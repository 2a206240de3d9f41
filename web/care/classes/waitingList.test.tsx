import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClassRow } from '../../../contract/care/classes/class.ts'
import type { ClassPerson } from '../../../contract/care/classes/place.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService } from '../../testing/patientService.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const ofClass: ClassRow = {
  ...{ id: 3, version: 1, name: 'Steady steps', exerciseTypeId: 1, locationId: 1, clinicianId: 1 },
  ...{ firstDate: '2020-01-07', lastDate: addDays(today(), 70), startTime: '10:30', minutes: 60, weeks: 24 },
  ...{ qualification: null, qualificationExpires: null, capacity: 1, taken: 0, waiting: 2, ended: 0 },
  names: { exerciseType: 'Tai Chi', location: 'Hall', clinician: 'Hill, Ann' },
}
const waits = (id: number, firstName: string, more: Partial<ClassPerson> = {}): ClassPerson => ({
  ...{
    id,
    version: 1,
    classId: 3,
    pathwayId: 20 + id,
    patientId: 10 + id,
    state: 'waiting',
    transport: 'own',
  },
  ...{ wantedLocation: null, waitingSince: '2026-01-07', joinedDate: null, endedDate: null, endedHow: null },
  ...{ leftReason: null, familyName: 'Ashworth', firstName, namePrefix: null, nhsNumber: null },
  ...{ dateOfBirth: null, deceased: false, offered: null, attended: null, missedInRow: null, dose: null },
  ...more,
})

test('a free place is offered to who is next of those who can be offered one', async () => {
  patientService({
    '/api/class/get': () => json({ ...ofClass, daysOff: [], sessions: [] }),
    '/api/class/people': () => json([waits(1, 'Edna'), waits(2, 'Ruth', { isNext: true })]),
  })
  renderSite('/falls/class/3')
  expect(await screen.findByRole('button', { name: /^Offer the place to .*Ruth/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Offer the place to .*Edna/ })).toBeNull()
})
