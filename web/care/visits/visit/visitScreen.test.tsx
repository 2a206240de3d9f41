import 'fake-indexeddb/auto'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { carriedLists } from '../../../../contract/care/visits/carried.ts'
import type { VisitPack } from '../../../../contract/care/visits/visits.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { fakeService, json } from '../../../testing/fakeService.ts'
import { ednaPathway } from '../../../testing/patients.ts'
import { patienceMs } from '../../../testing/patience.ts'
import { click, fill } from '../../../testing/person.ts'
import { renderSite } from '../../../testing/renderSite.tsx'
import { outboxStore } from '../store/databases.ts'
import { destroyPack, lockPack, openByPin, packState, storePack } from '../store/openPack.ts'
import { typedSoFar } from '../store/outbox.ts'

// Argon2id is slow on purpose; what it gives is tested beside it.
vi.mock('../store/stretchInWorker.ts', () => ({
  stretchInWorker: (pin: string) => Promise.resolve(new TextEncoder().encode(pin.padEnd(32))),
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
const take = async (visits: VisitPack['visits']): Promise<void> => {
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
afterEach(() => vi.unstubAllGlobals())

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
