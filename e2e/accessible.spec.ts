import { expect } from '@playwright/test'
import { expectAccessibleAtBoth, expectLegibleInTheDark } from './axe.ts'
import { arriveAs, listenTo } from './product.ts'
import { test } from './test.ts'
import { isLong } from './long.ts'

const screens: [address: string, shows: string][] = [
  ['/falls/admissions', 'Home'],
  ['/falls/awaiting-assessment', 'Awaiting assessment'],
  ['/falls/referral-search', 'Patient search'],
  ['/falls/referral-create', 'Create a referral'],
  ['/falls/reports', 'Reports'],
  ['/falls/help', 'Help'],
  ['/falls/help/guide-clinician', 'Guide for clinicians'],
  ['/falls/patient/view?id=1', 'Patient'],
  ['/falls/patient/demographics?id=0&newReferral=true', 'Register a patient'],
  ['/falls/patient/demographics?id=1', 'Edit demographics'],
  ['/falls/patient/address?id=1', 'Edit address'],
  ['/falls/patient/contact?id=1', 'Edit contact'],
  ['/falls/patient/consent?id=1', 'Edit consent'],
  ['/falls/patient/deceased?id=1', 'Deceased'],
  ['/falls/patient/nextofkin?id=1', 'Next of kin'],
  ['/falls/patient/gp-search?id=1', 'Registered GP'],
  ['/falls/pathway/view?id=1&patientId=1', 'Pathway'],
  ['/falls/pathway/referral?id=1&patientId=1', 'Edit referral'],
  ['/falls/pathway/frat/0?id=1&patientId=1', 'Add FRAT'],
]

test(
  'axe finds nothing on any screen at 1280 and 390 px, filled or with errors',
  isLong,
  async ({ page, baseURL }) => {
    test.setTimeout(600_000)
    const heard = listenTo(page, baseURL)
    await page.goto('/login')
    await expectAccessibleAtBoth(page)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('The form is invalid please check and try again.')).toBeVisible()
    await expectAccessibleAtBoth(page)
    await expectLegibleInTheDark(page)
    await arriveAs(page, 'clinician')
    for (const [address, title] of screens) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      if (/^(Add|Edit|Register)/.test(title))
        await expect(page.locator('main form').locator('input, select, textarea').first()).toBeFocused()
      await expectAccessibleAtBoth(page)
      const submit = page.getByRole('button', { name: /^(Save|Register|Search)$/ }).first()
      if ((await submit.count()) === 0 || /id=1$/.test(address)) continue
      await submit.click()
      const summary = page.locator('.nhsuk-error-summary')
      await expect(summary.or(page.locator('.sf-toast')).first()).toBeVisible()
      if ((await summary.count()) > 0) await expect(summary).toBeFocused()
      await expectAccessibleAtBoth(page)
      await expectLegibleInTheDark(page)
    }
    expect(heard).toEqual({ outside: [], complaints: [] })
  },
)

test('the screen follows the colour scheme of the computer from its first moment, and paper is light', async ({
  page,
}) => {
  const groundOf = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const light = await groundOf()
  // Until the styles load, the browser shows its own background, in the scheme that the page declares here.
  expect(await page.locator('meta[name="color-scheme"]').getAttribute('content')).toBe('light dark')
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await groundOf()).not.toBe(light)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light dark')
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(33, 43, 50)')
})
