import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { referred } from '../../../contract/stages/factsTesting.ts'
import { placeOf } from '../../../contract/stages/place.ts'
import { stageRoutes, stages, stageTitles, type Stage } from '../../../contract/stages/stage.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json, type Answer } from '../../testing/fakeService.ts'
import { ednaPathway } from '../../testing/patients.ts'
import { patientService } from '../../testing/patientService.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, clinician, edna, renderSite } from '../../testing/renderSite.tsx'
import { representatives } from '../../../contract/testing/representatives.ts'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

type Standing = PathwayView['stage']
const inStage = (stage: Stage): Standing => ({ ...(ednaPathway.stage as Standing & { open: true }), stage })

/** The stage of a pathway closed on this day, calculated by the rule itself. */
const closed = (how: { dischargeDate: string } | { cancelReferralDate: string }): Standing =>
  placeOf({ ...referred, today: '2020-06-15', referralDate: '2020-01-05', ...how })

/** A list read while the patient was on it, and her pathway as it is now. */
const aStaleList = (stage: Stage, pathwayNow: Answer) =>
  patientService({
    [`/api/list/${stage}`]: () => json([edna], 200, { 'x-total-count': '1' }),
    '/api/pathway/get': pathwayNow,
  })

const standing = (stage: Standing): Answer => {
  return () => json({ ...ednaPathway, stage })
}

const pressView = async (stage: Stage) => {
  const site = renderSite(`/falls/${stageRoutes[stage]}`)
  click(await screen.findByRole('link', { name: 'View ASHWORTH, Edna (Mrs)' }))
  return site
}

const moves = stages.flatMap((from) => stages.filter((to) => to !== from).map((to) => [from, to] as const))
const titleOf = (stage: Stage) => stageTitles[stage]

describe('View on a list that is out of date', () => {
  test.each(representatives(moves, ([from]) => from))(
    'of %s says that the patient is in %s by now',
    async (from, to) => {
      aStaleList(from, standing(inStage(to)))
      const site = await pressView(from)
      const said = await screen.findByText(
        `ASHWORTH, Edna is no longer in ${titleOf(from)}. Now: ${titleOf(to)}.`,
      )
      expect(said.closest('[role=status]')).not.toBeNull()
      expect(site.state.location.href).toBe('/falls/pathway/view?id=21&patientId=11')
    },
  )

  test.each(
    stages.flatMap((from) => [
      [from, 'The referral was discharged on 12-Mar-2020.', { dischargeDate: '2020-03-12' }] as const,
      [from, 'The referral was cancelled on 11-Mar-2020.', { cancelReferralDate: '2020-03-11' }] as const,
    ]),
  )('of %s says: %s', async (from, reason, how) => {
    aStaleList(from, standing(closed(how)))
    await pressView(from)
    const said = await screen.findByText(/^ASHWORTH, Edna is no longer in/)
    expect(said).toHaveTextContent(`ASHWORTH, Edna is no longer in ${titleOf(from)}. ${reason}`)
    // A date broken across two lines is easily misread.
    expect(within(said).getByText(/^\d\d-Mar-2020$/)).toHaveClass('sf-nowrap')
  })

  test('says so when the record is gone altogether', async () => {
    aStaleList('inExercise', () => json({ message: 'Not found.' }, 404))
    await pressView('inExercise')
    expect(
      await screen.findByText(/^The patient you came to see is no longer in In exercise\./),
    ).toBeVisible()
  })
})

const nothingSaid = () => expect(screen.queryByText(/is no longer in/)).toBeNull()

test.each(stages)('a View on the list %s as it is says nothing of the kind', async (stage) => {
  aStaleList(stage, standing(inStage(stage)))
  const site = await pressView(stage)
  expect(await screen.findByRole('heading', { name: 'Pathway' })).toBeVisible()
  await waitFor(() => expect(site.state.location.state.openedFrom).toBeUndefined())
  nothingSaid()
})

test('it is said once: not after another screen, nor when somebody comes back', async () => {
  aStaleList('awaitingAssessment', standing(inStage('awaitingWellbeing')))
  const site = await pressView('awaitingAssessment')
  await screen.findByText(/is no longer in/)
  await waitFor(() => expect(site.state.location.state.openedFrom).toBeUndefined())
  await site.navigate({ to: '/falls/pathway/comments', search: { id: 21, patientId: 11 } })
  await screen.findByRole('heading', { name: 'Comments', level: 1 })
  site.history.back()
  expect(await screen.findByRole('heading', { name: 'Pathway' })).toBeVisible()
  nothingSaid()
})

test('what was kept from before the list was read is not held against the list', async () => {
  let isSlow = false
  let answer = (_: Response) => undefined as void
  aStaleList('awaitingWellbeing', () =>
    isSlow
      ? new Promise<Response>((resolve) => {
          answer = resolve
        })
      : json(ednaPathway),
  )
  const site = renderSite('/falls/pathway/view?id=21&patientId=11')
  await screen.findByRole('heading', { name: 'Pathway' })
  isSlow = true
  await site.navigate({ to: '/falls/awaiting-wellbeing' })
  click(await screen.findByRole('link', { name: 'View ASHWORTH, Edna (Mrs)' }))
  await screen.findByRole('heading', { name: 'Pathway' })
  nothingSaid()
  answer(json({ ...ednaPathway, stage: inStage('inTreatment') }))
  expect(await screen.findByText(/is no longer in Awaiting wellbeing\. Now: In treatment\.$/)).toBeVisible()
})
