import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListedPeople, ListedPerson } from '../../../contract/exchange/caseFinding/listedPeople.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { caseFindingListOf } from '../../testing/inventedCaseFinding.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const person = (changes: Partial<ListedPerson> = {}): ListedPerson => ({
  ...{ id: 1, rowNumber: 1, familyName: 'Tranter', firstName: 'Winifred', dateOfBirth: '1941-03-04' },
  ...{ nhsNumber: '9990000018', eligibility: 'comprehensive', standing: 'neverReached', isOptedOut: false },
  ...{ patientId: null, isWithheld: false, mayBeRegistered: false, incoming: null },
  ...{ invitedDate: null, answerBy: null },
  ...changes,
})
const list = (rows: ListedPerson[], more: Partial<ListedPeople> = {}): ListedPeople => ({
  list: { id: 7, kind: 'frailty', sender: 'Willow Lane Surgery', listDate: '2026-11-01', removedAt: null },
  counts: { died: 1, known: 20, declined: 3, invited: 14, neverReached: 62 },
  ...{ people: 100, mayBeRegistered: 2, rows, page: 1, pages: 2 },
  ...more,
})
const served = (body: ListedPeople, removedAt: string | null = null) =>
  quietService({
    '/api/caseFinding/people': () => json(body),
    '/api/caseFinding/get': () => json(caseFindingListOf({ removedAt })),
  })

test('each person has a standing, and the tabs say how many stand so', async () => {
  served(
    list([
      person({ standing: 'known', patientId: 5 }),
      person({
        ...{ id: 2, rowNumber: 2, familyName: 'Moss', standing: 'invited' },
        incoming: { id: 41, reference: 'KM7Q-3XWA', state: 'asked' },
        ...{ invitedDate: '2026-11-02', answerBy: '2026-11-16' },
      }),
      person({ id: 3, rowNumber: 3, familyName: 'Reid', nhsNumber: null, mayBeRegistered: true }),
      person({ id: 4, rowNumber: 4, familyName: 'Nair', standing: 'known', isWithheld: true }),
    ]),
  )
  renderSite('/falls/case-finding?list=7')
  const table = await screen.findByRole('table')
  const [, known, invited, alike, withheld] = within(table).getAllByRole('row')
  expect(within(known as HTMLElement).getByRole('link', { name: 'Open the record' })).toHaveAttribute(
    'href',
    '/falls/patient/view?id=5',
  )
  expect(invited).toHaveTextContent(
    /Referral KM7Q-3XWA: waits for an answer.*Invited 02-Nov-2026.*16-Nov-2026/,
  )
  expect(alike).toHaveTextContent(/no NHS number.*May be registered/)
  expect(withheld).toHaveTextContent('Restricted record')
  expect(within(withheld as HTMLElement).queryByRole('link')).toBeNull()
  const tabs = within(screen.getByRole('navigation', { name: 'How they stand' })).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Everybody 100',
    'Died 1',
    'Known 20',
    'Declined 3',
    'Invited 14',
    'Never reached 62',
    'May be registered 2',
  ])
  await click(screen.getByRole('link', { name: /^Never reached/ }))
  await screen.findByText(/day to answer passed/)
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute(
    'href',
    '/falls/case-finding?list=7&shown=neverReached&page=2',
  )
})

test('a list whose names were removed says so', async () => {
  const removed = { ...person(), familyName: null, firstName: null, dateOfBirth: null, nhsNumber: null }
  const body = list([removed], { pages: 1 })
  const removedAt = '2026-11-01T01:00:00Z'
  served({ ...body, list: { ...body.list, removedAt } }, removedAt)
  renderSite('/falls/case-finding?list=7')
  expect(await screen.findByText(/was removed .*, 13 months after the list/)).toBeVisible()
  expect(await screen.findByRole('table')).toHaveTextContent('Removed')
})
