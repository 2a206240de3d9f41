import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession } from '../session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaPathway, recordedFrat } from '../../testing/patients.ts'
import { patientService } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { administrator, beSignedIn, renderSite, teamLead } from '../../testing/renderSite.tsx'

afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const change = (label: string | RegExp, text: string) => async (): Promise<void> => {
  fill(await screen.findByLabelText(label), text)
}

/** A form, the screen it is opened from, what is typed, its button, and the screen shown after the save. */
const forms: [address: string, from: string, type: () => Promise<void>, submit: string, to: string][] = [
  [
    '/falls/pathway/comments?id=21&patientId=11',
    '/falls/pathway/view?id=21&patientId=11',
    change('Comments', 'Rang'),
    'Save',
    '/falls/pathway/view',
  ],
  [
    '/falls/pathway/frat/51?id=21&patientId=11',
    '/falls/pathway/view?id=21&patientId=11',
    change('FRAT score', '3'),
    'Save',
    '/falls/pathway/view',
  ],
  [
    '/falls/patient/contact?id=11',
    '/falls/patient/view?id=11',
    change(/^Home telephone/, '01632 960 002'),
    'Save',
    '/falls/patient/view',
  ],
  [
    '/falls/patient/demographics?id=0',
    '/falls/referral-search',
    async () => {
      await screen.findByRole('option', { name: 'Female' })
      fill(screen.getByLabelText('Family name'), 'Ashworth')
      fill(screen.getByLabelText('Gender'), '1')
      click(screen.getByRole('checkbox', { name: 'NHS number unknown' }))
    },
    'Register',
    '/falls/patient/view',
  ],
  [
    '/falls/location/edit/0',
    '/falls/location-list',
    change('Name', 'Example Hall'),
    'Save',
    '/falls/location-list',
  ],
]

test.each(forms)('%s: Back after a save leads past the form, to where it was opened from', async (...of) => {
  const [address, from, type, submit, to] = of
  const role = from.includes('location') ? administrator : teamLead
  patientService({
    '/api/pathway/get': () => json({ ...ednaPathway, frat: [recordedFrat] }),
    '/api/pathway/save': () => json({ id: 21, version: 2 }),
    '/api/frat/save': () => json({ id: 51, version: 2 }),
    '/api/location/save': () => json({ id: 9, version: 1 }),
  })
  beSignedIn(role)
  const site = renderSite(from)
  await screen.findByRole('main')
  await act(() => site.navigate({ href: address }))
  await type()
  click(screen.getByRole('button', { name: submit }))
  await waitFor(() => expect(site.state.location.pathname).toBe(to))
  await act(async () => site.history.back())
  await waitFor(() => expect(site.state.location.href).toBe(from))
})
