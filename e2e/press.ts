import { expect, type Locator, type Page } from '@playwright/test'

/* One press on a slow link, watched frame by frame until its result is there. */

/** As long as each reply takes. */
const latencyMs = 400

/** What shows that the result is there: a heading, or anything else by its selector. */
export type Result = { heading: string } | { selector: string }

interface Watched {
  /** What should not have happened while the result was awaited. */
  faults: string[]
  /** What moved, and in which frame: told apart afterwards, since the browser tells it before or after the frame. */
  shifts: { at: number; what: string }[]
  /** The last frame that was still as it was pressed. */
  unchangedAt: number
  isThere: boolean
}

declare global {
  interface Window {
    watchedPress?: Watched
  }
}

/** Holds every request until `open` is called, and then each for as long as the link is slow. */
const slowDown = async (page: Page): Promise<{ open: () => void; sent: string[] }> => {
  const sent: string[] = []
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  await page.route('**/*', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    // Drafts are kept automatically.
    if (request.method() !== 'GET' && !pathname.startsWith('/api/draft')) sent.push(pathname)
    await Promise.all([opened, new Promise((resolve) => setTimeout(resolve, latencyMs))])
    await route.continue().catch((error: unknown) => {
      // Who left the page no longer waits for this.
      if (!page.isClosed() && !/(closed|already handled|Invalid InterceptionId)/.test(String(error)))
        throw error
    })
  })
  return { open, sent }
}

/** Begins to look, at each frame, at what is under the pointer and at what moves anywhere. */
const beginWatch = (pressed: Element, { x, y, result }: { x: number; y: number; result: Result }): void => {
  const watched: Watched = { faults: [], shifts: [], unchangedAt: performance.now(), isThere: false }
  window.watchedPress = watched
  const begun = pressed.getBoundingClientRect()
  let isChanged = false
  const isThere = (): boolean => {
    const found =
      'selector' in result
        ? [...document.querySelectorAll(result.selector)]
        : [...document.querySelectorAll('h1, h2')].filter(
            ({ textContent }) => textContent?.trim() === result.heading,
          )
    return found.some((element) => element.checkVisibility())
  }
  const nameOf = (element: Element | null): string =>
    element === null
      ? 'nothing'
      : `<${element.localName} class="${element.className}"> ${element.textContent?.slice(0, 30)}`
  const title = document.querySelector('h1')
  const look = (now: number): void => {
    watched.isThere ||= isThere()
    const isShown = pressed.isConnected && pressed.checkVisibility()
    // With another screen everything may be elsewhere, save what was pressed if that is still there, as in a menu.
    isChanged ||= watched.isThere || !isShown || title?.isConnected === false
    if (!isChanged) watched.unchangedAt = now
    if (watched.isThere) return
    const under = document.elementFromPoint(x, y)
    // A button of the design system goes down by 4 px while it is held.
    if (isShown && !pressed.matches(':active')) {
      const { left, top } = pressed.getBoundingClientRect()
      if (Math.abs(left - begun.left) > 0.5 || Math.abs(top - begun.top) > 0.5)
        watched.faults.push(`what was pressed moved by ${left - begun.left}, ${top - begun.top} px`)
      else if (!pressed.contains(under)) watched.faults.push(`under the pointer came ${nameOf(under)}`)
    } else if (!isShown) {
      const pressable = under?.closest('a, button, input, select, textarea, summary') ?? null
      if (pressable !== null)
        watched.faults.push(`before the result, under the pointer came ${nameOf(pressable)}`)
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    })[]) {
      for (const { node, previousRect: from, currentRect: to } of entry.sources)
        if (node === null || !pressed.contains(node))
          watched.shifts.push({
            at: entry.startTime,
            what: `${nameOf(node instanceof Element ? node : (node?.parentElement ?? null))} moved from ${from.x},${from.y} to ${to.x},${to.y}`,
          })
    }
  }).observe({ type: 'layout-shift' })
}

/** Once nothing on the page moves and nothing is asked for any more. */
export const settle = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

/**
 * Presses on a link where each reply takes long: once, again at once as a double click, and again a moment later while
 * nothing has come yet. Nothing may move before the result is there; returns what was sent.
 * @param meanwhile is done while the result is awaited
 */
export const pressSlowly = async (
  page: Page,
  pressed: Locator,
  result: Result,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> => {
  await pressed.scrollIntoViewIfNeeded()
  await settle(page)
  const box = await pressed.boundingBox()
  if (box === null) throw new Error('What is to be pressed is not shown')
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) }
  await page.mouse.move(at.x, at.y)
  const slow = await slowDown(page)
  await pressed.evaluate(beginWatch, { ...at, result })
  await page.mouse.click(at.x, at.y)
  await page.waitForTimeout(80)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await page.waitForTimeout(200)
  if ((await page.evaluate(() => window.watchedPress?.isThere)) === false) {
    await page.mouse.click(at.x, at.y)
    await meanwhile()
  }
  slow.open()
  await expect.poll(() => page.evaluate(() => window.watchedPress?.isThere)).toBe(true)
  // So long that what a second press had begun would show too.
  await page.waitForTimeout(2 * latencyMs)
  const { faults, shifts, unchangedAt } = await page.evaluate(
    () => window.watchedPress ?? { faults: ['nobody looked'], shifts: [], unchangedAt: 0 },
  )
  const moved = shifts.filter(({ at: when }) => when <= unchangedAt).map(({ what }) => what)
  expect([...new Set([...faults, ...moved])]).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
  return slow.sent
}
