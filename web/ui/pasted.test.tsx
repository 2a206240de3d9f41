import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../session.ts'
import { patientService } from '../testing/patientService.ts'
import { beSignedIn, clinician, renderSite } from '../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const paste = (box: HTMLElement, text: string): boolean =>
  fireEvent.paste(box, { clipboardData: { getData: () => text } })
const boxes = () =>
  ['Day', 'Month', 'Year'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)

test.each(['03/07/1941', '3 July 1941', '1941-07-03'])(
  'the day %j that is pasted into any of the three boxes fills all',
  async (text) => {
    patientService()
    renderSite('/falls/patient/deceased?id=11')
    for (const label of ['Day', 'Month', 'Year']) {
      const box = await screen.findByLabelText(label)
      expect(paste(box, text)).toBe(false)
      expect(boxes()).toEqual(['3', '7', '1941'])
      expect(screen.getByText('03-Jul-1941')).toHaveAttribute('role', 'status')
      for (const each of ['Day', 'Month', 'Year'])
        fireEvent.change(screen.getByLabelText(each), { target: { value: '' } })
    }
  },
)

test('what is pasted into a box of a day and is none is not cut', async () => {
  patientService()
  renderSite('/falls/patient/deceased?id=11')
  const box = await screen.findByLabelText('Day')
  // The browser pastes it, and no length of the box cuts it.
  expect(paste(box, '31/02/1941')).toBe(true)
  expect(box).not.toHaveAttribute('maxlength')
})

test('a filter takes what fits and says what does not', async () => {
  patientService({ '/api/falls/v1/awaitingAssessment': () => Response.json([]) })
  renderSite('/falls/awaiting-assessment')
  const filter = await screen.findByLabelText('Filter')
  expect(paste(filter, 'Pomfret')).toBe(true)
  expect(paste(filter, 'x'.repeat(101))).toBe(false)
  expect(screen.getByText('What you pasted is longer than the 100 characters that fit here.')).toBeVisible()
  fireEvent.change(filter, { target: { value: 'Pomfret' } })
  expect(screen.queryByText(/longer than the 100/)).toBeNull()
})
