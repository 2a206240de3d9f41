import { expect, type Locator } from '@playwright/test'
import { today } from '../contract/platform/dates/dates.ts'
import { expectAccessible } from './axe.ts'
import { aReferral, asUser, fillDay } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'
import { openWholeDay } from './wholeDay.ts'
import { longUnless } from './long.ts'

for (const width of [1280, 390])
  test(
    `a Team Lead gives a referral away, adds a task, and finds both on Today, at ${width} px`,
    longUnless(width === 390),
    async ({ page, request }) => {
      const name = `Rowan${width === 390 ? 'narrow' : 'wide'}`
      const { address } = await aReferral(request, name)
      await page.setViewportSize({ width, height: 900 })
      await arriveAs(page, 'teamlead')
      await page.goto('/falls')
      const strip = page.getByRole('region', { name: 'Today' })
      await expect(strip.getByRole('link', { name: /Seven days late/ })).toContainText(/\d+/)
      await expectAccessible(page)

      // The patient was referred sixty days ago and never seen, so the referral is long late. Nobody owns it.
      await page.goto(address)
      const owner = page.getByRole('region', { name: 'Owner' })
      await expect(owner.getByText('Unowned')).toBeVisible()
      await expect(page.getByRole('region', { name: 'Tasks' })).toBeVisible()
      await owner.getByRole('link', { name: 'Change owner' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Owner', { exact: true })).toBeFocused()
      const own = page.getByRole('option', { name: /^HOLROYD/ })
      await page.getByLabel('Owner', { exact: true }).selectOption(await own.getAttribute('value'))
      await page.getByRole('button', { name: 'Save' }).focus()
      await page.keyboard.press('Enter')
      await expect(owner.getByText('HOLROYD, Simon (occupational therapist)')).toBeVisible()

      await page.getByRole('link', { name: 'Add task' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('What is to be done')).toBeFocused()
      await page.keyboard.type(`Ring ${name}`)
      await fillDay(page, 'Due date', today())
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(`Ring ${name}`, { exact: true })).toBeVisible()

      await openWholeDay(page)
      const mine = page.getByRole('region', { name: /^Mine, today/ }).first()
      await expect(mine.getByText(`Ring ${name}`)).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await mine.getByRole('button', { name: new RegExp(`^Done: Ring ${name}`) }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText('Task done')).toBeVisible()
      await expect(mine.getByText(`Ring ${name}`)).toHaveCount(0)
    },
  )

/** Whether the button of a row is beside its name, and not below it. */
const isBeside = (row: Locator): Promise<boolean> =>
  row.evaluate((each) => {
    const [name, button] = ['strong', 'a.sf-button'].map((part) =>
      each.querySelector(part)?.getBoundingClientRect(),
    )
    if (name === undefined || button === undefined) throw new Error('A row has no name or no button')
    return button.top < name.bottom && button.left >= name.right
  })

test('on a phone what is done stands beside a person, among Owners and on Today', async ({
  page,
  request,
}) => {
  await aReferral(request, 'Besidephone')
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveAs(page, 'teamlead')
  for (const [screen, table] of [
    ['owners', 'Referrals, table'],
    ['today', 'Unowned, due, table'],
  ]) {
    await page.goto(`/falls/${screen}`)
    const rows = page.getByRole('region', { name: table }).getByRole('row')
    await expect(rows.nth(2)).toBeVisible()
    expect({ screen, beside: await isBeside(rows.nth(1)) }).toEqual({ screen, beside: true })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
})

test('all that a leaver has is handed over in one step, and 0 are left', async ({ page, request }) => {
  const administrator = await asUser(request, 'sysadmin')
  const people = await administrator<{ id: number; name: string }[]>('/api/clinician/all')
  const leaver = people.find(({ name }) => name.startsWith('LAMB'))
  const { id } = await aReferral(request, 'Oflamb')
  const lead = await asUser(request, 'teamlead')
  await lead('/api/owner/assign', { pathwayIds: [id], clinicianId: leaver?.id })
  const { version } = await administrator<{ version: number }>(`/api/clinician/get?id=${leaver?.id}`)
  await administrator('/api/clinician/save', {
    id: leaver?.id,
    version,
    familyName: 'Lamb',
    firstName: 'Owen',
    isActive: false,
  })
  await arriveAs(page, 'teamlead')
  await page.goto('/falls/owners')
  await page.getByRole('link', { name: /^LAMB.*has left/ }).click()
  await expect(page.getByText(/can no longer act/)).toBeVisible()
  await page.getByLabel(/^Hand over all of/).selectOption({ index: 1 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Hand over all', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, hand over all' }).click()
  await expect(page.getByText(/handed over to .* 0 left\./)).toBeVisible()
  await expect(page.getByText('This clinician owns nothing and cannot be given referrals.')).toBeVisible()

  // One by one, from the unowned referrals.
  await page.getByRole('link', { name: /^Unowned/ }).click()
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .first()
    .check()
  await page.getByLabel('Give 1 open referral to').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Give', exact: true }).click()
  await expect(page.getByText('1 open referral given to their new owner')).toBeVisible()
})
