import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PersonAnswer } from '../../../contract/care/person/answer.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const answer: PersonAnswer = {
  ...{ id: 71, version: 1, kind: 'wait', words: 'Is not sure about coming', appointmentId: null },
  ...{ saidAt: '2026-11-28T10:15:00Z', saidBy: 'Harriet Vale', settledAt: null, settledBy: null },
}
const earlier: PersonAnswer = {
  ...{ ...answer, id: 70, kind: 'comes', words: 'Comes to the appointment of 02-Dec-2026 at 10:30' },
  ...{ saidBy: null, settledAt: '2026-11-27T10:15:00Z' },
}

const open = (answers: PersonAnswer[]) => {
  const seen = patientService({
    '/api/personAnswer/all': () => json(answers),
    '/api/personAnswer/settle': () => json({ id: 71, version: 2 }),
  })
  renderSite('/falls/pathway/view?id=21&patientId=11')
  return seen
}
const section = async () => screen.findByRole('region', { name: 'Said on their page' })

test('what was said on the own page stands on the page of the referral, and is settled with one click', async () => {
  const seen = open([answer, earlier])
  const said = within(await section())
  expect(said.getByText('Is not sure about coming')).toBeVisible()
  expect(said.getByText(/by Harriet Vale, who acts for them/)).toBeVisible()
  expect(said.getAllByRole('button')).toHaveLength(1)
  await click(said.getByRole('button', { name: 'Seen: Is not sure about coming' }))
  expect(sentTo('/api/personAnswer/settle', seen)).toEqual([{ id: 71, version: 1 }])
})

test('nothing stands there for somebody who never said anything', async () => {
  open([])
  expect(await screen.findByRole('region', { name: /^Tasks/ })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Said on their page' })).toBeNull()
})
