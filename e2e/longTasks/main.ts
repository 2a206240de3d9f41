import { chromium, type Page } from '@playwright/test'
import { buildWebIfStale } from '../../scripts/buildWeb.ts'
import { findBrowser } from '../../scripts/findBrowser.ts'
import { fillDischargeList } from '../longList.ts'
import { arriveInEveryTab } from '../product.ts'
import { startProduct } from '../startProduct.ts'

/*
 * `npm run long-tasks`: for how long a list of 10,000 keeps the browser from answering while it is opened, read to its end, scrolled,
 * sorted and filtered: the tasks of over 50 ms, by which W3C's Long Tasks API means what a person begins to feel. LONG_TASKS_ROWS is
 * how many rows, LONG_TASKS_SLOWDOWN how many times slower the processor is made. Other work on the machine makes it worse, never better.
 */
const rows = Number(process.env['LONG_TASKS_ROWS'] ?? 10_000)
const slowdown = Number(process.env['LONG_TASKS_SLOWDOWN'] ?? 1)
const port = 3459
const baseURL = `http://127.0.0.1:${port}`

/** Keeps every long task of the page from now on. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const store = globalThis as unknown as { longTasks: number[] }
    store.longTasks = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) store.longTasks.push(duration)
    }).observe({ type: 'longtask' })
  })

const taken = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const store = globalThis as unknown as { longTasks: number[] }
    return store.longTasks.splice(0)
  })

/** A beat of the page, with what it draws. */
const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))

const frameOf = (page: Page) => page.locator('.sf-grid__frame')

const scrollThrough = async (page: Page): Promise<void> => {
  const frame = frameOf(page)
  const whole = await frame.evaluate((element) => element.scrollHeight)
  for (let place = 0; place <= 100; place += 1) {
    await frame.evaluate((element, top) => void (element.scrollTop = top), (whole * place) / 100)
    await nextFrame(page)
  }
  // As a wheel does it.
  await frame.hover()
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, -400)
    await nextFrame(page)
  }
}

const said = (page: Page) => page.getByRole('status').filter({ hasText: 'Showing' })

const settled = async (page: Page): Promise<void> => {
  await said(page).waitFor()
  await nextFrame(page)
}

const readAll = async (page: Page): Promise<void> => {
  for (;;) {
    const before = (await said(page).textContent()) ?? ''
    const [, shown, found] = /Showing (\d+) of (\d+)/.exec(before) ?? []
    if (shown === found) return
    await page.getByRole('button', { name: /^Show \d+ more$/ }).click()
    await said(page).filter({ hasNotText: before }).waitFor()
    await nextFrame(page)
  }
}

const sortBy = async (page: Page, column: string): Promise<void> => {
  const answer = page.waitForResponse((response) => response.url().includes('/api/list/'))
  await page.getByRole('columnheader', { name: column }).getByRole('button').click()
  await answer
  await settled(page)
}

const filterBy = async (page: Page, text: string): Promise<void> => {
  const answer = page.waitForResponse((response) => response.url().includes('/api/list/'))
  await page.getByRole('searchbox', { name: /filter/i }).pressSequentially(text, { delay: 40 })
  await answer
  await settled(page)
}

await buildWebIfStale()
const product = await startProduct(port)
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await fillDischargeList(product.dataFolder, rows)
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 900 } })
  await arriveInEveryTab(context, 'clinician')
  const page = await context.newPage()
  const developer = await context.newCDPSession(page)
  await developer.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto('/falls/awaiting-discharge')
  await page.getByRole('table').waitFor()
  await watch(page)
  console.log(`${rows} rows, a processor ${slowdown} times slower\n`)
  console.log(`${'What was done'.padEnd(34)} Tasks over 50 ms   Longest`)
  const measure = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await work()
    const tasks = (await taken(page)).map(Math.round)
    const longest = tasks.length === 0 ? '–' : `${Math.max(...tasks)} ms`
    console.log(`${what.padEnd(34)} ${String(tasks.length).padStart(16)} ${longest.padStart(9)}`)
  }
  await measure('Reading the list to its end', () => readAll(page))
  await measure('Scrolling through it and back', () => scrollThrough(page))
  await measure('Sorting by name', () => sortBy(page, 'Patient'))
  await measure('Reading that to its end', () => readAll(page))
  await measure('Scrolling through that and back', () => scrollThrough(page))
  await measure('Sorting by date of birth', () => sortBy(page, 'Date of Birth'))
  await measure('Filtering by a name', () => filterBy(page, 'quayle-ab'))
  const table = page.getByRole('table')
  console.log(
    `\nRows of the table as it says: ${await table.getAttribute('aria-rowcount')}, drawn: ${await table.getByRole('row').count()}.`,
  )
} finally {
  await browser.close()
  await product.stop()
}
