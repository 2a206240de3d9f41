import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import type { ContactNote } from '../../../contract/pathways/records/contactNote.ts'
import type { Fall } from '../../../contract/pathways/records/fall.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { errorSummary } from '../../testing/errorSummary.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaPathway } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const external = { id: 4, name: 'External', profile: 'External' } as const
const here = '?id=21&patientId=11'
const signed = {
  version: 1,
  isActive: true,
  recordedBy: 'Priya Nair',
  recordedAt: '2020-01-06T10:00:00Z',
}
const note: ContactNote = {
  ...signed,
  id: 81,
  pathwayId: 21,
  addsToId: null,
  contactDate: '2020-01-06',
  contactType: 'visit',
  minutes: 45,
  whoWasThere: 'Her sister',
  note: 'Pain in the right knee',
}
const added: ContactNote = {
  ...note,
  id: 82,
  addsToId: 81,
  minutes: null,
  whoWasThere: null,
  recordedBy: 'Ada Okafor',
  note: 'It was the left knee',
}
const fallOf = (more: Partial<Fall>): Fall => ({
  ...signed,
  id: 91,
  patientId: 11,
  fallDate: '2020-01-03',
  isAbout: null,
  place: 'The stairs',
  activity: null,
  injury: null,
  longLie: null,
  blackout: null,
  ambulance: null,
  fallCount: null,
  periodFrom: null,
  ...more,
})

const service = (view: Partial<PathwayView> = {}) =>
  patientService({
    '/api/pathway/get': () => json({ ...ednaPathway, ...view }),
    '/api/contactNote/save': () => json({ id: 83, version: 1 }),
    '/api/contactNote/delete': () => json({ id: 81, version: 2 }),
    '/api/fall/save': () => json({ id: 92, version: 1 }),
  })
const open = (path: string) => renderSite(`/falls/pathway/${path}${here}`)
const submit = async (name = 'Save') => click(await screen.findByRole('button', { name }))
const pressToday = (label: string) =>
  click(within(screen.getByRole('group', { name: label })).getByRole('button', { name: /^Today/ }))
const answer = (question: string, words: string) =>
  click(within(screen.getByRole('group', { name: question })).getByLabelText(words))

describe('a contact note', () => {
  test('begins empty, takes phrases that are pressed, and is saved as new', async () => {
    const seen = service()
    open('contactNote/0')
    const text = await screen.findByLabelText('Note')
    expect(text).toHaveValue('')
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    fill(text, 'Walks with one stick.')
    click(screen.getByRole('button', { name: 'Seen at home.' }))
    click(screen.getByRole('button', { name: 'Equipment looked at and in use.' }))
    const whole = 'Walks with one stick. Seen at home. Equipment looked at and in use.'
    expect(text).toHaveValue(whole)
    pressToday('Day of the contact')
    click(screen.getByLabelText('Visit'))
    await submit()
    await waitFor(() => expect(sentTo('/api/contactNote/save', seen)).toHaveLength(1))
    const [sent] = sentTo('/api/contactNote/save', seen)
    expect(sent).toMatchObject({ id: 0, pathwayId: 21, contactType: 'visit', minutes: null, note: whole })
    expect(sent).not.toHaveProperty('addsToId')
  })

  test('that is signed is read and added to: there is no field with its text', async () => {
    const seen = service({ contactNote: [note, added] })
    open('contactNote/81')
    expect(await screen.findByText('Pain in the right knee')).toBeVisible()
    expect(screen.getByText('06-Jan-2020, Visit, 45 minutes, with Her sister')).toBeVisible()
    expect(screen.getByText('It was the left knee')).toBeVisible()
    const boxes = screen.getAllByRole('textbox')
    expect(boxes).toEqual([screen.getByLabelText('Add to this note')])
    expect(boxes[0]).toHaveValue('')
    fill(screen.getByLabelText('Add to this note'), 'Both knees')
    await submit()
    await waitFor(() => expect(sentTo('/api/contactNote/save', seen)).toHaveLength(1))
    expect(sentTo('/api/contactNote/save', seen)[0]).toMatchObject({
      id: 0,
      addsToId: 81,
      pathwayId: 21,
      contactDate: '2020-01-06',
      contactType: 'visit',
      note: 'Both knees',
    })
  })

  test('recorded in error is deleted under the version that was opened', async () => {
    const seen = service({ contactNote: [note] })
    open('contactNote/81')
    await submit('Delete this contact note')
    await submit('Yes, delete it')
    await waitFor(() => expect(sentTo('/api/contactNote/delete', seen)).toHaveLength(1))
    expect(sentTo('/api/contactNote/delete', seen)[0]).toMatchObject({ id: 81, version: 1 })
  })

  test('stands on the page with what was added under it, and nothing offers to edit it', async () => {
    service({ contactNote: [added, note] })
    open('view')
    const table = await screen.findByRole('region', { name: 'Contact notes, table' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toHaveTextContent(/Pain in the right knee.*Added.*Ada Okafor.*It was the left knee/)
    expect(screen.queryByRole('link', { name: /^Edit contact note/ })).toBeNull()
    expect(within(table).getByRole('link', { name: 'Add to contact note of 06-Jan-2020' })).toBeVisible()
  })

  test('that was deleted leaves what was added to it in sight', async () => {
    service({ contactNote: [added] })
    open('view')
    const table = await screen.findByRole('region', { name: 'Contact notes, table' })
    expect(table).toHaveTextContent('Added to a note that was deleted since')
    expect(table).toHaveTextContent('It was the left knee')
  })

  test('is not said to be empty to people outside the service', async () => {
    beSignedIn(external)
    service({
      contactNote: [{ ...note, whoWasThere: null, note: null }],
      fall: [fallOf({ place: null })],
    })
    open('view')
    const table = await screen.findByRole('region', { name: 'Contact notes, table' })
    expect(table).toHaveTextContent('For staff of the service')
    expect(table).not.toHaveTextContent('Not Recorded')
    expect(screen.getByRole('region', { name: 'Falls, table' })).not.toHaveTextContent('Not Recorded')
  })
})

describe('a fall', () => {
  test('begins with nothing chosen, and asks which of the two it is', async () => {
    const seen = service()
    open('fall/0')
    await screen.findByLabelText('One fall')
    expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    await submit()
    expect(await errorSummary()).toHaveTextContent('Choose one fall, or a number of falls')
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('with a blackout says what it may mean and offers a red flag, which nobody ticked', async () => {
    const seen = service()
    open('fall/0')
    click(await screen.findByLabelText('One fall'))
    pressToday('Day of the fall')
    expect(screen.queryByRole('group', { name: 'Red flags' })).toBeNull()
    answer('Blackout', 'Yes')
    expect(await screen.findByText(/^A blackout is a red flag/)).toBeVisible()
    const flags = screen.getByRole('group', { name: 'Red flags' })
    expect(within(flags).queryByRole('checkbox', { checked: true })).toBeNull()
    fill(screen.getByLabelText('Injury (optional)'), 'fracture')
    expect(screen.getByText(/think of bone health/)).toBeVisible()
    await submit()
    await waitFor(() => expect(sentTo('/api/fall/save', seen)).toHaveLength(1))
    expect(sentTo('/api/fall/save', seen)[0]).toMatchObject({
      id: 0,
      patientId: 11,
      blackout: true,
      longLie: null,
      injury: 'fracture',
      fallCount: null,
      redFlags: [],
    })
  })

  test('may be a number with its period, and then nothing else is sent', async () => {
    const seen = service({ fall: [fallOf({ blackout: true })] })
    open('fall/91')
    click(await screen.findByLabelText('A number of falls since the last contact'))
    await submit()
    expect(await errorSummary()).toHaveTextContent('Enter the first day of the period')
    fill(screen.getByLabelText('Number of falls'), '0')
    pressToday('First day of the period')
    pressToday('Last day of the period')
    await submit()
    await waitFor(() => expect(sentTo('/api/fall/save', seen)).toHaveLength(1))
    expect(sentTo('/api/fall/save', seen)[0]).toMatchObject({
      id: 91,
      version: 1,
      fallCount: 0,
      place: null,
      blackout: null,
    })
  })

  test('is counted on the page', async () => {
    service({ fall: [fallOf({ fallDate: today(), injury: 'fracture' }), fallOf({ id: 90 })] })
    open('view')
    const table = await screen.findByRole('region', { name: 'Falls, table' })
    expect(table).toHaveTextContent(/Fracture.*think of bone health/)
    expect(screen.getByText('1 fall recorded in the last 12 months.')).toBeVisible()
  })
})
