import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SubmissionDetail } from '../../../contract/insight/csds/submission.ts'
import { missingRule } from '../../../contract/insight/csds/rules.ts'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json, type Answer } from '../../testing/fakeService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'

const lead: HeldRole = { id: 4, name: 'Team Lead', profile: 'Team Lead' }
const practice = missingRule('CYP002GP', 'OrgID_GP')

const made: SubmissionDetail = {
  id: 7,
  month: '2026-10',
  kind: 'refresh',
  state: 'ready',
  failure: null,
  askedAt: '2026-11-30T09:00:00Z',
  askedBy: 'Jo Bell',
  endedAt: '2026-11-30T09:00:05Z',
  expiresAt: '2027-11-30T00:00:00Z',
  rows: 1234,
  refused: 12,
  sha256: 'ab12',
  tables: [
    {
      ...{ name: 'CYP001MPI', rows: 240, refused: 4 },
      filled: { LocalPatientID: 240, NHSNumber: 230 },
      of: { LocalPatientID: 240, NHSNumber: 240 },
    },
  ],
  findings: [
    { rule: practice, count: 4 },
    { rule: missingRule('CYP001MPI', 'NHSNumber'), count: 10 },
  ],
  comparisons: [
    { what: 'Discharges', here: 11, again: 11, by: 'Report Discharges', isEqual: true },
    { what: 'People', here: 240, again: 241, by: 'Second statement', isEqual: false },
  ],
  differences: [
    {
      ...{ table: 'CYP201CareContact', added: 1, changed: 0, gone: 0 },
      rows: [{ change: 'added', key: 'A12', fields: [], pathwayId: 21 }],
    },
  ],
}
const settings = { provider: 'RXX', submitter: 'RXX', commissioner: null, teamType: '26' }

const service = (answers: Record<string, Answer> = {}) =>
  quietService({
    '/api/csds/all': () => json({ settings, submissions: [made] }),
    '/api/csds/get': () => json(made),
    '/api/csds/start': () => json({ id: 7 }),
    '/api/csds/findings': () =>
      json([
        {
          ...{ patientId: 11, pathwayId: 21, familyName: 'Pomfret', firstName: 'Ivy' },
          ...{ nhsNumber: '9990000077', referralDate: '2026-09-03' },
        },
      ]),
    ...answers,
  })

beforeEach(() => beSignedIn(lead))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

test('a Team Lead makes the refresh of a month and reads what would be refused', async () => {
  const seen = service()
  renderSite('/falls/national-return')
  fill(await screen.findByLabelText('What to make'), 'refresh')
  click(screen.getByRole('button', { name: 'Make it' }))
  await screen.findByRole('heading', { name: 'Oct 2026: refresh', level: 1 })
  const sent = seen.find(({ path }) => path.startsWith('/api/csds/start'))
  expect(JSON.parse(sent?.body ?? '{}')).toMatchObject({ kind: 'refresh' })
  const refused = within(screen.getByRole('table', { name: 'Refused' }))
  expect(refused.getByRole('link', { name: 'No GP practice' })).toBeDefined()
  expect(refused.getByText('Read in NHS England’s guidance')).toBeDefined()
  const incomplete = within(screen.getByRole('table', { name: 'Accepted, but incomplete' }))
  expect(incomplete.getByRole('link', { name: 'No NHS number' })).toBeDefined()
  expect(screen.getByText(/No validator of NHS England was run/)).toBeDefined()
})

test('every field says how many are filled, where it comes from and how sure it is', async () => {
  service()
  renderSite('/falls/national-return?run=7&view=fields')
  const people = within(await screen.findByRole('table', { name: 'Person' }))
  const row = within(people.getByText('NHSNumber').closest('tr') as HTMLElement)
  expect(row.getByText('230 of 240')).toBeDefined()
  expect(screen.getAllByText(/^To be checked: sent once the list Referrers has/)).toHaveLength(1)
  expect(screen.getAllByText(/^Empty\. /).length).toBe(5)
})

test('a number that differs is named, and so is what a refresh changed', async () => {
  service()
  renderSite('/falls/national-return?run=7&view=counts')
  expect(await screen.findByText('No: please tell your system administrator')).toBeDefined()
  click(screen.getByRole('link', { name: 'Differences' }))
  const link = await screen.findByRole('link', { name: 'A12' })
  expect(link.getAttribute('href')).toContain('/falls/pathway/view?id=21')
})

test('the records of a rule lead to the patient and to the referral', async () => {
  service()
  renderSite(`/falls/national-return?run=7&rule=${practice}`)
  const name = await screen.findByRole('link', { name: /pomfret/i })
  expect(name.getAttribute('href')).toContain('/falls/patient/view?id=11')
  expect(screen.getByRole('link', { name: '03-Sep-2026' }).getAttribute('href')).toContain('id=21')
  expect(screen.getByText(/3 more are not listed/)).toBeDefined()
})

test('without settings it says what is to be set', async () => {
  service({ '/api/csds/all': () => json({ settings: null, submissions: [] }) })
  renderSite('/falls/national-return')
  expect(
    await screen.findByText(/It is not set up\. A system administrator sets CSDS_PROVIDER/),
  ).toBeDefined()
})

test('a clinician finds no link to it', async () => {
  beSignedIn(clinician)
  quietService({
    '/api/report/all': () => json([]),
    '/api/reportRun/all': () => json([]),
    '/api/savedReport/all': () => json([]),
  })
  renderSite('/falls/reports')
  await screen.findByRole('heading', { name: 'Reports', level: 1 })
  expect(screen.queryByRole('link', { name: 'Open the national return' })).toBeNull()
})
