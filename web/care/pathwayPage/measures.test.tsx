import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import {
  checklistParts,
  findingOf,
  type ChecklistFinding,
  type ChecklistPart,
  type FallsChecklist,
} from '../../../contract/pathways/records/fallsChecklist.ts'
import type { MeasureRecord } from '../../../contract/pathways/records/measure.ts'
import type { MeasureCode } from '../../../contract/pathways/records/measures.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { errorSummary } from '../../testing/errorSummary.ts'
import { json, type Answer } from '../../testing/fakeService.ts'
import { ednaExercise, ednaPathway } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill, press } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const here = '?id=21&patientId=11'
const stamp = { version: 1, isActive: true, recordedBy: 'Priya Nair', recordedAt: '2020-01-06T10:00:00Z' }

const service = (view: Partial<PathwayView> = {}, answers: Record<string, Answer> = {}) =>
  patientService({
    '/api/pathway/get': () => json({ ...ednaPathway, ...view }),
    '/api/clinician/all': () => json([{ id: 1, name: 'Okafor, Ada', isActive: true }]),
    '/api/gender/all': () => json([{ id: 1, name: 'Woman', isActive: true, code: '2' }]),
    '/api/dischargeReason/all': () => json([]),
    ...answers,
  })

let ids = 0
const measured = (measure: MeasureCode, measuredDate: string, value: number | null): MeasureRecord => ({
  ...stamp,
  id: (ids += 1),
  pathwayId: 21,
  measure,
  measuredDate,
  value,
  unable: value === null,
  aid: null,
  clinicianId: 1,
  names: { clinician: 'Okafor, Ada' },
})

const openSitting = async (): Promise<void> => {
  renderSite(`/falls/pathway/measure/0${here}`)
  await screen.findByRole('heading', { name: 'Add measures' })
  await screen.findByRole('option', { name: 'Okafor, Ada' })
}
const save = async (): Promise<void> => click(await screen.findByRole('button', { name: 'Save' }))
const problems = async (): Promise<(string | null)[]> =>
  within(await errorSummary())
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('values of one sitting are read as they are typed, and are sent together', async () => {
  const seen = service(
    { measure: [measured('timedUpAndGo', '2020-01-06', 18.2)] },
    {
      '/api/measure/saveSitting': () =>
        json({
          records: [
            { id: 1, version: 1 },
            { id: 2, version: 1 },
          ],
        }),
    },
  )
  await openSitting()
  expect(screen.getByText('Before: 18.2 s on 06-Jan-2020')).toBeVisible()
  press('t', screen.getByLabelText('Day'))
  fill(screen.getByLabelText('Measured by'), '1')
  fill(screen.getByLabelText(/^Timed Up and Go/), '12.5')
  expect(screen.getByText('Below normal: 12 s or more (CDC STEADI)')).toBeVisible()
  fill(screen.getByLabelText(/^30-second chair stand/), '8')
  expect(screen.getByText(/^Below average: under 9 for women of this age/)).toBeVisible()
  press('u', screen.getByLabelText(/^Gait speed/))
  expect(screen.getByLabelText(/^Gait speed/)).toHaveValue('unable')
  await save()
  expect(await screen.findByText('2 measures saved')).toBeVisible()
  expect(sentTo('/api/measure/saveSitting', seen)).toMatchObject([
    {
      pathwayId: 21,
      clinicianId: 1,
      values: { timedUpAndGo: 12.5, chairStand30: 8, gaitSpeed: 'unable', fesI: null },
    },
  ])
})

test('a value that cannot be is refused at its box; one that is seldom is asked about once', async () => {
  const seen = service({}, { '/api/measure/saveSitting': () => json({ records: [{ id: 1, version: 1 }] }) })
  await openSitting()
  press('t', screen.getByLabelText('Day'))
  fill(screen.getByLabelText('Measured by'), '1')
  const box = screen.getByLabelText(/^Timed Up and Go/)
  fill(box, '1.5')
  await save()
  expect(await problems()).toEqual([
    'Timed Up and Go (TUG): enter 3 to 180 s, one decimal at most, or “unable”',
  ])
  expect(box).toHaveAccessibleDescription(/enter 3 to 180 s/)
  fill(box, '95')
  await save()
  await waitFor(async () =>
    expect(await problems()).toEqual([
      'Timed Up and Go (TUG) of 95 s is unusual. Tick to save it all the same.',
    ]),
  )
  expect(sentTo('/api/measure/saveSitting', seen)).toEqual([])
  click(screen.getByLabelText('Save it all the same'))
  await save()
  expect(await screen.findByText('Measure saved')).toBeVisible()
  expect(sentTo('/api/measure/saveSitting', seen)).toMatchObject([
    { values: { timedUpAndGo: 95 }, unusualConfirmed: true },
  ])
})

test('the page sets first against latest and says what is due', async () => {
  service({
    exercise: [{ ...ednaExercise, completedDate: '2020-07-06' }],
    measure: [
      measured('timedUpAndGo', '2020-07-01', 12.1),
      measured('timedUpAndGo', '2020-03-01', 15),
      measured('weight', '2020-01-06', 70),
      measured('chairStand30', '2020-01-06', 8),
      measured('timedUpAndGo', '2020-01-06', 18.2),
    ],
  })
  renderSite(`/falls/pathway/view${here}`)
  const table = await screen.findByRole('table', { name: 'First against latest' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toHaveTextContent('18.2 s 06-Jan-2020')
  expect(rows[0]).toHaveTextContent('12.1 s 01-Jul-2020')
  expect(rows[0]).toHaveTextContent('Better by 6.1 s')
  expect(within(table).getByRole('img')).toHaveAccessibleName(
    'Timed Up and Go (TUG): 18.2 s on 06-Jan-2020, 15 s on 01-Mar-2020, 12.1 s on 01-Jul-2020',
  )
  const section = table.closest('section') as HTMLElement
  expect(
    within(section)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['30-second chair stand: due at end', 'FES-I (16 items): measured neither at start nor at end'])
})

test('a measure is corrected under its version', async () => {
  const own = measured('timedUpAndGo', '2020-01-06', 18.2)
  const seen = service({ measure: [own] }, { '/api/measure/save': () => json({ id: own.id, version: 2 }) })
  renderSite(`/falls/pathway/measure/${own.id}${here}`)
  expect(await screen.findByLabelText('Value')).toHaveValue('18.2')
  click(screen.getByLabelText('The person was unable to do it'))
  expect(screen.queryByLabelText('Value')).toBeNull()
  await save()
  await waitFor(() => expect(sentTo('/api/measure/save', seen)).toHaveLength(1))
  expect(sentTo('/api/measure/save', seen)[0]).toMatchObject({
    id: own.id,
    version: 1,
    measure: 'timedUpAndGo',
    value: null,
    unable: true,
  })
})

const checklist = (states: Partial<FallsChecklist>): FallsChecklist => ({
  ...stamp,
  id: 5,
  pathwayId: 21,
  assessmentDate: '2020-01-06',
  clinicianId: 1,
  ...(Object.fromEntries(checklistParts.map(({ field }) => [field, 'done'])) as Record<
    ChecklistPart,
    'done'
  >),
  ...(Object.fromEntries(checklistParts.map(({ field }) => [findingOf(field), null])) as Record<
    ChecklistFinding,
    null
  >),
  names: { clinician: 'Okafor, Ada' },
  ...states,
})

test('the discharge form says which parts of the check-list are not finished, and lets the discharge go on', async () => {
  const own = checklist({ vision: null, hearing: null, continence: 'notNeeded' })
  const seen = service(
    { fallsChecklist: [own], exercise: [ednaExercise] },
    { '/api/pathway/save': () => json({ id: 21, version: 2 }) },
  )
  renderSite(`/falls/pathway/discharge${here}`)
  expect(await screen.findByText('Not finished on the NG249 check-list: Vision; Hearing.')).toBeVisible()
  expect(screen.getByText(/^Measures: Timed Up and Go \(TUG\), not yet measured at start; /)).toBeVisible()
  press('t', screen.getByLabelText('Day'))
  click(screen.getByRole('button', { name: 'Discharge' }))
  await waitFor(() => expect(sentTo('/api/pathway/save', seen)).toHaveLength(1))
})

test('nothing is said on the discharge form where nothing is left', async () => {
  service({ fallsChecklist: [checklist({})] })
  renderSite(`/falls/pathway/discharge${here}`)
  await screen.findByRole('button', { name: 'Discharge' })
  expect(screen.queryByText(/You can discharge all the same/)).toBeNull()
})

test('the section of the check-list shows findings and what is not finished, and goes on with that list', async () => {
  const own = checklist({ vision: 'referred', visionFinding: 'Cataract', hearing: null })
  service({ fallsChecklist: [own] })
  renderSite(`/falls/pathway/view${here}`)
  const section = (await screen.findByRole('heading', { name: 'NG249 check-list' })).closest(
    'section',
  ) as HTMLElement
  expect(section).toHaveTextContent('16 of 17 parts')
  expect(section).toHaveTextContent('Vision: referred, Cataract')
  expect(within(section).queryByRole('link', { name: /^Add/ })).toBeNull()
  expect(within(section).getByRole('link', { name: /^Edit/ })).toBeVisible()
})
