import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HeldRole } from '../../../contract/accounts/session.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, renderSite } from '../../testing/renderSite.tsx'

const teamLead: HeldRole = { id: 5, name: 'Team Lead', profile: 'Team Lead' }

beforeEach(() => beSignedIn(teamLead))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const doubt = 'The patient died on 02-Jan-2020, before a day of this record. Is it right all the same?'

const openDeleted = async () => {
  renderSite('/falls/pathway/view?id=21&patientId=11')
  const details = (await screen.findByText('Deleted records')).closest('details')
  if (details === null) throw new Error('The deleted records cannot be opened')
  details.open = true
  fireEvent(details, new Event('toggle'))
}

const pressRestore = async () => {
  const seen = patientService({
    '/api/pathway/deleted': () =>
      json([
        {
          kind: 'frat',
          id: 31,
          day: '2020-01-05',
          deletedBy: 'Priya Nair',
          deletedAt: '2020-01-06T10:00:00Z',
        },
      ]),
    '/api/frat/restore': ({ body }) =>
      body.includes('"afterDeathConfirmed":true')
        ? json({ id: 31, version: 3 })
        : json({ afterDeathConfirmed: doubt }, 400),
  })
  await openDeleted()
  click(await screen.findByRole('button', { name: 'Restore FRAT of 05-Jan-2020' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore FRAT of 05-Jan-2020?' }))
  expect(dialog.getByText(doubt)).toBeVisible()
  return { seen, dialog }
}

test('a record from after the death is restored once somebody says that it is right', async () => {
  const { seen, dialog } = await pressRestore()
  click(dialog.getByRole('button', { name: 'Yes, restore it' }))
  expect(await screen.findByText('FRAT restored')).toBeVisible()
  expect(sentTo('/api/frat/restore', seen)).toEqual([
    { id: 31, afterDeathConfirmed: false, unusualConfirmed: false },
    { id: 31, afterDeathConfirmed: true, unusualConfirmed: false },
  ])
})

test('a yes that is pressed twice restores once', async () => {
  const { seen, dialog } = await pressRestore()
  const yes = dialog.getByRole('button', { name: 'Yes, restore it' })
  click(yes)
  click(yes)
  expect(await screen.findByText('FRAT restored')).toBeVisible()
  expect(sentTo('/api/frat/restore', seen)).toHaveLength(2)
})

test('going back restores nothing', async () => {
  const { seen, dialog } = await pressRestore()
  click(dialog.getByRole('button', { name: 'Go back' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo('/api/frat/restore', seen)).toHaveLength(1)
})

test('an appointment over another booking comes back once somebody has seen that', async () => {
  const busy = 'The patient has something else on 05-Jan-2030 from 10:00 to 10:45.'
  const seen = patientService({
    '/api/pathway/deleted': () =>
      json([
        {
          kind: 'appointment',
          id: 32,
          day: '2030-01-05',
          deletedBy: null,
          deletedAt: '2020-01-06T10:00:00Z',
        },
      ]),
    '/api/appointment/restore': ({ body }) =>
      body.includes('"unusualConfirmed":true')
        ? json({ id: 32, version: 3 })
        : json({ unusualConfirmed: busy }, 400),
  })
  await openDeleted()
  click(await screen.findByRole('button', { name: 'Restore Appointment of 05-Jan-2030' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore Appointment of 05-Jan-2030?' }))
  expect(dialog.getByText(busy)).toBeVisible()
  click(dialog.getByRole('button', { name: 'Yes, restore it' }))
  expect(await screen.findByText('Appointment restored')).toBeVisible()
  expect(sentTo('/api/appointment/restore', seen)).toHaveLength(2)
})

test('a record with two doubts comes back after both are answered', async () => {
  const busy = 'The patient has something else on 05-Jan-2030 from 10:00 to 10:45.'
  const seen = patientService({
    '/api/pathway/deleted': () =>
      json([
        {
          kind: 'appointment',
          id: 32,
          day: '2030-01-05',
          deletedBy: null,
          deletedAt: '2020-01-06T10:00:00Z',
        },
      ]),
    '/api/appointment/restore': ({ body }) => {
      if (body.includes('"unusualConfirmed":false')) return json({ unusualConfirmed: busy }, 400)
      return body.includes('"afterDeathConfirmed":false')
        ? json({ afterDeathConfirmed: doubt }, 400)
        : json({ id: 32, version: 3 })
    },
  })
  await openDeleted()
  click(await screen.findByRole('button', { name: 'Restore Appointment of 05-Jan-2030' }))
  for (const words of [busy, doubt]) {
    expect(await screen.findByText(words)).toBeVisible()
    click(screen.getByRole('button', { name: 'Yes, restore it' }))
  }
  expect(await screen.findByText('Appointment restored')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sentTo('/api/appointment/restore', seen)).toHaveLength(3)
})
