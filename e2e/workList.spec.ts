import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { fillDischargeList, longest } from './longList.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'
import { isLong } from './long.ts'

test.beforeAll(({ product }) => fillDischargeList(product.dataFolder))
test.beforeEach(async ({ page }) => {
  await arriveAs(page, 'clinician')
  await page.goto('/falls/awaiting-discharge')
  await expect(page.getByText(`${longest} patients`)).toBeVisible()
})

const frameOf = (page: Page): Locator => page.locator('.sf-grid__frame')
const head = (page: Page, name: string): Locator => page.getByRole('columnheader', { name })
/** Whether no part of this column is hidden behind the action column, which is pinned on the right. */
const inFull = async (page: Page, title: RegExp): Promise<boolean> => {
  const column = await page.getByRole('columnheader', { name: title }).boundingBox()
  const pinned = await head(page, 'Action').boundingBox()
  return column !== null && pinned !== null && column.x + column.width <= pinned.x + 1
}
const namesOf = (page: Page): Promise<string[]> => page.getByRole('rowheader').allTextContents()
const scrollTo = (page: Page, top: number): Promise<void> =>
  frameOf(page).evaluate((frame, to) => frame.scrollTo({ top: to }), top)
const scrolled = (page: Page): Promise<number> => frameOf(page).evaluate(({ scrollTop }) => scrollTop)
const byName = new Intl.Collator('en-GB')

test('a list of 1,000 scrolls to its end, and draws no more than it shows', async ({ page }) => {
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(longest + 1))
  const height = () => frameOf(page).evaluate(({ scrollHeight }) => scrollHeight)
  const whole = await height()
  for (const part of [0.25, 0.5, 0.75]) {
    await scrollTo(page, whole * part)
    await expect(page.locator(`[aria-rowindex="${Math.round(longest * part) + 4}"]`)).toBeInViewport()
    // Rows, including tall ones, are where the scroll bar says: no gap above or below them.
    const gaps = await page.getByRole('rowheader').evaluateAll((cells) =>
      cells.slice(1).map((cell, index) => {
        const above = cells[index]?.getBoundingClientRect().bottom ?? 0
        return Math.round(cell.getBoundingClientRect().top - above)
      }),
    )
    expect(new Set(gaps)).toEqual(new Set([0]))
    expect(await page.getByRole('row').count()).toBeLessThan(80)
  }
  const last = page.locator(`[aria-rowindex="${longest + 1}"]`)
  await expect(async () => {
    await scrollTo(page, await height())
    await expect(last.getByRole('link', { name: /^View/ })).toBeInViewport({ ratio: 1, timeout: 500 })
  }).toPass()
  // The scroll height grew only by the few tall rows, some of which other journeys add. The height of all others was
  // known.
  expect((await height()) - whole).toBeLessThan(whole / 100)
})

test('it sorts both ways, says so, and leads back to its own order', async ({ page }) => {
  const first = await namesOf(page)
  await scrollTo(page, 9000)
  await head(page, 'Patient').getByRole('button').click()
  await expect(head(page, 'Patient')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('status').filter({ hasText: 'Sorted by Patient, A to Z' })).toBeVisible()
  expect(await scrolled(page)).toBe(0)
  const up = await namesOf(page)
  expect(up).toEqual(up.toSorted(byName.compare))
  await head(page, 'Patient').getByRole('button').click()
  await expect(head(page, 'Patient')).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByText('Sorted by Patient, Z to A')).toBeVisible()
  const down = await namesOf(page)
  expect(down).toEqual(down.toSorted((a, b) => byName.compare(b, a)))
  expect(down).not.toContain(up[0])

  const postcodeIn = (row: number) => page.locator(`[aria-rowindex="${row}"] > :nth-child(5)`)
  // Missing values sort last in both directions.
  for (const way of ['ascending', 'descending']) {
    await head(page, 'Postcode').getByRole('button').click()
    await expect(head(page, 'Postcode')).toHaveAttribute('aria-sort', way)
    await expect(head(page, 'Patient')).toHaveAttribute('aria-sort', 'none')
    await scrollTo(page, longest * 50)
    await expect(postcodeIn(longest + 1)).toHaveText('Not Recorded')
    await scrollTo(page, 0)
    await expect(postcodeIn(2)).toHaveText(/^ZZ/)
  }
  await page.getByRole('button', { name: 'Back to longest on this list first' }).click()
  await expect(page.getByText('Longest on this list first', { exact: true })).toBeVisible()
  expect(await namesOf(page)).toEqual(first)
})

test('View opens the pathway, and back finds filter, order and place again', async ({ page }) => {
  await page.getByLabel('Filter').fill('quayle zz99')
  const count = page.getByText(/^\d+ of 1000 patients$/)
  await expect(count).toBeVisible()
  const counted = await count.textContent()
  await head(page, 'Date of Birth').getByRole('button').click()
  await scrollTo(page, 11_000)
  await expect.poll(() => scrolled(page)).toBeGreaterThan(10_900)
  const view = page.locator('[aria-rowindex="256"]').getByRole('link', { name: /^View/ })
  const name = ((await view.getAttribute('aria-label')) ?? '').replace('View ', '')
  await view.click()
  await expect(page.getByRole('heading', { name: 'Pathway' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText(name)

  await page.goBack()
  await expect(page.getByLabel('Filter')).toHaveValue('quayle zz99')
  await expect(page.getByText(counted ?? '', { exact: true })).toBeVisible()
  await expect(head(page, 'Date of Birth')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByText('Sorted by Date of Birth, oldest first')).toBeVisible()
  // Rows above are rendered again, so the position may move by the few lines that tall rows need.
  await expect.poll(async () => Math.abs((await scrolled(page)) - 11_000)).toBeLessThan(100)
  await expect(page.getByRole('link', { name: `View ${name}` })).toBeInViewport()
  expect(page.url()).not.toMatch(/quayle/i)

  await page.getByLabel('Filter').fill('nobody of this name')
  await expect(page.getByText('No patients match the filter.')).toBeVisible()
  await expect(page.getByText('0 of 1000 patients')).toBeVisible()
})

test(
  'at every width who it is and the action stay in sight, nothing is cut, and the eight lists can be reached',
  isLong,
  async ({ page }) => {
    const view = page.locator('[aria-rowindex="2"]').getByRole('link', { name: /^View/ })
    const patient = page.locator('[aria-rowindex="2"]').getByRole('rowheader')
    const at = async () => [(await patient.boundingBox())?.x, (await view.boundingBox())?.x]
    const lists = page.getByRole('navigation', { name: 'Work lists' })
    for (const width of [1280, 1024, 768, 390, 320]) {
      // A phone 390 px wide is 844 px high.
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await page.reload()
      await expect(view).toBeInViewport({ ratio: 1 })
      await expect(patient).toBeInViewport({ ratio: 1 })
      if (width === 1280)
        for (const title of [/^Waiting/, /^Due/, /^Telephone/])
          await expect(inFull(page, title)).resolves.toBe(true)
      const before = await at()
      await frameOf(page).evaluate((frame) => frame.scrollTo({ left: 10_000 }))
      await expect(view).toBeInViewport({ ratio: 1 })
      expect(await at()).toEqual(before)
      await expect(patient).toBeInViewport({ ratio: 1 })
      const part = await patient.evaluate(
        (cell) => cell.clientWidth / (cell.closest('.sf-grid__frame')?.clientWidth ?? 1),
      )
      expect(part).toBeLessThan(0.45)
      // The last column between the pinned ones is fully visible.
      const [left, practice, right] = await page
        .locator('[aria-rowindex="2"] > :is(:first-child, :nth-last-child(2), :last-child)')
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()))
      expect(practice?.left).toBeGreaterThanOrEqual((left?.right ?? 0) - 1)
      expect(practice?.right).toBeLessThanOrEqual((right?.left ?? 0) + 1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      const cut = await page
        .locator('.sf-grid__frame td, .sf-grid__frame th')
        .evaluateAll((cells) =>
          cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) => textContent),
        )
      expect(cut).toEqual([])
      await expect(lists.getByRole('link')).toHaveCount(8)
      await expect(lists.getByText(String(longest))).toBeVisible()
      await expect(lists.getByRole('link', { name: /^Awaiting discharge/ })).toBeInViewport({ ratio: 1 })
      const tops = await lists
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
      expect(new Set(tops).size).toBe(1)
      if (width === 1280)
        for (const link of await lists.getByRole('link').all())
          await expect(link).toBeInViewport({ ratio: 1 })
      if (width !== 1024) await expectAccessible(page)
    }
    await lists.getByRole('link', { name: /^Awaiting assessment/ }).click()
    await expect(page.getByRole('heading', { name: 'Awaiting assessment' })).toBeVisible()
  },
)

test('no title of a column is cut with the text spacing that some readers need (WCAG 1.4.12)', async ({
  page,
}) => {
  const cut = await page.locator('.sf-grid__frame thead th').evaluateAll((heads) => {
    const spacing = new CSSStyleSheet()
    const wide = ['line-height: 1.5', 'letter-spacing: 0.12em', 'word-spacing: 0.16em']
    spacing.replaceSync(`* { ${wide.map((rule) => `${rule} !important`).join(';')} }`)
    document.adoptedStyleSheets.push(spacing)
    return heads
      .filter((head) => {
        const cell = head.getBoundingClientRect()
        const text = document.createRange()
        text.selectNodeContents(head)
        return [...text.getClientRects()].some(
          ({ left, right, bottom }) => left < cell.left || right > cell.right || bottom > cell.bottom,
        )
      })
      .map(({ textContent }) => textContent)
  })
  expect(cut).toEqual([])
})

test('without a connection a screen that was not opened before leaves the application, and comes later', async ({
  page,
}) => {
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByText(/^This screen could not be loaded/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
})
