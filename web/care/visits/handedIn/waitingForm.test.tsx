import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VisitEntry, WaitingEntry } from '../../../../contract/care/visits/visits.ts'
import { carriedLists } from '../../../../contract/care/visits/carried.ts'
import { lookupCalls } from '../../../../contract/reference/lookupCalls.ts'
import { queryClient } from '../../../platform/calls/queryClient.ts'
import { forgetSession } from '../../../platform/session/session.ts'
import { json } from '../../../testing/fakeService.ts'
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

/** Shows what waits, and returns the cells of each row of both sides. */
const rowsOf = async (choices: number, given: Partial<VisitEntry>): Promise<string[][]> => {
  const entry: VisitEntry = {
    ...{ ...waiting, handedInAt: '2020-01-06T11:00:00Z', message: null },
    ...{ typed: '{}', stored: null, storedVersion: 3, kept: [], ...given },
  }
  quietService({
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
  })
  render(
    <QueryClientProvider client={queryClient}>
      <WaitingForm id={entry.id} done={() => undefined} />
    </QueryClientProvider>,
  )
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

test('concerns on the record are shown by their names', async () => {
  const rows = await rowsOf(1, {
    form: 'wellbeing',
    typed: JSON.stringify({ assessment: { id: 41, version: 1 }, concerns: [] }),
    stored: JSON.stringify({ id: 41, version: 3, concerns: [{ id: 2, name: 'Second concern' }] }),
  })
  expect(rows).toEqual([['Concerns', 'nothing', 'Second concern']])
})
