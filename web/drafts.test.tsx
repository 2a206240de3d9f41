import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Draft, KeptDraft } from '../contract/draft.ts'
import { readDrafts } from './drafts.ts'
import { forgetSession } from './session.ts'
import { json, profileOf } from './testing/fakeService.ts'
import { administrator, beSignedIn, clinician, quietService, renderSite } from './testing/renderSite.tsx'
import { click, fill } from './testing/person.ts'

afterEach(() => {
  forgetSession('person')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const address = '/falls/patient/demographics?id=0'
const done = () => json({ success: true })

/** What the form sends to be kept, three seconds after the last key. */
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

const openWith = async (kept: KeptDraft) => {
  forgetSession('person')
  document.body.innerHTML = ''
  const seen = quietService({
    '/api/draft/all': () => json([kept]),
    '/api/draft/delete': done,
  })
  beSignedIn(clinician)
  await readDrafts()
  renderSite(address)
  await screen.findByRole('region', { name: 'Unsaved work' })
  return seen
}

describe('AU-16: unsaved work', () => {
  test('is kept three seconds after the last key, only the fields that were changed', async () => {
    expect(await typeAndWait()).toMatchObject({
      place: expect.stringContaining('/falls/patient/demographics') as string,
      changes: { familyName: 'Ashworth', dateOfBirth: '1945-07-14' },
    })
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

  test('is offered to who signs in again, and brought back when they say so', async () => {
    const kept = { ...(await typeAndWait()), savedAt: '2026-11-21T10:15:00Z' }
    await openWith(kept)
    expect(screen.getByText(/On 21\/11\/2026 10:15 you typed here/)).toBeVisible()
    expect(screen.getByLabelText('Family name')).toHaveValue('')
    click(screen.getByRole('button', { name: 'Bring it back' }))
    await waitFor(() => expect(screen.getByLabelText('Family name')).toHaveValue('Ashworth'))
    expect(screen.getByLabelText('Day')).toHaveValue('14')
    expect(screen.getByLabelText('Year')).toHaveValue('1945')
    expect(screen.queryByRole('region', { name: 'Unsaved work' })).toBeNull()
  })

  test('says when what is on record has changed since', async () => {
    const kept = { ...(await typeAndWait()), base: 'other', savedAt: '2026-11-21T10:15:00Z' }
    await openWith(kept)
    expect(screen.getByText(/has changed since: please check/)).toBeVisible()
  })

  test('can be thrown away', async () => {
    const kept = { ...(await typeAndWait()), savedAt: '2026-11-21T10:15:00Z' }
    const seen = await openWith(kept)
    click(screen.getByRole('button', { name: 'Throw it away' }))
    expect(screen.queryByRole('region', { name: 'Unsaved work' })).toBeNull()
    const dropped = seen.find(({ path }) => path === '/api/draft/delete')
    expect(JSON.parse(dropped?.body ?? '')).toEqual({ place: kept.place })
  })
})
