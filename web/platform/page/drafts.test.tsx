import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Draft, KeptDraft } from '../../../contract/platform/calls/draft.ts'
import { forget, keep } from './drafts.ts'
import { forgetSession, setProfile, startSession } from '../session/session.ts'
import { json, pair, profileOf } from '../../testing/fakeService.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { ednaView } from '../../testing/patients.ts'
import { administrator, beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'
import { click, fill } from '../../testing/person.ts'
import { patienceMs } from '../../testing/patience.ts'

afterEach(() => {
  forgetSession('person')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A promise and the function that resolves it. */
const gate = () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

const address = '/falls/patient/demographics?id=0'
const done = () => json({ success: true })

/** Types into the form. Returns the draft that it sends three seconds after the last key. */
const typeAndWait = async (): Promise<Draft> => {
  const seen = quietService({ '/api/draft/save': done })
  beSignedIn(clinician)
  renderSite(address)
  await screen.findByLabelText('Family name')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fill(screen.getByLabelText('Family name'), 'Ash')
  fill(screen.getByLabelText('Family name'), 'Ashworth')
  fill(screen.getByLabelText('Day'), '14')
  fill(screen.getByLabelText('Month'), 'Jul')
  fill(screen.getByLabelText('Year'), '1945')
  await act(() => vi.advanceTimersByTimeAsync(2_900))
  expect(seen.filter(({ path }) => path === '/api/draft/save')).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(200))
  vi.useRealTimers()
  const sent = seen.filter(({ path }) => path === '/api/draft/save')
  expect(sent).toHaveLength(1)
  return JSON.parse(sent[0]?.body ?? '') as Draft
}

/** Opens the form in a freshly loaded page. */
const openWith = async (...kept: KeptDraft[]) => {
  forgetSession('person')
  cleanup()
  const seen = quietService({
    '/api/draft/all': () => json(kept),
    '/api/draft/save': done,
    '/api/draft/delete': done,
  })
  // The tab keeps its earlier session: nobody signs in.
  beSignedIn(clinician)
  renderSite(address)
  await screen.findAllByRole('region', { name: /^Unsaved work/ })
  return seen
}

describe('AU-16: unsaved work', () => {
  test('is kept three seconds after the last key, only the fields that were changed', async () => {
    expect(await typeAndWait()).toMatchObject({
      place: expect.stringContaining('/falls/patient/demographics') as string,
      changes: { familyName: 'Ashworth', dateOfBirth: '1945-07-14' },
    })
  })

  test('belongs to the screen that is shown, also when its form comes while the next is awaited', async () => {
    const [read, next] = [gate(), gate()]
    const seen = patientService({
      '/api/patient/get': async () => {
        await read.opened
        return json(ednaView)
      },
      '/api/draft/save': done,
    })
    beSignedIn(clinician)
    const site = renderSite('/falls/patient/demographics?id=11')
    await screen.findByRole('main')
    const { options } = site.routesByPath['/falls/referral-search']
    Object.assign(options, { loader: () => next.opened })
    act(() => void site.navigate({ to: '/falls/referral-search' }))
    read.open()
    const name = await screen.findByLabelText('Family name')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fill(name, 'Ashby')
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    vi.useRealTimers()
    expect(sentTo('/api/draft/save', seen)).toMatchObject([
      { place: expect.stringMatching(/^\/falls\/patient\/demographics\?id=11 /) as string },
    ])
    Object.assign(options, { loader: undefined })
    next.open()
  })

  test('is forgotten when all is changed back by hand', async () => {
    const seen = quietService({ '/api/draft/save': done, '/api/draft/delete': done })
    beSignedIn(clinician)
    renderSite(address)
    await screen.findByLabelText('Family name')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const before = drafts(seen).length
    for (const typed of ['Ash', '', 'Ash', '']) {
      fill(screen.getByLabelText('Family name'), typed)
      await act(() => vi.advanceTimersByTimeAsync(3_100))
    }
    vi.useRealTimers()
    const [saved, deleted] = ['/api/draft/save', '/api/draft/delete']
    await waitFor(() => expect(drafts(seen).slice(before)).toEqual([saved, deleted, saved, deleted]))
  })

  test('has no password in it', async () => {
    const seen = quietService({
      '/api/draft/save': done,
      '/api/role/all': () => json([]),
      '/api/user/profile': () => json(profileOf(administrator)),
    })
    beSignedIn(administrator)
    renderSite('/falls/user-create')
    await screen.findByLabelText('Family name')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fill(screen.getByLabelText('Family name'), 'Okoro')
    fill(screen.getByLabelText('Password'), 'umbrella marmalade violin')
    fill(screen.getByLabelText('Confirm password'), 'umbrella marmalade violin')
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    vi.useRealTimers()
    const sent = seen.filter(({ path }) => path === '/api/draft/save').map(({ body }) => body)
    expect(sent).toEqual([expect.stringContaining('Okoro')])
    expect(sent.join()).not.toContain('marmalade')
  })

  test('is offered after a reload, in a restored tab and after a crash, and restored when the person says so', async () => {
    const kept = { ...(await typeAndWait()), savedAt: '2020-11-21T10:15:00Z' }
    await openWith(kept)
    expect(screen.getByText(/On 21\/11\/2020 10:15 you typed here/)).toBeVisible()
    expect(screen.queryByText(/has changed since/)).toBeNull()
    expect(screen.getByLabelText('Family name')).toHaveValue('')
    click(screen.getByRole('button', { name: 'Bring it back' }))
    await waitFor(() => expect(screen.getByLabelText('Family name')).toHaveValue('Ashworth'))
    expect(screen.getByLabelText('Day')).toHaveValue('14')
    expect(screen.getByLabelText('Year')).toHaveValue('1945')
    expect(screen.queryByRole('region', { name: 'Unsaved work' })).toBeNull()
  })

  test('says when what is on record has changed since', async () => {
    const kept = { ...(await typeAndWait()), base: 'other', savedAt: '2020-11-21T10:15:00Z' }
    await openWith(kept)
    expect(screen.getByText(/has changed since: please check/)).toBeVisible()
  })

  test('can be thrown away', async () => {
    const kept = { ...(await typeAndWait()), savedAt: '2020-11-21T10:15:00Z' }
    const seen = await openWith(kept)
    click(screen.getByRole('button', { name: 'Throw it away' }))
    expect(screen.queryByRole('region', { name: 'Unsaved work' })).toBeNull()
    const dropped = seen.find(({ path }) => path === '/api/draft/delete')
    expect(JSON.parse(dropped?.body ?? '')).toEqual({ place: kept.place })
  })

  test('is not overwritten by what is typed again while it is not answered, and both are offered then', async () => {
    const kept = { ...(await typeAndWait()), savedAt: '2020-11-21T10:15:00Z' }
    const seen = await openWith(kept)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fill(screen.getByLabelText('Family name'), 'Pomfret')
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    vi.useRealTimers()
    const [again] = sentTo('/api/draft/save', seen) as unknown as Draft[]
    expect(again?.changes).toEqual({ familyName: 'Pomfret' })
    expect(again?.place).not.toBe(kept.place)
    expect(screen.getByRole('region', { name: 'Unsaved work' })).toBeVisible()
    cleanup()
    await openWith({ ...(again as Draft), savedAt: '2020-11-22T10:15:00Z' }, kept)
    expect(screen.getAllByRole('region', { name: /^Unsaved work(, 2)?$/ })).toHaveLength(2)
    click(screen.getAllByRole('button', { name: 'Bring it back' })[1] as HTMLElement)
    await waitFor(() => expect(screen.getByLabelText('Family name')).toHaveValue('Ashworth'))
    expect(screen.getByText(/On 22\/11\/2020 10:15 you typed here/)).toBeVisible()
    expect(screen.getByLabelText('Family name')).toHaveFocus()
  })

  test('is waited for where something can be typed, and not where nothing can', async () => {
    const kept = { ...(await typeAndWait()), savedAt: '2020-11-21T10:15:00Z' }
    forgetSession('person')
    cleanup()
    const read = gate()
    quietService({ '/api/draft/all': () => read.opened.then(() => json([kept])) })
    beSignedIn(clinician)
    const site = renderSite('/falls/admissions')
    await screen.findByRole('heading', { name: 'Home' })
    setTimeout(read.open, 300)
    await act(() => site.navigate({ to: '/falls/patient/demographics', search: { id: 0 } }))
    await screen.findByRole('heading', { name: 'Register a patient' })
    expect(screen.getByRole('region', { name: 'Unsaved work' })).toBeVisible()
  })

  test('of one form is not offered on another screen', async () => {
    const kept = { ...(await typeAndWait()), savedAt: '2020-11-21T10:15:00Z' }
    forgetSession('person')
    cleanup()
    quietService({ '/api/draft/all': () => json([kept]) })
    beSignedIn(clinician)
    renderSite('/falls/referral-create')
    await screen.findByLabelText('Family name')
    expect(screen.queryByRole('region', { name: 'Unsaved work' })).toBeNull()
  })

  test('is kept at once when the page is put away within three seconds of the last key', async () => {
    const seen = quietService({ '/api/draft/save': done })
    beSignedIn(clinician)
    renderSite(address)
    fill(await screen.findByLabelText('Family name'), 'Ashworth')
    const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    visible.mockRestore()
    await waitFor(() =>
      expect(sentTo('/api/draft/save', seen)).toMatchObject([{ changes: { familyName: 'Ashworth' } }]),
    )
  })

  test('is forgotten when the person leaves and says that it may be lost', async () => {
    const seen = quietService({ '/api/draft/save': done, '/api/draft/delete': done })
    beSignedIn(clinician)
    const site = renderSite(address)
    await screen.findByLabelText('Family name')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fill(screen.getByLabelText('Family name'), 'Ashworth')
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    vi.useRealTimers()
    const [kept] = sentTo('/api/draft/save', seen)
    vi.stubGlobal('confirm', () => true)
    await act(() => site.navigate({ to: '/falls/referral-search' }))
    await waitFor(() => expect(sentTo('/api/draft/delete', seen)).toEqual([{ place: kept?.['place'] }]))
  })
})

/** A service that stores drafts. The first save waits until `arrive` is called, then ends as `first` says. */
const slowService = (first: End, save = Promise.resolve()) => {
  const stored = new Map<string, unknown>()
  const arrive = gate()
  let isFirst = true
  const seen = patientService({
    '/api/pathway/save': async () => {
      await save
      return json({ id: 21, version: 2 })
    },
    '/api/draft/save': async ({ body }) => {
      const { place, changes } = JSON.parse(body) as Draft
      const store = () => void stored.set(place, changes)
      if (isFirst) {
        isFirst = false
        await arrive.opened
        return first(store)
      }
      store()
      return done()
    },
    '/api/draft/delete': ({ body }) => {
      stored.delete((JSON.parse(body) as { place: string }).place)
      return done()
    },
  })
  return { seen, stored, arrive: arrive.open }
}
const drafts = (seen: ReturnType<typeof quietService>): string[] =>
  seen.map(({ path }) => path).filter((path) => /^\/api\/draft\/(save|delete)$/.test(path))

const realTimeout = setTimeout
/** Lets the page load and render until a condition is true. By the fake clock that takes less time than the pause. */
const until = async (isSo: () => boolean): Promise<void> => {
  for (let moment = 0; moment < 1_000 && !isSo(); moment += 1)
    await act(async () => {
      await new Promise((resolve) => realTimeout(resolve, 5))
      await vi.advanceTimersByTimeAsync(1)
    })
  expect(isSo()).toBe(true)
}
/** Checks that exactly this many draft calls are sent. */
const sends = async (seen: ReturnType<typeof quietService>, count: number): Promise<void> => {
  await until(() => drafts(seen).length >= count)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(drafts(seen)).toHaveLength(count)
}

type End = (store: () => void) => Response
const arrivesLate: End = (store) => {
  store()
  return done()
}
const ends: [how: string, first: End][] = [
  ['arrives late', arrivesLate],
  ['is refused', () => json({ message: 'Too large' }, 413)],
  [
    'arrives and no answer comes back',
    (store) => {
      store()
      throw new TypeError('Failed to fetch')
    },
  ],
]

describe('AU-16: what has been saved is not unsaved work', () => {
  const type = (text: string): void => fill(screen.getByRole('textbox'), text)
  const press = (): void => click(screen.getByRole('button', { name: 'Save' }))
  const open = async () => {
    beSignedIn(clinician)
    renderSite('/falls/pathway/comments?id=21&patientId=11')
    await screen.findByRole('textbox')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  }
  const leaves = (): Promise<void> => until(() => document.querySelector('textarea') === null)

  test('a save within three seconds of the last key keeps nothing', async () => {
    const { seen } = slowService(arrivesLate)
    await open()
    type('Rang')
    press()
    await leaves()
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    expect(sentTo('/api/pathway/save', seen)).toMatchObject([{ comments: 'Rang' }])
    expect(drafts(seen)).toEqual([])
  })

  test.each(ends)('when the draft still on its way %s, it is forgotten after that', async (_, first) => {
    const { seen, stored, arrive } = slowService(first)
    await open()
    type('Rang')
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    expect(drafts(seen)).toEqual(['/api/draft/save'])
    press()
    await leaves()
    expect(drafts(seen)).toEqual(['/api/draft/save'])
    arrive()
    await sends(seen, 2)
    expect(drafts(seen)).toEqual(['/api/draft/save', '/api/draft/delete'])
    expect([...stored]).toEqual([])
  })

  test('nor is anything left of a save that takes longer than the pause', async () => {
    const save = gate()
    const { seen, stored, arrive } = slowService(arrivesLate, save.opened)
    await open()
    type('Rang')
    press()
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    expect(drafts(seen)).toEqual(['/api/draft/save'])
    save.open()
    await leaves()
    arrive()
    await sends(seen, 2)
    expect(drafts(seen)).toEqual(['/api/draft/save', '/api/draft/delete'])
    expect([...stored]).toEqual([])
  })

  test('of drafts that wait for an earlier one, only the newest is sent', async () => {
    const { seen, stored, arrive } = slowService(arrivesLate)
    await open()
    for (const text of ['R', 'Ra', 'Rang']) {
      type(text)
      await act(() => vi.advanceTimersByTimeAsync(3_100))
    }
    arrive()
    await sends(seen, 2)
    expect(sentTo('/api/draft/save', seen).map(({ changes }) => changes)).toEqual([
      { comments: 'R' },
      { comments: 'Rang' },
    ])
    expect([...stored.values()]).toEqual([{ comments: 'Rang' }])
  })

  test('a draft of another form does not wait', async () => {
    const { seen, arrive } = slowService(arrivesLate)
    beSignedIn(clinician)
    const waiting = keep({ place: 'one', changes: {}, base: '' })
    await vi.waitFor(() => expect(drafts(seen)).toHaveLength(1), patienceMs)
    await keep({ place: 'other', changes: {}, base: '' })
    await forget('other')
    expect(drafts(seen)).toEqual(['/api/draft/save', '/api/draft/save', '/api/draft/delete'])
    arrive()
    await waiting
  })

  test('what waits when its owner logs out is sent for nobody else', async () => {
    const { seen, arrive } = slowService(arrivesLate)
    beSignedIn(clinician)
    const sent = keep({ place: 'one', changes: { comments: 'R' }, base: '' })
    await vi.waitFor(() => expect(drafts(seen)).toHaveLength(1), patienceMs)
    const waiting = keep({ place: 'one', changes: { comments: 'Rang' }, base: '' })
    forgetSession('person')
    startSession(pair('of another'))
    const other = profileOf(clinician)
    setProfile({ ...other, user: { ...other.user, id: 8 } })
    arrive()
    await Promise.all([sent, waiting])
    expect(drafts(seen)).toEqual(['/api/draft/save'])
  })
})
