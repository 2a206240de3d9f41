import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { nextTryAfter } from '../../../contract/pathways/records/callTries.ts'
import type { Followup } from '../../../contract/pathways/records/followup.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json } from '../../testing/fakeService.ts'
import { ednaCall, ednaPathway } from '../../testing/patients.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

const here = '?id=21&patientId=11'
const ago = (days: number) => addDays(today(), -days)
const stage = {
  ...ednaPathway.stage,
  stage: 'awaitingFollowup',
  callsCountFrom: ago(100),
} as PathwayView['stage']

const service = (...calls: Partial<Followup>[]) =>
  patientService({
    '/api/pathway/get': () =>
      json({
        ...ednaPathway,
        stage,
        followup: calls.map((call, index) => ({ ...ednaCall, id: 81 + index, ...call })),
      }),
    '/api/clinician/all': () => json([{ id: 1, name: 'Okafor, Ada', isActive: true }]),
    '/api/followup/save': () => json({ id: 99, version: 1 }),
  })

const boxesOf = (label: string) =>
  within(screen.getByRole('group', { name: label }))
    .getAllByRole('textbox')
    .map((box) => (box as HTMLInputElement).value)
const fillDay = (label: string, day: string): void => {
  const boxes = within(screen.getByRole('group', { name: label })).getAllByRole('textbox')
  day
    .split('-')
    .toReversed()
    .forEach((part, index) => fill(boxes[index] as HTMLElement, part))
}
const partsOf = (day: string): string[] =>
  day
    .split('-')
    .toReversed()
    .map((part) => part.replace(/^0/, ''))
const choose = (name: string): void => click(screen.getByRole('radio', { name }))
const openForm = async (): Promise<void> => {
  renderSite(`/falls/pathway/followup/0${here}`)
  await screen.findByRole('option', { name: 'Okafor, Ada' })
  fillDay('Call date', today())
  fill(screen.getByLabelText('Clinician'), '1')
}
const sentCall = async (seen: ReturnType<typeof service>) => {
  click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo('/api/followup/save', seen)).toHaveLength(1))
  return sentTo('/api/followup/save', seen)[0]
}

describe('the form of a call', () => {
  test('asks how the person is where somebody told it, and sends it', async () => {
    const seen = service()
    await openForm()
    expect(screen.queryByRole('group', { name: 'Next try' })).toBeNull()
    fill(screen.getByLabelText('Falls since the last contact (optional)'), '2')
    const second = within(screen.getByRole('group', { name: 'Fall 2: what came of it' }))
    click(second.getByLabelText('On the floor for over an hour'))
    fill(screen.getByLabelText('Exercise, hours a week (optional)'), '1.5')
    fill(screen.getByLabelText('Confidence not to fall, 0 to 10 (optional)'), '7')
    const flag = within(screen.getByRole('group', { name: 'Red flag heard' }))
    click(flag.getByLabelText('Yes'))
    fill(await screen.findByLabelText('What was heard, and what was done'), 'Blackout; GP told')
    expect(screen.getByText('A fall described above means this')).toBeVisible()
    fill(screen.getByLabelText('What was done?'), 'sameDayGp')
    expect(await sentCall(seen)).toMatchObject({
      outcome: 'reached',
      nextTryDate: null,
      fallsSinceContact: 2,
      falls: [
        { injury: false, longLie: false, ambulance: false },
        { injury: false, longLie: true, ambulance: false },
      ],
      exerciseHours: 1.5,
      confidence: 7,
      redFlagHeard: true,
      redFlagText: 'Blackout; GP told',
      redFlags: [{ sign: 'longLie', action: 'sameDayGp', reviewDate: today() }],
    })
  })

  describe('before the call is due', () => {
    const label = 'Count this as the follow-up call'
    const early = { ...stage, nextCallCountsFrom: addDays(today(), 1) } as PathwayView['stage']
    const open = async (place: PathwayView['stage'], calls: Partial<Followup>[] = [], id = 0) => {
      const seen = patientService({
        '/api/pathway/get': () =>
          json({ ...ednaPathway, stage: place, followup: calls.map((call) => ({ ...ednaCall, ...call })) }),
        '/api/clinician/all': () => json([{ id: 1, name: 'Okafor, Ada', isActive: true }]),
        '/api/followup/save': () => json({ id: 99, version: 1 }),
      })
      renderSite(`/falls/pathway/followup/${id}${here}`)
      await screen.findByRole('option', { name: 'Okafor, Ada' })
      if (id !== 0) return seen
      fillDay('Call date', today())
      fill(screen.getByLabelText('Clinician'), '1')
      return seen
    }

    test('it asks whether the call counts, and unless that is ticked it is a contact', async () => {
      const seen = await open(early)
      expect(screen.getByLabelText(label)).not.toBeChecked()
      expect(screen.getByText(/stays on the list to be rung then/)).toBeVisible()
      expect(await sentCall(seen)).toMatchObject({ outcome: 'reached', countsEarly: false })
    })

    test('a tick makes it count', async () => {
      const seen = await open(early)
      click(screen.getByLabelText(label))
      expect(await sentCall(seen)).toMatchObject({ countsEarly: true })
    })

    test('it asks nothing where nobody was reached, or the call is due', async () => {
      await open(early)
      choose('No answer')
      expect(screen.queryByLabelText(label)).toBeNull()
      choose('Reached')
      fillDay('Call date', addDays(today(), 1))
      expect(screen.queryByLabelText(label)).toBeNull()
    })

    test('a call that counts and was never asked about stays as it is', async () => {
      const counted = { ...early, countedCalls: [81] } as PathwayView['stage']
      const seen = await open(counted, [{ id: 81, callDate: ago(20) }], 81)
      expect(screen.queryByLabelText(label)).toBeNull()
      expect(await sentCall(seen)).not.toHaveProperty('countsEarly')
    })
  })

  test('says of which red flag something is missing where two have no answer', async () => {
    service()
    await openForm()
    click(within(screen.getByRole('group', { name: 'Red flag heard' })).getByLabelText('Yes'))
    fill(await screen.findByLabelText('What was heard, and what was done'), 'Both of these')
    click(screen.getByLabelText('Blackout or syncope'))
    click(screen.getByLabelText('Long lie of over an hour'))
    click(screen.getByRole('button', { name: 'Save' }))
    const long = await screen.findByRole('link', { name: 'Long lie of over an hour: Say what was done' })
    expect(screen.getByRole('link', { name: 'Blackout or syncope: Say what was done' })).toBeVisible()
    click(long)
    expect(
      within(screen.getByRole('group', { name: 'Long lie of over an hour' })).getByLabelText(
        'What was done?',
      ),
    ).toHaveFocus()
  })

  test('asks about a long lie as about every red flag, until the fall was none', async () => {
    const seen = service()
    await openForm()
    fill(screen.getByLabelText('Falls since the last contact (optional)'), '1')
    const lie = screen.getByLabelText('On the floor for over an hour')
    click(lie)
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('link', { name: 'Say what was done' })).toBeVisible()
    click(lie)
    await waitFor(() => expect(screen.queryByLabelText('What was done?')).toBeNull())
    expect(await sentCall(seen)).not.toHaveProperty('redFlags')
  })

  test('asks about a second call of one day, and sends it again when it is meant', async () => {
    const said = 'OKAFOR, Ada already reached this person. Tick to save it all the same.'
    const seen = patientService({
      '/api/pathway/get': () => json({ ...ednaPathway, stage, followup: [] }),
      '/api/clinician/all': () => json([{ id: 1, name: 'Okafor, Ada', isActive: true }]),
      '/api/followup/save': ({ body }) =>
        body.includes('"unusualConfirmed":true')
          ? json({ id: 99, version: 1 })
          : json({ unusualConfirmed: said }, 400),
    })
    await openForm()
    click(screen.getByRole('button', { name: 'Save' }))
    click(await screen.findByLabelText('Save it all the same'))
    click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sentTo('/api/followup/save', seen)).toHaveLength(2))
    expect(sentTo('/api/followup/save', seen)).toMatchObject([
      { outcome: 'reached', unusualConfirmed: false },
      { outcome: 'reached', unusualConfirmed: true },
    ])
  })

  test('suggests the next working day after the first try, and sends nothing of how the person is', async () => {
    const seen = service()
    await openForm()
    fill(screen.getByLabelText('Falls since the last contact (optional)'), '1')
    choose('No answer')
    const next = nextTryAfter(today(), 0)
    await waitFor(() => expect(boxesOf('Next try')).toEqual(partsOf(next)))
    expect(await sentCall(seen)).toMatchObject({
      outcome: 'noAnswer',
      nextTryDate: next,
      nextTryTime: null,
      fallsSinceContact: null,
      falls: [],
    })
  })

  test('suggests three working days and another time of day after a second', async () => {
    const seen = service({ callDate: ago(2), outcome: 'noAnswer' })
    await openForm()
    choose('No answer')
    const next = nextTryAfter(today(), 1)
    await waitFor(() => expect(boxesOf('Next try')).toEqual(partsOf(next)))
    expect(await sentCall(seen)).toMatchObject({
      nextTryDate: next,
      nextTryTime: expect.stringMatching(/morning|afternoon/),
    })
  })

  test('needs the day on which to ring back', async () => {
    const seen = service()
    await openForm()
    choose('Asked to be rung back')
    await screen.findByRole('group', { name: 'Next try' })
    fillDay('Next try', '--')
    click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('link', { name: 'Enter the day on which to ring back' })).toBeVisible()
    expect(sentTo('/api/followup/save', seen)).toEqual([])
  })

  test('asks for the date of death where the person has died, and for no next try', async () => {
    const seen = service()
    await openForm()
    choose('Died')
    await screen.findByRole('group', { name: 'Date of death (optional)' })
    expect(screen.queryByRole('group', { name: 'Next try' })).toBeNull()
    fillDay('Date of death (optional)', ago(3))
    expect(await sentCall(seen)).toMatchObject({ outcome: 'died', deceasedDate: ago(3), nextTryDate: null })
  })
})

describe('the pathway page', () => {
  const tries = [9, 8, 5].map((days) => ({ callDate: ago(days), outcome: 'noAnswer' as const }))
  const open = async (): Promise<void> => {
    renderSite(`/falls/pathway/view${here}`)
    await screen.findByRole('heading', { name: 'Pathway' })
  }

  test('offers nothing after two tries', async () => {
    service(...tries.slice(0, 2))
    await open()
    expect(screen.queryByRole('note', { name: 'Not reached' })).toBeNull()
  })

  test('offers the letter after three tries on three days, and notes it on the last of them', async () => {
    const seen = service(...tries)
    await open()
    expect(screen.getByRole('note', { name: 'Not reached' })).toHaveTextContent('Tried on 3 days')
    click(screen.getByRole('button', { name: 'Record that the letter was sent today' }))
    await waitFor(() =>
      expect(sentTo('/api/followup/save', seen)).toEqual([
        { id: 83, version: 1, pathwayId: 21, callDate: ago(5), clinicianId: 1, letterSentDate: today() },
      ]),
    )
  })

  test.each([
    [13, false],
    [14, true],
  ])('%i days after the letter offers discharge: %s', async (days, isOffered) => {
    service(...tries.map((each) => ({ ...each, callDate: ago(20) })), {
      callDate: ago(19),
      outcome: 'noAnswer',
      letterSentDate: ago(days),
    })
    await open()
    expect(screen.getByRole('note', { name: 'Not reached' })).toHaveTextContent('“cannot reach you” was sent')
    expect(screen.queryAllByRole('link', { name: 'Discharge, with a reason' })).toHaveLength(
      isOffered ? 1 : 0,
    )
  })

  test('shows each attempt with its outcome in words', async () => {
    service({ callDate: ago(5), outcome: 'spokeToOther', nextTryDate: ago(-1), nextTryTime: 'evening' })
    await open()
    const row = screen.getByText('Spoke to somebody else').closest('tr')
    expect(row).toHaveTextContent('Does not count as a follow-up')
    expect(row).toHaveTextContent(/Next try .*, early evening/)
  })
})
