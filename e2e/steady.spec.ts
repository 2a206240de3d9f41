import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { aReferral, asUser, chooseFirst, fillDay, newName, type Referred } from './people.ts'
import { pressSlowly, settle, type Result } from './press.ts'
import { arriveAs, leaveUnfollowed, signInAs } from './product.ts'
import { test } from './test.ts'
import { longUnless } from './long.ts'

/*
 * Between a press and its result nothing moves under the pointer, and a second press does nothing. For a new kind of
 * link or button, add a line.
 */

// Each case creates its own patient, and spends most of its time waiting.
test.describe.configure({ mode: 'parallel' })
test.beforeEach(({ page }) => leaveUnfollowed(page))

interface Case {
  what: string
  /** The user; by default the clinician. */
  as?: string
  /** The screen; by default the pathway page of a patient that only this test uses. */
  at?: string | ((own: Referred) => string)
  /** What must exist before the press: `before` creates it through the service, `first` on the screen. */
  before?: (own: Referred, request: APIRequestContext) => Promise<void>
  first?: (page: Page) => Promise<void>
  press: (page: Page) => Locator
  result: Result
  /** The call that the press sends; by default none. */
  sends?: string
  /** Width of the screen; by default that of a desktop. */
  width?: number
}

const link = (name: string | RegExp) => (page: Page) => page.getByRole('link', { name, exact: true }).first()
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first()
const screen = (path: string) => (own: Referred) =>
  `/falls/pathway/${path}?id=${own.id}&patientId=${own.patientId}`
const ofPatient = (own: Referred) => `/falls/patient/view?id=${own.patientId}`

const aFrat = async ({ id }: Referred, request: APIRequestContext): Promise<void> => {
  const call = await asUser(request, 'clinician')
  const [teamMember] = await call<{ id: number }[]>('/api/teamMember/all')
  const [location] = await call<{ id: number }[]>('/api/location/all')
  await call('/api/frat/save', {
    id: 0,
    pathwayId: id,
    assessmentDate: addDays(today(), -30),
    teamMemberId: teamMember?.id,
    locationId: location?.id,
    fratScore: 2,
  })
}
const aSavedReport = async (_: Referred, request: APIRequestContext): Promise<void> => {
  const call = await asUser(request, 'teamlead')
  await call('/api/savedReport/save', {
    id: 0,
    name: 'Steady',
    reportName: 'referralsReceived',
    period: 'lastMonth',
  })
}
const editFrat = async (page: Page): Promise<void> => {
  await link(/^Edit FRAT/)(page).click()
  await expect(page.getByLabel('FRAT score')).toHaveValue('2')
}
const askToDelete = async (page: Page): Promise<void> => {
  await editFrat(page)
  await button('Delete this FRAT')(page).click()
}
const fillFrat = async (page: Page): Promise<void> => {
  await fillDay(page, 'Assessment date', addDays(today(), -20))
  await chooseFirst(page, 'Team member')
  await chooseFirst(page, 'Location')
  await page.getByLabel('FRAT score').fill('3')
}
const searched = async (page: Page): Promise<void> => {
  await page.getByLabel('Family name').fill('a')
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await expect(page.locator('#results')).toBeVisible()
}

const lists: Case[] = [
  {
    what: 'View in a work list on a phone',
    width: 390,
    at: '/falls/awaiting-assessment',
    press: link(/^View/),
    result: { heading: 'Pathway' },
  },
  {
    what: 'View in a work list',
    at: '/falls/awaiting-assessment',
    press: link(/^View/),
    result: { heading: 'Pathway' },
  },
  {
    what: 'another work list',
    at: '/falls/awaiting-assessment',
    press: link(/^Awaiting wellbeing/),
    result: { heading: 'Awaiting wellbeing' },
  },
  {
    what: 'Search from a work list',
    at: '/falls/awaiting-assessment',
    press: link('Search'),
    result: { heading: 'Patient search' },
  },
  {
    what: 'Home from a work list',
    at: '/falls/awaiting-assessment',
    press: link('Home'),
    result: { heading: 'Home' },
  },
  {
    what: 'Reports from a work list',
    at: '/falls/awaiting-assessment',
    press: link('Reports'),
    result: { selector: '.sf-report__ask' },
  },
  {
    what: 'the heading of a column',
    at: '/falls/awaiting-assessment',
    press: (page) => page.getByRole('columnheader', { name: 'Patient' }).getByRole('button'),
    result: { selector: '[aria-sort="ascending"]' },
  },
  {
    what: 'the order before',
    at: '/falls/awaiting-assessment',
    first: (page) => page.getByRole('columnheader', { name: 'Postcode' }).getByRole('button').click(),
    press: button('Back to longest on this list first'),
    result: { selector: '.sf-grid__orders p:only-child' },
  },
  {
    what: 'saving a list',
    at: '/falls/awaiting-assessment',
    press: button('Save CSV'),
    result: { selector: '.sf-toast' },
    sends: '/api/list/export',
  },
  {
    what: 'a counter of the home screen',
    at: '/falls/admissions',
    press: link(/^Awaiting assessment/),
    result: { heading: 'Awaiting assessment' },
  },
  {
    what: 'Work lists from home',
    at: '/falls/admissions',
    press: link('Work lists'),
    result: { heading: 'Awaiting assessment' },
  },
  {
    what: 'Register a patient',
    at: '/falls/admissions',
    press: link('Register a patient'),
    result: { heading: 'Register a patient' },
  },
  {
    what: 'Register and refer',
    at: '/falls/admissions',
    press: link('Register and refer'),
    result: { heading: 'Register and refer' },
  },
  {
    what: 'Search',
    at: '/falls/referral-search',
    first: (page) => page.getByLabel('Family name').fill('a'),
    press: (page) => page.getByRole('button', { name: 'Search', exact: true }).last(),
    result: { selector: '#results' },
    sends: '/api/search/demographics',
  },
  {
    what: 'View in what a search found',
    at: '/falls/referral-search',
    first: searched,
    press: link(/^View/),
    result: { heading: 'Pathway' },
  },
]

const sections = [
  'FRAT',
  'wellbeing assessment',
  'treatment plan',
  'exercise plan',
  'telephone follow-up',
  'equipment assessment',
  'onward referral',
  'BMI',
]
const pathway: Case[] = [
  ...sections.map((section) => ({
    what: `Add ${section}`,
    press: link(`Add ${section}`),
    result: { heading: `Add ${section}` },
  })),
  { what: 'Upload', press: link('Upload documents'), result: { heading: 'Upload documents' } },
  { what: 'Edit of the referral', press: link('Edit referral'), result: { heading: 'Edit referral' } },
  { what: 'Edit of consent', press: link('Edit consent'), result: { heading: 'Consent' } },
  { what: 'Edit of a record', before: aFrat, press: link(/^Edit FRAT/), result: { heading: 'Edit FRAT' } },
  {
    what: 'Discharge',
    press: (page) => page.locator('#closing').getByRole('link', { name: 'Discharge', exact: true }),
    result: { heading: 'Discharge' },
  },
  { what: 'Cancel referral', press: link('Cancel referral'), result: { heading: 'Cancel referral' } },
  { what: 'Patient details', press: link('Patient details'), result: { heading: 'Patient' } },
  {
    what: 'the history of a record',
    press: (page) => page.locator('summary', { hasText: 'History of this record' }),
    result: { selector: '.sf-history[open]' },
  },
  { what: 'Cancel of a form', at: screen('frat/0'), press: link('Cancel'), result: { heading: 'Pathway' } },
  {
    what: 'Save of a new record',
    at: screen('frat/0'),
    first: fillFrat,
    press: button('Save'),
    result: { heading: 'Pathway' },
    sends: '/api/frat/save',
  },
  {
    what: 'the next step that a message offers',
    at: screen('frat/0'),
    first: async (page) => {
      await fillFrat(page)
      await button('Save')(page).click()
      await expect(button('Add wellbeing assessment')(page)).toBeVisible()
    },
    press: button('Add wellbeing assessment'),
    result: { heading: 'Add wellbeing assessment' },
  },
  {
    what: 'Save of a changed record',
    before: aFrat,
    first: async (page) => {
      await editFrat(page)
      await page.getByLabel('FRAT score').fill('4')
    },
    press: button('Save'),
    result: { heading: 'Pathway' },
    sends: '/api/frat/save',
  },
  {
    what: 'Save of a form that is wrong',
    at: screen('frat/0'),
    press: button('Save'),
    result: { selector: '.nhsuk-error-summary' },
  },
  {
    what: 'Save of a form that was wrong',
    at: screen('frat/0'),
    first: async (page) => {
      await button('Save')(page).click()
      await expect(page.locator('.nhsuk-error-summary')).toBeVisible()
      await fillFrat(page)
    },
    press: button('Save'),
    result: { heading: 'Pathway' },
    sends: '/api/frat/save',
  },
  {
    what: 'Delete',
    before: aFrat,
    first: editFrat,
    press: button('Delete this FRAT'),
    result: { selector: 'dialog[open]' },
  },
  {
    what: 'Yes of a question',
    before: aFrat,
    first: askToDelete,
    press: button('Yes, delete it'),
    result: { heading: 'Pathway' },
    sends: '/api/frat/delete',
  },
  {
    what: 'Go back of a question',
    before: aFrat,
    first: askToDelete,
    press: button('Go back'),
    result: { selector: 'main:not(:has(dialog))' },
  },
  {
    what: 'View of a referral',
    at: ofPatient,
    press: link(/^View referral/),
    result: { heading: 'Pathway' },
  },
  {
    what: 'New referral',
    at: ofPatient,
    press: button('New referral'),
    result: { selector: '.sf-main h1, [role=alert]' },
  },
  {
    what: 'Edit of a patient’s address',
    at: ofPatient,
    press: (page) => page.locator('#address').getByRole('link'),
    result: { heading: 'Edit address' },
  },
  {
    what: 'the telephone and address of a patient',
    width: 390,
    press: (page) => page.locator('.sf-banner__more'),
    result: { selector: '.sf-banner__second--open' },
  },
  {
    what: 'the menu of the account',
    press: (page) => page.locator('.sf-account .sf-menu__button'),
    result: { selector: '.sf-menu__list:not([hidden])' },
  },
  {
    what: 'an entry of that menu',
    first: (page) => page.locator('.sf-account .sf-menu__button').click(),
    press: button('Change password'),
    result: { heading: 'Change your password' },
  },
  {
    what: 'Sign out',
    first: (page) => page.locator('.sf-account .sf-menu__button').click(),
    press: button('Sign out'),
    result: { heading: 'Sign in' },
    sends: '/oauth/revoke',
  },
]

const offices: Case[] = [
  {
    what: 'Users of the administration',
    as: 'sysadmin',
    at: '/falls/administration',
    press: link('Users'),
    result: { heading: 'Users' },
  },
  {
    what: 'Edit in a list',
    as: 'sysadmin',
    at: '/falls/location-list',
    press: link(/^Edit/),
    result: { heading: 'Edit Location' },
  },
  {
    what: 'Add to a list',
    as: 'sysadmin',
    at: '/falls/location-list',
    press: link('Add Location'),
    result: { heading: 'Add Location' },
  },
  {
    what: 'Edit in the list of organisations',
    as: 'sysadmin',
    at: '/falls/organisation-list',
    press: link(/^Edit/),
    result: { selector: 'main form.sf-form' },
  },
  {
    what: 'View in the list of users',
    as: 'sysadmin',
    at: '/falls/user-list',
    press: link(/^View/),
    result: { selector: '#account' },
  },
  {
    what: 'Unlock',
    as: 'sysadmin',
    at: '/falls/user/view?id=1',
    press: button('Unlock'),
    result: { selector: '.sf-toast' },
    sends: '/api/user/openSignIn',
  },
  {
    what: 'Add role',
    as: 'sysadmin',
    at: '/falls/user/view?id=1',
    press: link('Add role'),
    result: { selector: 'main form' },
  },
  {
    what: 'Back to all users',
    as: 'sysadmin',
    at: '/falls/user/view?id=1',
    press: link('Back to all users'),
    result: { heading: 'Users' },
  },
  {
    what: 'Administration',
    as: 'sysadmin',
    at: '/falls/user-list',
    press: link('Administration'),
    result: { heading: 'Administration' },
  },
  {
    what: 'Add a saved report',
    as: 'teamlead',
    at: '/falls/reports',
    press: link('Add a saved report'),
    result: { selector: 'main form.sf-form, main h1 + form' },
  },
  {
    what: 'Edit of a saved report',
    as: 'teamlead',
    at: '/falls/reports',
    before: aSavedReport,
    press: link('Edit Steady'),
    result: { selector: 'main form:not(.sf-report__ask)' },
  },
  {
    what: 'Run of a saved report',
    as: 'teamlead',
    at: '/falls/reports',
    before: aSavedReport,
    press: link('Run Steady'),
    // The place of the report, above the lists.
    result: { selector: '.sf-state, .sf-report__frame' },
    sends: '/api/report/referralsReceived',
  },
  {
    what: 'Delete of a saved report',
    as: 'teamlead',
    at: '/falls/reports',
    before: aSavedReport,
    press: button('Delete Steady'),
    result: { selector: 'dialog[open]' },
  },
  {
    what: 'Yes to deleting a saved report',
    as: 'teamlead',
    at: '/falls/reports',
    before: aSavedReport,
    first: (page) => button('Delete Steady')(page).click(),
    press: button('Yes, delete it'),
    result: { selector: '.sf-toast' },
    sends: '/api/savedReport/delete',
  },
  {
    what: 'Run report',
    as: 'teamlead',
    at: '/falls/reports',
    first: async (page) => {
      await page.getByLabel('Report', { exact: true }).selectOption('referralsReceived')
      await page.getByRole('button', { name: 'Last 12 months' }).click()
    },
    press: button('Run report'),
    result: { selector: '.sf-report__frame' },
    sends: '/api/report/referralsReceived',
  },
  {
    what: 'Dashboard',
    as: 'teamlead',
    at: '/falls/reports',
    press: link('Dashboard'),
    result: { selector: '.sf-figures' },
  },
]

/** For each kind of link and button, the cases that `npm test` tries. */
const tried = new Set([
  'View in a work list',
  'Save of a new record',
  'Yes of a question',
  'the next step that a message offers',
  'saving a list',
])

for (const { what, as = 'clinician', at, before, first, press, result, sends, width = 1280 } of [
  ...lists,
  ...pathway,
  ...offices,
])
  test(
    `${what}: nothing moves before its result, and a second press does nothing`,
    longUnless(tried.has(what)),
    async ({ page, request }) => {
      const own = await aReferral(request, newName())
      await before?.(own, request)
      await page.setViewportSize({ width, height: 900 })
      await arriveAs(page, as)
      await page.goto(typeof at === 'string' ? at : (at?.(own) ?? own.address))
      await settle(page)
      await first?.(page)
      const pressed = press(page)
      const href = await pressed.getAttribute('href')
      const sent = await pressSlowly(page, pressed, result)
      expect(sent).toEqual(sends === undefined ? [] : [sends])
      if (href !== null && href !== '/falls') {
        const { pathname, search } = new URL(page.url())
        expect(pathname + search).toBe(href)
      }
    },
  )

test('a row that was pressed is busy, and no other row opens until its patient is there', async ({
  page,
}) => {
  await arriveAs(page, 'clinician')
  await page.goto('/falls/awaiting-assessment')
  const rows = page.locator('tbody tr')
  const viewIn = (place: number) => rows.nth(place).getByRole('link', { name: /^View/ })
  const view = viewIn(1)
  const href = await view.getAttribute('href')
  await pressSlowly(page, view, { heading: 'Pathway' }, async () => {
    await expect(rows.nth(1)).toHaveAttribute('aria-busy', 'true')
    await expect(page.getByText('Loading the page…')).toBeAttached()
    await viewIn(3).click()
    await viewIn(2).press('Enter')
  })
  expect(page.url()).toContain(href)
})

for (const address of [
  '/falls/admissions',
  '/falls/awaiting-assessment',
  '/falls/referral-search',
  '/falls/reports',
])
  test(
    `${address} does not move while it is loaded`,
    longUnless(address === '/falls/awaiting-assessment'),
    async ({ page }) => {
      await signInAs(page, 'clinician')
      await page.addInitScript(() => {
        const moved: string[] = []
        Object.assign(window, { moved })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            sources: { node: Node | null }[]
          })[])
            for (const { node } of entry.sources) {
              const element = node instanceof Element ? node : (node?.parentElement ?? null)
              // The footer moves down as the screen fills.
              if (element?.closest('footer') === null) moved.push(element.outerHTML.slice(0, 80))
            }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await page.route('**/api/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 300))
        await route.fallback()
      })
      await page.goto(address)
      await expect(page.locator('main h1')).toBeVisible()
      await settle(page)
      expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([])
    },
  )

for (const [address, held] of [
  ['/falls/in-exercise', '**/api/list/inExercise*'],
  ['/falls/pathway/view?id=1&patientId=1', '**/api/pathway/get*'],
  ['/falls/dashboard', '**/api/dashboard/get*'],
  ['/falls/today', '**/api/today/get*'],
  ['/falls/reports', '**/api/report/all*'],
] as const)
  test(
    `${address} keeps the room of what is on its way`,
    longUnless(address === '/falls/today'),
    async ({ page }) => {
      await arriveAs(page, 'teamlead')
      const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
      await page.route(held, async (route) => {
        await released
        await route.continue()
      })
      const footerTop = () =>
        page.locator('footer').evaluate((footer) => footer.getBoundingClientRect().top + window.scrollY)
      await page.goto(address)
      const words = page.getByRole('status').filter({ hasText: /^Loading the/ })
      await expect(words).toBeVisible()
      await expect(page.locator('.sf-bones')).toHaveAttribute('aria-hidden', 'true')
      const during = await footerTop()
      release(undefined)
      await expect(words).toHaveCount(0)
      await settle(page)
      // The footer stays where it was, or is below the window both times.
      expect(during).toBeGreaterThanOrEqual(Math.min(await footerTop(), 900) - 60)
    },
  )
