import { expect, type Page } from '@playwright/test'
import { stageRoutes, stages, stageTitles } from '../contract/stages/stage.ts'
import { expectAccessible } from './axe.ts'
import { arriveAs, signInAs } from './product.ts'
import { test } from './test.ts'
import { longUnless } from './long.ts'

/* Who is late, on a desktop, a tablet and a phone, with the keyboard alone. */

const countIn = async (page: Page, tab: string): Promise<number> => {
  const link = page
    .getByRole('navigation', { name: 'By what is due' })
    .getByRole('link', { name: new RegExp(`^${tab} `) })
  await expect(link).toHaveText(/\d$/)
  return Number((await link.textContent())?.replace(/\D/g, ''))
}

/** Presses Tab until this element has the focus. */
const tabTo = async (
  page: Page,
  role: 'link' | 'button' | 'combobox',
  name: string | RegExp,
): Promise<void> => {
  const wanted = page.getByRole('main').getByRole(role, { name }).first()
  await page.getByRole('main').focus()
  for (let step = 0; step < 40; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard never came to ${String(name)}`)
}

for (const [width, height] of [
  [1280, 900],
  [768, 1024],
  [390, 844],
] as const)
  test(
    `a list says who is late, is narrowed and comes back as it was, at ${width} px`,
    longUnless(width === 390),
    async ({ page }) => {
      await page.setViewportSize({ width, height })
      await signInAs(page, 'clinician')
      await page.goto('/falls/in-treatment')
      const [late, week, later, all] = [
        await countIn(page, 'Late'),
        await countIn(page, 'This week'),
        await countIn(page, 'Later'),
        await countIn(page, 'All'),
      ]
      expect(late).toBeGreaterThan(0)
      expect(late + week + later).toBe(all)
      await expect(
        page.getByRole('navigation', { name: 'Work lists' }).locator('[aria-current]'),
      ).toContainText(`${late} late`)

      await tabTo(page, 'link', /^Late/)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/due=late/)
      await expect(page.getByText(new RegExp(`^${late} patients?$`))).toBeVisible()
      for (const name of await page.getByRole('rowheader').allTextContents())
        expect(name).toMatch(/\d+ days? late/)

      await tabTo(page, 'button', /^Filters/)
      await page.keyboard.press('Enter')
      const referrer = page.getByRole('combobox', { name: 'Referrer' })
      await expect(referrer.locator('option').nth(1)).toBeAttached()
      const chosen = (await referrer.locator('option').nth(1).textContent()) ?? ''
      await expectAccessible(page)
      await tabTo(page, 'combobox', 'Referrer')
      await referrer.selectOption(chosen)
      await expect(page).toHaveURL(/referrer=/)
      for (const panel of [/^Columns/, /^Print/, /^Saved views/]) {
        await tabTo(page, 'button', panel)
        await page.keyboard.press('Enter')
        await expectAccessible(page)
      }
      await page.keyboard.press('Enter')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.getByRole('link', { name: /^View/ }).first().click()
      await expect(page.getByRole('heading', { name: 'Pathway' })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL(/in-treatment\?due=late$/)
      await expect(page.getByText(new RegExp(`^${late} patients?$`))).toBeVisible()
    },
  )

test('a list is printed as a sheet, and a target that a Team Lead sets moves people at once', async ({
  page,
}) => {
  await signInAs(page, 'teamlead')
  await page.goto('/falls/in-exercise?due=late')
  const before = await countIn(page, 'Late')
  await page.getByRole('button', { name: 'Print' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Call sheet' }).click()
  expect((await download).suggestedFilename()).toBe('in-exercise-call-sheet.pdf')

  await page.getByRole('link', { name: 'Targets of the lists' }).click()
  const days = page.getByLabel('In exercise: days')
  await expect(days).toHaveValue('182')
  await expectAccessible(page)
  await days.fill('30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goBack()
  await expect.poll(() => countIn(page, 'Late')).toBeGreaterThan(before)
  await page.goForward()
  await days.fill('182')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
})

test('at 1280 px a Team Lead reads what is due and the telephone of every list whole, without scrolling', async ({
  page,
}) => {
  // The width where the scroll bars of page and list take 15 px each. This browser hides its scroll bars.
  await page.setViewportSize({ width: 1280 - 30, height: 900 })
  await arriveAs(page, 'teamlead')
  for (const stage of stages) {
    await page.goto(`/falls/${stageRoutes[stage]}`)
    await expect(page.getByRole('heading', { level: 1, name: stageTitles[stage], exact: true })).toBeVisible()
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    const covered = await page.locator('.sf-grid__frame tr:not([aria-hidden])').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const right = row.lastElementChild?.getBoundingClientRect().left ?? 0
        return [...row.children]
          .slice(0, -1)
          .filter((cell) => {
            const words = document.createRange()
            words.selectNodeContents(cell)
            return (
              cell.getBoundingClientRect().right > right + 1 || words.getBoundingClientRect().right > right
            )
          })
          .map(({ textContent }) => textContent)
      }),
    )
    expect(covered, stageTitles[stage]).toEqual([])
    for (const title of ['Due', 'Telephone'])
      await expect(page.getByRole('columnheader', { name: title })).toBeInViewport({ ratio: 1 })
    // As some people type it.
    await page.locator('.sf-grid__frame td a[href^="tel:"]').evaluateAll(([link]) => {
      if (link !== undefined) link.textContent = '01632 960 301'
    })
    const cut = await page
      .locator('.sf-grid__frame td, .sf-grid__frame th')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent),
      )
    expect(cut, stageTitles[stage]).toEqual([])
  }
})
