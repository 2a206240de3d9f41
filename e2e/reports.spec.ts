import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'
import { expectAccessible } from './axe.ts'
import { effortOn } from './effort.ts'
import { arriveAs, signInAs } from './product.ts'
import { test } from './test.ts'
import { isLong, longUnless } from './long.ts'

/**
 * axe cannot look into a frame that runs no scripts, so it checks the screen without the frame, and the report as a
 * separate page.
 */
const expectScreenAccessible = (page: Page): Promise<void> => expectAccessible(page, 'iframe')

const reportOf = (page: Page): Promise<string> =>
  page.locator('.sf-report__frame').evaluate((frame) => (frame as HTMLIFrameElement).srcdoc)

/** Goes to a screen by the menu, which on a phone is behind a button and closes when the next screen is there. */
const goTo = async (page: Page, name: string): Promise<void> => {
  if ((page.viewportSize()?.width ?? 0) < 640)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name, exact: true }).click()
}

/** Opens Reports and chooses a report over the last 12 months. */
const chooseReport = async (page: Page, report: string, output: string): Promise<void> => {
  await goTo(page, 'Reports')
  await page.getByLabel('Report', { exact: true }).selectOption(report)
  await page.getByRole('button', { name: 'Last 12 months' }).click()
  await page.getByLabel('Show or save').selectOption({ label: output })
}

const screens = [
  'referralsReceived',
  'nationalWaitingList',
  'caseloadByClinician',
  'completionFunnel',
  'declinedReferrals',
  'pairedMeasures',
  'fallsBeforeAndAfter',
  'completionByGroup',
  'fallsAssessment',
]

for (const width of [1280, 390])
  test(`reports are whole, styled and accessible at ${width} px`, isLong, async ({ page, context }) => {
    test.setTimeout(600_000)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.setViewportSize({ width, height: 900 })
    await arriveAs(page, 'teamlead')
    for (const name of screens) {
      await page.goto(`/falls/reports?report=${name}&dateFrom=${addDays(today(), -300)}&dateTo=${today()}`)
      await page.locator('.sf-report__frame').waitFor()
      await expectScreenAccessible(page)
      // The frame is as tall as its report, so that there is one scroll bar. Wide tables scroll within it.
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
  await goTo(page, 'Reports')
  await page.getByLabel('Report', { exact: true }).selectOption('referralsReceived')
  await page.getByRole('button', { name: 'Last 12 months' }).click()
  await page.getByRole('button', { name: 'Run report' }).click()
  const frame = page.locator('.sf-report__frame')
  await expect(page.getByRole('heading', { name: 'Referrals received', level: 2 })).toBeFocused()
  await frame.waitFor()
  // A hash allows the style of the report. Without it, headings would have the browser's default size.
  await expect
    .poll(() =>
      frame.evaluate((each) => {
        const report = (each as HTMLIFrameElement).contentDocument as Document
        const heading = report.querySelector('h1')
        return heading === null ? '' : report.defaultView?.getComputedStyle(heading).fontSize
      }),
    )
    .toBe('26px')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save PDF' }).click()
  // On a busy machine this may take longer than a user waits. It then continues in the background and is saved from
  // there.
  const inBackground = page
    .getByText(/^Kept until/)
    .waitFor({ timeout: 0 })
    .then(() => page.getByRole('button', { name: 'Save PDF' }).click())
    .catch(() => undefined)
  await Promise.race([saved, inBackground])
  expect((await saved).suggestedFilename()).toBe('referralsReceived.pdf')

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
  await expect(page.getByText(/^\d+ patients$/)).toBeVisible()
  // Other journeys on this product restrict records, which are counted and not named.
  const list = await page.getByRole('main').innerText()
  const restricted = Number(/(\d+) restricted records? of/.exec(list)?.[1] ?? 0)
  expect(list).toContain(`${Number(link.number) - restricted} patients`)
  // The page followed the link without loading again.
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  await expectAccessible(page)
  // On a phone the choice of a report fills the screen above the report.
  await page.setViewportSize({ width: 360, height: 640 })
  await page.getByRole('link', { name: 'Back to the report' }).click()
  await frame.waitFor()
  const heading = page.getByRole('heading', { name: 'Referrals received', level: 2 })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
})

for (const width of [1280, 390])
  test(
    `the dashboard is one page of numbers, charts and people, and one page of paper, at ${width} px`,
    longUnless(width === 1280),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await arriveAs(page, 'teamlead')
      await page.goto('/falls/dashboard')
      await expect(page.locator('.sf-figure')).toHaveCount(14)
      await expect(page.locator('.sf-trend__line').first()).toBeAttached()
      await expect(page.locator('iframe')).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await expectAccessible(page)
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save PDF' }).click(),
      ])
      expect(saved.suggestedFilename()).toBe('dashboard.pdf')
      await page.getByRole('button', { name: 'Last month' }).click()
      await expect(page).toHaveURL(/dateFrom=/)
      // The choice is kept: without days in the URL, it is used again.
      await page.goto('/falls/dashboard')
      await expect(page.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true')
      const longest = page.getByRole('region', { name: 'Longest waits for care' })
      await longest.getByRole('row').nth(1).getByRole('link').first().click()
      await expect(page).toHaveURL(/pathway\/view/)
    },
  )

for (const width of [1280, 390])
  test(
    `a report in the background can be left and come back to at ${width} px`,
    longUnless(width === 390),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await signInAs(page, 'teamlead')
      await chooseReport(page, 'declinedReferrals', 'In the background, to come back to')
      await page.getByRole('button', { name: 'Run report' }).click()
      await expect(page).toHaveURL(/\?run=\d+$/)
      await goTo(page, 'Home')
      await expect(page).not.toHaveURL(/run=/)
      await goTo(page, 'Reports')
      const mine = page.getByRole('region', { name: 'My reports', exact: true })
      const row = mine.getByRole('listitem').filter({ hasText: /^Declined referrals/ })
      await expect(row.getByText('Ready', { exact: true })).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await row.getByRole('link', { name: /^Open/ }).click()
      await page.locator('.sf-report__frame').waitFor()
      await expect(page.getByRole('heading', { name: 'Declined referrals', level: 2 })).toBeFocused()
      await expectScreenAccessible(page)
      expect(await reportOf(page)).toContain('Each declined referral')
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save Excel' }).click(),
      ])
      expect(saved.suggestedFilename()).toBe('declinedReferrals.xlsx')
      await page.getByRole('link', { name: 'Back to all reports' }).click()
      await row.getByRole('button', { name: /^Remove/ }).click()
      // On a busy machine another report may have moved to the background and be listed too.
      await expect(row).toHaveCount(0)
    },
  )

test('a report that takes longer than people wait goes on in the background by itself', async ({ page }) => {
  await signInAs(page, 'teamlead')
  await page.route('**/api/report/referralsReceived', () => undefined)
  await chooseReport(page, 'referralsReceived', 'On screen')
  await page.getByRole('button', { name: 'Run report' }).click()
  await expect(page).toHaveURL(/\?run=\d+$/)
  await page.locator('.sf-report__frame').waitFor()
  await expect(page.getByRole('heading', { name: 'Referrals received', level: 2 })).toBeFocused()
})

test('the link of a notice leads through sign-in to the report, and shows it to nobody else', async ({
  page,
}) => {
  await signInAs(page, 'teamlead')
  await chooseReport(page, 'discharges', 'In the background, to come back to')
  await page.getByRole('button', { name: 'Run report' }).click()
  await expect(page).toHaveURL(/\?run=\d+$/)
  const link = page.url()
  const openAs = async (userName: string): Promise<void> => {
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(link)
    await page.getByLabel('User name').fill(userName)
    await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(link)
  }
  await openAs('clinician')
  await expect(page.getByText('This report is not here any more.')).toBeVisible()
  await expectAccessible(page)
  await openAs('teamlead')
  await page.locator('.sf-report__frame').waitFor()
})

for (const width of [1280, 390])
  test(
    `a saved report is added, edited, run and deleted with the keyboard at ${width} px`,
    longUnless(width === 1280),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await signInAs(page, 'teamlead')
      await goTo(page, 'Reports')
      await page.getByRole('link', { name: 'Add a saved report' }).press('Enter')
      await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.locator('.nhsuk-error-summary')).toBeVisible()
      await expectAccessible(page)
      await page.getByLabel('Name', { exact: true }).fill(`For the board ${width}`)
      await page.getByLabel('Report', { exact: true }).selectOption('discharges')
      await page.getByLabel('Period').selectOption({ label: 'Last 12 months' })
      await page.getByLabel('Run it on the first of each month').press('Space')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await page.getByLabel('Name', { exact: true }).press('Enter')

      const saved = page.getByRole('region', { name: 'Saved reports', exact: true })
      const row = saved.getByRole('listitem').filter({ hasText: `For the board ${width}` })
      await expect(row.getByText(/^Each month, next on 01-\w{3}-\d{4}$/)).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await row.getByRole('link', { name: /^Edit/ }).press('Enter')
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue(`For the board ${width}`)
      await page.getByLabel('Run it on the first of each month').press('Space')
      await page.getByLabel('Name', { exact: true }).press('Enter')
      await expect(row.getByText('Run when you ask')).toBeVisible()
      await row.getByRole('link', { name: /^Run/ }).press('Enter')
      await page.locator('.sf-report__frame').waitFor()
      await expect(page).toHaveURL(/report=discharges/)
      await row.getByRole('button', { name: /^Delete/ }).press('Enter')
      await expect(page.getByRole('button', { name: 'Go back' })).toBeFocused()
      await expectScreenAccessible(page)
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Enter')
      await expect(row).toBeHidden()
    },
  )

test('the pack of the last month takes one click, on a phone too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveAs(page, 'teamlead')
  await page.goto('/falls/reports')
  const effort = effortOn(page)
  const saved = page.waitForEvent('download')
  await effort.click(page.getByRole('button', { name: /^Save the pack of / }))
  const download = await saved
  expect(effort.clicks).toBe(1)
  expect(download.suggestedFilename()).toMatch(/^month-end-\d{4}-\d{2}\.zip$/)
  const file = await readFile(await download.path())
  // Both files, by name, in an archive that other programs open.
  expect(file.subarray(0, 2).toString()).toBe('PK')
  expect(file.includes('dashboard-') && file.includes('reports-')).toBe(true)
  await expectAccessible(page)
})
