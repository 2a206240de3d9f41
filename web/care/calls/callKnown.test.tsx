import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallList, CallListRow } from '../../../contract/pathways/worklists/callList.ts'
import type { PathwayClasses } from '../../../contract/care/classes/place.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { agreedOf } from './callKnown.ts'
import { json, type Answer } from '../../testing/fakeService.ts'
import { ednaPathway } from '../../testing/patients.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, clinician, edna, quietService, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const day = (days: number) => addDays(today(), days)
const row: CallListRow = {
  ...edna,
  telephone: '01632 960 001',
  stage: 'awaitingFollowup',
  due: today(),
  inTimeUntil: today(),
  countsFrom: day(-17),
  nextTryTime: 'afternoon',
  tries: 1,
  lastTryDate: day(-1),
  lastOutcome: 'ringBack',
  flags: [],
}
const recorded = {
  id: 1,
  version: 1,
  isActive: true,
  recordedBy: 'Priya Nair',
  recordedAt: '2020-01-06T10:00:00Z',
  pathwayId: 21,
}
const call: PathwayView['followup'][number] = {
  ...recorded,
  callDate: day(-1),
  clinicianId: 1,
  outcome: 'ringBack',
  nextTryDate: today(),
  nextTryTime: 'afternoon',
  fallsSinceContact: null,
  falls: [],
  exerciseHours: null,
  confidence: null,
  equipmentInUse: null,
  note: null,
  redFlagHeard: null,
  redFlagText: null,
  letterSentDate: null,
  countsEarly: null,
  names: { clinician: 'Okafor, Ada' },
}
const equipment: PathwayView['equipmentAssessment'][number] = {
  ...recorded,
  equipmentId: 1,
  other: null,
  askedDate: null,
  orderedDate: null,
  fittedDate: day(-60),
  reviewedDate: null,
  dueBackDate: null,
  ended: null,
  endedDate: null,
  names: { equipment: 'Bath board' },
}
const plan: PathwayView['treatmentPlan'][number] = {
  ...recorded,
  treatmentDate: day(-120),
  assessmentDate: null,
  clinicianId: 1,
  locationId: 1,
  patientGoals: 'Walk to the library alone',
  goalsAchievedId: null,
  goalsNotAchievedReason: null,
  endedDate: null,
  names: { clinician: 'Okafor, Ada', location: 'Clinic', goalsAchieved: null },
}
const told: PathwayView = {
  ...ednaPathway,
  followup: [
    call,
    {
      ...call,
      id: 2,
      callDate: day(-9),
      outcome: 'noAnswer',
      note: 'Her daughter answers on Fridays',
      equipmentInUse: 'A stick',
    },
  ],
  appointment: [
    {
      ...recorded,
      appointmentType: 'call',
      appointmentDate: day(2),
      startTime: '14:30',
      minutes: 20,
      locationId: 1,
      clinicianId: 1,
      outcome: null,
      note: null,
      remindedAt: null,
      names: { location: 'Office', clinician: 'Okafor, Ada' },
    },
  ],
  equipmentAssessment: [
    equipment,
    { ...equipment, id: 2, names: { equipment: 'Commode' }, ended: 'returned', endedDate: day(-5) },
  ],
  treatmentPlan: [
    // This plan ended on its first day, so it never took place.
    { ...plan, id: 2, treatmentDate: day(-100), endedDate: day(-100), patientGoals: 'Nothing came of it' },
    { ...plan, endedDate: day(-95), names: { ...plan.names, goalsAchieved: 'Partly' } },
  ],
}
const classes: PathwayClasses = {
  mayEnrol: false,
  plans: [],
  places: [
    {
      id: 5,
      version: 1,
      classId: 8,
      pathwayId: 21,
      state: 'left',
      transport: 'own',
      wantedLocation: null,
      waitingSince: null,
      joinedDate: '2020-01-06',
      endedDate: '2020-03-02',
      endedHow: 'left',
      leftReason: 'finished',
      leftNote: null,
      className: 'Steady on Monday',
      firstDate: '2020-01-06',
      startTime: '10:00',
      location: 'Village hall',
      exerciseId: 71,
    },
  ],
}

const service = (view: Answer, of: Partial<CallListRow> = {}) =>
  quietService({
    '/api/list/calls': () =>
      json({
        rows: [{ ...row, ...of }],
        total: 1,
        toRingNow: 1,
        dueSoon: { total: 0, days: 14 },
        leftOut: { consentRefused: 0, declined: 0 },
        calendar: [],
      } satisfies CallList),
    '/api/clinician/all': () => json([{ id: 1, name: 'Okafor, Ada', isActive: true }]),
    '/api/pathway/get': view,
    '/api/class/ofPathway': () => json(classes),
  })
const known = async () => within(await screen.findByRole('region', { name: 'Before you ring' }))
/** The element with the content below a heading of the column. */
const under = async (title: string): Promise<HTMLElement> => {
  const term = await (await known()).findByText(title, { selector: 'dt' })
  return term.parentElement as HTMLElement
}

test('beside the form stands what was agreed, tried and noted, and what the person has', async () => {
  service(() => json(told))
  renderSite('/falls/calls')
  expect(await under('Agreed')).toHaveTextContent(`Asked to be rung back ${formatDate(today())}, afternoon`)
  expect(await under('Agreed')).toHaveTextContent(
    `Call booked ${formatDate(day(2))}, 14:30 to 14:50, Okafor, Ada`,
  )
  expect(await under('Last call')).toHaveTextContent(
    `${formatDate(day(-1))}: asked to be rung back (Okafor, Ada)`,
  )
  expect(await under('Last note')).toHaveTextContent(`${formatDate(day(-9))}Her daughter answers on Fridays`)
  expect(await under('Class')).toHaveTextContent(
    'Steady on Monday, Mondays at 10:00, Village hall: finished the programme, 02-Mar-2020',
  )
  expect(await under('Equipment')).toHaveTextContent(`Bath board: fitted ${formatDate(day(-60))}`)
  expect(await under('Equipment')).toHaveTextContent(`In use, as told ${formatDate(day(-9))}: A stick`)
  expect(await under('Equipment')).not.toHaveTextContent('Commode')
  expect(await under('Goals')).toHaveTextContent('Walk to the library alone')
  expect(await under('Goals')).toHaveTextContent('Achieved: Partly')
  expect(await under('Goals')).not.toHaveTextContent('Nothing came of it')
})

test('says of each part that nothing is recorded, and asks for the form all the same', async () => {
  service(() => json(ednaPathway), { tries: 0, lastTryDate: null, lastOutcome: null, nextTryTime: null })
  renderSite('/falls/calls')
  expect(await under('Agreed')).toHaveTextContent('No day was agreed')
  expect(await under('Last call')).toHaveTextContent('Not rung before')
  expect(await under('Equipment')).toHaveTextContent('None recorded')
  expect(await under('Goals')).toHaveTextContent('No treatment plan')
  expect(screen.getByRole('button', { name: 'Save and next' })).toBeEnabled()
})

test('a form can be filled in while what is known cannot be read', async () => {
  service(() => json({ message: 'The service is busy' }, 503))
  renderSite('/falls/calls')
  expect(await (await known()).findByRole('button', { name: 'Try again' })).toBeVisible()
  click(screen.getByRole('radio', { name: 'No answer' }))
  expect(screen.getByRole('button', { name: 'Save and next' })).toBeEnabled()
})

test('a restricted record is not asked for by choosing the person', async () => {
  const seen = service(() => json(told), { isWithheld: true })
  renderSite('/falls/calls')
  expect(await (await known()).findByText(/This record is restricted/)).toBeVisible()
  expect(seen.some(({ path }) => path === '/api/pathway/get' || path === '/api/class/ofPathway')).toBe(false)
})

test('the list unfolds on a small screen, and says whether it is', async () => {
  service(() => json(told))
  renderSite('/falls/calls')
  const button = await (await known()).findByRole('button', { name: 'Show class, equipment and goals' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  click(button)
  expect((await known()).getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
})

test('people outside the service are never shown it, nor is it asked for', async () => {
  const external: HeldRole = { id: 6, name: 'External', profile: 'External' }
  beSignedIn(external)
  const seen = service(() => json(told))
  renderSite('/falls/calls')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBeVisible())
  expect(screen.queryByText('Before you ring')).toBeNull()
  expect(seen.some(({ path }) => path === '/api/pathway/get')).toBe(false)
})

test('says what was agreed before a try that agreed nothing', async () => {
  const hospital = { ...call, id: 1, callDate: day(-8), outcome: 'inHospital' as const }
  const tried = {
    ...call,
    id: 2,
    callDate: day(-1),
    outcome: 'noAnswer' as const,
    nextTryDate: null,
    nextTryTime: null,
  }
  expect(agreedOf({ ...ednaPathway, followup: [tried, hospital] })).toEqual([
    `To be tried again ${formatDate(today())}, afternoon`,
  ])
  const declined = { ...tried, outcome: 'declined' as const }
  expect(agreedOf({ ...ednaPathway, followup: [declined, hospital] })).toEqual([])
})
