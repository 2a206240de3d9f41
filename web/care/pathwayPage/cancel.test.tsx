import { screen, waitFor, within } from '@testing-library/react'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import type { Appointment } from '../../../contract/pathways/records/appointment.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaPathway } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import {
  beSignedIn,
  beSignedInWhereDeclineDemands,
  clinician,
  renderSite,
} from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const open = (screenName: 'cancel' | 'reinstate', cancelReferralDate: string | null) => {
  patientService({
    '/api/pathway/get': () =>
      json({ ...ednaPathway, pathway: { ...ednaPathway.pathway, cancelReferralDate } }),
  })
  renderSite(`/falls/pathway/${screenName}?id=21&patientId=11`)
}
const here = 'main form > .sf-actions :is(button, a)'
const choices = (): (string | null)[] =>
  [...document.querySelectorAll(here)].map(({ textContent }) => textContent)

test.each([
  [
    'a referral is cancelled',
    'cancel',
    null,
    'Cancel referral',
    ['Cancel the referral', 'Keep the referral'],
  ],
  [
    'a cancellation is corrected',
    'cancel',
    '2020-01-07',
    'Edit cancellation',
    ['Save', 'Go back without saving'],
  ],
  [
    'a cancellation is taken back',
    'reinstate',
    '2020-01-07',
    'Reinstate referral',
    ['Reinstate the referral', 'Leave it cancelled'],
  ],
] as const)('nothing on the form by which %s is called Cancel alone', async (_, name, day, title, all) => {
  open(name, day)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  expect(choices()).toEqual(all)
})

test('a referral that is not cancelled cannot be reinstated, and the screen says so', async () => {
  open('reinstate', null)
  expect(await screen.findByText(/is not cancelled, so there is nothing to reinstate/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reinstate the referral' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Go back to the pathway' })).toHaveAttribute(
    'href',
    '/falls/pathway/view?id=21&patientId=11&section=closing',
  )
})

describe('what is booked', () => {
  const booked: Appointment = {
    ...{ id: 91, version: 1, isActive: true, recordedBy: 'Priya Nair', recordedAt: '2020-01-06T10:00:00Z' },
    ...{ pathwayId: 21, appointmentType: 'visit', appointmentDate: addDays(today(), 2), startTime: '10:30' },
    ...{ minutes: 45, locationId: 1, clinicianId: 1, outcome: null, note: null, remindedAt: null },
    names: { location: 'Home', clinician: 'Okafor, Ada' },
  }
  const begin = async (appointment: Appointment[], more: Partial<PathwayView> = {}, templates = true) => {
    const seen = patientService({
      '/api/pathway/get': () => json({ ...ednaPathway, appointment, ...more }),
      '/api/pathway/cancelReferral': () => json({ id: 21, version: 2 }),
      '/api/letterTemplate/all': () =>
        json(
          templates
            ? [
                {
                  ...{ id: 4, version: 1, name: 'Appointment cancelled', isActive: true },
                  ...{ recipient: 'patient', occasion: 'appointmentCancelled' },
                },
              ]
            : [],
        ),
    })
    const site = renderSite('/falls/pathway/cancel?id=21&patientId=11')
    const day = within(await screen.findByRole('group', { name: 'Cancellation date' }))
    for (const [part, text] of Object.entries({ Day: '6', Month: '1', Year: '2020' }))
      fill(day.getByLabelText(part), text)
    return { site, seen }
  }
  const sent = async ({ seen }: Awaited<ReturnType<typeof begin>>, button = 'Cancel the referral') => {
    click(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(sentTo('/api/pathway/cancelReferral', seen)).toHaveLength(1))
    return sentTo('/api/pathway/cancelReferral', seen)[0]
  }

  test('is cancelled with the referral unless somebody says otherwise, and the letter follows', async () => {
    const opened = await begin([booked])
    const group = await screen.findByRole('group', { name: 'What happens to what is booked?' })
    expect(group).toHaveTextContent('10:30 to 11:15, with Okafor, Ada')
    expect(await sent(opened)).toMatchObject({ bookedAppointments: 'letter', bookedIds: [91] })
    await waitFor(() => expect(opened.site.state.location.pathname).toBe('/falls/pathway/letter-new/4'))
  })

  test('says that nobody is told yet where no template is for the letter', async () => {
    const opened = await begin([booked], {}, false)
    await sent(opened)
    expect(await screen.findByText(/The person does not know yet: write a letter, or ring/)).toBeVisible()
    expect(opened.site.state.location).toMatchObject({ search: { section: 'letters' } })
  })

  test('is not told of by the correction of a cancellation, which cancels nothing', async () => {
    const opened = await begin([booked], {
      pathway: { ...ednaPathway.pathway, cancelReferralDate: '2020-01-05' },
      stage: { open: false, closed: 'cancelled', reason: 'The referral was cancelled on 05-Jan-2020.' },
    })
    expect(screen.queryByRole('group', { name: 'What happens to what is booked?' })).toBeNull()
    expect(await sent(opened, 'Save')).not.toHaveProperty('bookedAppointments')
    await waitFor(() => expect(opened.site.state.location.pathname).toBe('/falls/pathway/view'))
  })

  test('is cancelled without a letter if the person knows', async () => {
    const opened = await begin([booked])
    expect(screen.queryByLabelText('Keep what is booked')).toBeNull()
    click(await screen.findByLabelText('Cancel; the person knows'))
    expect(await sent(opened)).toMatchObject({ bookedAppointments: 'known' })
    await waitFor(() => expect(opened.site.state.location.pathname).toBe('/falls/pathway/view'))
  })

  test('is not asked about where nothing lies ahead', async () => {
    const opened = await begin([{ ...booked, appointmentDate: addDays(today(), -2) }])
    expect(screen.queryByRole('group', { name: 'What happens to what is booked?' })).toBeNull()
    expect(await sent(opened)).not.toHaveProperty('bookedAppointments')
  })
})

describe('where a service demands reason and letter', () => {
  const begin = async () => {
    forgetSession('person')
    beSignedInWhereDeclineDemands(clinician)
    const seen = patientService({
      '/api/pathway/get': () => json(ednaPathway),
      '/api/declinedReferral/all': () => json([{ id: 3, name: 'Not a fall', isActive: true, code: null }]),
      '/api/pathway/cancelReferral': () => json({ id: 21, version: 2 }),
    })
    const site = renderSite('/falls/pathway/cancel?id=21&patientId=11')
    await screen.findByRole('option', { name: 'Not a fall' })
    return { site, seen }
  }

  test('the reason is asked for together with the day, and nothing is sent without it', async () => {
    const { seen } = await begin()
    expect(screen.getByText(/The letter of decline is started with it/)).toBeVisible()
    click(screen.getByRole('button', { name: 'Cancel the referral' }))
    expect(await screen.findByRole('link', { name: 'Say why the referral is declined' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Cancellation Date required' })).toBeVisible()
    expect(sentTo('/api/pathway/cancelReferral', seen)).toEqual([])
  })

  test('the letter that was begun is where the page goes', async () => {
    const { site } = await begin()
    const day = within(screen.getByRole('group', { name: 'Cancellation date' }))
    for (const [part, text] of Object.entries({ Day: '6', Month: '1', Year: '2020' }))
      fill(day.getByLabelText(part), text)
    fill(screen.getByLabelText('Reason'), '3')
    click(screen.getByRole('button', { name: 'Cancel the referral' }))
    expect(await screen.findByText(/The letter of decline is started: sign and send it/)).toBeVisible()
    expect(site.state.location).toMatchObject({ search: { section: 'letters' } })
  })
})
