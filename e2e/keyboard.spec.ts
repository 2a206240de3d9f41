import { expect } from '@playwright/test'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'
import { tabTo, type } from './keyboard.ts'
import { counterOf } from './product.ts'
import { test } from './test.ts'

test('the same journey needs no mouse', async ({ page }) => {
  await page.goto('/')
  await type(page, /^User name/, 'clinician')
  await type(page, /^Password/, demonstrationPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  const before = await counterOf(page, 'Awaiting wellbeing')

  await tabTo(page, /^Register a patient/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Register a patient' })).toBeVisible()
  await type(page, /^Family name/, 'Keyworth')
  await type(page, /^First name/, 'Otto')
  await type(page, /^Gender/, 'Male')
  await type(page, /^Day/, '3')
  await type(page, /^Month/, '2')
  await type(page, /^Year/, '1938')
  await tabTo(page, /^NHS number unknown/)
  await page.keyboard.press('Space')
  await type(page, /^Registered GP/, 'parkside')
  await expect(page.getByRole('option', { name: /Parkside/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Register$/)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'New referral' })).toBeVisible()
  await type(page, /^Day/, '2')
  await type(page, /^Month/, 'October')
  await type(page, /^Year/, '2026')
  await type(page, /^Referrer/, 'Self')
  await type(page, /^Referral method/, 'Letter')
  await page.keyboard.press('Tab')
  await tabTo(page, /^Save$/)
  await page.keyboard.press('Enter')

  await expect(page.getByText('Referred on 02-Oct-2026; no FRAT yet.')).toBeVisible()
  await tabTo(page, /^Add FRAT/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Add FRAT' })).toBeVisible()
  await type(page, /^Day/, '6')
  await type(page, /^Month/, '10')
  await type(page, /^Year/, '2026')
  // The service provides the choices.
  for (const list of ['Team member', 'Location'])
    await expect(page.getByLabel(list).locator('option').nth(1)).toBeAttached()
  await tabTo(page, /^Team member/)
  await page.keyboard.press('ArrowDown')
  await tabTo(page, /^Location/)
  await page.keyboard.press('ArrowDown')
  await type(page, /^FRAT score/, '3')
  await page.keyboard.press('Enter')
  await expect(page.getByText('FRAT on 06-Oct-2026; no wellbeing assessment yet.')).toBeVisible()

  await page.goto('/falls/admissions')
  expect(await counterOf(page, 'Awaiting wellbeing')).toBe(before + 1)
})
