import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formInvalid } from '../../../contract/platform/words/messages.ts'
import type { Frat } from '../../../contract/pathways/records/frat.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { errorSummary } from '../../testing/errorSummary.ts'
import { json } from '../../testing/fakeService.ts'
import { changedBy, ednaPathway } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const frat: Frat = {
  id: 41,
  version: 2,
  isActive: true,
  recordedBy: 'Priya Nair',
  recordedAt: '2020-01-06T10:00:00Z',
  pathwayId: 21,
  assessmentDate: '2020-01-06',
  teamMemberId: 1,
  locationId: 1,
  fratScore: 0,
  dischargedTo: null,
  fallInLastYear: null,
  fourOrMoreMedicines: null,
  strokeOrParkinsons: null,
  balanceProblems: null,
  cannotRiseFromChair: null,
  names: { teamMember: 'Hill, Ann', location: 'Clinic', dischargedTo: null },
}

const save = async (): Promise<void> => click(await screen.findByRole('button', { name: 'Save' }))
const address = (id: number) => `/falls/pathway/frat/${id}?id=21&patientId=11`

const fillIn = async (score: string): Promise<void> => {
  await screen.findByRole('option', { name: 'Clinic' })
  fill(screen.getByLabelText('Day'), '6')
  fill(screen.getByLabelText('Month'), '1')
  fill(screen.getByLabelText('Year'), '2020')
  fill(screen.getByLabelText('Team member'), '1')
  fill(screen.getByLabelText('Location'), '1')
  fill(screen.getByLabelText('FRAT score'), score)
}

test('the empty form says what is required, each at its field too, and sends nothing', async () => {
  const seen = patientService()
  renderSite(address(0))
  await save()
  const summary = await errorSummary()
  expect(summary).toHaveTextContent(formInvalid)
  const all = ['Assessment Date required', 'Team Member required', 'Location required', 'FRAT score invalid']
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(all)
  for (const message of all)
    expect(screen.getAllByText(message).some((each) => each.matches('.nhsuk-error-message'))).toBe(true)
  expect(sentTo('/api/frat/save', seen)).toEqual([])
})

test.each(['', ' ', '6', '-1', '2.5', '1e0', 'three'])('the score %j is refused', async (score) => {
  const seen = patientService()
  renderSite(address(0))
  await screen.findByLabelText('FRAT score')
  await fillIn(score)
  await save()
  expect(within(await errorSummary()).getByRole('link')).toHaveTextContent('FRAT score invalid')
  expect(sentTo('/api/frat/save', seen)).toEqual([])
})

test('a score of 0 is a score: it is saved as 0, shown as 0 and edited as 0', async () => {
  let isSaved = false
  const seen = patientService({
    '/api/pathway/get': () => json({ ...ednaPathway, frat: isSaved ? [frat] : [] }),
    '/api/frat/save': () => {
      isSaved = true
      return json({ id: 41, version: 1 })
    },
  })
  const site = renderSite(address(0))
  await screen.findByLabelText('FRAT score')
  await fillIn('0')
  await save()
  await screen.findByRole('heading', { name: 'Pathway' })
  expect(sentTo('/api/frat/save', seen)).toMatchObject([{ fratScore: 0, assessmentDate: '2020-01-06' }])
  const row = within((await screen.findByRole('link', { name: /^Edit FRAT/ })).closest('tr') as HTMLElement)
  expect(row.getByText('0')).toBeVisible()
  expect(site.state.location.search).toMatchObject({ section: 'frat' })
  click(screen.getByRole('link', { name: /^Edit FRAT/ }))
  expect(await screen.findByLabelText('FRAT score')).toHaveValue('0')
})

test('a save that comes too late keeps what was typed and says who changed what', async () => {
  patientService({
    '/api/pathway/get': () => json({ ...ednaPathway, frat: [frat] }),
    '/api/frat/save': () => changedBy('Moira Blake', ['location'], 3),
  })
  renderSite(address(41))
  fill(await screen.findByLabelText('FRAT score'), '4')
  await save()
  expect(await screen.findByText(/Moira Blake, 06\/01\/2020 14:30/)).toHaveTextContent('location')
  expect(screen.getByLabelText('FRAT score')).toHaveValue('4')
})
