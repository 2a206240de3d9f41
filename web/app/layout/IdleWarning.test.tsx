import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentSession, forgetSession, lastEnding } from '../../platform/session/session.ts'
import { json, pair } from '../../testing/fakeService.ts'
import { beSignedIn, clinician, quietService } from '../../testing/renderSite.tsx'
import { noteActivity } from './activity.ts'
import { IdleWarning } from './IdleWarning.tsx'
import { useUnsavedWork } from '../../platform/session/unsaved.ts'
import { patienceMs } from '../../testing/patience.ts'

const pass = async (minutes: number): Promise<void> => {
  await act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
}
const work = (): void => void window.dispatchEvent(new Event('keydown'))
const renewals = (seen: { path: string }[]): number =>
  seen.filter(({ path }) => path === '/oauth/token').length

beforeEach(() => {
  vi.useFakeTimers()
  noteActivity()
  beSignedIn(clinician)
})
afterEach(() => {
  forgetSession('person')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('AU-16: who leaves the page alone is warned two minutes before the end, then signed out', async () => {
  quietService({ '/oauth/token': () => json(pair('two')) })
  render(<IdleWarning />)
  await pass(12.5)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await pass(1)
  expect(screen.getByRole('alertdialog')).toHaveTextContent(/You will be signed out at \d\d:\d\d/)
  await pass(2)
  expect(currentSession()).toBeNull()
  expect(lastEnding()?.how).toBe('expiry')
})

test('AU-16: the warning promises to keep what was typed only where something was', async () => {
  quietService({ '/oauth/token': () => json(pair('two')) })
  const { unmount } = render(<IdleWarning />)
  await pass(13.5)
  expect(screen.getByRole('alertdialog')).not.toHaveTextContent(/kept for you/)
  unmount()
  noteActivity()
  const Form = () => {
    useUnsavedWork(() => true)
    return null
  }
  render(
    <>
      <Form />
      <IdleWarning />
    </>,
  )
  await pass(13.5)
  expect(screen.getByRole('alertdialog')).toHaveTextContent(/What you typed and did not save is kept for you/)
})

test('AU-16: a press of the button goes on with a renewed session', async () => {
  quietService({ '/oauth/token': () => json(pair('two')) })
  render(<IdleWarning />)
  await pass(13.5)
  await act(async () => screen.getByRole('button', { name: 'Stay signed in' }).click())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await pass(5)
  expect(currentSession()?.tokens).toEqual(pair('two'))
})

test('AU-16: who types for half an hour without saving stays signed in', async () => {
  let issued = 0
  const seen = quietService({ '/oauth/token': () => json(pair(`later ${(issued += 1)}`)) })
  render(<IdleWarning />)
  for (let minute = 0; minute < 30; minute += 1) {
    work()
    await pass(1)
  }
  expect(currentSession()).not.toBeNull()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(renewals(seen)).toBeGreaterThanOrEqual(3)
})

test('AU-16: a page that nobody touches renews nothing by itself', async () => {
  const seen = quietService({ '/oauth/token': () => json(pair('two')) })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  beSignedIn(clinician)
  render(<IdleWarning />)
  await pass(12)
  expect(renewals(seen)).toBe(0)
})

test('AU-16: work in another tab removes the warning and keeps the session', async () => {
  quietService({ '/oauth/token': () => json(pair('two')) })
  render(<IdleWarning />)
  await pass(13.5)
  expect(screen.getByRole('alertdialog')).toBeVisible()
  const otherTab = new BroadcastChannel('surefoot.activity')
  otherTab.postMessage(null)
  await vi.waitFor(async () => {
    await pass(0.1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  }, patienceMs)
  await pass(1)
  expect(currentSession()).not.toBeNull()
  otherTab.close()
})

test('AU-16: work in another tab alone puts the warning off', async () => {
  quietService({ '/oauth/token': () => json(pair('two')) })
  render(<IdleWarning />)
  await pass(10)
  const [otherTab, third] = [
    new BroadcastChannel('surefoot.activity'),
    new BroadcastChannel('surefoot.activity'),
  ]
  const isTold = new Promise((resolve) => third.addEventListener('message', resolve))
  otherTab.postMessage(null)
  await isTold
  await pass(12.5)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(currentSession()).not.toBeNull()
  otherTab.close()
  third.close()
})
