import { expect, type Page } from '@playwright/test'
import { formInvalid } from '../contract/platform/words/messages.ts'
import { expectAccessible } from './axe.ts'
import { signInAs } from './product.ts'
import { test } from './test.ts'

const open = async (page: Page): Promise<void> => {
  await signInAs(page, 'clinician')
  await page.goto('/falls/register')
  await expect(page.getByLabel('Gender').locator('option').nth(1)).toBeAttached()
}

/** The position and size of a group of fields. */
const boxOf = async (page: Page, name: string) => {
  const box = await page.getByRole('group', { name, exact: true }).boundingBox()
  if (box === null) throw new Error(`${name} is not shown`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

const expectOneColumn = async (page: Page): Promise<void> => {
  const titles = ['Patient', 'Referral', 'Address (optional)', 'Contact (optional)', 'Next of kin (optional)']
  for (const [place, title] of titles.slice(1).entries()) {
    const [above, below] = [await boxOf(page, titles[place] ?? ''), await boxOf(page, title)]
    expect(below.y, title).toBeGreaterThanOrEqual(above.bottom)
    expect(below.x, title).toBe(above.x)
  }
}

const expectNoOverflow = async (page: Page, width: number): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(
    width,
  )

test('registering and referring has two columns where there is room, in the order of the keys', async ({
  page,
}) => {
  await open(page)
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 900 })
    const [patient, referral, address] = [
      await boxOf(page, 'Patient'),
      await boxOf(page, 'Referral'),
      await boxOf(page, 'Address (optional)'),
    ]
    expect(address.x).toBeGreaterThanOrEqual(patient.right)
    expect(Math.abs(address.y - patient.y)).toBeLessThan(5)
    // Required fields are one column, from top to bottom, before the optional ones.
    expect(referral.x).toBe(patient.x)
    expect(referral.y).toBeGreaterThanOrEqual(patient.bottom)
    await expectNoOverflow(page, width)
  }
  await expectAccessible(page)
  await page.getByLabel('Referral method').focus()
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab')
    const inside = await page.evaluate(
      () => document.activeElement?.closest('fieldset.sf-block')?.querySelector('h2')?.textContent ?? '',
    )
    if (inside === 'Referral') continue
    expect(inside).toBe('Address (optional)')
    return
  }
  throw new Error('The key does not lead from the referral to the address')
})

test('it is one column on a phone, at four times the size, and on paper', async ({ page }) => {
  await open(page)
  for (const width of [899, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await expectOneColumn(page)
    await expectNoOverflow(page, width)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ media: 'print' })
  await expectOneColumn(page)
})

test('the summary of errors leads into both columns', async ({ page }) => {
  await open(page)
  await page.getByRole('group', { name: 'Next of kin (optional)' }).getByLabel('Relationship').fill('Son')
  await page.getByRole('button', { name: 'Register and refer' }).click()
  const summary = page.getByRole('group', { name: formInvalid })
  await expect(summary).toBeVisible()
  await summary.getByRole('link', { name: 'Family name required' }).last().click()
  await expect(
    page.getByRole('group', { name: 'Next of kin (optional)' }).getByLabel('Family name'),
  ).toBeFocused()
  await expectAccessible(page)
})
