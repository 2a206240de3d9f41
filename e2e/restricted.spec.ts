import { expect } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { tabTo, type } from './keyboard.ts'
import { aReferral, asUser, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'
import { longUnless } from './long.ts'

/** T18: a restricted record asks for a reason, and opens with three presses, by keyboard alone. */
for (const width of [1280, 390])
  test(
    `a restricted record opens with a reason, which is reviewed, by keyboard at ${width} px`,
    longUnless(width === 1280),
    async ({ browser, page, request }) => {
      test.setTimeout(300_000)
      await page.setViewportSize({ width, height: 900 })
      const name = newName()
      const { id, patientId } = await aReferral(request, name)
      const ask = await asUser(request, 'infogov')
      await ask('/api/restriction/save', { patientId, kind: 'publicPerson', reason: 'Reads the news' })

      // The user who registers a patient takes part in the care, so another user opens the record.
      await arriveAs(page, 'teamlead')
      await page.goto(`/falls/pathway/view?id=${id}&patientId=${patientId}`)
      await expect(page.getByRole('heading', { level: 1, name: 'This record is restricted' })).toBeVisible()
      await expect(page.getByText(name)).toHaveCount(0)
      await expectAccessible(page)
      await tabTo(page, /^Emergency$/)
      await page.keyboard.press('Space')
      await type(page, /^In one line$/, 'Rang from the floor')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText(
        'Restricted record',
      )
      await expectAccessible(page)

      const context = await browser.newContext({ viewport: { width, height: 900 } })
      const governance = await context.newPage()
      await arriveAs(governance, 'infogov')
      await governance.goto('/falls/restricted-access')
      await expect(governance.getByText('Rang from the floor').first()).toBeVisible()
      await expectAccessible(governance)
      await governance
        .getByRole('button', { name: /^Review what/ })
        .first()
        .press('Enter')
      await expect(governance.getByLabel('What you found')).toBeFocused()
      await governance.keyboard.type('She did ring')
      await expectAccessible(governance)
      await tabTo(governance, /^Mark as reviewed$/)
      await governance.keyboard.press('Enter')
      await expect(governance.getByText('The reason was reviewed')).toBeVisible()
      await context.close()
    },
  )
