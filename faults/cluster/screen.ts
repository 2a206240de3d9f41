import { chromium, type Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { stageRoutes } from '../../contract/stages/stage.ts'
import { buildWebIfStale } from '../../scripts/buildWeb.ts'
import { findBrowser } from '../../scripts/findBrowser.ts'
import type { Staff } from '../service.ts'

/** A list that somebody has left open in a browser: nobody touches it, and it is never loaded again. */
export interface Screen {
  /** How many people its counter says wait; where it is instead when it shows none. */
  counted: () => Promise<number | string>
  /** Since when the counter has not changed, as performance.now() says. */
  lastChange: () => number
  /** Whether the page that was opened is still the one that is shown. */
  isSamePage: () => Promise<boolean>
  stop: () => Promise<void>
}

const lookEveryMs = 200

export const openScreen = async (address: string, { userName, password }: Staff): Promise<Screen> => {
  await buildWebIfStale()
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(`${address}/login`)
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(`${address}/falls/${stageRoutes.awaitingAssessment}`)
  await page.evaluate(() => void Object.assign(globalThis, { leftOpen: true }))

  let changedAt = performance.now()
  let before = await countOn(page)
  let isOver = false
  const look = async (): Promise<void> => {
    while (!isOver) {
      const now = await countOn(page)
      if (now !== before) changedAt = performance.now()
      before = now
      await sleep(lookEveryMs)
    }
  }
  // A page that shows no list any more is told by what it is asked at the end.
  const looking = look().catch(() => undefined)
  return {
    counted: () => countOn(page).catch(() => new URL(page.url()).pathname),
    lastChange: () => changedAt,
    isSamePage: () => page.evaluate(() => 'leftOpen' in globalThis),
    stop: async () => {
      isOver = true
      await looking
      await browser.close()
    },
  }
}

const countOn = async (page: Page): Promise<number> =>
  Number(
    await page
      .getByRole('navigation', { name: 'Work lists' })
      .locator('[aria-current] .sf-badge')
      .textContent(),
  )
