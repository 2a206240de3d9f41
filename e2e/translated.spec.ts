import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { asUser, aReferral, newName, type Referred } from './people.ts'
import { arriveAs, leaveUnfollowed, signInAs } from './product.ts'
import { test } from './test.ts'
import { translatePages, translators } from './translator.ts'
import { isLong } from './long.ts'

/*
 * A page that is translated, or that an extension writes into, says the same as without that, and its links lead to the
 * same places.
 */

interface Journey {
  what: string
  press: (page: Page, own: Subjects) => Promise<void>
  /** The heading of the page where it ends. */
  to: string
  /** False if opening the URL of that page does not show the same content. */
  isAtItsAddress?: false
}

interface Subjects extends Referred {
  className: string
}

const menu =
  (name: string): Journey['press'] =>
  (page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
const link =
  (name: string | RegExp): Journey['press'] =>
  (page) =>
    page.getByRole('main').getByRole('link', { name }).first().click()

const journeys: readonly Journey[] = [
  { what: 'a work list', press: menu('Work lists'), to: 'Awaiting assessment' },
  { what: 'View', press: link(/^View/), to: 'Pathway' },
  { what: 'Today', press: menu('Today'), to: 'Today' },
  { what: 'Diary', press: menu('Diary'), to: 'Diary' },
  { what: 'Calls', press: menu('Calls'), to: 'Call list' },
  { what: 'Reports', press: menu('Reports'), to: 'Reports' },
  {
    what: 'finding somebody',
    press: async (page, { nhsNumber }) => {
      await page.getByRole('searchbox', { name: /^Find a patient/ }).fill(nhsNumber)
      await page.keyboard.press('Enter')
    },
    to: 'Patient search',
    isAtItsAddress: false,
  },
  {
    what: 'the referral that was found',
    press: (page, { id }) => page.locator(`main a[href*="pathway/view?id=${id}&"]`).first().click(),
    to: 'Pathway',
  },
  { what: 'the patient from the referral', press: link('Patient details'), to: 'Patient' },
  {
    what: 'a redirect',
    press: (page, { id, patientId }) =>
      page.evaluate(
        (address) => history.pushState({}, '', address),
        `/falls/pathway?id=${id}&patientId=${patientId}`,
      ),
    to: 'Pathway',
  },
  { what: 'a form', press: link('Edit general'), to: 'General' },
  {
    what: 'saving it',
    press: async (page) => {
      await page.getByLabel('General notes').fill('Prefers the morning')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
    },
    to: 'Pathway',
  },
  { what: 'Classes', press: menu('Classes'), to: 'Classes' },
  {
    what: 'a class',
    press: (page, { className }) =>
      page.getByRole('main').getByRole('link', { name: className }).first().click(),
    to: 'Steady steps',
  },
  {
    what: 'its register',
    press: (page) => page.locator('main a[href*="class-register"]').first().click(),
    to: 'Register',
  },
  { what: 'Home', press: menu('Home'), to: 'Home', isAtItsAddress: false },
]

/** A class that had its first session a week ago, with the patient in it. */
const inAClass = async (request: APIRequestContext): Promise<Subjects> => {
  const ask = await asUser(request, 'clinician')
  const first = async (list: string) => (await ask<{ id: number }[]>(`/api/${list}/all`))[0]?.id
  const clinicianId = await first('clinician')
  const className = `Steady steps ${newName()}`
  const { id: classId } = await ask<{ id: number }>('/api/class/save', {
    ...{ id: 0, name: className, firstDate: addDays(today(), -7), startTime: '10:30', clinicianId },
    ...{ exerciseTypeId: await first('exerciseType'), locationId: await first('location') },
    ...{ minutes: 60, weeks: 12, capacity: 5 },
  })
  const own = await aReferral(request, newName())
  const plan = { exercisePlanDate: addDays(today(), -14), clinicianId, exercisePlan: 'Strength' }
  await ask('/api/exercise/save', { id: 0, pathwayId: own.id, ...plan })
  const place = { transport: 'own', joinedDate: addDays(today(), -7) }
  await ask('/api/class/enrol', { pathwayId: own.id, classId, ...place })
  return { ...own, className }
}

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name })
const textOf = async (page: Page): Promise<string> =>
  ((await page.getByRole('main').textContent()) ?? '').replaceAll(/\s|Read at [\d:]+/g, '')

for (const translator of translators)
  test(
    `with a translator that has texts ${translator}, every journey ends where it leads`,
    isLong,
    async ({ page, request, context }) => {
      const own = await inAClass(request)
      await translatePages(page, translator)
      await leaveUnfollowed(page)
      await signInAs(page, 'teamlead')
      // This page is not translated.
      const plain = await context.newPage()
      await leaveUnfollowed(plain)
      await arriveAs(plain, 'teamlead')
      const lost: string[] = []
      await expect(page.getByRole('main')).toBeVisible()
      const gaveUp = heading(page, 'This page cannot be shown').or(page.locator('#surefoot:empty'))
      for (const { what, press, to, isAtItsAddress = true } of journeys) {
        await expect(page.locator('main').locator('font, ext-mark').first()).toBeAttached()
        const address = page.url()
        await press(page, own)
        await expect(page).not.toHaveURL(address)
        await expect(heading(page, to).or(gaveUp).first()).toBeAttached()
        if ((await gaveUp.count()) > 0) {
          lost.push(what)
          await page.reload()
          await expect(heading(page, to)).toBeVisible()
        }
        if (!isAtItsAddress) continue
        await plain.goto(page.url())
        await expect(heading(plain, to)).toBeVisible()
        await expect(async () => expect(await textOf(page), what).toBe(await textOf(plain))).toPass({
          timeout: 30_000,
        })
      }
      expect(lost).toEqual([])
    },
  )

test('a text that changes is shown as it is now, however it was translated', async ({ page }) => {
  await translatePages(page, 'joined')
  await arriveAs(page, 'clinician')
  await page.goto('/falls/awaiting-assessment')
  const counted = page.getByText(/^\d+ patients$/)
  await expect(counted.and(page.locator('font'))).toBeVisible()
  const all = parseInt((await counted.textContent()) ?? '')
  await page.getByLabel('Filter').fill('nobody of this name')
  await expect(page.getByText(`0 of ${all} patients`)).toBeVisible()
  await expect(counted).toHaveCount(0)
})

test('a page that React gave up is shown again, and what was typed is offered', async ({ page, request }) => {
  const { id, patientId } = await aReferral(request, newName())
  await arriveAs(page, 'clinician')
  await page.goto(`/falls/pathway/general?id=${id}&patientId=${patientId}`)
  await page.getByLabel('General notes').fill('Rings the bell twice')
  // Makes the next message fail as React puts it on the page. A message is outside every screen; a change of the screen
  // itself, such as the word that a draft was kept, would be caught by the screen.
  await page.route('**/HelpDialog*', (route) => route.abort())
  await page.evaluate(() => {
    let isBroken = false
    for (const name of ['appendChild', 'insertBefore'] as const) {
      const act = Node.prototype[name] as (...given: unknown[]) => unknown
      Node.prototype[name] = function (this: Node, ...given: unknown[]) {
        if (!isBroken && this instanceof Element && this.matches('.sf-toasts')) {
          isBroken = true
          throw new DOMException('Not a child of this node', 'NotFoundError')
        }
        return act.apply(this, given)
      } as never
    }
  })
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Most of what you typed into a form was kept')
  await page.getByRole('button', { name: 'Show the page again' }).click()
  const offered = page.getByRole('region', { name: 'Unsaved work' })
  await expect(offered).toBeVisible()
  await offered.getByRole('button').first().click()
  await expect(page.getByLabel('General notes')).toHaveValue('Rings the bell twice')
})
