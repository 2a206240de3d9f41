import { expect, type Browser, type Page } from '@playwright/test'
import { expectAccessible, expectLegibleInTheDark } from './axe.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'
import { longUnless } from './long.ts'

/** States of a screen: nothing to show, something open over it, or a person who may be registered already. */

const widths = [1280, 390]

const openAt = async (browser: Browser, width: number, userName: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  await arriveAs(page, userName)
  return page
}

const expectFits = async (page: Page): Promise<void> => {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await expectLegibleInTheDark(page)
}

for (const width of widths) {
  test(
    `axe finds nothing where there is nothing to show, at ${width} px`,
    longUnless(width === 1280),
    async ({ browser }) => {
      const page = await openAt(browser, width, 'clinician')
      await page.route('**/api/list/inExercise', (route) => route.fulfill({ json: [] }))
      await page.goto('/falls/in-exercise')
      await expect(page.getByText('Nobody is in exercise.')).toBeVisible()
      await expectFits(page)
      await page.goto('/falls/in-treatment')
      await page.getByLabel('Filter').fill('nobody of this name')
      await expect(page.getByText('No patients match the filter.')).toBeVisible()
      await expectFits(page)
      const box = page.getByRole('searchbox', { name: /^Find a patient/ })
      const find = async (text: string): Promise<void> => {
        const opener = page.getByRole('button', { name: 'Search for a patient' })
        if (await opener.isVisible()) await opener.click()
        await box.fill(text)
        await box.press('Enter')
      }
      await find('Nobodyatall')
      await expect(page.getByRole('heading', { name: 'No patients found' })).toBeFocused()
      await expectFits(page)
      await find('Edna Ashwroth')
      await expect(page.getByText('Nobody has exactly this name. These names are similar.')).toBeVisible()
      await expect(page.getByRole('row', { name: /ASHWORTH, Edna .*Near name/ }).first()).toBeVisible()
      await expectFits(page)
      await find('99900')
      await expect(page.getByRole('alert')).toHaveText('NHS Number is invalid.')
      await expectFits(page)
      await page.goto('/falls/patient/view?id=999999')
      await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
      await expectFits(page)
      await page.context().close()
    },
  )

  test(
    `axe finds nothing in what opens over a screen, at ${width} px`,
    longUnless(width === 390),
    async ({ browser }) => {
      const page = await openAt(browser, width, 'both')
      await page.goto('/falls')
      const menu = page.getByRole('button', { name: /Helen Marsden/ })
      await menu.click()
      await expect(page.getByRole('button', { name: 'Work as System Administrator' })).toBeInViewport({
        ratio: 1,
      })
      await expectFits(page)
      await page.keyboard.press('Escape')
      await expect(menu).toBeFocused()

      await page.goto('/falls/patient/gp-search?id=2')
      await page.getByRole('combobox').fill('parkside')
      await expect(page.getByRole('option', { name: /Parkside/ }).first()).toBeVisible()
      await expectFits(page)

      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto('/falls/patient/deceased?id=2')
      await page.getByLabel('Day').fill('1')
      await page.getByLabel('Month').fill('10')
      await page.getByLabel('Year').fill('2026')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('button', { name: 'Go back' })).toBeFocused()
      await expectFits(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(page.getByLabel('Day')).toHaveValue('1')

      await page.clock.install()
      await page.goto('/falls/admissions')
      await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
      await page.clock.fastForward('13:30')
      await expect(page.getByRole('alertdialog', { name: 'Are you still there?' })).toBeVisible()
      await expectFits(page)
      await page.context().close()
    },
  )

  test(
    `axe finds nothing where somebody may be registered already, at ${width} px`,
    longUnless(width === 390),
    async ({ browser }) => {
      const page = await openAt(browser, width, 'admissions')
      await page.goto('/falls/patient/demographics?id=1')
      const family = await page.getByLabel('Family name').inputValue()
      const first = await page.getByLabel('First name').inputValue()
      await page.goto('/falls/patient/demographics?id=0&newReferral=true')
      await page.getByLabel('Family name').fill(family)
      await page.getByLabel('First name').fill(first)
      await page.getByLabel('Gender').selectOption({ index: 1 })
      await page.getByLabel('NHS number unknown').check()
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByRole('heading', { name: /^Is it/ })).toBeFocused()
      await expectFits(page)
      await page.getByRole('button', { name: 'Go back to the form' }).click()
      await expect(page.getByLabel('Family name')).toHaveValue(family)
      await expectFits(page)
      await page.context().close()
    },
  )

  test(
    `axe finds nothing where somebody else was first, at ${width} px`,
    longUnless(width === 1280),
    async ({ browser }) => {
      const mine = await openAt(browser, width, 'clinician')
      const theirs = await openAt(browser, width, 'teamlead')
      for (const page of [mine, theirs]) {
        await page.goto('/falls/patient/address?id=3')
        await page.getByLabel('Town').fill(`${page === mine ? 'Mine' : 'Their'}ford ${width}`)
      }
      await theirs.getByRole('button', { name: 'Save' }).click()
      await expect(theirs.getByRole('heading', { name: 'Patient', level: 1 })).toBeVisible()
      await mine.getByRole('button', { name: 'Save' }).click()
      await expect(mine.getByRole('heading', { name: /Somebody changed/ })).toBeVisible()
      await expect(mine.getByRole('definition').filter({ hasText: `Theirford ${width}` })).toBeVisible()
      await expect(mine.getByLabel('Town')).toHaveValue(`Mineford ${width}`)
      await expectFits(mine)
      await mine.getByRole('button', { name: 'Keep what I typed' }).click()
      await expect(mine.getByText(/Check it, then save/)).toBeVisible()
      await expectFits(mine)
      await mine.getByRole('button', { name: 'Save' }).click()
      await expect(mine.getByRole('heading', { name: 'Patient', level: 1 })).toBeVisible()
      await expect(mine.getByRole('definition').filter({ hasText: `Mineford ${width}` })).toBeVisible()
      for (const page of [mine, theirs]) await page.context().close()
    },
  )
}
