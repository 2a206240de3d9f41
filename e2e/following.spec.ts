import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { aReferral, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

/* Saves by other users appear without a reload, and nothing moves under the pointer. */

test('a list and its counter follow another user, and rows wait while somebody points at them', async ({
  page,
  request,
}) => {
  const listened = page.waitForResponse('**/api/changes/follow?*')
  await arriveAs(page, 'teamlead')
  await page.goto('/falls/awaiting-assessment')
  const rows = page.getByRole('table')
  await rows.hover()
  expect((await listened).status()).toBe(200)
  const counter = page.getByRole('navigation', { name: 'Work lists' }).locator('[aria-current] .sf-badge')
  const before = Number(await counter.textContent())

  const waiting = newName()
  await aReferral(request, waiting)
  const notice = page.getByText('This list has changed.')
  await expect(notice).toBeVisible()
  await expect(counter).toHaveText(String(before + 1))
  await expect(rows).not.toContainText(waiting.toUpperCase())
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(rows).toContainText(waiting.toUpperCase())
  await expect(notice).toHaveCount(0)

  await page.getByRole('heading', { level: 1 }).hover()
  const shown = newName()
  await aReferral(request, shown)
  await expect(rows).toContainText(shown.toUpperCase())
})

test('a pathway that is open shows what another user saves there, and keeps its place', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const { address, id, patientId } = await aReferral(request, newName())
  const listened = page.waitForResponse('**/api/changes/follow?*')
  await arriveAs(page, 'clinician')
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).hover()
  expect((await listened).status()).toBe(200)

  const other = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await arriveAs(other, 'teamlead')
  const save = async (notes: string): Promise<void> => {
    await other.goto(`/falls/pathway/general?id=${id}&patientId=${patientId}`)
    await other.getByLabel('General notes').fill(notes)
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other).toHaveURL(/pathway\/view/)
  }
  await save('Prefers the morning')
  await expect(page.getByText('Prefers the morning')).toBeVisible()

  await page.getByRole('heading', { name: 'Consent' }).hover()
  const place = await page.evaluate(() => window.scrollY)
  await save('Prefers the afternoon')
  await expect(page.getByText('This pathway has changed.')).toBeVisible()
  await expect(page.getByText('Prefers the morning')).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(place)
  await page.getByRole('button', { name: 'Show it' }).click()
  await expect(page.getByText('Prefers the afternoon')).toBeVisible()
  await other.context().close()
})

/** Opens a list, then saves a referral that the list is not notified of yet. Returns the name of the patient. */
const aListBehind = async (page: Page, request: APIRequestContext): Promise<string> => {
  await page.goto('/falls/awaiting-assessment')
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(page.getByRole('table')).toContainText('View')
  const name = newName()
  await aReferral(request, name)
  return name.toUpperCase()
}

test('what is saved between the reading of a list and the beginning of its stream is shown', async ({
  page,
  request,
}) => {
  await arriveAs(page, 'teamlead')
  const saved = Promise.withResolvers<void>()
  await page.route('**/api/changes/follow?*', async (route) => {
    await saved.promise
    await route.continue()
  })
  const name = await aListBehind(page, request)
  saved.resolve()
  await expect(page.getByRole('table')).toContainText(name)
})

test('a list that was cut off for minutes is read again when it can follow', async ({ page, request }) => {
  await page.clock.install()
  await arriveAs(page, 'teamlead')
  await page.route('**/api/changes/follow?*', (route) => route.abort())
  const name = await aListBehind(page, request)
  await page.clock.fastForward('03:00')
  await expect(page.getByRole('table')).not.toContainText(name)
  // Listened for before the way is free: the next attempt may come in between.
  const back = page.waitForResponse('**/api/changes/follow?seconds=0')
  await page.unroute('**/api/changes/follow?*')
  // Repeats, because the wait until the next attempt varies.
  await expect(async () => {
    await page.clock.fastForward('01:00')
    await expect(page.getByRole('table')).toContainText(name, { timeout: 2_000 })
  }).toPass()
  await back
})
