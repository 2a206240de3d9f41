import 'fake-indexeddb/auto'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { beforeEach, expect, it, vi } from 'vitest'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { setProfile, startSession, forgetSession } from '../../../platform/session/session.ts'
import { fakeService, json, pair, profileOf } from '../../../testing/fakeService.ts'
import { clinician } from '../../../testing/renderSite.tsx'
import { changedRecord } from './changedRecord.ts'
import { contact } from './contact.ts'
import { endedWords } from './endedWords.ts'
import { handedInState, handInAll } from './handIn.ts'
import { stretch } from './stretch.ts'
import { allWaiting, dropTyped, keepTyped, putSaved, typedSoFar } from './outbox.ts'
import { outboxStore, packStore } from './databases.ts'
import {
  destroyPack,
  endedBy,
  idleHours,
  lockPack,
  openByPin,
  packState,
  readStoredPack,
  storePack,
} from './openPack.ts'

// Argon2id is slow on purpose; what it gives is tested once below.
vi.mock('./stretchInWorker.ts', () => ({
  stretchInWorker: (pin: string) => Promise.resolve(new TextEncoder().encode(pin.padEnd(32))),
}))

const hour = 60 * 60_000
const secretName = 'Quzzlewick'
const emptyView = { note: secretName, frat: [{ id: 41 }], fall: [{ id: 42 }] }
vi.mock('../../../../contract/care/visits/visits.ts', async (original) => ({
  ...(await original<object>()),
  // What is in a visit is for the service to say; here it is any text.
  visitPack: { parse: (pack: unknown) => pack },
}))

const aPack = async () => ({
  id: crypto.randomUUID(),
  device: 'Telephone',
  userId: 7,
  userName: 'Priya Nair',
  madeAt: instantOf(Date.now()),
  endsAt: instantOf(Date.now() + 12 * hour),
  recipient: await identityToRecipient(await generateX25519Identity()),
  proof: btoa('p'.repeat(32)),
  visits: [{ appointmentId: 31, view: emptyView }],
})
const half = () => new Uint8Array(32).fill(5)
const at = { visit: 0, form: 'contactNote', record: 0 } as const
const typed = (entryId: string, note: string) => ({
  ...{ entryId, place: `/visits?show=visit-0-contactNote note #${entryId}`, base: '[]' },
  changes: { note } as unknown as Record<string, never>,
  savedAt: instantOf(Date.now()),
})
const open = () => {
  const state = packState.get()
  if (state.is !== 'open') throw new Error(`The pack is ${state.is}`)
  return state
}

/** The simulated page has no locks. */
const onePageAtATime = () =>
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, _options: object, work: (lock: object) => unknown) => work({}) },
  })

beforeEach(async () => {
  await destroyPack('done')
  await (await outboxStore()).clear('outbox')
  await storePack(JSON.stringify(await aPack()), { pin: { pin: '274913', half: half() }, passkey: null })
})

const bytesOf = async (): Promise<string> => {
  const [pack, drafts, outbox] = await Promise.all([
    packStore().then((database) => database.getAll('pack')),
    packStore().then((database) => database.getAll('drafts')),
    outboxStore().then((database) => database.getAll('outbox')),
  ])
  // By name: the bytes are of Node, and this page is simulated.
  const text = (value: unknown): unknown =>
    /ArrayBuffer|Uint8Array/.test(Object.prototype.toString.call(value))
      ? Buffer.from(value as ArrayBuffer).toString('latin1')
      : value
  return JSON.stringify([pack, drafts, outbox], (_name, value: unknown) => text(value))
}

it('has nothing of a patient in the database but as ciphertext', async () => {
  await keepTyped(open(), at, typed(crypto.randomUUID(), 'Rang the bell twice'))
  await putSaved(open(), at, crypto.randomUUID(), { note: 'Walks with a frame' })
  const bytes = await bytesOf()
  expect(bytes).not.toMatch(/Quzzlewick|Rang the bell|Walks with|Priya/)
  expect(bytes).toContain('age-encryption.org')
})

it('opens with its PIN and the half of the service, and with no other', async () => {
  await lockPack()
  expect(packState.get().is).toBe('locked')
  expect(await openByPin('111222')).toBe(4)
  expect(await openByPin('274913')).toBeNull()
  expect(open().pack.visits).toEqual([{ appointmentId: 31, view: emptyView }])
})

it('is not taken, and not opened, by a device that is full, which says so', async () => {
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Quota exceeded', 'QuotaExceededError')
  })
  const other = JSON.stringify(await aPack())
  const taking = storePack(other, { pin: { pin: '274913', half: half() }, passkey: null })
  await expect(taking).rejects.toThrow('could not keep the visits: it may be full')
  await lockPack()
  await expect(openByPin('274913')).rejects.toThrow('could not be opened: this device may be full')
  full.mockRestore()
  expect(await openByPin('274913')).toBeNull()
})

it('is destroyed by the fifth wrong PIN', async () => {
  await lockPack()
  for (const left of [4, 3, 2, 1, 0]) expect(await openByPin('111222')).toBe(left)
  expect(packState.get()).toMatchObject({ is: 'none', why: 'tries' })
  expect(await (await packStore()).count('pack')).toBe(0)
})

it.each([
  ['before it was made', -1, 'time'],
  ['at its end', 12, 'time'],
  ['after it was left alone', idleHours + 0.1, 'idle'],
  ['in its time', 1, null],
] as const)('ends by the clock: %s', (_, hours, why) => {
  const made = { madeAt: 0, endsAt: 12 * hour, usedAt: 0 }
  expect(endedBy(made, hours * hour)).toBe(why)
})

it('is not opened by a clock that was put back', () => {
  expect(endedBy({ madeAt: 0, endsAt: 12 * hour, usedAt: 13 * hour }, hour)).toBe('time')
})

it('is destroyed for somebody else who signs in, and what is to be handed in stays', async () => {
  await putSaved(open(), at, crypto.randomUUID(), { note: 'Walks with a frame' })
  await readStoredPack(8)
  expect(packState.get()).toMatchObject({ is: 'none', why: 'other' })
  expect(await allWaiting()).toHaveLength(1)
})

it('keeps what is typed until it is saved, once and in the order in which it was begun', async () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  await keepTyped(open(), at, typed(first, 'R'))
  await putSaved(open(), { visit: 0, form: 'fall', record: 0 }, second, { place: 'Bathroom' })
  await keepTyped(open(), at, typed(first, 'Rang'))
  expect((await typedSoFar(open())).map(({ changes }) => changes)).toEqual([{ note: 'Rang' }])
  await putSaved(open(), at, first, { note: 'Rang' })
  // As the form does after a save; a late letter changes nothing either.
  await dropTyped(first)
  await keepTyped(open(), at, typed(first, 'Ran'))
  expect((await allWaiting()).map(({ entryId, isFinished }) => [entryId, isFinished])).toEqual([
    [first, true],
    [second, true],
  ])
  expect(await typedSoFar(open())).toEqual([])
})

it('leaves the sealed text of what was never finished when the pack is destroyed', async () => {
  const entryId = crypto.randomUUID()
  await keepTyped(open(), at, typed(entryId, 'Rang'))
  await destroyPack('time')
  expect((await allWaiting()).map((entry) => [entry.entryId, entry.isFinished])).toEqual([[entryId, false]])
})

it.each([
  ['a new record', 'frat', 0, 0],
  ['a record that was taken along', 'frat', 1, 41],
  ['one that was not', 'frat', 2, null],
  ['one of a kind that is not changed on a visit', 'fall', 1, null],
] as const)('says which record a form changes: %s', (_, form, record, id) => {
  expect(changedRecord(open(), { visit: 0, form, record })).toBe(id)
})

it('forgets what was typed into a form once it was handed in, though the browser was killed just after the save', async () => {
  const entryId = crypto.randomUUID()
  await putSaved(open(), at, entryId, { note: 'Rang' })
  // As a browser leaves it that is killed before it has deleted what was typed.
  await keepTyped(open(), at, typed(entryId, 'Rang'))
  fakeService({ '/api/visit/handIn': () => json({ outcome: 'saved', why: null }) })
  startSession(pair('one'))
  setProfile(profileOf(clinician))
  onePageAtATime()
  await handInAll()
  forgetSession('person')
  vi.unstubAllGlobals()
  expect(await allWaiting()).toEqual([])
  expect(await typedSoFar(open())).toEqual([])
})

it('keeps what the service took for something of other visits, and hands in the rest', async () => {
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  await putSaved(open(), at, first, { note: 'Rang' })
  await putSaved(open(), at, second, { note: 'Rang again' })
  const answers = [
    json({ code: 'conflict', message: 'It stays on the device.' }, 409),
    json({ outcome: 'saved', why: null }),
  ]
  fakeService({ '/api/visit/handIn': () => answers.shift() ?? json({}, 500) })
  startSession(pair('one'))
  setProfile(profileOf(clinician))
  onePageAtATime()
  await handInAll()
  forgetSession('person')
  vi.unstubAllGlobals()
  expect((await allWaiting()).map(({ entryId, isRefused }) => [entryId, isRefused])).toEqual([[first, true]])
  expect(handedInState.get()).toMatchObject({ left: 0, refused: 1 })
})

it('is destroyed at the next contact once the service no longer lists it, and what was typed is handed in', async () => {
  await putSaved(open(), at, crypto.randomUUID(), { note: 'Rang' })
  let handedIn = 0
  fakeService({
    '/health/live': () => json({}),
    '/api/visit/work': () => json({ devices: [], waiting: [], notHandedIn: [] }),
    '/api/visit/handIn': () => {
      handedIn += 1
      return json({ outcome: 'waiting', why: 'restricted' })
    },
  })
  startSession(pair('one'))
  setProfile({ ...profileOf(clinician), user: { ...profileOf(clinician).user, id: 7 } })
  onePageAtATime()
  await contact()
  forgetSession('person')
  vi.unstubAllGlobals()
  expect(packState.get()).toEqual({ is: 'none', why: 'revoked' })
  expect(endedWords.revoked).toContain('Take your visits again')
  expect(await (await packStore()).count('pack')).toBe(0)
  expect(handedIn).toBe(1)
  expect(await allWaiting()).toEqual([])
})

it('stretches a PIN to 32 bytes, others for another PIN or salt', () => {
  const salt = new Uint8Array(16)
  const one = stretch('274913', salt)
  expect(one).toHaveLength(32)
  expect(stretch('274913', salt)).toEqual(one)
  expect(stretch('274914', salt)).not.toEqual(one)
  expect(stretch('274913', new Uint8Array(16).fill(1))).not.toEqual(one)
})
