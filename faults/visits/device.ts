import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { findBrowser } from '../../scripts/findBrowser.ts'

const hour = 60 * 60_000

/** A telephone: one browser on one profile, whose clock, disk and network somebody else plays with. */
export interface Device {
  page: () => Page
  /** What the pages complained of by themselves. */
  complaints: string[]
  closeTab: () => Promise<void>
  /** Ends every process of the browser at once, as the system of a telephone does, or its battery. */
  kill: () => Promise<void>
  /** Opens the browser again, if it is not open. */
  launch: () => Promise<void>
  setOffline: (isOffline: boolean) => Promise<void>
  moveClock: (hours: number) => Promise<void>
  /** Leaves so much room on the disk for this address; null for as much as there is. */
  leaveRoom: (bytes: number | null) => Promise<void>
  close: () => Promise<void>
}

/** Runs in the page before its scripts: a clock that can be moved while the page is open. */
const withClock = (shiftMs: number): void => {
  const place = globalThis as unknown as { shiftMs?: number }
  const isPatched = place.shiftMs !== undefined
  place.shiftMs = shiftMs
  if (isPatched) return
  const Real = Date
  const now = (): number => Real.now() + (place.shiftMs ?? 0)
  globalThis.Date = new Proxy(Real, {
    construct: (target, given: unknown[]) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given) as object,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  })
}

export const openDevice = async (folder: string, address: string): Promise<Device> => {
  const executablePath = await findBrowser()
  const complaints: string[] = []
  let browser: BrowserContext | null = null
  let page: Page | null = null
  let shiftMs = 0
  let isOffline = false
  const inPage = (): Page => {
    if (page === null) throw new Error('The browser is not open')
    return page
  }
  const tools = (): Promise<CDPSession> => inPage().context().newCDPSession(inPage())
  const openTab = async (): Promise<void> => {
    page = (await browser?.newPage()) ?? null
    page?.on('dialog', (dialog) => void dialog.accept().catch(() => undefined))
    page?.on('pageerror', ({ message }) => complaints.push(message))
  }
  const launch = async (): Promise<void> => {
    if (browser !== null) return
    browser = await chromium.launchPersistentContext(folder, {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
      viewport: { width: 390, height: 844 },
      baseURL: address,
      reducedMotion: 'reduce',
    })
    browser.setDefaultTimeout(60_000)
    await browser.addInitScript(withClock, shiftMs)
    await browser.setOffline(isOffline)
    await openTab()
  }
  return {
    page: inPage,
    complaints,
    launch,
    closeTab: async () => {
      const before = inPage()
      await openTab()
      await before.close()
    },
    kill: async () => {
      const pids = execFileSync('pgrep', ['-f', `user-data-dir=${folder}`])
        .toString()
        .trim()
        .split('\n')
      for (const pid of pids)
        try {
          process.kill(Number(pid), 'SIGKILL')
        } catch {
          // It went with its parent.
        }
      browser = null
      page = null
      await sleep(200)
    },
    setOffline: async (is) => {
      isOffline = is
      await browser?.setOffline(is)
    },
    moveClock: async (hours) => {
      shiftMs = hours * hour
      await browser?.addInitScript(withClock, shiftMs)
      await page?.evaluate(withClock, shiftMs)
    },
    leaveRoom: async (bytes) => {
      const session = await tools()
      const { usage } = await session.send('Storage.getUsageAndQuota', { origin: address })
      await session.send('Storage.overrideQuotaForOrigin', {
        origin: address,
        ...(bytes === null ? {} : { quotaSize: usage + bytes }),
      })
      // A full disk stays full when the tools of this test leave.
      if (bytes === null) await session.detach()
    },
    close: async () => {
      await browser?.close()
      browser = null
      page = null
    },
  }
}
