import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'

export const signInAs = async (page: Page, userName: string): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/login/)
}

/** What the counter of a list says; waits until it has been counted. */
export const counterOf = async (page: Page, title: string): Promise<number> => {
  const counter = page.getByRole('link', { name: new RegExp(`^${title}`) }).locator('.sf-counter__number')
  await expect(counter).toHaveText(/^\d+$/)
  return Number(await counter.textContent())
}

/** axe's rules of WCAG 2.2 AA, and its good practice, on what is shown now. @param outOf parts that are not ours */
export const expectAccessible = async (page: Page, outOf?: string): Promise<void> => {
  const axe = new AxeBuilder({ page })
  const { violations } = await (outOf === undefined ? axe : axe.exclude(outOf)).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}
