import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSite } from '../routes.tsx'
import { forgetSession } from '../session.ts'
import { click, fill } from '../testing/person.ts'
import { beSignedIn, clinician, quietService, renderSite } from '../testing/renderSite.tsx'
import { helpForScreen, helpGroups, helpOf, isAbout } from './topics.ts'

const topics = helpGroups.flatMap((group) => group.topics)

/** Addresses that lead elsewhere, or stand around screens. */
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
    ['RED flag', ['patient', 'flags', 'flag', 'wellbeing', 'followup', 'cancel']],
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

  test('the version of the product stands below the help', async () => {
    beSignedIn(clinician)
    renderSite('/falls/help')
    expect(await screen.findByText(/Surefoot \d+\.\d+\.\d+/)).toBeVisible()
  })

  test('the licences of other software are one press from the pages of help', async () => {
    beSignedIn(clinician)
    renderSite('/falls/help')
    expect(await screen.findByRole('link', { name: 'Licences of the software of others' })).toHaveAttribute(
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
