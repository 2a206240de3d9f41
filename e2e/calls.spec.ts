import { expect, type Locator } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import type { CallList } from '../contract/pathways/worklists/callList.ts'
import { expectAccessible } from './axe.ts'
import { aReferral, asUser, newName } from './people.ts'
import { arriveAs, signInAs } from './product.ts'
import { test } from './test.ts'

const calls = 10

test('ten calls take at most forty clicks and no typed date', async ({ page, request }) => {
  const ask = await asUser(request, 'clinician')
  const [clinician] = await ask<{ id: number }[]>('/api/clinician/all')
  const rows = async (): Promise<CallList> => ask<CallList>('/api/list/calls')
  for (let made = (await rows()).total; made < calls + 1; made += 1) {
    const { id } = await aReferral(request, newName(), { referralDate: addDays(today(), -120) })
    await ask('/api/exercise/save', {
      id: 0,
      pathwayId: id,
      exercisePlanDate: addDays(today(), -118),
      completedDate: addDays(today(), -92),
      clinicianId: clinician?.id,
      exercisePlan: 'Strength and balance',
    })
  }
  const before = await rows()
  await signInAs(page, 'clinician')

  let clicks = 0
  const click = async (target: Locator): Promise<void> => {
    clicks += 1
    await target.click()
  }
  const rung = page.locator('h2#rung')
  await click(page.getByRole('link', { name: 'Calls', exact: true }))
  await expect(page.getByText(`${before.toRingNow} people to ring now`)).toBeVisible()
  await expectAccessible(page)
  const outcomes = ['No answer', 'Asked to be rung back', 'Wrong number', 'Spoke to somebody else']
  for (let call = 0; call < calls; call += 1) {
    const who = page.url()
    if (call === 0) {
      // One click opens the list and one chooses from it.
      clicks += 2
      await expect(page.getByLabel('Clinician').locator('option').nth(1)).toBeAttached()
      await page.getByLabel('Clinician').selectOption({ index: 1 })
    }
    const outcome = outcomes[call]
    if (outcome !== undefined) await click(page.getByRole('radio', { name: outcome }))
    await click(page.getByRole('button', { name: 'Save and next' }))
    await expect(page).not.toHaveURL(who)
    await expect(rung).toBeFocused()
    await expect(rung).toBeInViewport()
  }
  expect(clicks).toBeLessThanOrEqual(40)
  // Patients who were not reached return on another day.
  const after = await rows()
  expect(after.total).toBe(before.total - calls)
  expect(after.rows.map(({ pathwayId }) => pathwayId)).not.toContain(before.rows[0]?.pathwayId)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByRole('radio', { name: 'No answer' }).click()
  await expect(page.getByRole('group', { name: 'Next try' })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const [list, form] = await Promise.all(
    [page.getByRole('navigation', { name: 'People to ring' }), page.locator('form.sf-form')].map((part) =>
      part.boundingBox(),
    ),
  )
  expect(form?.y).toBeGreaterThan((list?.y ?? 0) + (list?.height ?? 0) - 1)
})

test('what the caller needs stands beside the form, and above it on a small screen', async ({ page }) => {
  await signInAs(page, 'clinician')
  await page.getByRole('link', { name: 'Calls', exact: true }).click()
  const known = page.getByRole('region', { name: 'Before you ring' })
  const form = page.locator('form.sf-form')
  const goals = known.getByText('Goals', { exact: true })
  await expect(goals).toBeVisible()
  const boxes = async () => {
    const [beside, asked] = await Promise.all([known.boundingBox(), form.boundingBox()])
    if (beside === null || asked === null) throw new Error('The form or what stands beside it is not shown')
    return { beside, asked }
  }
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 900 })
    const { beside, asked } = await boxes()
    expect(beside.x).toBeGreaterThanOrEqual(asked.x + asked.width)
    expect(beside.y).toBeLessThanOrEqual(asked.y)
    await expect(goals).toBeVisible()
    await expect(known.getByRole('button')).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expectAccessible(page)
  }
  // The facts stay in view while the form is filled in.
  await page.getByRole('button', { name: 'Save and next' }).scrollIntoViewIfNeeded()
  await expect(known.getByText('Agreed', { exact: true })).toBeInViewport()

  for (const width of [899, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const { beside, asked } = await boxes()
    expect(asked.y).toBeGreaterThanOrEqual(beside.y + beside.height)
    await expect(known.getByText('Last call', { exact: true })).toBeVisible()
    await expect(goals).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await known.getByRole('button', { name: 'Show class, equipment and goals' }).click()
  await expect(goals).toBeVisible()
  await expectAccessible(page)
})

test('a call that was saved by mistake is taken back from the message that says so, with the keyboard', async ({
  page,
  request,
}) => {
  const ask = await asUser(request, 'clinician')
  const [clinician] = await ask<{ id: number }[]>('/api/clinician/all')
  // Two patients, so that the next person is a different one.
  for (const name of [newName(), newName()]) {
    const { id } = await aReferral(request, name, { referralDate: addDays(today(), -120) })
    await ask('/api/exercise/save', {
      id: 0,
      pathwayId: id,
      exercisePlanDate: addDays(today(), -118),
      completedDate: addDays(today(), -92),
      clinicianId: clinician?.id,
      exercisePlan: 'Strength and balance',
    })
  }
  const rows = async (): Promise<CallList> => ask<CallList>('/api/list/calls')
  const before = await rows()
  await arriveAs(page, 'clinician')
  await page.goto('/falls/calls')
  const rung = page.locator('h2#rung')
  const who = (await rung.textContent()) ?? ''
  await page.getByLabel('Clinician').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Save and next' }).press('Enter')
  await expect(rung).not.toHaveText(who)
  expect((await rows()).total).toBe(before.total - 1)

  const undo = page.getByRole('button', { name: `Undo the call to ${who}` })
  await expect(undo).toBeVisible()
  await expectAccessible(page)
  // The message is last on the page. At the end of the page it covers nothing, and its Undo button comes before its
  // Close button.
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
  const [message, save] = await Promise.all(
    [page.locator('.sf-toast'), page.getByRole('button', { name: 'Save and next' })].map((part) =>
      part.boundingBox(),
    ),
  )
  expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(message?.y ?? 0)
  await page.getByRole('contentinfo').getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Call to ${who} removed`)).toBeVisible()
  await expect(rung).toHaveText(who)
  await expect(rung).toBeFocused()
  expect((await rows()).total).toBe(before.total)
})
