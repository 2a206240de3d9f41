import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, clinician, edna, quietService, renderSite } from '../../testing/renderSite.tsx'
import { chooseDensity } from './density.ts'

afterEach(() => {
  chooseDensity('comfortable')
  forgetSession('person')
  vi.unstubAllGlobals()
})

const shown = () => document.documentElement.dataset['density']

test('rows of lists are made compact by a button that says so, and stay so in this browser', async () => {
  beSignedIn(clinician)
  quietService({ '/api/list/inExercise': () => json([edna], 200, { 'x-total-count': '1' }) })
  renderSite('/falls/in-exercise')
  // The button is drawn again with the rows.
  await screen.findAllByText(/Ashworth/i)
  const button = screen.getByRole('button', { name: 'Compact rows', pressed: false })
  expect(shown()).toBe('comfortable')
  click(button)
  expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(shown()).toBe('compact')

  document.documentElement.dataset['density'] = ''
  vi.resetModules()
  await import('./density.ts')
  expect(shown()).toBe('compact')

  click(button)
  expect(shown()).toBe('comfortable')
  vi.resetModules()
  await import('./density.ts')
  expect(shown()).toBe('comfortable')
})
