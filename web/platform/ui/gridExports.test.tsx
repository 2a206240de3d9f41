import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryHistory } from '@tanstack/react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  exportOrganisations,
  exportPeople,
  exportAccesses,
  exportUsers,
  exportInError,
  exportMerges,
  exportOutstanding,
  exportPossibleDuplicates,
  listExports,
  lookupExports,
} from '../../../contract/app/listExport.ts'
import {
  exportWorkList,
  exportDemographicsSearch,
  exportNhsNumberSearch,
  exportPatientSearch,
} from '../../../contract/pathways/worklists/patientExports.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { lookupNames } from '../../../contract/reference/lookups.ts'
import { stages, stageRoutes } from '../../../contract/stages/stage.ts'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import { listPath } from '../../reference/lookups/paths.ts'
import { createSite } from '../../app/routes.tsx'
import { forgetSession } from '../session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { click, fill, fillAndEnter } from '../../testing/person.ts'
import {
  administrator,
  beSignedIn,
  clinician,
  edna,
  governance,
  quietService,
  renderSite,
  teamLead,
} from '../../testing/renderSite.tsx'

/* Every screen with a grid saves the whole of it, filtered and sorted as on screen. */

let saved: string[] = []
beforeEach(() => {
  saved = []
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  forgetSession('person')
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

interface Screen {
  name: string
  address: string
  role: HeldRole
  call: Endpoint
  /** The part of the request that selects the listed rows. */
  of: object
  /** The second column, which the test sorts by. */
  sortBy: string
  /** Steps needed on the screen before it shows a grid. */
  before?: () => Promise<void>
}

const choice = {
  id: 12,
  name: 'Village hall',
  isActive: true,
  code: '1',
  internalCode: 'VH',
  description: 'Hall',
  abbreviated: 'V',
  displayName: 'Hall',
}
const counted = {
  reportName: 'discharges',
  dateFrom: '2020-03-01',
  dateTo: '2020-03-31',
  section: 0,
  row: ['Died'],
  column: 'discharges',
}
const organisation = {
  id: 'Z99001',
  type: 'GP Practices',
  name: 'Example Green',
  postcode: null,
  isActive: true,
}
const user = {
  id: 31,
  userName: 'ada',
  displayName: 'Ada Okoro',
  email: null,
  phoneNumber: null,
  defaultRole: 'Clinician',
  isActive: true,
  searchClosedAt: null,
}
const person = { id: 7, name: 'ASHWORTH, Edna', dateOfBirth: '1941-03-09', nhsNumber: null, postcode: null }
const pair = {
  id: 3,
  first: person,
  later: { ...person, id: 9, name: 'ASHWORTH, Eda' },
  reasons: ['Names nearly alike'],
  foundAt: '2026-03-01T10:00:00Z',
}
const merge = {
  ...{ id: 4, version: 1, survivorId: 7, survivor: person.name, mergedId: 9, merged: 'ASHWORTH, Eda' },
  ...{ at: '2026-03-01T10:00:00Z', by: 'Ada Okoro', undoneAt: null, undoneBy: null },
  ...{ undoBy: '2026-03-31T10:00:00Z', canUndo: true },
}
const opened = {
  ...{
    id: 6,
    version: 1,
    patientId: 7,
    familyName: 'Doublet',
    firstName: 'Ann',
    namePrefix: null,
    flags: [],
  },
  ...{ nhsNumber: null, who: 'Robin Tester', role: 'Clinician', reason: 'care', words: 'Covers' },
  ...{ at: '2026-03-01T10:00:00Z', until: '2026-03-01T18:00:00Z', isOwn: false },
  ...{ reviewedAt: null, reviewedBy: null, reviewNote: null },
}
const outOfUse = {
  ...{
    id: 5,
    what: 'Patient',
    patientId: 7,
    pathwayId: null,
    patient: person.name,
    dateOfBirth: '1941-03-09',
  },
  ...{ nhsNumber: null, reason: 'A test', at: '2026-03-01T10:00:00Z', by: null },
}
const noneDue = {
  redFlag: 0,
  onwardAnswer: 0,
  onwardOutcome: 0,
  equipmentFit: 0,
  equipmentBack: 0,
  letterDraft: 0,
  cancellation: 0,
}
const due = {
  ...{ what: 'equipmentBack', id: 8, version: 2, patientId: 7, pathwayId: 21, familyName: 'Ashworth' },
  ...{ firstName: 'Edna', namePrefix: null, nhsNumber: null, dateOfBirth: '1941-03-09', deceased: false },
  ...{ item: 'Bath board (01-Mar-2026)', toDo: 'Have it brought back', due: '2026-04-01', daysLate: 3 },
  ...{ closed: 'discharged', owner: null, flags: [] },
}
const searchIn = async (form: string, field: string, typed: string): Promise<void> => {
  const region = within(await screen.findByRole('region', { name: form }))
  fill(region.getByLabelText(field), typed)
  click(region.getByRole('button', { name: 'Search' }))
  await screen.findByRole('heading', { name: '1 patient found' })
}

const screens: readonly Screen[] = [
  ...stages.map((stage): Screen => ({
    name: stage,
    address: `/falls/${stageRoutes[stage]}`,
    role: clinician,
    call: exportWorkList,
    of: { stage },
    sortBy: 'nhsNumber',
  })),
  {
    name: 'search by NHS number',
    address: '/falls/referral-search',
    role: clinician,
    call: exportNhsNumberSearch,
    of: { nhsNumber: '9990000077' },
    sortBy: 'nhsNumber',
    before: () => searchIn('Find by NHS number', 'NHS number', '999 000 0077'),
  },
  {
    name: 'search by details',
    address: '/falls/referral-search',
    role: clinician,
    call: exportDemographicsSearch,
    of: { familyName: 'Ash', firstName: null, dateOfBirth: null, gender: null },
    sortBy: 'nhsNumber',
    before: () => searchIn('Find by details', 'Family name', 'Ash'),
  },
  {
    name: 'search by the one box',
    address: '/falls/referral-search',
    role: clinician,
    call: exportPatientSearch,
    of: { text: 'Ash' },
    sortBy: 'nhsNumber',
    before: async () => {
      fillAndEnter(await screen.findByRole('searchbox', { name: /^Find a patient/ }), 'Ash')
      await screen.findByRole('heading', { name: '1 patient found' })
    },
  },
  {
    name: 'patients behind a number',
    address: `/falls/reports?report=discharges&dateFrom=2020-03-01&dateTo=2020-03-31&section=0&row=%5B%22Died%22%5D&column=discharges&of=Died`,
    role: clinician,
    call: exportPeople,
    of: counted,
    sortBy: 'nhsNumber',
  },
  ...lookupNames.map((lookup): Screen => ({
    name: lookup,
    address: listPath(lookup),
    role: administrator,
    call: lookupExports[lookup],
    of: {},
    sortBy:
      { ethnicity: 'internalCode', gender: 'internalCode', teamMember: 'displayName' }[lookup as string] ??
      'name',
  })),
  {
    name: 'organisations',
    address: '/falls/organisation-list',
    role: administrator,
    call: exportOrganisations,
    of: {},
    sortBy: 'type',
  },
  {
    name: 'users',
    address: '/falls/user-list',
    role: administrator,
    call: exportUsers,
    of: {},
    sortBy: 'displayName',
  },
  {
    name: 'possible duplicates',
    address: '/falls/possible-duplicates',
    role: teamLead,
    call: exportPossibleDuplicates,
    of: {},
    sortBy: 'firstBorn',
  },
  {
    name: 'merged records',
    address: '/falls/merged-records',
    role: teamLead,
    call: exportMerges,
    of: {},
    sortBy: 'merged',
  },
  {
    name: 'referrals and equipment due',
    address: '/falls/outstanding',
    role: clinician,
    call: exportOutstanding,
    of: {},
    sortBy: 'item',
  },
  {
    name: 'registered in error',
    address: '/falls/registered-in-error',
    role: teamLead,
    call: exportInError,
    of: {},
    sortBy: 'dateOfBirth',
  },
  {
    name: 'restricted records opened with a reason',
    address: '/falls/restricted-access',
    role: governance,
    call: exportAccesses,
    of: {},
    sortBy: 'who',
  },
]

const service = (call: Endpoint) =>
  quietService({
    ...Object.fromEntries(stages.map((stage) => [`/api/list/${stage}`, () => json([edna])])),
    ...Object.fromEntries(lookupNames.map((lookup) => [`/api/${lookup}/all`, () => json([choice])])),
    '/api/search/nhsNumber': () => json([edna]),
    '/api/search/demographics': () => json([edna]),
    '/api/search/patients': () => json([{ ...edna, address: '', isNear: false }]),
    '/api/report/all': () =>
      json([{ name: 'discharges', title: 'Discharges', group: 'Caseload', answers: 'Why?', definition: [] }]),
    '/api/reportRun/all': () => json([]),
    '/api/savedReport/all': () => json([]),
    '/api/report/discharges/people': () => json([edna]),
    '/api/organisation/all': () => json([organisation], 200, { 'x-total-count': '1234' }),
    '/api/user/all': () => json([user]),
    '/api/possibleDuplicate/all': () => json([pair]),
    '/api/merge/all': () => json([merge]),
    '/api/list/outstanding': () => json({ rows: [due], counts: { ...noneDue, equipmentBack: 1 } }),
    '/api/registeredInError/all': () => json([outOfUse]),
    '/api/restrictedAccess/all': () => json([opened]),
    [pathOf(call)]: () =>
      new Response('bytes', { headers: { 'content-disposition': 'attachment; filename="list.csv"' } }),
  })
const pathOf = ({ path }: Endpoint): string => path.replace('{reportName}', 'discharges')

describe('a grid is saved whole', () => {
  test('wherever there is one', () => {
    expect(new Set(screens.map(({ call }) => call.path))).toEqual(
      // The audit trail lists its answers only after a question: reports/audit/audit.test.tsx.
      new Set(listExports.map(({ path }) => path).filter((path) => !path.startsWith('/api/audit/'))),
    )
    const { routesByPath } = createSite(createMemoryHistory())
    const lists = Object.keys(routesByPath)
      .filter((path) => path.endsWith('-list'))
      .flatMap((path) => (path === '/falls/{$list}-list' ? lookupNames.map(listPath) : [path]))
    expect(lists.length).toBeGreaterThan(20)
    expect(screens.map(({ address }) => address)).toEqual(expect.arrayContaining(lists))
  })

  test.each(screens)('$name', async ({ address, role, call, of, sortBy, before }) => {
    beSignedIn(role)
    const seen = service(call)
    renderSite(address)
    await before?.()
    const filter = await screen.findByLabelText('Filter')
    expect(document.querySelectorAll('.sf-grid')).toHaveLength(1)
    const buttons = within(screen.getByRole('group', { name: 'Save this list' }))
    const asked = () =>
      seen.filter(({ path }) => path === pathOf(call)).map(({ body }) => JSON.parse(body) as unknown)

    click(buttons.getByRole('button', { name: 'Save CSV' }))
    await screen.findByText('Saved to your downloads: list as CSV')
    expect(saved).toEqual(['list.csv'])
    expect(asked()).toEqual([{ ...of, type: 'csv', filter: '' }])

    fill(filter, 'a')
    click(within(screen.getAllByRole('columnheader')[1] as HTMLElement).getByRole('button'))
    click(buttons.getByRole('button', { name: 'Save Excel' }))
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(asked()[1]).toEqual({ ...of, type: 'xlsx', filter: 'a', sortBy, isDescending: false })

    await waitFor(() => expect(saved).toHaveLength(2))
    click(within(screen.getAllByRole('columnheader')[1] as HTMLElement).getByRole('button'))
    click(buttons.getByRole('button', { name: 'Save CSV' }))
    await waitFor(() => expect(asked()).toHaveLength(3))
    expect(asked()[2]).toMatchObject({ sortBy, isDescending: true })
    await waitFor(() => expect(saved).toHaveLength(3))
  })
})

test('a list that cannot be saved says why, and nothing is saved', async () => {
  beSignedIn(administrator)
  quietService({
    '/api/user/all': () => json([user]),
    '/api/user/export': () => json({ code: 'forbidden', message: 'Your role does not allow this.' }, 403),
  })
  renderSite('/falls/user-list')
  click(await screen.findByRole('button', { name: 'Save CSV' }))
  expect(await screen.findByText('Your role does not allow this.')).toBeVisible()
  expect(saved).toEqual([])
})
