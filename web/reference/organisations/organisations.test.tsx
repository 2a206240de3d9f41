import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OrganisationView } from '../../../contract/reference/organisation.ts'
import type { ImportReport } from '../../../contract/reference/organisationImport.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json, type Answer } from '../../testing/fakeService.ts'
import { click, fill } from '../../testing/person.ts'
import { administrator, beSignedIn, quietService, renderSite } from '../../testing/renderSite.tsx'
import { partsOf } from './upload.ts'

beforeEach(() => beSignedIn(administrator))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const green: OrganisationView = {
  organisation: {
    id: 'Z99001001',
    version: 2,
    type: 'Branch Surgeries',
    name: 'Example Green Branch',
    addressLine1: '9 Sample Road',
    addressLine2: null,
    addressLine3: null,
    town: 'Othertown',
    county: null,
    postcode: 'ZZ99 9AD',
    openDate: '2001-01-01',
    closeDate: null,
    statusCode: 'A',
    subTypeCode: null,
    isActive: true,
  },
  parent: {
    organisationId: 'Z99001001',
    parentOrganisationId: 'Z99001',
    parentName: 'Example Green Surgery',
    joinDate: '2001-01-01',
    leaveDate: null,
    parentCode: null,
    isActive: true,
  },
  uses: [],
}
const row = {
  id: 'Z99001001',
  type: 'Branch Surgeries',
  name: 'Example Green Branch',
  postcode: null,
  isActive: false,
}
const service = (more: Record<string, Answer> = {}) =>
  quietService({
    '/api/organisation/all': ({ query }) =>
      query['q'] === undefined
        ? json([row], 200, { 'x-total-count': '1234' })
        : json([row], 200, { 'x-total-count': '1' }),
    '/api/organisation/getView': () => json(green),
    '/api/organisation/save': () => json({ id: 'Z99001001', version: 3 }),
    ...more,
  })
const sent = (seen: ReturnType<typeof quietService>, call: string) =>
  seen
    .filter(({ path }) => path === `/api/organisation/${call}`)
    .map(({ body }) => JSON.parse(body) as unknown)
const typeDay = (group: string, day: string, month: string, year: string): void => {
  const boxes = within(screen.getByRole('group', { name: group }))
  fill(boxes.getByLabelText('Day'), day)
  fill(boxes.getByLabelText('Month'), month)
  fill(boxes.getByLabelText('Year'), year)
}

test('the list shows its columns and is filtered by the service', async () => {
  const seen = service()
  renderSite('/falls/organisation-list')
  expect(await screen.findByText('1234 organisations')).toBeVisible()
  expect(screen.getByText('Showing 1 of 1234 organisations')).toBeVisible()
  const [head, first] = screen
    .getAllByRole('row')
    .map((each) => [...each.children].map(({ textContent }) => textContent))
  expect(head).toEqual(['Id', 'Type', 'Name', 'Postcode', 'Is Active', 'Action'])
  expect(first).toEqual([
    'Z99001001',
    'Branch Surgeries',
    'Example Green Branch',
    'Not Recorded',
    'No',
    'Edit',
  ])
  expect([...document.querySelectorAll('col')].map((col) => col.style.width)).toEqual([
    '100px',
    '220px',
    '',
    '120px',
    '130px',
    '150px',
  ])
  fill(screen.getByLabelText('Filter'), 'st examples')
  expect(await screen.findByText('1 of 1234 organisations')).toBeVisible()
  expect(screen.getByRole('row', { name: /Example Green Branch/ })).toBeVisible()
  expect(seen.findLast(({ path }) => path === '/api/organisation/all')?.query).toEqual({
    includeInActive: 'true',
    limit: '200',
    q: 'st examples',
  })
})

describe('adding an organisation', () => {
  test('says what is missing, of the parent too when there is one', async () => {
    const seen = service()
    renderSite('/falls/organisation/edit/0')
    expect(await screen.findByRole('heading', { level: 1, name: 'Add ODS Organisation' })).toBeVisible()
    click(screen.getByRole('button', { name: 'Save' }))
    for (const message of [
      'Organisation Code required',
      'Type required',
      'Name required',
      'Open Date required',
    ])
      expect(await screen.findAllByText(message)).not.toHaveLength(0)
    expect(screen.queryByText('Join Date required')).toBeNull()
    click(screen.getByRole('checkbox', { name: 'Has a parent organisation' }))
    click(screen.getByRole('button', { name: 'Save' }))
    for (const message of ['Parent Organisation Code required', 'Join Date required'])
      expect(await screen.findAllByText(message)).not.toHaveLength(0)
    expect(sent(seen, 'save')).toEqual([])
  })

  test('forgets what was missing of the parent when it is switched off', async () => {
    service()
    renderSite('/falls/organisation/edit/0')
    click(await screen.findByRole('checkbox', { name: 'Has a parent organisation' }))
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('link', { name: 'Join Date required' })).toBeVisible()
    click(screen.getByRole('checkbox', { name: 'Has a parent organisation' }))
    await waitFor(() => expect(screen.queryByText('Join Date required')).toBeNull())
    expect(screen.queryByText('Parent Organisation Code required')).toBeNull()
    expect(screen.getByRole('link', { name: 'Open Date required' })).toBeVisible()
  })

  test('sends both parts, an active link among them', async () => {
    const seen = service()
    const site = renderSite('/falls/organisation/edit/0')
    fill(await screen.findByLabelText('Organisation code'), 'z99001001')
    fill(screen.getByLabelText('Type'), 'Branch Surgeries')
    fill(screen.getByLabelText('Name'), 'Example Green Branch')
    typeDay('Open date', '1', 'jan', '2001')
    click(screen.getByRole('checkbox', { name: 'Has a parent organisation' }))
    fill(await screen.findByLabelText('Parent organisation code'), 'Z99001')
    typeDay('Join date', '01', '04', '2013')
    click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(site.state.location.pathname).toBe('/falls/organisation-list'))
    expect(sent(seen, 'save')).toMatchObject([
      {
        isNew: true,
        organisation: { id: 'Z99001001', type: 'Branch Surgeries', openDate: '2001-01-01', isActive: true },
        parent: { parentOrganisationId: 'Z99001', joinDate: '2013-04-01', isActive: true },
      },
    ])
  })

  test('refuses a close before the open date', async () => {
    service()
    renderSite('/falls/organisation/edit/0')
    fill(await screen.findByLabelText('Organisation code'), 'Z9')
    fill(screen.getByLabelText('Type'), 'GP Practices')
    fill(screen.getByLabelText('Name'), 'Example')
    typeDay('Open date', '2', '1', '2001')
    typeDay('Close date (optional)', '1', '1', '2001')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText('The close date cannot be before the open date')).not.toHaveLength(0)
  })
})

describe('editing an organisation', () => {
  test('keeps the code, and removes the link when it is switched off', async () => {
    const seen = service()
    renderSite('/falls/organisation/edit/Z99001001')
    expect(await screen.findByLabelText('Organisation code')).toHaveValue('Z99001001')
    expect(screen.getByLabelText('Organisation code')).toHaveAttribute('readonly')
    expect(screen.getByText('Now Example Green Surgery')).toBeVisible()
    expect(screen.getAllByText('DD/MM/YYYY, for example 01/04/2013')).not.toHaveLength(0)
    click(screen.getByRole('checkbox', { name: 'Has a parent organisation' }))
    await waitFor(() => expect(screen.queryByLabelText('Parent organisation code')).toBeNull())
    click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('1234 organisations')
    expect(sent(seen, 'save')).toMatchObject([
      { isNew: false, parent: null, organisation: { id: 'Z99001001', version: 2 } },
    ])
  })

  test('asks before one that patients have is taken out of use', async () => {
    const seen = service({
      '/api/organisation/getView': () => json({ ...green, uses: [{ kind: 'patient', count: 4 }] }),
    })
    renderSite('/falls/organisation/edit/Z99001001')
    expect(await screen.findByText('Used by 4 patients.')).toBeVisible()
    click(screen.getByRole('checkbox', { name: 'Active' }))
    click(screen.getByRole('button', { name: 'Save' }))
    click(await screen.findByRole('button', { name: 'Yes, take it out of use' }))
    await waitFor(() => expect(sent(seen, 'save')).toHaveLength(1))
  })

  test('shows what the service refuses at its field', async () => {
    service({
      '/api/organisation/save': () =>
        json({ 'parent.parentOrganisationId': 'There is no organisation with this code' }, 400),
    })
    renderSite('/falls/organisation/edit/Z99001001')
    click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText(/There is no organisation with this code/)).toHaveLength(2)
  })
})

describe('importing a file', () => {
  const nothing = {
    added: 0,
    changed: 0,
    closed: 0,
    reopened: 0,
    unchanged: 0,
    skipped: 0,
    rejected: 0,
    doubtful: 0,
  }
  const noExamples = { added: [], changed: [], closed: [], reopened: [], rejected: [], doubtful: [] }
  const report: ImportReport = {
    ...nothing,
    type: 'GP Practices',
    rows: 3,
    added: 1,
    unchanged: 1,
    rejected: 1,
    examples: {
      ...noExamples,
      added: [{ row: 1, code: 'Z99001', text: 'EXAMPLE GREEN SURGERY' }],
      rejected: [{ row: 3, code: 'Z99003', text: 'The open date is not a day' }],
    },
  }
  const importService = (more: Record<string, Answer> = {}) =>
    service({
      '/api/organisation/importStart': () => json({ id: 5 }),
      '/api/organisation/importPart': () => json({ id: 5 }),
      '/api/organisation/importCheck': () => json(report),
      '/api/organisation/importApply': () => json(report),
      ...more,
    })
  const choose = async (text: string, name = 'epraccur.csv') =>
    fireEvent.change(await screen.findByLabelText('File'), {
      target: { files: [new File([text], name, { type: 'text/csv' })] },
    })

  test('needs a file', async () => {
    const seen = importService()
    renderSite('/falls/organisation/import')
    click(await screen.findByRole('button', { name: 'Check the file' }))
    expect(await screen.findAllByText('File required')).not.toHaveLength(0)
    expect(sent(seen, 'importStart')).toEqual([])
  })

  test('checks first, shows what would happen, and takes in when told', async () => {
    const seen = importService()
    renderSite('/falls/organisation/import')
    await choose('"Z99001"\n')
    click(screen.getByRole('button', { name: 'Check the file' }))
    const outcome = await screen.findByRole('heading', { name: 'What the file would do' })
    await waitFor(() => expect(outcome).toHaveFocus())
    expect(screen.getByText('Added: 1')).toBeVisible()
    expect(screen.getByText('Refused: left out: 1')).toBeVisible()
    expect(
      screen.getByRole('row', { name: '3 Z99003 The open date is not a day', hidden: true }),
    ).toBeInTheDocument()
    expect(sent(seen, 'importApply')).toEqual([])
    click(screen.getByRole('button', { name: 'Take the file in' }))
    expect(await screen.findByRole('heading', { name: 'What the file did' })).toBeVisible()
    expect(sent(seen, 'importPart')).toEqual([{ id: 5, part: 1, text: '"Z99001"\n' }])
    expect(sent(seen, 'importApply')).toEqual([{ id: 5 }])
  })

  test('asks what a file holds whose name does not say it', async () => {
    importService({ '/api/organisation/importCheck': () => json({ type: 'Type required' }, 400) })
    renderSite('/falls/organisation/import')
    await choose('"Z99001"\n', 'list.csv')
    click(screen.getByRole('button', { name: 'Check the file' }))
    expect(await screen.findAllByText(/Type required/)).toHaveLength(2)
  })

  test('offers nothing to do when the file changes nothing', async () => {
    importService({
      '/api/organisation/importCheck': () =>
        json({ ...nothing, type: null, rows: 2, unchanged: 2, examples: noExamples }),
    })
    renderSite('/falls/organisation/import')
    await choose('x\n')
    click(screen.getByRole('button', { name: 'Check the file' }))
    expect(await screen.findByText(/2 rows of memberships\. 2 already are as the file says\./)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Take the file in' })).toBeNull()
    click(screen.getByRole('button', { name: 'Choose another file' }))
    expect(await screen.findByLabelText('File')).toBeVisible()
  })

  test.each([
    ['one\ntwo\nthree\n', 5, ['one\n', 'two\n', 'three', '\n']],
    ['onetwothree', 4, ['onet', 'woth', 'ree']],
    ['one\ntwo', 100, ['one\ntwo']],
    ['', 5, []],
  ])('cuts %j at %i into %j', (text, length, parts) => {
    expect(partsOf(text, length)).toEqual(parts)
    expect(partsOf(text, length).join('')).toBe(text)
  })
})
