import { expect, type BrowserContext, type Page } from '@playwright/test'
import { followChanges } from '../contract/stages/changes.ts'
import { getProfile, profileReply, storagePrefix, tokenReply } from '../contract/accounts/session.ts'
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
export const arriveAs = (page: Page, userName: string): Promise<void> => arrive(page, userName)

/** The same in each tab of a browser. */
export const arriveInEveryTab = (browser: BrowserContext, userName: string): Promise<void> =>
  arrive(browser, userName)

const arrive = async (
  place: Pick<Page, 'request' | 'addInitScript'> | Pick<BrowserContext, 'request' | 'addInitScript'>,
  userName: string,
): Promise<void> => {
  const response = await place.request.post('/oauth/token', {
    form: { grant_type: 'password', username: userName, password: demonstrationPassword },
  })
  const tokens = tokenReply.parse(await response.json())
  const asked = await place.request.get(getProfile.path, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  })
  const profile = profileReply.parse(await asked.json())
  const usual = profile.roles.find(({ name }) => name === profile.defaultRole)
  await place.addInitScript(
    ([key, session]) => {
      // Frames without a store of their own are not the tab, and who has signed out stays out.
      if (window.top !== window || sessionStorage.getItem('arrived') !== null) return
      sessionStorage.setItem('arrived', 'yes')
      sessionStorage.setItem(key, session)
    },
    [
      `${storagePrefix}session`,
      JSON.stringify({ tokens, issuedAt: Date.now(), profile, currentRoleId: usual?.id ?? null }),
    ] as const,
  )
}

/** The stream of changes is refused: a page that follows is never without a request under way, and looks the same. */
export const leaveUnfollowed = async (page: Page): Promise<void> => {
  await page.route(`**${followChanges.path}?*`, (route) => route.fulfill({ status: 403 }))
}

/** What the counter of a list says; waits until it has been counted. */
export const counterOf = async (page: Page, title: string): Promise<number> => {
  const counter = page.getByRole('link', { name: new RegExp(`^${title}`) }).locator('.sf-counter__number')
  await expect(counter).toHaveText(/^\d+$/)
  return Number(await counter.textContent())
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
