import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LookupRecord } from '../../../contract/reference/lookupCalls.ts'
import { lookupNames, lookups, type LookupName } from '../../../contract/reference/lookups.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json, type Answer } from '../../testing/fakeService.ts'
import { click, fill } from '../../testing/person.ts'
import { administrator, beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'
import { editPath, listPath } from './paths.ts'

beforeEach(() => beSignedIn(administrator))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const row: LookupRecord = {
  id: 12,
  version: 3,
  name: 'Village hall',
  isActive: true,
  sortOrder: 4,
  code: null,
  uses: [],
}
const isPerson = (of: LookupName) => 'familyName' in lookups[of].fields
const storedIn = (of: LookupName): LookupRecord => ({
  ...row,
  ...(['gender', 'ethnicity', 'namePrefix'].includes(of) ? { internalCode: 'VH', description: 'Hall' } : {}),
  ...(of === 'gender' || of === 'ethnicity' ? { code: '1', abbreviated: 'V' } : {}),
  ...(isPerson(of) ? { familyName: 'Hall', firstName: 'Village', displayName: 'Village hall' } : {}),
  ...(of === 'role' ? { profile: 'none' as const, profileIsFixed: false } : {}),
})
const serviceWith = (
  of: LookupName,
  stored: LookupRecord = storedIn(of),
  more: Record<string, Answer> = {},
) =>
  quietService({
    [`/api/${of}/all`]: () =>
      json([stored, { ...stored, id: 13, name: 'Old hall', displayName: 'Old hall', isActive: false }]),
    [`/api/${of}/get`]: () => json(stored),
    [`/api/${of}/save`]: () => json({ id: 12, version: 4 }),
    ...more,
  })
const sent = (seen: ReturnType<typeof quietService>, of: LookupName): unknown[] =>
  seen.filter(({ path }) => path === `/api/${of}/save`).map(({ body }) => JSON.parse(body) as unknown)
const headings = (): (string | null)[] => screen.getAllByRole('columnheader').map((head) => head.textContent)

const simple = ['Id', 'Name', 'Is Active', 'Action']
const expectedColumns: Partial<Record<LookupName, string[]>> = {
  ethnicity: ['Id', 'Internal Code', 'Code', 'Name', 'Is Active', 'Action'],
  gender: ['Id', 'Internal Code', 'Code', 'Name', 'Abbreviated', 'Is Active', 'Action'],
  namePrefix: ['Internal Code', 'Name', 'Description', 'Action'],
  role: ['Id', 'Name', 'Action'],
  teamMember: ['Id', 'Display Name', 'Is Active', 'Action'],
}
const widths: Record<string, string> = { Id: '100px', 'Is Active': '130px', Action: '150px' }

describe.each(lookupNames)('%s', (of) => {
  test('lists all rows in the columns and widths of the specification, with Yes and No', async () => {
    const seen = serviceWith(of)
    renderSite(listPath(of))
    expect(await screen.findByRole('heading', { level: 1, name: lookups[of].plural })).toBeVisible()
    expect(screen.getByText(lookups[of].purpose)).toBeVisible()
    await screen.findByText('2 rows')
    const columns = expectedColumns[of] ?? simple
    expect(headings()).toEqual(columns)
    const drawn = [...document.querySelectorAll('col')].map((col) => col.style.width)
    for (const [index, title] of columns.entries())
      if (title in widths) expect({ title, width: drawn[index] }).toEqual({ title, width: widths[title] })
    if (columns.includes('Is Active')) {
      const answers = screen
        .getAllByRole('row')
        .map((each) => within(each).queryByText(/^(Yes|No)$/)?.textContent)
      expect(answers).toEqual([undefined, 'Yes', 'No'])
    }
    expect(screen.getByRole('link', { name: 'Edit Village hall' })).toHaveAttribute('href', editPath(of, 12))
    expect(seen.find(({ path }) => path === `/api/${of}/all`)?.query).toEqual({ includeInActive: 'true' })
  })

  test('adds a row and goes back to the list', async () => {
    const seen = serviceWith(of)
    const site = renderSite(listPath(of))
    click(await screen.findByRole('link', { name: `Add ${lookups[of].title}` }))
    expect(await screen.findByRole('heading', { level: 1, name: `Add ${lookups[of].title}` })).toBeVisible()
    if (isPerson(of)) fill(screen.getByLabelText('Family name'), 'Hall')
    fill(screen.getByLabelText(isPerson(of) ? 'First name' : 'Name'), 'Town hall')
    click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('2 rows')
    expect(site.state.location.pathname).toBe(listPath(of))
    expect(sent(seen, of)).toMatchObject([
      {
        id: 0,
        isActive: true,
        ...(isPerson(of) ? { familyName: 'Hall', firstName: 'Town hall' } : { name: 'Town hall' }),
      },
    ])
  })

  test('says what is missing, and asks nothing of the service', async () => {
    const seen = serviceWith(of)
    renderSite(editPath(of, 0))
    click(await screen.findByRole('button', { name: 'Save' }))
    for (const message of isPerson(of) ? ['Family Name required', 'First Name required'] : ['Name required'])
      expect(await screen.findAllByText(message)).not.toHaveLength(0)
    expect(screen.getByText('The form is invalid please check and try again.')).toBeVisible()
    expect(sent(seen, of)).toEqual([])
  })

  test('edits a row under the version that was read', async () => {
    const seen = serviceWith(of)
    const site = renderSite(editPath(of, 12))
    expect(await screen.findByText('No record uses this row.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: `Edit ${lookups[of].title}` })).toBeVisible()
    fill(screen.getByLabelText(isPerson(of) ? 'First name' : 'Name'), 'New hall')
    click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('2 rows')
    expect(site.state.location.pathname).toBe(listPath(of))
    const [body] = sent(seen, of)
    expect(body).toMatchObject({ id: 12, version: 3, isActive: true })
    expect(body).not.toHaveProperty('sortOrder')
    expect(body).not.toHaveProperty('confirmed')
  })

  test('shows nothing in another role', async () => {
    forgetSession('person')
    beSignedIn(clinician)
    const seen = serviceWith(of)
    renderSite(listPath(of))
    expect(await screen.findByText('Administration is not part of your current role.')).toBeVisible()
    expect(seen.some(({ path }) => path === `/api/${of}/all`)).toBe(false)
  })
})

describe('where lists are', () => {
  test.each([
    ['/falls/concern-list', 'Declined Referral Reasons'],
    ['/falls/declinedreferral-list', 'Declined Referral Reasons'],
    ['/falls/wellbeing-concern-list', 'Wellbeing Concerns'],
    ['/falls/vasscale-list', 'VAS Scale'],
  ])('%s shows %s', async (address, heading) => {
    quietService()
    renderSite(address)
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
  })

  test.each([
    ['method', 'Edit Referral Method'],
    ['teamMember', 'Edit Team Member'],
  ] as const)('%s is edited under the title %s', (of, title) => {
    expect(`Edit ${lookups[of].title}`).toBe(title)
  })

  test('an index leads to every one of them', async () => {
    quietService()
    renderSite('/falls/administration')
    await screen.findByRole('heading', { level: 1, name: 'Administration' })
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    for (const of of lookupNames) expect(links).toContain(listPath(of))
  })

  test('an address without a row says so', async () => {
    quietService()
    renderSite('/falls/location/edit/hall')
    expect(await screen.findByText('This record is not there, or you may not see it.')).toBeVisible()
  })
})

describe('a row in use', () => {
  const used = {
    ...row,
    uses: [
      { kind: 'frat', count: 1200 },
      { kind: 'treatmentPlan', count: 1 },
    ],
  }

  test('is counted, and asked about before it is renamed', async () => {
    const seen = serviceWith('location', used)
    renderSite(editPath('location', 12))
    expect(await screen.findByText('Used by 1,200 FRATs, 1 treatment plan.')).toBeVisible()
    fill(screen.getByLabelText('Name'), 'Church hall')
    click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change “Village hall”?' })
    expect(dialog).toHaveTextContent('1,200 FRATs, 1 treatment plan will show the new name.')
    click(within(dialog).getByRole('button', { name: 'Go back' }))
    expect(await screen.findByText('Not saved. Your changes are still here.')).toBeVisible()
    expect(sent(seen, 'location')).toEqual([])
    click(screen.getByRole('button', { name: 'Save' }))
    click(await screen.findByRole('button', { name: 'Yes, change it' }))
    await screen.findByText('2 rows')
    expect(sent(seen, 'location')).toMatchObject([{ name: 'Church hall', confirmed: true }])
  })

  test('is asked about before it is made inactive', async () => {
    serviceWith('location', used)
    renderSite(editPath('location', 12))
    click(await screen.findByLabelText('Active'))
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent('nobody can choose it any more')
  })

  test('goes to another place without being asked about', async () => {
    const seen = serviceWith('location', used)
    renderSite(editPath('location', 12))
    fill(await screen.findByLabelText('Place in the list (optional)'), '1')
    click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('2 rows')
    expect(sent(seen, 'location')).toMatchObject([{ sortOrder: '1' }])
  })
})

describe('a row that rules depend on', () => {
  test('says so, and asks even when nobody uses it', async () => {
    serviceWith('goalsAchieved', { ...row, name: 'No', code: 'no' })
    renderSite(editPath('goalsAchieved', 12))
    expect(await screen.findByText(/^Rules of the product depend on this row/)).toBeVisible()
    fill(screen.getByLabelText('Name'), 'Not achieved')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('dialog')).toHaveTextContent('Rules of the product depend on this row')
  })

  test('is not mistaken for one with a national code', async () => {
    serviceWith('gender')
    renderSite(editPath('gender', 12))
    await screen.findByText('No record uses this row.')
    expect(screen.queryByText(/^Rules of the product/)).toBeNull()
  })
})

describe('what the service refuses', () => {
  test('is shown at its field', async () => {
    serviceWith('method', row, {
      '/api/method/save': () => json({ name: 'Another active row has this name' }, 400),
    })
    renderSite(editPath('method', 12))
    click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findAllByText(/Another active row has this name/)).toHaveLength(2)
  })

  test('a change that came first is told, and the text stays', async () => {
    serviceWith('method', row, {
      '/api/method/save': () =>
        json(
          {
            code: 'conflict',
            message: 'Somebody changed this record',
            requestId: '1',
            conflict: {
              version: 4,
              changes: [{ by: 'Priya Nair', at: '2020-01-05T10:00:00Z', fields: ['name'] }],
            },
          },
          409,
        ),
    })
    renderSite(editPath('method', 12))
    fill(await screen.findByLabelText('Name'), 'Mine')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Priya Nair, 05/01/2020 10:00: name')).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveValue('Mine')
  })
})

describe('a role', () => {
  test('has no profile until one is chosen', async () => {
    const seen = serviceWith('role')
    renderSite(editPath('role', 0))
    expect(await screen.findByRole('radio', { name: 'None' })).toBeChecked()
    fill(screen.getByLabelText('Name'), 'Physiotherapist')
    click(screen.getByRole('radio', { name: 'Clinician' }))
    click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('2 rows')
    expect(sent(seen, 'role')).toMatchObject([{ name: 'Physiotherapist', profile: 'Clinician' }])
  })

  test('that came with the service keeps its profile', async () => {
    const seen = serviceWith('role', { ...row, name: 'External', profile: 'External', profileIsFixed: true })
    renderSite(editPath('role', 12))
    expect(await screen.findByText(/^Profile: External\. This is a built-in role/)).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByLabelText('Active')).toBeNull()
    click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('2 rows')
    expect(sent(seen, 'role')).toHaveLength(1)
  })
})
