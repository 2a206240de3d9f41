import { expect } from '@playwright/test'
import { aReferral, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

/* What a screen reader receives, as far as Chromium's accessibility tree shows it (docs/develop/screens.md). */

test('a form says what is wrong, a stage which it is and a list what it is, also without colours', async ({
  page,
  request,
}) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.locator('.nhsuk-error-summary')).toBeFocused()
  const summary = page.getByRole('group', { name: 'The form is invalid please check and try again.' })
  await expect(summary).toMatchAriaSnapshot(`
    - heading "The form is invalid please check and try again." [level=2]
    - list:
      - listitem:
        - link "Username required"
      - listitem:
        - link "Password required"
  `)
  // Announced with the heading of the summary, in the order of the fields.
  await expect(summary).toHaveAccessibleDescription('Username required Password required')
  await expect(page.getByLabel('User name')).toHaveAccessibleDescription(/Username required/)

  const own = await aReferral(request, newName())
  await arriveAs(page, 'clinician')
  await page.goto(own.address)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Demonstration' })).toContainText(
    'every patient here is invented',
  )
  const stages = page.getByRole('region', { name: 'Stage' }).getByRole('listitem')
  await expect(page.locator('.sf-stage__strip [aria-current="step"]')).toHaveText('Awaiting assessment')
  await page.emulateMedia({ forcedColors: 'active' })
  const groundOf = (at: number) => stages.nth(at).evaluate((item) => getComputedStyle(item).backgroundColor)
  expect(await groundOf(0)).not.toBe(await groundOf(1))
  await page.emulateMedia({ forcedColors: null })

  await page.goto('/falls/awaiting-assessment')
  const table = page.getByRole('table')
  await expect(table).toHaveAccessibleName('Awaiting assessment')
  await table.getByRole('columnheader', { name: 'Patient' }).getByRole('button').click()
  await expect(table).toMatchAriaSnapshot(`
    - rowgroup:
      - row:
        - columnheader /Patient/
  `)
  await expect(table.getByRole('columnheader', { name: 'Patient' })).toHaveAttribute('aria-sort', 'ascending')
})
