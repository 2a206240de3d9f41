import 'fake-indexeddb/auto'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { carriedLists } from '../../../../contract/care/visits/carried.ts'
import type { VisitNow, VisitPack } from '../../../../contract/care/visits/visits.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { formatDate, instantOf } from '../../../../contract/platform/words/format.ts'
import { currentSession, forgetSession, setProfile, startSession } from '../../../platform/session/session.ts'
import { fakeService, json, pair, profileOf } from '../../../testing/fakeService.ts'
import { ednaPathway } from '../../../testing/patients.ts'
import { patienceMs } from '../../../testing/patience.ts'
import { click, fill } from '../../../testing/person.ts'
import { clinician, renderSite } from '../../../testing/renderSite.tsx'
import { contact } from '../store/contact.ts'
import { outboxStore } from '../store/databases.ts'
import {
  destroyPack,
  idleHours,
  lockPack,
  mostTries,
  openByPin,
  packState,
  storePack,
} from '../store/openPack.ts'
import { typedSoFar } from '../store/outbox.ts'

// Argon2id is slow on purpose; what it gives is tested beside it.
vi.mock('../store/stretchInWorker.ts', () => ({
  stretchInWorker: (pin: string) => Promise.resolve(new TextEncoder().encode(pin.padEnd(32))),
}))

vi.mock('../store/serviceWorkerReady.ts', async (original) => ({
  ...(await original<object>()),
  // The simulated page has no service worker.
  isPossible: () => true,
}))

const { patient } = ednaPathway
const personCalled = (id: number, familyName: string): VisitPack['visits'][number]['view'] => ({
  ...ednaPathway,
  patient: { ...patient, id, familyName },
})
const visitOf = (appointmentId: number, familyName: string): VisitPack['visits'][number] => ({
  ...{ appointmentId, appointmentDate: today(), startTime: '10:30', minutes: 30, place: 'Home' },
  view: personCalled(appointmentId, familyName),
})
const take = async (visits: VisitPack['visits']): Promise<VisitPack> => {
  const pack: VisitPack = {
    ...{ id: crypto.randomUUID(), device: 'Telephone', userId: 7, userName: 'Priya Nair' },
    ...{ madeAt: instantOf(Date.now()), endsAt: instantOf(Date.now() + 12 * 60 * 60_000) },
    recipient: await identityToRecipient(await generateX25519Identity()),
    ...{ proof: btoa('p'.repeat(32)), visits, leftOut: [] },
    lists: Object.fromEntries(carriedLists.map((name) => [name, []])) as unknown as VisitPack['lists'],
  }
  await storePack(JSON.stringify(pack), {
    pin: { pin: '274913', half: new Uint8Array(32).fill(5) },
    passkey: null,
  })
  return pack
}
/** Signed in as whose visits they are, on a device that the service lists or not. */
const inContact = (packs: VisitPack[], visitsNow: VisitNow[]): void => {
  const devices = packs.map((pack) => ({ ...pack, isOwn: true, visits: pack.visits.length }))
  fakeService({
    '/health/live': () => json({}),
    '/api/visit/work': () => json({ devices, waiting: [], notHandedIn: [], visitsNow }),
  })
  const profile = profileOf(clinician)
  startSession(pair('one'))
  setProfile({ ...profile, user: { ...profile.user, id: 7 } })
  // The simulated page has no locks.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, _options: object, work: (lock: object) => unknown) => work({}) },
  })
}
const typed = async (): Promise<unknown[]> => {
  const state = packState.get()
  return state.is === 'open' ? (await typedSoFar(state)).map(({ changes }) => changes) : []
}

beforeEach(async () => {
  fakeService({ '/health/live': () => json({}) })
  await destroyPack('done')
  await (await outboxStore()).clear('outbox')
})
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

test('where visits are taken along, and on the device, it is said what removes them sooner', async () => {
  const sooner = new RegExp(
    `sooner after ${idleHours} hours without use or ${mostTries} wrong PINs, when you sign out, when somebody ends them, and when a record is restricted`,
  )
  inContact([], [])
  const { profile } = currentSession() ?? {}
  if (profile != null) setProfile({ ...profile, settings: { ...profile.settings, visits: true } })
  const site = renderSite('/visits')
  expect(await screen.findByText(sooner)).toHaveTextContent(/kept encrypted on this device for 12 hours/)
  await act(() => take([visitOf(31, 'Ashworth')]))
  await act(() => site.navigate({ to: '/visits', search: { show: 'device' } }))
  expect(await screen.findByText(sooner)).toHaveTextContent(/They are removed at/)
})

/** Ticks at the door who it is, and types into a note. */
const typeNote = async (name: RegExp, note: string): Promise<void> => {
  click(await screen.findByRole('checkbox', { name }))
  click(await screen.findByRole('link', { name: 'Contact note' }))
  fill(await screen.findByLabelText('Note'), note)
  await vi.waitFor(async () => expect(await typed()).toEqual([{ note }]), patienceMs)
}

test('who was ticked at the door, and what was typed, is not taken for the next person in other visits', async () => {
  await take([visitOf(31, 'Ashworth'), visitOf(32, 'Thornley')])
  renderSite('/visits?show=visit-0')
  await typeNote(/ASHWORTH/, 'About Mrs Ashworth')
  // Her record was restricted: the visits are taken again without her, and the next person has her number.
  await act(() => destroyPack('revoked'))
  await screen.findByRole('heading', { name: 'Take visits along' })
  await act(() => take([visitOf(32, 'Thornley')]))
  await screen.findByRole('heading', { name: 'Who is this?' })
  click(screen.getByRole('checkbox', { name: /THORNLEY/ }))
  expect(await screen.findByLabelText('Note')).toHaveValue('')
  expect(screen.queryByRole('button', { name: 'Bring it back' })).toBeNull()
})

test('after the visits were locked it is asked again who it is, and what was typed is offered', async () => {
  await take([visitOf(31, 'Ashworth')])
  renderSite('/visits?show=visit-0')
  await typeNote(/ASHWORTH/, 'Rang the bell')
  await act(() => lockPack())
  await screen.findByRole('heading', { name: 'Open your visits' })
  await act(() => openByPin('274913'))
  click(await screen.findByRole('checkbox', { name: /ASHWORTH/ }))
  click(await screen.findByRole('button', { name: 'Bring it back' }))
  expect(within(screen.getByRole('main')).getByLabelText('Note')).toHaveValue('Rang the bell')
})

test.each<[string, Partial<VisitNow>, string]>([
  ['cancelled', { what: ['cancelled'], startTime: '14:00' }, 'Cancelled.'],
  ['moved', { startTime: '14:00', what: [] }, `Moved to 14:00 on ${formatDate(today())}.`],
  ['given to a colleague', { what: ['colleague'] }, 'A colleague has it now.'],
  [
    'of a closed referral, and a death',
    { what: ['closed', 'died'] },
    'The referral is closed. The patient has died, or is said to have died.',
  ],
])(
  'a visit that changed says so on the list and on itself at the next contact: %s',
  async (_, now, words) => {
    const pack = await take([visitOf(31, 'Ashworth'), visitOf(32, 'Thornley')])
    const same = { packId: pack.id, appointmentDate: today(), startTime: '10:30', what: [] }
    inContact(
      [pack],
      [
        { ...same, appointmentId: 31, ...now },
        { ...same, appointmentId: 32 },
      ],
    )
    renderSite('/visits')
    await act(() => contact())
    const whole = `Changed since it was taken along: ${words}`
    await screen.findByText(words, { exact: false })
    const [first, second] = within(await screen.findByRole('list')).getAllByRole('listitem')
    expect(first).toHaveTextContent(whole)
    expect(second).not.toHaveTextContent(/Changed/)
    expect(screen.getByText(/^1 visit/).closest('[role=status]')).not.toBeNull()
    click(screen.getByRole('link', { name: /ASHWORTH/ }))
    await screen.findByRole('heading', { name: 'Who is this?' })
    expect(screen.getByText(words, { exact: false }).closest('[role=status]')).toHaveTextContent(whole)
  },
)

test('visits with a home that is not safe are removed at the next contact, which says which one', async () => {
  const { id: packId } = await take([visitOf(31, 'Ashworth')])
  const now = { packId, appointmentId: 31, appointmentDate: today(), startTime: '10:30' }
  inContact([], [{ ...now, what: ['notSafe'] }])
  renderSite('/visits')
  await act(() => contact())
  await screen.findByText(/a visit to one of the homes may not be safe. Take your visits again/)
  expect(screen.getByRole('listitem')).toHaveTextContent(
    `Visit at 10:30, ${formatDate(today())}: a visit to this home may not be safe`,
  )
})
