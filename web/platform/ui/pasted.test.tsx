import { createEvent, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../session/session.ts'
import { patientService } from '../../testing/patientService.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const paste = (box: HTMLElement, text: string): boolean =>
  fireEvent.paste(box, { clipboardData: { getData: () => text } })
const drop = (box: HTMLElement, text: string, keys: { ctrlKey?: boolean } = {}): boolean => {
  const event = createEvent.drop(box, { dataTransfer: { getData: () => text } })
  // jsdom has no drag events, and therefore none with modifier keys.
  return fireEvent(box, Object.assign(event, keys))
}
const boxes = () =>
  ['Day', 'Month', 'Year'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)

test.each([
  ['03/07/1941', 'pasted', paste],
  ['3 July 1941', 'pasted', paste],
  ['1941-07-03', 'pasted', paste],
  ['03/07/1941', 'dropped', drop],
])('the day %j that is %s into any of the three boxes fills all', async (text, _how, put) => {
  patientService()
  renderSite('/falls/patient/deceased?id=11')
  for (const label of ['Day', 'Month', 'Year']) {
    const box = await screen.findByLabelText(label)
    expect(put(box, text)).toBe(false)
    expect(boxes()).toEqual(['3', '7', '1941'])
    expect(screen.getByText('03-Jul-1941')).toHaveAttribute('role', 'status')
    for (const each of ['Day', 'Month', 'Year'])
      fireEvent.change(screen.getByLabelText(each), { target: { value: '' } })
  }
})

test('what is pasted or dropped into a box of a day and is none is not cut', async () => {
  patientService()
  renderSite('/falls/patient/deceased?id=11')
  const box = await screen.findByLabelText('Day')
  // The browser pastes the text, and no maximum length of the box cuts it.
  expect(paste(box, '31/02/1941')).toBe(true)
  expect(drop(box, '31/02/1941')).toBe(true)
  expect(box).not.toHaveAttribute('maxlength')
})

const filterOf = async (): Promise<HTMLInputElement> => {
  patientService({ '/api/falls/v1/awaitingAssessment': () => Response.json([]) })
  renderSite('/falls/awaiting-assessment')
  return screen.findByLabelText('Filter')
}

test.each([
  ['pasted', paste],
  ['dropped', drop],
])('a filter takes what fits and says what does not, where it is %s', async (how, put) => {
  const filter = await filterOf()
  expect(put(filter, 'Pomfret')).toBe(true)
  expect(put(filter, 'x'.repeat(101))).toBe(false)
  expect(screen.getByText(`What you ${how} is longer than the 100 characters that fit here.`)).toBeVisible()
  fireEvent.change(filter, { target: { value: 'Pomfret' } })
  expect(screen.queryByText(/longer than the 100/)).toBeNull()
})

test.each([
  ['pasted', paste],
  ['dropped', drop],
])('a line end counts as it is stored, where it is %s', async (_how, put) => {
  const filter = await filterOf()
  // A spreadsheet ends each copied line with a line break, which a single-line box drops. Between two lines the box
  // puts one space.
  expect(put(filter, `${'x'.repeat(100)}\r\n`)).toBe(true)
  expect(put(filter, `${'x'.repeat(49)}\r\n${'y'.repeat(50)}`)).toBe(true)
  expect(put(filter, `${'x'.repeat(50)}\r\n${'y'.repeat(50)}`)).toBe(false)
})

test('spaces at the end, which are not looked for, do not count', async () => {
  const filter = await filterOf()
  expect(paste(filter, `${'x'.repeat(100)}  `)).toBe(true)
  expect(paste(filter, `  ${'x'.repeat(100)}`)).toBe(false)
})

test('what is pasted takes the place of what is chosen, what is dropped of nothing', async () => {
  const filter = await filterOf()
  fireEvent.change(filter, { target: { value: 'x'.repeat(60) } })
  filter.select()
  expect(paste(filter, 'y'.repeat(60))).toBe(true)
  expect(drop(filter, 'y'.repeat(60))).toBe(false)
})

test('what is dragged within a full filter may be dropped there, and a copy of it may not', async () => {
  const filter = await filterOf()
  fireEvent.change(filter, { target: { value: 'x'.repeat(100) } })
  fireEvent.dragStart(filter)
  expect(drop(filter, 'xxx')).toBe(true)
  expect(drop(filter, 'xxx', { ctrlKey: true })).toBe(false)
  fireEvent.dragEnd(filter)
  expect(drop(filter, 'xxx')).toBe(false)
})
