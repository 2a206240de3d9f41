import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaPathway, ednaView } from '../../testing/patients.ts'
import { patientService } from '../../testing/patientService.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, clinician, edna, renderSite } from '../../testing/renderSite.tsx'

// Text that identifies a person is not translated with the page: a name may also be a word, such as Rose, Hill or
// Young.

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const name = 'ASHWORTH, Edna'
const number = '999-000-0077'

/** Whether a browser translates a text of the page. The nearest enclosing `translate` attribute decides. */
const isTranslated = (node: Element): boolean =>
  node.closest('[translate]')?.getAttribute('translate') !== 'no'
const translatedOf = (words: string | RegExp): boolean[] => screen.getAllByText(words).map(isTranslated)

test('a work list keeps names and numbers, and translates what stands beside them', async () => {
  const row = {
    ...edna,
    namePrefix: null,
    owner: 'HILL, Ann',
    dueGroup: 'late',
    dueWords: 'late by 3 days',
  } as const
  const unknown = { ...edna, patientId: 12, pathwayId: 22, familyName: 'Okafor', nhsNumber: null }
  patientService({
    '/api/list/awaitingAssessment': () => json([row, unknown], 200, { 'x-total-count': '2' }),
  })
  renderSite('/falls/awaiting-assessment')
  click(await screen.findByRole('button', { name: 'Columns' }))
  click(await screen.findByRole('checkbox', { name: 'Owner' }))
  await screen.findByText(name)
  for (const kept of [name, number, 'HILL, Ann']) expect(translatedOf(kept)).toEqual([false])
  for (const said of ['late by 3 days', 'Female', 'Unknown', 'Unowned'])
    expect(translatedOf(said), said).not.toContain(false)
})

test('the banner keeps name and number of the patient, and a table who recorded what', async () => {
  const frat = {
    id: 1,
    version: 1,
    isActive: true,
    recordedBy: 'Rose Young',
    recordedAt: '2020-01-06T10:00:00Z',
    fratScore: 2,
    pathwayId: 21,
    assessmentDate: '2020-01-06',
    teamMemberId: 1,
    locationId: 1,
    dischargedTo: null,
    fallInLastYear: null,
    fourOrMoreMedicines: null,
    strokeOrParkinsons: null,
    balanceProblems: null,
    cannotRiseFromChair: null,
    names: { teamMember: 'HILL, Ann', location: 'Clinic', dischargedTo: null },
  }
  patientService({ '/api/pathway/get': () => json({ ...ednaPathway, frat: [frat] }) })
  renderSite('/falls/pathway/view?id=21&patientId=11')
  await screen.findByRole('heading', { name: 'Pathway' })
  for (const kept of [name, number, 'HILL, Ann', /Rose Young/]) expect(translatedOf(kept)).not.toContain(true)
  expect(translatedOf('Clinic')).toEqual([true])
})

test('the record of a patient keeps them, and a form the names of staff to choose from', async () => {
  patientService({ '/api/patient/get': () => json(ednaView) })
  const site = renderSite('/falls/patient/view?id=11')
  await screen.findByText('Date of birth')
  for (const kept of [name, number]) expect(translatedOf(kept)).not.toContain(true)
  site.history.push('/falls/pathway/frat/0?id=21&patientId=11')
  expect(isTranslated(await screen.findByRole('option', { name: 'Hill, Ann' }))).toBe(false)
  expect(isTranslated(screen.getByRole('option', { name: 'GP care' }))).toBe(true)
})
