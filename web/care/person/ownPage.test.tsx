import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PersonLink } from '../../../contract/care/person/link.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { forgetSession } from '../../platform/session/session.ts'
import { json, type Answer } from '../../testing/fakeService.ts'
import { patientService, sentTo } from '../../testing/patientService.ts'
import { click } from '../../testing/person.ts'
import { beSignedIn, clinician, renderSite } from '../../testing/renderSite.tsx'

beforeEach(() => beSignedIn(clinician))
afterEach(() => {
  forgetSession('person')
  queryClient.clear()
  vi.unstubAllGlobals()
})

const daysAgo = (days: number): string => `${addDays(today(), -days)}T10:00:00Z`
const link: PersonLink = {
  ...{ id: 8, version: 2, way: 'text', contactId: null, contactName: null, actsBy: null, actsSince: null },
  ...{ givenAt: daysAgo(3), givenBy: 'Priya Nair', validUntil: daysAgo(-27), openedAt: null, seenAt: null },
  ...{ endedAt: null, endedHow: null },
}
const show = (
  links: readonly PersonLink[],
  where = 'view',
  more: Record<string, Answer> = {},
  isAtRisk = false,
) => {
  const seen = patientService({
    '/api/personLink/all': () => json({ isServed: true, isAtRisk, links }),
    ...more,
  })
  renderSite(`/falls/pathway/${where}?id=21&patientId=11`)
  return seen
}
const section = () => screen.findByRole('region', { name: 'Own page' })

describe('the section of the pathway page', () => {
  test.each<[string, Partial<PersonLink>, string]>([
    ['waits', {}, `Not opened yet. It works until ${formatDate(addDays(today(), 27))}.`],
    [
      'was opened',
      { openedAt: daysAgo(2), seenAt: daysAgo(0) },
      `Opened on ${formatDate(addDays(today(), -2))}, last seen today`,
    ],
    [
      'was guessed at',
      { endedAt: daysAgo(0), endedHow: 'guessed' },
      'Ended after five wrong dates of birth, today',
    ],
    ['ran out', { validUntil: daysAgo(1) }, `its 30 days ended on ${formatDate(addDays(today(), -1))}`],
  ])('says of a link that %s: %s', async (_, more, words) => {
    show([{ ...link, ...more }])
    await waitFor(async () => expect(await section()).toHaveTextContent(words))
  })

  test('names who acts for the person, and by what right', async () => {
    show([
      { ...link, contactId: 4, contactName: 'Harriet Vale', actsBy: 'attorney', actsSince: '2026-01-05' },
    ])
    const words =
      'For Harriet Vale, who acts for the person. Lasting power of attorney for health and welfare, since'
    await waitFor(async () => expect(await section()).toHaveTextContent(words))
  })

  test('is not there where the service has no such page, or for people outside', async () => {
    patientService()
    renderSite('/falls/pathway/view?id=21&patientId=11')
    await screen.findByRole('region', { name: 'Letters' })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Own page' })).toBeNull())
  })
})

describe('the screen of links', () => {
  test('gives a link by text', async () => {
    const seen = show([], 'own-page', { '/api/personLink/give': () => json({ id: 9, version: 1 }) })
    click(await screen.findByRole('radio', { name: 'By text message' }))
    click(screen.getByRole('button', { name: 'Give the link' }))
    await screen.findByText('The text is on its way')
    expect(sentTo('/api/personLink/give', seen)).toMatchObject([
      { patientId: 11, way: 'text', contactId: null },
    ])
  })

  test('shows a link on paper to be printed, with its code and nothing of the person', async () => {
    show([], 'own-page', {
      '/api/personLink/give': () => json({ id: 9, version: 1 }),
      '/api/personLink/paper': () =>
        json({
          ...{ code: 'H7KM 4PQT', address: 'https://falls.example.org/my', validUntil: daysAgo(-30) },
          head: { serviceName: 'Fernhill Falls Service', address: '1 Mill Lane', telephone: '01632 960 100' },
        }),
    })
    click(await screen.findByRole('radio', { name: 'On paper' }))
    click(screen.getByRole('button', { name: 'Give the link' }))
    const paper = await screen.findByRole('region', { name: 'Paper for the person' })
    for (const words of [
      'Fernhill Falls Service',
      'H7KM 4PQT',
      'https://falls.example.org/my',
      '01632 960 100',
    ])
      expect(paper).toHaveTextContent(words)
    expect(within(paper).getAllByRole('listitem')).toHaveLength(5)
    expect(paper).not.toHaveTextContent('Ashworth')
    expect(screen.getByRole('button', { name: 'Print' })).toBeInTheDocument()
  })

  test('says why a link cannot be given', async () => {
    show([], 'own-page', {
      '/api/personLink/give': () =>
        json({ code: 'conflict', message: 'The page opens with the date of birth. Record it first.' }, 409),
    })
    click(await screen.findByRole('radio', { name: 'On paper' }))
    click(screen.getByRole('button', { name: 'Give the link' }))
    expect(await screen.findByText(/Record it first/)).toBeInTheDocument()
  })

  test('asks for a tick where it is not safe at home', async () => {
    show([], 'own-page', {}, true)
    expect(await screen.findByRole('checkbox', { name: /^I asked/ })).toBeInTheDocument()
  })

  test('ends a link after asking', async () => {
    const seen = show([link], 'own-page', { '/api/personLink/end': () => json({ id: 8, version: 3 }) })
    click(await screen.findByRole('button', { name: /^End the link/ }))
    click(within(await screen.findByRole('dialog', { hidden: true })).getByText('End link'))
    await screen.findByText('The link has ended')
    expect(sentTo('/api/personLink/end', seen)).toEqual([{ id: 8, version: 2 }])
  })
})
