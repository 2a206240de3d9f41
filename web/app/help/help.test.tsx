import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { holds, type Capability } from '../../../contract/accounts/permissions.ts'
import { createSite } from '../routes.tsx'
import { forgetSession } from '../../platform/session/session.ts'
import { click, fill } from '../../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../../testing/renderSite.tsx'
import { guideOfPage, guides, pageOfGuide } from './guide/guides.ts'
import { guidePictures } from './guide/guidePictures.ts'
import { piecesOf, readGuide } from './guide/readGuide.ts'
import { helpForScreen, helpGroups, helpOf, isAbout, topicTitled } from './topics/topics.ts'

const topics = helpGroups.flatMap((group) => group.topics)

/** Addresses that redirect, or that only frame other screens. */
const leadsOn = /\/\$$|^\/(falls(\/(patient|pathway|user))?)?\/?$/
const screens = Object.keys(createSite().routesByPath).filter((path) => !leadsOn.test(path))

describe('help', () => {
  test.each(screens)('explains %s in one topic', (path) => {
    expect(topics.filter((topic) => topic.screens.includes(path)).map(({ id }) => id)).toHaveLength(1)
  })

  test.each(topics)('$id is about screens that exist, under a name of its own', ({ id, screens: its }) => {
    expect(its.filter((path) => !screens.includes(path))).toEqual([])
    expect(topics.filter((topic) => topic.id === id)).toHaveLength(1)
    expect(helpOf(id)).toBe(helpForScreen(its[0] ?? ''))
  })

  test.each([
    ['gait speed', []],
    [
      'RED flag',
      [
        'outstanding',
        'incoming-referrals',
        'patient',
        'flags',
        'flag',
        'wellbeing',
        'followup',
        'cancel',
        'fall',
        'write-letter',
      ],
    ],
    ['passkey', ['sign-in', 'security']],
    ['quarterly spreadsheet of nobody', []],
  ])('“%s” finds %j', (typed, found) => {
    expect(
      topics
        .filter((topic) => isAbout(topic, typed))
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(found.toSorted())
  })
})

/** The capabilities that a screen requires; empty if it is open to all. */
const needsOf = (path: string): readonly Capability[] => {
  const { needs = [] } =
    Object.entries(createSite().routesByPath).find(([known]) => known === path)?.[1].options.staticData ?? {}
  return typeof needs === 'string' ? [needs] : needs
}

describe.each(guides)('the guide $id', ({ id, profile, blocks }) => {
  const pieces = blocks.flatMap(piecesOf)

  test('leads only to pages of help about screens that its role may open', () => {
    const titles = pieces.filter(({ kind }) => kind === 'topic').map(({ text }) => text)
    const held = profile === null ? (['Clinician'] as const) : [profile]
    const isOpen = (path: string): boolean => {
      const needs = needsOf(path)
      return needs.length === 0 || needs.some((need) => holds(held, need, { admissionsWriteClinical: true }))
    }
    expect(titles.filter((title) => topicTitled(title)?.screens.some(isOpen) !== true)).toEqual([])
  })

  test('leads only to other guides, and shows only pictures that the product brings', () => {
    const led = pieces.flatMap((piece) => (piece.kind === 'guide' ? piece.id : []))
    const shown = blocks.flatMap((block) => (block.kind === 'picture' ? block.name : []))
    expect(led.filter((other) => other === id || guideOfPage(pageOfGuide(other)) === undefined)).toEqual([])
    expect(shown.length).toBeGreaterThan(0)
    expect(shown.filter((name) => !guidePictures.has(name))).toEqual([])
    expect(helpOf(pageOfGuide(id))).toBeUndefined()
  })
})

test('the product brings every guide, and no picture that none of them shows', () => {
  const shown = guides.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'picture' ? block.name : [])),
  )
  expect([...guidePictures.keys()].toSorted()).toEqual([...new Set(shown)].toSorted())
  const files = Object.keys(import.meta.glob('../../../docs/guide/*.md', { query: '?url' }))
  expect(files).toHaveLength(guides.length + 1)
})

describe('a guide', () => {
  test.each([
    ['a table', '| a | b |'],
    ['a smaller heading', '### Smaller'],
    ['HTML', 'press <b>Save</b>'],
    ['a link out of the guides', 'see [operations](../operations.md)'],
    ['a list in a list', '- one\n    - two'],
    ['a picture from elsewhere', '![A screen](https://example.org/a.webp)'],
  ])('is refused with %s, which would be shown as its signs', (_, form) => {
    expect(() => readGuide(`# Title\n\n${form}`)).toThrow(/Not a(n item)? /)
  })

  test('is read with its steps, which may go on over lines', () => {
    expect(readGuide('# Title\n\n1. Press **Save** and\n   wait.\n2. See *Home*.').blocks).toEqual([
      {
        kind: 'steps',
        items: [
          [
            { kind: 'words', text: 'Press ' },
            { kind: 'name', text: 'Save' },
            { kind: 'words', text: ' and wait.' },
          ],
          [
            { kind: 'words', text: 'See ' },
            { kind: 'topic', text: 'Home' },
            { kind: 'words', text: '.' },
          ],
        ],
      },
    ])
  })
})

describe('on screen', () => {
  beforeEach(() => quietService())
  afterEach(() => {
    forgetSession('person')
    vi.unstubAllGlobals()
  })

  test('Help explains the screen over it, and closing it leaves everything as it was', async () => {
    beSignedIn(clinician)
    const site = renderSite('/falls/in-treatment')
    const button = await screen.findByRole('button', { name: 'Help' })
    click(button)
    const help = await screen.findByRole('dialog', { name: 'Work lists' })
    expect(within(help).getByText(/exactly one of the lists/)).toBeVisible()
    expect(within(help).getByText('Whom to ask')).toBeVisible()
    click(within(help).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(site.state.location.pathname).toBe('/falls/in-treatment')
  })

  test('the pages of help are narrowed by words, and one is opened', async () => {
    beSignedIn(clinician)
    const site = renderSite('/falls/help')
    fill(await screen.findByRole('searchbox', { name: 'Search the help' }), 'gait and passkeys')
    expect(screen.getByText(/No page of help has these words/)).toBeVisible()
    fill(screen.getByRole('searchbox', { name: 'Search the help' }), 'goals outcome')
    click(await screen.findByRole('link', { name: 'Treatment plan' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Treatment plan' })).toBeVisible()
    expect(screen.getByText(/three months after the day it ended/)).toBeVisible()
    expect(site.state.location.href).toBe('/falls/help/treatment-plan')
  })

  test('the guide of one’s own role stands first, is found by its words and leads to help', async () => {
    beSignedIn(clinician)
    const site = renderSite('/falls/help')
    const list = await screen.findByRole('region', { name: 'Guides by role' })
    expect(within(list).getAllByRole('link')[0]).toHaveAccessibleName('Guide for clinicians')
    fill(screen.getByRole('searchbox', { name: 'Search the help' }), 'exercise instructors')
    expect(screen.getAllByRole('link', { name: /^Guide for/ })).toHaveLength(1)
    click(screen.getByRole('link', { name: 'Guide for clinicians' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Guide for clinicians' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Print' })).toBeVisible()
    click(screen.getByRole('link', { name: 'the guide for everybody' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'For everybody' })).toBeVisible()
    click(screen.getByRole('link', { name: 'Find a patient' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Find a patient' })).toBeVisible()
    expect(site.state.location.href).toBe('/falls/help/search')
  })

  test('the version of the product stands below the help', async () => {
    beSignedIn(clinician)
    renderSite('/falls/help')
    expect(await screen.findByText(/Surefoot \d+\.\d+\.\d+/)).toBeVisible()
  })

  test('the licences of other software are one press from the pages of help', async () => {
    beSignedIn(clinician)
    renderSite('/falls/help')
    expect(await screen.findByRole('link', { name: 'Licences of third-party software' })).toHaveAttribute(
      'href',
      '/licences.txt',
    )
  })

  test.each([
    ['/accessibility', 'Accessibility statement'],
    ['/privacy', 'Privacy notice'],
  ])('%s is open to everybody', async (address, title) => {
    renderSite(address)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  })
})
