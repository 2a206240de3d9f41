import { expect, type APIRequestContext, type Browser } from '@playwright/test'
import type { IncomingRow } from '../contract/exchange/incoming/incomingReferral.ts'
import { expectAccessible } from './axe.ts'
import { effortOn } from './effort.ts'
import { asUser, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

const waiting = async (request: APIRequestContext, fits: (row: IncomingRow) => boolean): Promise<string> => {
  const call = await asUser(request, 'admissions')
  const { rows } = await call<{ rows: IncomingRow[] }>('/api/incomingReferral/all')
  const found = rows.find(fits)
  if (found === undefined) throw new Error('The demonstration has no such referral')
  return `${(found.familyName ?? '').toUpperCase()}, ${found.firstName ?? ''}`
}

/** Fills in the public form as a daughter does, without a script, and returns the reference. */
const referMother = async (browser: Browser, baseURL: string, familyName: string): Promise<string> => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL })
  const goOn = () => page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.goto('/refer')
  await page.locator('input[value=relative]').check()
  await goOn()
  await page.getByLabel(/^No, none of these/).check()
  // Later than the server began to count, however long the first pages took.
  const begun = Date.now()
  await goOn()
  await page.getByLabel('First name').fill('Winifred')
  await page.getByLabel('Family name').fill(familyName)
  await page.getByLabel('Day').fill('4')
  await page.getByLabel('Month').fill('3')
  await page.getByLabel('Year').fill('1941')
  await page.getByLabel('Female').check()
  await goOn()
  await page.getByLabel('Address, first line').fill('12 Invented Lane')
  await goOn()
  await page.getByLabel('Telephone number', { exact: true }).fill('01632 960301')
  await goOn()
  await page.getByLabel('GP surgery').fill('Example Green Surgery')
  await goOn()
  await page.getByLabel('Twice or more').check()
  await goOn()
  await page.getByLabel(/help with\?$/).fill('Mum fell twice in the kitchen.')
  await goOn()
  await page.getByLabel('Your name').fill(`Carol ${familyName}`)
  await page.getByLabel('Who are you to them?').fill('Daughter')
  await page.getByLabel('Your e-mail address').fill('carol@example.org')
  await page.getByLabel('Yes, they agree').check()
  await goOn()
  // The form refuses to be sent sooner than a person could have filled it in.
  await page.waitForTimeout(Math.max(0, 10_500 - (Date.now() - begun)))
  await page.getByRole('button', { name: 'Send the referral' }).click()
  const reference = await page.locator('.refer-reference').textContent()
  await page.close()
  return reference ?? ''
}

test('a daughter’s form becomes a referral in 4 clicks and without a key', async ({
  page,
  browser,
  baseURL,
}) => {
  const familyName = newName()
  const reference = await referMother(browser, baseURL ?? '', familyName)
  await arriveAs(page, 'admissions')
  await page.goto('/falls')
  const effort = effortOn(page)
  await effort.click(page.getByRole('link', { name: 'Triage', exact: true }))
  await effort.click(page.getByRole('link', { name: `${familyName.toUpperCase()}, Winifred` }))
  await expect(page.getByText(reference)).toBeVisible()
  await effort.click(page.getByRole('link', { name: 'Accept', exact: true }))
  await effort.click(page.getByRole('button', { name: 'Register and accept' }))
  await expect(page.getByText('Referral accepted')).toBeVisible()
  await expect(page.locator('.sf-banner__name')).toContainText(familyName.toUpperCase())
  expect(effort).toMatchObject({ clicks: 4, keys: 0 })
})

test('a referral is declined with its letter in 5 clicks', async ({ page, request }) => {
  const name = await waiting(request, ({ source, matches }) => source === 'professional' && matches === 0)
  await arriveAs(page, 'admissions')
  await page.goto('/falls')
  const effort = effortOn(page)
  await effort.click(page.getByRole('link', { name: 'Triage', exact: true }))
  await effort.click(page.getByRole('link', { name }))
  await effort.click(page.getByRole('link', { name: 'Decline' }))
  await effort.click(page.getByRole('radio', { name: 'Already known to another falls service' }))
  const [letter] = await Promise.all([
    page.waitForEvent('download'),
    effort.click(page.getByRole('button', { name: 'Decline and print the letter' })),
  ])
  expect(letter.suggestedFilename()).toMatch(/^referral-.*\.pdf$/)
  await expect(page.getByRole('heading', { name: 'Declined' })).toBeVisible()
  expect(effort).toMatchObject({ clicks: 5, keys: 0 })
})

test('each step can be taken by keyboard, and axe finds nothing', async ({ page, request }) => {
  const name = await waiting(request, ({ source, state }) => source === 'bars' && state === 'waiting')
  await arriveAs(page, 'admissions')
  await page.goto('/falls/incoming-referrals')
  await page.getByRole('link', { name }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'To consider' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ask for more' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'What you need to know' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('Is anybody with her at night?')
  await page.keyboard.press('Tab')
  // The day to ask again is filled in: three boxes, then the buttons.
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText(/^Asked on .*Is anybody with her at night\?/)).toBeVisible()
  await page.getByRole('link', { name: 'Decline' }).press('Enter')
  await expect(page.getByRole('radio').first()).toBeFocused()
  await expectAccessible(page)
})

test('nothing of the list is cut on a tablet or a telephone, whatever is to be considered', async ({
  page,
}) => {
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await arriveAs(page, 'admissions')
    await page.goto('/falls/incoming-referrals')
    await expect(page.getByText(/^Red flag: Long lie of over an hour/).first()).toBeVisible()
    const table = page.getByRole('region', { name: 'Referrals, table' })
    expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBeLessThanOrEqual(0)
  }
})
