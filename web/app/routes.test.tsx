import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HeldRole } from '../../contract/accounts/session.ts'
import { screensOf } from '../../e2e/everyScreen.ts'
import { putPictures } from '../../e2e/gallery/index.ts'
import { everyScreen, galleryFolder, pictureOf, restrictedQuestion } from '../../e2e/gallery/pictures.ts'
import { createSite } from './routes.tsx'
import { forgetSession } from '../platform/session/session.ts'
import { json } from '../testing/fakeService.ts'
import {
  beSignedIn,
  clinician,
  governance,
  quietService,
  renderSite,
  scrolledTo,
} from '../testing/renderSite.tsx'
import { click } from '../testing/person.ts'

const administrator: HeldRole = { id: 5, name: 'System Administrator', profile: 'System Administrator' }
const external: HeldRole = { id: 6, name: 'External', profile: 'External' }
const unknown: HeldRole = { id: 9, name: 'Volunteer', profile: 'none' }

beforeEach(() => quietService())
afterEach(() => {
  forgetSession('person')
  vi.unstubAllGlobals()
})

describe('who is not signed in', () => {
  test.each([
    ['/', '/falls'],
    ['/falls', '/falls'],
    ['/falls/admissions', '/falls/admissions'],
    ['/falls/pathway/view?id=4&patientId=9', '/falls/pathway/view?id=4&patientId=9'],
  ])('comes from %s to the sign-in page, and from there to %s', async (address, redirect) => {
    const site = renderSite(address)
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(site.state.location.pathname).toBe('/login')
    expect(site.state.location.search).toEqual({ redirect })
  })
})

describe('who is signed in', () => {
  test.each<[role: HeldRole, address: string, leadsTo: string]>([
    [clinician, '/', '/falls/admissions'],
    [clinician, '/falls', '/falls/admissions'],
    [clinician, '/falls/', '/falls/admissions'],
    [clinician, '/nowhere', '/falls/admissions'],
    [clinician, '/falls/nowhere', '/falls/admissions'],
    [clinician, '/falls/nowhere/at/all', '/falls/admissions'],
    [clinician, '/falls/patient/nowhere', '/falls/admissions'],
    [clinician, '/falls/nowhere-list', '/falls/admissions'],
    [clinician, '/falls/nowhere/edit/1', '/falls/admissions'],
    [clinician, '/falls/pathway/frat', '/falls/admissions'],
    [clinician, '/login', '/falls/admissions'],
    [clinician, '/login?redirect=%2Ffalls%2Fin-treatment', '/falls/in-treatment'],
    [clinician, '/login?redirect=%2F%2Fexample.org', '/falls/admissions'],
    [clinician, '/FALLS/Awaiting-Followup', '/FALLS/Awaiting-Followup'],
    [clinician, '/falls/ADMISSIONS', '/falls/ADMISSIONS'],
    [administrator, '/falls', '/falls/systemAdministrator'],
    [administrator, '/falls/systemadministrator', '/falls/systemadministrator'],
    [administrator, '/falls/declinedreferral-LIST', '/falls/declinedreferral-LIST'],
    [administrator, '/falls/nowhere-list', '/falls/systemAdministrator'],
    [external, '/falls', '/falls/external'],
    [governance, '/falls', '/falls/home'],
    [unknown, '/falls', '/falls/home'],
    [unknown, '/falls/nowhere', '/falls/home'],
  ])('$name at %s is led to %s and sees a heading', async (role, address, leadsTo) => {
    beSignedIn(role)
    const site = renderSite(address)
    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(site.state.location.pathname).toBe(leadsTo))
  })

  test('a section of the home screen is scrolled to', async () => {
    beSignedIn(clinician)
    const site = renderSite('/falls?section=counters')
    await screen.findByRole('heading', { name: 'Home' })
    expect(site.state.location).toMatchObject({ pathname: '/falls/admissions', hash: 'counters' })
    await waitFor(() => expect(scrolledTo).toEqual(['counters']))
  })

  test.each([
    ['/falls/awaiting-assessment', 'Work lists are not part of your current role.'],
    ['/falls/referral-search', 'Searching for patients is not part of your current role.'],
    ['/falls/admissions', 'Searching for patients is not part of your current role.'],
  ])('an External user finds nothing to use at %s', async (address, sentence) => {
    const seen = quietService()
    beSignedIn(external)
    renderSite(address)
    expect(await screen.findByText(sentence)).toBeVisible()
    expect(screen.queryByRole('search')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Register a patient' })).toBeNull()
    expect(seen.filter(({ path }) => path.startsWith('/api/list') || path.startsWith('/api/kpi'))).toEqual([])
  })

  test('a role without a home that may search is told how to begin', async () => {
    beSignedIn(governance)
    renderSite('/falls')
    expect(await screen.findByRole('link', { name: 'Search for a patient' })).toBeVisible()
  })

  test('working in another role leads to its home', async () => {
    beSignedIn(clinician, administrator)
    const site = renderSite('/falls/awaiting-assessment')
    click(await screen.findByRole('button', { name: /Priya Nair/ }))
    expect(screen.queryByRole('button', { name: 'Work as Clinician' })).toBeNull()
    click(screen.getByRole('button', { name: 'Work as System Administrator' }))
    expect(await screen.findByRole('heading', { name: 'System administration' })).toBeVisible()
    expect(site.state.location.pathname).toBe('/falls/systemAdministrator')
    expect(screen.queryByRole('link', { name: 'Work lists' })).toBeNull()
  })
})

describe('the end of a session', () => {
  test('logging out leaves no way back for the next person', async () => {
    beSignedIn(clinician)
    const site = renderSite('/falls/in-treatment')
    click(await screen.findByRole('button', { name: /Priya Nair/ }))
    click(screen.getByRole('button', { name: 'Sign out' }))
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(site.state.location.href).toBe('/login')
    expect(sessionStorage).toHaveLength(0)
    expect(screen.queryByText(/session has ended/)).toBeNull()
  })

  test('a session the server ended comes back to the same screen after signing in', async () => {
    beSignedIn(clinician)
    quietService({ '/api/list/inTreatment': () => json({}, 401), '/oauth/token': () => json({}, 400) })
    const site = renderSite('/falls/in-treatment')
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(site.state.location.search).toEqual({ redirect: '/falls/in-treatment' })
    expect(screen.getByText(/Your session has ended/)).toBeVisible()
  })
})

test('the profile is read again when only the tokens are left, and a failure can be tried again', async () => {
  let fails = true
  const { startSession } = await import('../platform/session/session.ts')
  const { pair, profileOf } = await import('../testing/fakeService.ts')
  startSession(pair('one'))
  quietService({
    '/api/user/profile': () =>
      fails ? json({ message: 'Down for a moment.' }, 503) : json(profileOf(clinician)),
  })
  renderSite('/falls')
  expect(await screen.findByText('Down for a moment.')).toBeVisible()
  fails = false
  click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible()
})

/** Addresses that only redirect. */
const leadsOn = /\/\$$|^\/(falls(\/(patient|pathway|user))?)?\/?$/
const shownScreens = Object.keys(createSite().routesByPath).filter((path) => !leadsOn.test(path))

test('every screen has a picture of its own in docs/screens, and docs/develop/screens.md shows it; npm run gallery takes them', () => {
  const folder = join(import.meta.dirname, '../..', galleryFolder)
  const taken = [...shownScreens, restrictedQuestion]
  const pictures = taken.map(pictureOf)
  expect(new Set(pictures).size).toBe(taken.length)
  expect(everyScreen.toSorted()).toEqual(taken.toSorted())
  expect(readdirSync(folder).toSorted()).toEqual(pictures.toSorted())
  const page = readFileSync(join(import.meta.dirname, '../../docs/develop/screens.md'), 'utf8')
  expect(putPictures(page)).toBe(page)
})

test('every screen is among those that axe visits in a browser', () => {
  // Administration has its own browser test.
  const elsewhere =
    /-list$|^\/falls\/(user|organisation|administration|first-contact|deprivation|service-status|letterhead|letter-templates?|letter-addresses|\$lookup)(\/|-|$)/
  const screens = shownScreens.filter((path) => !elsewhere.test(path))
  expect(screens.toSorted()).toEqual(Object.values(screensOf).flat().toSorted())
})
