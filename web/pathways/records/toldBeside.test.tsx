import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ToldOfPathway } from '../../../contract/care/person/questions.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
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

const told: ToldOfPathway = {
  questions: [
    {
      ...{
        id: 71,
        version: 1,
        toldAt: '2020-01-06T17:02:00Z',
        toldBy: null,
        settledAt: null,
        settledHow: null,
      },
      told: {
        ...{ occasion: 'call', words: { language: 'en', version: 'abc' }, isAllWell: false, falls: 2 },
        described: [
          { hurt: true, longLie: false, ambulance: false },
          { hurt: false, longLie: false, ambulance: true },
        ],
        ...{ fallenInYear: true, unsteady: null, worried: false, confidence: 6, exerciseDays: 0 },
        note: 'My knee is better',
      },
    },
  ],
  signs: [
    {
      ...{ id: 72, toldAt: '2020-01-06T17:03:00Z', toldBy: 'Harriet Vale' },
      told: { words: { language: 'ur', version: 'abc' }, signs: ['blackout'] },
    },
  ],
  diaries: [
    {
      ...{ exerciseId: 5, exercisePlanDate: '2020-01-01', toldMinutes: 65 },
      weeks: [{ weekDate: '2020-01-06', days: 3, minutes: 65, painDays: 1 }],
    },
  ],
}

const service = (answer = told) =>
  patientService({
    '/api/personAnswer/told': () => json(answer),
    '/api/personAnswer/all': () => json([]),
    '/api/personAnswer/settle': () => json({ id: 71, version: 2 }),
    '/api/clinician/all': () => json([{ id: 1, name: 'Okafor, Ada', isActive: true }]),
    '/api/followup/save': () => json({ id: 99, version: 1 }),
    '/api/contactNote/save': () => json({ id: 99, version: 1 }),
    '/api/fall/save': () => json({ id: 99, version: 1 }),
  })
const here = '?id=21&patientId=11'
const fillDay = (label: string): void => {
  const boxes = within(screen.getByRole('group', { name: label })).getAllByRole('textbox')
  today()
    .split('-')
    .toReversed()
    .forEach((part, index) => fill(boxes[index] as HTMLElement, part))
}
const takeOver = async (): Promise<void> => click(await screen.findByRole('button', { name: 'Take over' }))
const sent = async (seen: ReturnType<typeof service>, path: string) => {
  click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(path, seen)).toHaveLength(1))
  return sentTo(path, seen)[0]
}

describe('what the patient told', () => {
  test('fills the form of a call, and nothing is accepted before it is saved', async () => {
    const seen = service()
    renderSite(`/falls/pathway/followup/0${here}`)
    await screen.findByRole('option', { name: 'Okafor, Ada' })
    const beside = await screen.findByRole('region', { name: 'Said on their page' })
    expect(beside).toHaveTextContent('Said by the patient on 06/01/2020 17:02 not checked')
    expect(beside).toHaveTextContent('Fall 1: hurt')
    fillDay('Call date')
    fill(screen.getByLabelText('Clinician'), '1')
    await takeOver()
    expect(sentTo('/api/followup/save', seen)).toEqual([])
    expect(await sent(seen, '/api/followup/save')).toMatchObject({
      fallsSinceContact: 2,
      falls: [
        { injury: true, longLie: false, ambulance: false },
        { injury: false, longLie: false, ambulance: true },
      ],
      exerciseHours: 0,
      confidence: 6,
      note: expect.stringContaining('In their words: “My knee is better”') as string,
      fromAnswerId: 71,
    })
  })

  test('shows a fall beside a later answer that all is well, each to take over', async () => {
    const [fell] = told.questions
    if (fell === undefined) throw new Error('An answer')
    const well = {
      ...{ ...fell, id: 75, toldAt: '2020-01-06T18:00:00Z', toldBy: 'Harriet Vale' },
      told: { ...fell.told, isAllWell: true, falls: 0, described: [], note: null },
    }
    const seen = service({ ...told, questions: [well, fell] })
    renderSite(`/falls/pathway/contactNote/0${here}`)
    const beside = await screen.findByRole('region', { name: 'Said on their page' })
    expect(beside).toHaveTextContent(/Harriet Vale.*all is well.*by the patient.*Fall 1: hurt/)
    fillDay('Day of the contact')
    click(screen.getByRole('radio', { name: 'Call' }))
    click(
      within(beside).getByRole('button', {
        name: 'Take over',
        description: 'Said by the patient on 06/01/2020 17:02 not checked',
      }),
    )
    await waitFor(() => expect(beside).toHaveTextContent('Not taken over here'))
    expect(within(beside).getAllByRole('button')).toHaveLength(1)
    expect(await sent(seen, '/api/contactNote/save')).toMatchObject({
      note: expect.stringContaining('Fall 1: hurt') as string,
      fromAnswerId: 71,
    })
  })

  test('keeps what somebody typed before', async () => {
    const seen = service()
    renderSite(`/falls/pathway/contactNote/0${here}`)
    await screen.findByRole('button', { name: 'Take over' })
    fillDay('Day of the contact')
    click(screen.getByRole('radio', { name: 'Call' }))
    fill(screen.getByLabelText('Note'), 'Rung her.')
    await takeOver()
    expect(await sent(seen, '/api/contactNote/save')).toMatchObject({
      note: expect.stringMatching(/^Rung her\.\nSaid by the patient/) as string,
      fromAnswerId: 71,
    })
  })

  test('fills the number of falls', async () => {
    const seen = service()
    renderSite(`/falls/pathway/fall/0${here}`)
    await takeOver()
    expect(await screen.findByLabelText('Number of falls')).toHaveValue('2')
    fillDay('First day of the period')
    fillDay('Last day of the period')
    expect(await sent(seen, '/api/fall/save')).toMatchObject({ fallCount: 2, fromAnswerId: 71 })
  })

  test('is not sent as accepted without a press', async () => {
    const seen = service()
    renderSite(`/falls/pathway/contactNote/0${here}`)
    await screen.findByRole('button', { name: 'Take over' })
    fillDay('Day of the contact')
    click(screen.getByRole('radio', { name: 'Call' }))
    fill(screen.getByLabelText('Note'), 'Rung her.')
    expect(await sent(seen, '/api/contactNote/save')).not.toHaveProperty('fromAnswerId', 71)
  })

  test('is on the page of the referral, with the weeks of the diary', async () => {
    const seen = service()
    renderSite(`/falls/pathway/view${here}`)
    const section = await screen.findByRole('region', { name: /Said on their page/ })
    expect(section).toHaveTextContent(/blackoutSaid by Harriet Vale for the patient on 06\/01\/2020 17:03/)
    expect(section).toHaveTextContent('65 minutes in all, said by the patient and not checked')
    // What waits for a decision stands first, although the signs are newer.
    expect(within(section).getAllByRole('listitem')[0]).toHaveTextContent('17:02, not checked')
    for (const name of ['Telephone follow-up', 'Contact note', 'Fall'])
      expect(within(section).getByRole('link', { name })).toBeVisible()
    await click(within(section).getByRole('button', { name: 'Seen: answers before a visit or call' }))
    expect(sentTo('/api/personAnswer/settle', seen)).toEqual([{ id: 71, version: 1 }])
    expect(within(section).getByRole('row', { name: /06-Jan-2020/ })).toHaveTextContent('3 of 7')
  })

  test('is no section where nothing was answered', async () => {
    service({ questions: [], signs: [], diaries: [] })
    renderSite(`/falls/pathway/view${here}`)
    await screen.findByRole('heading', { name: 'Pathway' })
    expect(screen.queryByRole('region', { name: /Said on their page/ })).toBeNull()
  })
})
