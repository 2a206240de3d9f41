import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { pressOn, tabTo, type } from './keyboard.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'
import { longUnless } from './long.ts'

/** Flags can be set, seen, answered and ended with the keyboard alone, and axe finds nothing on their screens. */
for (const width of [1280, 390])
  test(
    `a red flag is set, stays on the banner and is ended by keyboard at ${width} px`,
    longUnless(width === 1280),
    async ({ page }) => {
      test.setTimeout(300_000)
      await page.setViewportSize({ width, height: 900 })
      await arriveAs(page, 'clinician')
      // Each width uses a different patient, because a patient can have this sign open only once.
      const patient = width === 1280 ? 3 : 4
      const banner = page.getByRole('region', { name: 'Patient', exact: true })
      const redFlag = banner.getByText('Red flag: long lie')

      await page.goto(`/falls/patient/view?id=${patient}`)
      // On a phone it is behind the button of the banner.
      if (width === 390) await pressOn(page, /(More|\+ \d more)/)
      await tabTo(page, /^Flags and contacts$/)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: 'Flags and contacts' })).toBeVisible()
      await expectAccessible(page)
      await tabTo(page, /^Add a flag$/)
      await page.keyboard.press('Enter')
      await type(page, /^Flag$/, 'Red flag')
      await type(page, /^Which sign$/, 'Long lie')
      await tabTo(page, /^Save$/)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('link', { name: 'Say what was done' })).toBeVisible()
      await expectAccessible(page)
      await type(page, /^What was done$/, '999')
      await tabTo(page, /^Save$/)
      await page.keyboard.press('Enter')
      await expect(redFlag).toBeVisible()
      await expectAccessible(page)

      // Also on the other screens of the patient, and on paper.
      for (const screen of ['view', 'demographics', 'contacts/0', 'capacity/0']) {
        await page.goto(`/falls/patient/${screen}?id=${patient}`)
        await expect(redFlag).toBeVisible()
        await expectAccessible(page)
      }
      await page.emulateMedia({ media: 'print' })
      await expect(redFlag).toBeVisible()
      await page.emulateMedia({ media: null })

      await page.goto(`/falls/patient/flags?id=${patient}`)
      await tabTo(page, /^End Red flag/)
      await page.keyboard.press('Enter')
      await expect(page.getByLabel('Why it ended')).toBeFocused()
      await type(page, /^Why it ended$/, 'Seen by the ambulance crew')
      await expectAccessible(page)
      await tabTo(page, /^End the flag$/)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: 'Ended flags' })).toContainText(
        'Seen by the ambulance crew',
      )
      await expect(redFlag).toBeHidden()
    },
  )
