import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Stage } from '../../../contract/stages/stage.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaExercise, ednaPathway } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'
import { toast } from '../../platform/ui/Toast.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  toast('')
  forgetSession('person')
  vi.unstubAllGlobals()
})

/** A service with one pathway, which moves to another stage once anything is saved. */
const service = (after: Stage) => {
  let isSaved = false
  const saved = () => {
    isSaved = true
    return json({ id: 21, version: 2, patientId: 11 })
  }
  return patientService({
    '/api/pathway/get': () =>
      json({
        ...ednaPathway,
        stage: { ...ednaPathway.stage, stage: isSaved ? after : 'awaitingAssessment' },
        exercise: [ednaExercise],
      }),
    '/api/equipment/all': () => json([{ id: 1, name: 'Walking stick', isActive: true }]),
    '/api/equipmentAssessment/save': saved,
    '/api/pathway/save': saved,
  })
}
const message = () =>
  within(screen.getByText(/ saved$/).closest<HTMLElement>('[role=status]') ?? document.body)

test.each([
  ['awaitingAssessment', 'Add FRAT', '/falls/pathway/frat/0'],
  ['inTreatment', 'Add exercise plan', '/falls/pathway/exercise/0'],
  ['awaitingFollowup', 'Add telephone follow-up', '/falls/pathway/followup/0'],
  ['awaitingWellbeing', 'Add wellbeing assessment', '/falls/pathway/wellbeing/0'],
  ['awaitingTreatment', 'Add treatment plan', '/falls/pathway/treatmentPlan/0'],
  ['inExercise', 'Add attendance', '/falls/pathway/attendance/71/0'],
  ['awaitingDischarge', 'Discharge', '/falls/pathway/discharge'],
] as const)('a record saved on a pathway that is then %s offers: %s', async (stage, words, path) => {
  service(stage)
  const site = renderSite('/falls/pathway/equipmentAssessment/0?id=21&patientId=11')
  await screen.findByRole('option', { name: 'Walking stick' })
  fill(screen.getByLabelText('Equipment'), '1')
  click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { name: 'Pathway', level: 1 })
  click(await message().findByRole('button', { name: words }))
  await waitFor(() => expect(site.state.location.pathname).toBe(path))
  expect(site.state.location.search).toMatchObject({ id: 21, patientId: 11 })
  // The message belonged to the page that the user has left.
  await waitFor(() => expect(screen.queryByText(/ saved$/)).toBeNull())
})

test('a new referral offers the FRAT', async () => {
  const seen = service('awaitingAssessment')
  renderSite('/falls/pathway/referral?id=0&patientId=11')
  await screen.findByRole('option', { name: 'GP' })
  click(screen.getByRole('button', { name: 'Today for Referral date' }))
  fill(screen.getByLabelText('Referrer'), '1')
  fill(screen.getByLabelText('Referral method'), '1')
  click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo('/api/pathway/save', seen)).toHaveLength(1))
  expect(await screen.findByRole('button', { name: 'Add FRAT' })).toBeVisible()
})

test('a save of comments offers nothing', async () => {
  service('awaitingAssessment')
  renderSite('/falls/pathway/comments?id=21&patientId=11')
  fill(await screen.findByLabelText(/Comments/), 'Rang back')
  click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { name: 'Pathway', level: 1 })
  expect(message().queryByRole('button')).toBeNull()
})
