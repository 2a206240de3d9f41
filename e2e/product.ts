import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { storagePrefix, tokenReply } from '../contract/session.ts'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'

export const signInAs = async (page: Page, userName: string): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).not.toHaveURL(/login/)
}

/**
 * Signed in, as the form would leave the tab, on whatever screen the page opens next. Signing in by the form is two
 * more pages to load, for journeys that are about something else.
 */
export const arriveAs = async (page: Page, userName: string): Promise<void> => {
  const response = await page.request.post('/oauth/token', {
    form: { grant_type: 'password', username: userName, password: demonstrationPassword },
  })
  const tokens = tokenReply.parse(await response.json())
  await page.addInitScript(
    ([key, session]) => {
      // Frames without a store of their own are not the tab, and who has signed out stays out.
      if (window.top !== window || sessionStorage.getItem('arrived') !== null) return
      sessionStorage.setItem('arrived', 'yes')
      sessionStorage.setItem(key, session)
    },
    [
      `${storagePrefix}session`,
      JSON.stringify({ tokens, issuedAt: Date.now(), profile: null, currentRoleId: null }),
    ] as const,
  )
}

/** What the counter of a list says; waits until it has been counted. */
export const counterOf = async (page: Page, title: string): Promise<number> => {
  const counter = page.getByRole('link', { name: new RegExp(`^${title}`) }).locator('.sf-counter__number')
  await expect(counter).toHaveText(/^\d+$/)
  return Number(await counter.textContent())
}

/** axe's rules of WCAG 2.2 AA, and its good practice, on what is shown now. @param outOf parts that are not ours */
export const expectAccessible = async (page: Page, outOf?: string): Promise<void> => {
  // What was right need not be told, which takes most of the time on a long list; nor need a page without frames be taken apart.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(page.frames().length === 1)
  const { violations } = await (outOf === undefined ? axe : axe.exclude(outOf)).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** On a phone and at a desk, of one loading: axe finds nothing, and nothing sticks out. */
export const expectAccessibleAtBoth = async (page: Page): Promise<void> => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect({ address: page.url(), width, fits: wide <= width }).toEqual({
      address: page.url(),
      width,
      fits: true,
    })
  }
}

/** What the page asks of anybody but the product, and what the browser complains of, from now on. */
export const listenTo = (page: Page, baseURL: string | undefined) => {
  const outside: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) outside.push(request.url())
  })
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 4')) complaints.push(message.text())
  })
  return { outside, complaints }
}

/** axe in the dark, of which only the colours differ. */
export const expectLegibleInTheDark = async (page: Page): Promise<void> => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const axe = new AxeBuilder({ page }).withRules(['color-contrast']).setLegacyMode(page.frames().length === 1)
  const { violations } = await axe.analyze()
  await page.emulateMedia({ colorScheme: null })
  expect(
    violations.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`)),
  ).toEqual([])
}
