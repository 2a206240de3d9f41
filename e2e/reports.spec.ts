import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { expectAccessible, signInAs } from './product.ts'

/** axe cannot look into a frame that runs no script: the screen is looked at without it, the report as a page of its own. */
const expectScreenAccessible = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().exclude('iframe').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

const reportOf = (page: Page): Promise<string> =>
  page.locator('.sf-report__frame').evaluate((frame) => (frame as HTMLIFrameElement).srcdoc)

const screens = [
  'referralsReceived',
  'nationalWaitingList',
  'caseloadByClinician',
  'completionFunnel',
  'declinedReferrals',
]

for (const width of [1280, 390])
  test(`reports are whole, styled and accessible at ${width} px`, async ({ page, context }) => {
    test.setTimeout(180_000)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.setViewportSize({ width, height: 900 })
    await signInAs(page, 'teamlead')
    for (const name of screens) {
      await page.goto(`/falls/reports?report=${name}&dateFrom=2026-01-01&dateTo=2026-12-31`)
      await page.locator('.sf-report__frame').waitFor()
      await expectScreenAccessible(page)
      // As tall as its report, so that there is one scroll bar; wide tables scroll within.
      await expect
        .poll(() =>
          page.locator('.sf-report__frame').evaluate((frame) => {
            const { documentElement: report } = (frame as HTMLIFrameElement).contentDocument as Document
            return report.scrollHeight <= frame.clientHeight && report.scrollWidth <= frame.clientWidth
          }),
        )
        .toBe(true)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      const html = await reportOf(page)
      const alone = await context.newPage()
      await alone.setViewportSize({ width, height: 900 })
      await alone.route('**/alone', (route) => route.fulfill({ contentType: 'text/html', body: html }))
      await alone.goto('/alone')
      await expectAccessible(alone)
      await alone.close()
    }
    expect(complaints).toEqual([])
  })

test('a number of a report leads to its patients and back, and the report can be saved', async ({ page }) => {
  await signInAs(page, 'teamlead')
  await page.getByRole('link', { name: 'Reports' }).click()
  await page.getByLabel('Report', { exact: true }).selectOption('referralsReceived')
  await page.getByRole('button', { name: 'Last 12 months' }).click()
  await page.getByRole('button', { name: 'Run report' }).click()
  const frame = page.locator('.sf-report__frame')
  await expect(page.getByRole('heading', { name: 'Referrals received', level: 2 })).toBeFocused()
  await frame.waitFor()
  // The style of the report is let in by its hash: without it headings would have the browser's own size.
  await expect
    .poll(() =>
      frame.evaluate((each) => {
        const report = (each as HTMLIFrameElement).contentDocument as Document
        const heading = report.querySelector('h1')
        return heading === null ? '' : report.defaultView?.getComputedStyle(heading).fontSize
      }),
    )
    .toBe('26px')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save PDF' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('referralsReceived.pdf')

  await page.evaluate(() => Object.assign(window, { stayed: true }))
  const link = await frame.evaluate((each) => {
    const found = (each as HTMLIFrameElement).contentDocument?.querySelector<HTMLElement>('tr.total a')
    found?.scrollIntoView({ block: 'center' })
    const inside = found?.getBoundingClientRect()
    const outside = each.getBoundingClientRect()
    return {
      number: found?.textContent ?? '',
      x: outside.x + (inside?.x ?? 0) + 8,
      y: outside.y + (inside?.y ?? 0) + 8,
    }
  })
  await page.mouse.click(link.x, link.y)
  await expect(page.getByRole('heading', { name: 'All, Referrals', level: 2 })).toBeFocused()
  await expect(page.getByText(`${link.number} patients`)).toBeVisible()
  // The page itself followed the link: nothing was loaded anew.
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the report' }).click()
  await frame.waitFor()
})

test('the dashboard is there for the Team Lead at once', async ({ page }) => {
  await signInAs(page, 'teamlead')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.locator('.sf-report__frame').waitFor()
  await expectScreenAccessible(page)
  expect(await reportOf(page)).toContain('Waiting for a first contact, by weeks')
})
