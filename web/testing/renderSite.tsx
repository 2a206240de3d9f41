import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { forEachStage, stages, type Stage } from '../../contract/stages/stage.ts'
import type { SecurityView } from '../../contract/accounts/security.ts'
import type { WorkListRow } from '../../contract/pathways/worklists/listColumns.ts'
import type { HeldRole } from '../../contract/accounts/session.ts'
import { createSite } from '../app/routes.tsx'
import { setProfile, startSession } from '../platform/session/session.ts'
import { fakeService, json, pair, profileOf, type Answer } from './fakeService.ts'

/** jsdom has no layout and does not scroll; this lists the ids that a screen scrolled to. */
export const scrolledTo: string[] = []
Element.prototype.scrollIntoView = function () {
  scrolledTo.push(this.id)
}

/** Renders the whole site at an address, as a browser does. */
export const renderSite = (address: string) => {
  vi.stubGlobal('scrollTo', () => undefined)
  scrolledTo.length = 0
  const site = createSite(createMemoryHistory({ initialEntries: [address] }))
  render(<RouterProvider router={site} />)
  return site
}

export const administrator: HeldRole = {
  id: 4,
  name: 'System Administrator',
  profile: 'System Administrator',
}
export const clinician: HeldRole = { id: 3, name: 'Clinician', profile: 'Clinician' }
export const teamLead: HeldRole = { id: 5, name: 'Team Lead', profile: 'Team Lead' }
export const governance: HeldRole = {
  id: 8,
  name: 'Information Governance',
  profile: 'Information Governance',
}

/** Signs in without the sign-in page. */
export const beSignedIn = (...roles: HeldRole[]): void => {
  startSession(pair('one'))
  setProfile(profileOf(...roles))
}

/** Signs in to a service that requires a reason and a letter for a decline. */
export const beSignedInWhereDeclineDemands = (...roles: HeldRole[]): void => {
  const profile = profileOf(...roles)
  startSession(pair('one'))
  setProfile({ ...profile, settings: { ...profile.settings, declineDemands: true } })
}

/** Signs in to a service with PDS, with a stand-in of it, or without. */
export const beSignedInWithPds = (pds: 'off' | 'on' | 'standIn', ...roles: HeldRole[]): void => {
  const profile = profileOf(...roles)
  startSession(pair('one'))
  setProfile({ ...profile, settings: { ...profile.settings, pds } })
}

export const edna: WorkListRow = {
  patientId: 11,
  pathwayId: 21,
  familyName: 'Ashworth',
  firstName: 'Edna',
  namePrefix: 'Mrs',
  nhsNumber: '9990000077',
  dateOfBirth: '1945-07-14',
  gender: 'Female',
  postcode: 'ZZ9 9ZZ',
  referralDate: '2020-01-05',
  referrer: 'GP',
  registeredGP: 'Example Green Surgery',
  deceased: false,
  stage: 'awaitingAssessment',
  since: '2020-01-05',
  waitingDays: 12,
  due: '2020-02-02',
  dueGroup: 'later',
  dueWords: 'due in 16 days',
  telephone: '01632 960 001',
  owner: null,
  doNotCall: false,
}

/** The security settings of an account that has only a password. */
export const noWaysIn: SecurityView = {
  signIns: [],
  devices: [],
  passkeys: [],
  secondFactor: { isOn: false, isRequired: false, recoveryCodesLeft: 0, addedAt: null, lastUsedAt: null },
}

/** The counters of a service with empty lists, except for the given ones. */
export const countersAnswer = (
  given: Partial<Record<Stage, { count: number; late?: number }>> = {},
): Record<string, Answer> => ({
  '/api/kpi/all': () => json(forEachStage((stage) => ({ count: 0, late: 0, ...given[stage] }))),
})

/** A service with empty lists, except for the given answers. */
export const quietService = (answers: Record<string, Answer> = {}) =>
  fakeService({
    ...Object.fromEntries(stages.map((stage) => [`/api/list/${stage}`, () => json([])])),
    ...countersAnswer(),
    '/api/gender/all': () => json([{ id: 1, name: 'Female', isActive: true }]),
    '/api/draft/all': () => json([]),
    '/api/incomingReferral/count': () =>
      json({
        ...{ isOffered: false, fetchesErs: false, undecided: 0, late: 0 },
        ...{ lettersToPrint: 0, invitationsToPrint: 0, sendersToRing: 0 },
      }),
    '/api/letter/ofPathway': () => json({ drafts: [], letters: [] }),
    '/api/letterTemplate/all': () => json([]),
    '/api/class/ofPathway': () => json({ mayEnrol: false, places: [], plans: [] }),
    '/api/personAnswer/told': () => json({ questions: [], signs: [], diaries: [] }),
    '/api/user/security': () => json(noWaysIn),
    '/api/patient/recent': () => json([]),
    '/oauth/revoke': () => json({}),
    '/api/user/profile': () => json(profileOf(clinician)),
    ...answers,
  })
