import type { PatientView } from '../../contract/patients/patient.ts'
import { json, type Answer } from './fakeService.ts'
import { ednaPathway, ednaView } from './patients.ts'
import { quietService } from './renderSite.tsx'

const list = (...names: string[]) =>
  json(names.map((name, index) => ({ id: index + 1, name, isActive: true })))

/**
 * A service with one patient, in the state that `patient` returns at the time of the request, and the lookup lists of
 * the forms.
 */
export const patientService = (
  answers: Record<string, Answer> = {},
  patient: () => PatientView = () => ednaView,
) =>
  quietService({
    '/api/patient/get': () => json(patient()),
    '/api/pathway/get': () => json(ednaPathway),
    '/api/patient/save': () => json({ id: 11, version: 4 }),
    '/api/nextOfKin/save': () => json({ id: 5, version: 1 }),
    '/api/falls/v1/save': () => json({ id: 21, version: 1, patientId: 11 }),
    '/api/namePrefix/all': () => list('Mrs', 'Mr'),
    '/api/ethnicity/all': () => list('White - British'),
    '/api/referrer/all': () => list('GP', 'Self'),
    '/api/method/all': () => list('Letter', 'Telephone'),
    '/api/teamMember/all': () => list('Hill, Ann'),
    '/api/location/all': () => list('Clinic'),
    '/api/dischargedTo/all': () => list('GP care'),
    '/api/personLink/all': () => json({ isServed: false, isAtRisk: false, links: [] }),
    ...answers,
  })

/** The bodies sent to a call, latest last. */
export const sentTo = (path: string, seen: ReturnType<typeof patientService>): Record<string, unknown>[] =>
  seen.filter((each) => each.path === path).map(({ body }) => JSON.parse(body) as Record<string, unknown>)
