import { expect, test, type Page } from '@playwright/test'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'
import { counterOf } from './product.ts'

/** Presses Tab until the control with this name has the focus, as a person without a mouse does. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let presses = 0; presses < 80; presses += 1) {
    const focused = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement)) return ''
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null
      return element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? ''
    })
    if (name.test(focused.trim())) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard never came to ${name}`)
}

const type = async (page: Page, name: RegExp, text: string): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.type(text)
}

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
