import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storagePrefix } from '../../../contract/accounts/session.ts'
import {
  currentSession,
  forgetSession,
  lastEnding,
  onSignOut,
  readingSignal,
  replaceTokens,
  roleNow,
  setProfile,
  startSession,
  switchRole,
} from './session.ts'
import { pair, profileOf } from '../../testing/fakeService.ts'
import { patienceMs } from '../../testing/patience.ts'
import { useUnsavedWork } from './unsaved.ts'

const clinician = { id: 3, name: 'Clinician', profile: 'Clinician' } as const
const administrator = { id: 5, name: 'System Administrator', profile: 'System Administrator' } as const

beforeEach(() => {
  startSession(pair('first'))
  setProfile(profileOf(clinician, administrator))
})
afterEach(() => forgetSession('person'))

describe('what the browser keeps', () => {
  test('only keys under the prefix of the product, with tokens, user and roles', () => {
    expect(Object.keys(sessionStorage).every((name) => name.startsWith(storagePrefix))).toBe(true)
    const kept = JSON.parse(sessionStorage.getItem(`${storagePrefix}session`) ?? '') as object
    expect(Object.keys(kept).sort()).toEqual(['currentRoleId', 'issuedAt', 'profile', 'tokens'])
    expect(localStorage).toHaveLength(0)
  })

  test('nothing of the session after logging out', () => {
    forgetSession('person')
    expect(Object.keys(sessionStorage)).toEqual([])
    expect(currentSession()).toBeNull()
  })

  test.each(['not json', '{}', '{"tokens":{"access_token":1}}'])(
    'what cannot be read as a session is none: %s',
    async (text) => {
      sessionStorage.setItem(`${storagePrefix}session`, text)
      vi.resetModules()
      const fresh = await import('./session.ts')
      expect(fresh.currentSession()).toBeNull()
    },
  )

  test('a reload finds the session again', async () => {
    vi.resetModules()
    const fresh = await import('./session.ts')
    expect(fresh.currentSession()?.tokens).toEqual(pair('first'))
  })
})

describe('roles', () => {
  test('work begins in the default role', () => expect(roleNow(currentSession())).toEqual(clinician))

  test('another role forgets what was read under the former one', () => {
    const forget = vi.fn()
    onSignOut(forget)
    const signal = readingSignal()
    switchRole(administrator)
    expect(roleNow(currentSession())).toEqual(administrator)
    expect(forget).toHaveBeenCalledOnce()
    expect(signal.aborted).toBe(true)
    expect(readingSignal().aborted).toBe(false)
  })

  test('a chosen role stays when the profile is read again, unless it was taken away', () => {
    switchRole(administrator)
    setProfile(profileOf(clinician, administrator))
    expect(roleNow(currentSession())).toEqual(administrator)
    setProfile(profileOf(clinician))
    expect(roleNow(currentSession())).toEqual(clinician)
  })
})

describe('AU-16: a page that is kept over unsaved work', () => {
  test.each([
    ['stays as it is for its owner', 0, 0],
    ['shows nothing of what was read once somebody else signs in', 1, 1],
  ])('%s', (_, differs, forgotten) => {
    const form = renderHook(() => useUnsavedWork(() => true))
    const forget = vi.fn()
    onSignOut(forget)
    const owner = profileOf(clinician, administrator)
    forgetSession('expiry')
    startSession(pair('second'))
    setProfile({ ...owner, user: { ...owner.user, id: owner.user.id + differs } })
    expect(forget).toHaveBeenCalledTimes(forgotten)
    form.unmount()
  })
})

describe('a tab that shares the session', () => {
  const otherTab = new BroadcastChannel(`${storagePrefix}session`)

  test('uses the pair that this one got', async () => {
    const heard: unknown[] = []
    otherTab.onmessage = ({ data }) => heard.push(data)
    replaceTokens('refresh first', pair('second'))
    const news = { kind: 'renewed', used: 'refresh first', tokens: pair('second') }
    await vi.waitFor(() => expect(heard).toContainEqual(news), patienceMs)
  })

  test('gives its new pair to this one', async () => {
    otherTab.postMessage({ kind: 'renewed', used: 'refresh first', tokens: pair('second') })
    await vi.waitFor(() => expect(currentSession()?.tokens).toEqual(pair('second')), patienceMs)
    expect(roleNow(currentSession())).toEqual(clinician)
  })

  test('logs this one out when it logs out', async () => {
    otherTab.postMessage({ kind: 'ended', refreshToken: 'refresh first', how: 'person' })
    await vi.waitFor(() => expect(currentSession()).toBeNull(), patienceMs)
    expect(lastEnding()?.how).toBe('person')
  })

  test('leaves a session of its own alone', async () => {
    otherTab.postMessage({ kind: 'ended', refreshToken: 'refresh of another', how: 'person' })
    otherTab.postMessage({ kind: 'renewed', used: 'refresh first', tokens: pair('second') })
    await vi.waitFor(() => expect(currentSession()?.tokens).toEqual(pair('second')), patienceMs)
  })
})

test('a pair for a session that has ended or gone on is not kept', () => {
  expect(replaceTokens('refresh of another', pair('second'))).toBe(false)
  expect(currentSession()?.tokens).toEqual(pair('first'))
  forgetSession('person')
  expect(replaceTokens('refresh first', pair('second'))).toBe(false)
  expect(currentSession()).toBeNull()
})
