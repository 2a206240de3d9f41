import { expect, type Page } from '@playwright/test'

/** Opens Today and shows all lines of each part: what other journeys left there may come before what one looks for. */
export const openWholeDay = async (page: Page): Promise<void> => {
  await page.goto('/falls/today')
  await expect(page.getByRole('region', { name: /^Mine, today/ }).first()).toBeVisible()
  const more = page.getByRole('button', { name: /^Show all \d+ of / })
  while ((await more.count()) > 0) await more.first().press('Enter')
}
