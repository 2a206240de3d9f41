import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const doubt =
  'There are records after this day, the latest of 12-Mar-2020. Check the date of death, and tick only if it is right.'

test('a death before what is recorded is saved only once somebody ticks that it is right', async () => {
  const seen = patientService({
    '/api/patient/save': ({ body }) =>
      body.includes('"deathBeforeRecordsConfirmed":true')
        ? json({ id: 11, version: 4 })
        : json({ deathBeforeRecordsConfirmed: doubt }, 400),
  })
  renderSite('/falls/patient/deceased?id=11')
  fill(await screen.findByLabelText('Day'), '2')
  fill(screen.getByLabelText('Month'), '1')
  fill(screen.getByLabelText('Year'), '2020')
  const tick = () => screen.queryByLabelText('Record it although there are records after the patient died')
  expect(tick()).toBeNull()
  const save = async () => {
    click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog', { name: 'Record a death?' })
    const says = dialog.textContent
    click(within(dialog).getByRole('button', { name: 'Yes, record the death' }))
    return says
  }
  expect(await save()).not.toContain('Records after this day')
  expect(await screen.findByRole('link', { name: doubt })).toBeVisible()
  const box = tick()
  if (box === null) throw new Error('There is nothing to tick')
  expect(box).not.toBeChecked()
  click(box)
  expect(await save()).toContain('Records after this day stay as they are.')
  await screen.findByRole('heading', { name: 'Patient', level: 1 })
  expect(sentTo('/api/patient/save', seen)).toMatchObject([
    { deceasedDate: '2020-01-02', deathBeforeRecordsConfirmed: false },
    { deceasedDate: '2020-01-02', deathBeforeRecordsConfirmed: true },
  ])
})
