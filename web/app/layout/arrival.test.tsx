import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { patienceMs } from '../../testing/patience.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

/** The words in live regions, which a screen reader announces. */
const told = (): string[] =>
  [...document.querySelectorAll('[aria-live="polite"]')].map(({ textContent }) => textContent).filter(Boolean)

test('a screen that takes the place of another is named aloud; the first is named by the page', async () => {
  quietService()
  renderSite('/falls/admissions')
  await screen.findByRole('heading', { name: 'Home', level: 1 })
  expect(told()).not.toContain('Home')
  click(screen.getAllByRole('link', { name: 'Help' })[0] as HTMLElement)
  await screen.findByRole('heading', { name: 'Help', level: 1 })
  await vi.waitFor(() => expect(told()).toContain('Help'), patienceMs)
  await vi.waitFor(() => expect(told()).not.toContain('Help'), { timeout: 20_000 })
})

test('AU-16: what was said of a screen is gone with the screen, also by signing out', async () => {
  quietService()
  renderSite('/falls/admissions')
  await screen.findByRole('heading', { name: 'Home', level: 1 })
  click(screen.getAllByRole('link', { name: 'Help' })[0] as HTMLElement)
  await vi.waitFor(() => expect(told()).toContain('Help'), patienceMs)
  click(screen.getByRole('button', { name: /Priya Nair/ }))
  click(screen.getByRole('button', { name: 'Sign out' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(told()).not.toContain('Help')
})
