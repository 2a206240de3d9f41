import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VisitEntry, WaitingEntry } from '../../../../contract/care/visits/visits.ts'
import { carriedLists } from '../../../../contract/care/visits/carried.ts'
import { lookupCalls } from '../../../../contract/reference/lookupCalls.ts'
import { queryClient } from '../../../platform/calls/queryClient.ts'
import { forgetSession } from '../../../platform/session/session.ts'
import { json, type Answer } from '../../../testing/fakeService.ts'
import { sentTo } from '../../../testing/patientService.ts'
import { click } from '../../../testing/person.ts'
import { beSignedIn, clinician, edna, quietService } from '../../../testing/renderSite.tsx'
import { WaitingForm } from './WaitingForm.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const { patientId, pathwayId, familyName, firstName, namePrefix } = edna
const waiting: WaitingEntry = {
  ...{ patientId, pathwayId, familyName, firstName, namePrefix, flags: [] },
  ...{ id: '6f2a1c1e-7d1f-4b8e-9a55-0a6c3d3b7e10', form: 'frat', author: 'Priya Nair', isOwn: true },
  ...{ typedAt: '2020-01-06T10:00:00Z', why: 'conflict' },
}

const show = (given: Partial<VisitEntry>, more: Record<string, Answer> = {}) => {
  const entry: VisitEntry = {
    ...{ ...waiting, handedInAt: '2020-01-06T11:00:00Z', message: null },
    ...{ typed: '{}', stored: null, storedVersion: 3, kept: [], ...given },
  }
  const seen = quietService({
    ...Object.fromEntries(
      carriedLists.map((name) => [
        lookupCalls[name].all.path,
        () =>
          json([
            { id: 1, name: `First ${name}`, isActive: true },
            { id: 2, name: `Second ${name}`, isActive: true },
          ]),
      ]),
    ),
    '/api/visit/get': () => json(entry),
    ...more,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <WaitingForm id={entry.id} done={() => undefined} />
    </QueryClientProvider>,
  )
  return seen
}

/** Shows what waits, and returns the cells of each row of both sides. */
const rowsOf = async (choices: number, given: Partial<VisitEntry>): Promise<string[][]> => {
  show(given)
  const table = await screen.findByRole('table')
  // The names of choices come after the table.
  await waitFor(() => expect(within(table).queryAllByText(/^(First|Second) /).length).toBe(choices))
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))
}

const fall = 'Any fall in the last 12 months?'
const medicines = 'Four or more prescribed medicines a day?'

test('both sides of a conflict show what saving over would take away, and what stays', async () => {
  const rows = await rowsOf(3, {
    typed: JSON.stringify({ id: 41, version: 1, locationId: 1, fratScore: 3, fourOrMoreMedicines: null }),
    stored: JSON.stringify({
      ...{ id: 41, version: 3, locationId: 2, fratScore: 2, dischargedTo: 1 },
      ...{ fallInLastYear: true, fourOrMoreMedicines: true, balanceProblems: null },
      names: { location: 'Second location', dischargedTo: 'First dischargedTo' },
    }),
    kept: ['fallInLastYear'],
  })
  expect(rows).toEqual([
    ['Location', 'First location', 'Second location'],
    [fall, 'Left as it was: what is on the record stays', 'Yes'],
    [medicines, 'nothing', 'Yes'],
    ['FRAT score', '3', '2'],
    ['Discharged to', 'nothing', 'First dischargedTo'],
  ])
})

const older = { id: 41, version: 1, fratScore: 3 }
const newer = JSON.stringify({ id: 41, version: 3, fratScore: 2 })
const over = { over: 3, confirmed: false }
const now = { stored: newer, storedVersion: 3 }
const gone = { stored: null, storedVersion: null, isDeleted: true }
const asNew = 'Save it as a new record'

test.each([
  ['conflict', 'a newer record', older, now, 'Save what was typed over it', over],
  ['rights', 'a newer record', older, now, 'Save what was typed over it', over],
  ['restricted', 'a newer record', older, now, 'Save what was typed over it', over],
  ['refused', 'a newer record', older, now, 'Save what was typed over it', { ...over, confirmed: true }],
  ['refused', 'a deleted record', older, gone, asNew, { asNew: true, confirmed: true }],
  ['rights', 'a deleted record', older, gone, asNew, { asNew: true, confirmed: false }],
  ['rights', 'the same record', { ...older, version: 3 }, now, 'Save it', { confirmed: false }],
  ['refused', 'the same record', { ...older, version: 3 }, now, 'It is right: save it', { confirmed: true }],
] as const)('what waits for %s, beside %s, can be saved', async (why, _, typed, record, button, sent) => {
  const seen = show(
    { ...record, why, typed: JSON.stringify(typed) },
    { '/api/visit/settle': () => json({ success: true }) },
  )
  click(await screen.findByRole('button', { name: button }))
  await waitFor(() =>
    expect(sentTo('/api/visit/settle', seen)).toEqual([{ id: waiting.id, how: 'save', ...sent }]),
  )
})

test('what the service asks about after a save is confirmed with the next', async () => {
  const answers = [json({ code: 'bad-request', message: 'Long before the referral. Is it right?' }, 400)]
  const seen = show(
    { ...now, why: 'rights', typed: JSON.stringify({ ...older, version: 3 }) },
    { '/api/visit/settle': () => answers.shift() ?? json({ success: true }) },
  )
  click(await screen.findByRole('button', { name: 'Save it' }))
  await screen.findByText(/Is it right\?/)
  click(await screen.findByRole('button', { name: 'It is right: save it' }))
  await waitFor(() => expect(sentTo('/api/visit/settle', seen)).toHaveLength(2))
  expect(sentTo('/api/visit/settle', seen)[1]).toMatchObject({ confirmed: true })
})

test.each([
  ['the service is not there', json({ code: 'unavailable', message: 'Not now. Try again.' }, 503)],
  ['a colleague was faster', json({ code: 'conflict', message: 'Not now. Look again.' }, 409)],
])('a save that failed because %s is not confirmed by the next', async (_, failure) => {
  const answers = [failure]
  const seen = show(
    { ...now, why: 'rights', typed: JSON.stringify({ ...older, version: 3 }) },
    { '/api/visit/settle': () => answers.shift() ?? json({ success: true }) },
  )
  click(await screen.findByRole('button', { name: 'Save it' }))
  await screen.findByText(/Not now/)
  click(await screen.findByRole('button', { name: 'Save it' }))
  await waitFor(() => expect(sentTo('/api/visit/settle', seen)).toHaveLength(2))
  expect(sentTo('/api/visit/settle', seen)[1]).toMatchObject({ confirmed: false })
})

test('concerns on the record are shown by their names', async () => {
  const rows = await rowsOf(1, {
    form: 'wellbeing',
    typed: JSON.stringify({ assessment: { id: 41, version: 1 }, concerns: [] }),
    stored: JSON.stringify({ id: 41, version: 3, concerns: [{ id: 2, name: 'Second concern' }] }),
  })
  expect(rows).toEqual([['Concerns', 'nothing', 'Second concern']])
})
