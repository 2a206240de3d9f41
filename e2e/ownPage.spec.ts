import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { tabTo } from './keyboard.ts'
import { aReferral, asUser, newName } from './people.ts'
import { listenTo } from './product.ts'
import { test } from './test.ts'

/* The own page of a person, in a browser that runs no script, on the smallest phone. */
test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

const title = (page: Page) => page.getByRole('heading', { level: 1 })

interface OfOne {
  id: number
  patientId: number
  code: string
  ask: Awaited<ReturnType<typeof asUser>>
}

/** Somebody with a referral and a link on paper. */
const somebody = async (request: APIRequestContext): Promise<OfOne> => {
  const { id, patientId } = await aReferral(request, newName())
  const ask = await asUser(request, 'clinician')
  const link = await ask<{ id: number }>('/api/personLink/give', { patientId, way: 'paper' })
  const { code } = await ask<{ code: string }>(`/api/personLink/paper?id=${link.id}`)
  return { id, patientId, code, ask }
}

/** Opens the page as a link in a message does: the code is there, the date of birth is typed. */
const open = async (page: Page, code: string): Promise<void> => {
  await page.goto(`/my/${code.replace(' ', '')}`)
  await page.locator('#birth-day').focus()
  await page.keyboard.type('6')
  for (const digits of ['5', '1938']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(digits)
  }
}

/**
 * axe needs a script, so it looks at the same page in a second tab: on the smallest phone, which is also a desk at 400 %
 * zoom, and at a desk.
 */
const expectWell = async (page: Page, tab: Page): Promise<void> => {
  await tab.context().clearCookies()
  await tab.context().addCookies(await page.context().cookies())
  await tab.goto(page.url())
  await expect(title(tab)).toHaveText((await title(page).textContent()) ?? '')
  for (const width of [320, 1280]) {
    await tab.setViewportSize({ width, height: 900 })
    await expectAccessible(tab)
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth)
    expect({ address: page.url(), width, fits: wide <= width }).toEqual({
      address: page.url(),
      width,
      fits: true,
    })
  }
}

test('somebody opens the page by keyboard, and says that they will come', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const heard = listenTo(page, baseURL)
  const tab = await browser.newPage({ javaScriptEnabled: true, baseURL: baseURL ?? '' })
  const { id, code, ask } = await somebody(request)
  const [location] = await ask<{ id: number }[]>('/api/location/all')
  const [clinician] = await ask<{ id: number }[]>('/api/clinician/all')
  await ask('/api/appointment/save', {
    ...{ id: 0, pathwayId: id, appointmentType: 'visit', appointmentDate: addDays(today(), 5) },
    ...{ startTime: '10:30', minutes: 45, locationId: location?.id, clinicianId: clinician?.id },
    ...{ outsideHoursConfirmed: true, unusualConfirmed: true },
  })
  await open(page, code)
  await expectWell(page, tab)
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Hello Story')
  await expectWell(page, tab)
  await tabTo(page, /^Say if you can come/)
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('Your appointment')
  await expectWell(page, tab)
  await tabTo(page, /^I will come/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toContainText('You said that you will come')
  await expectWell(page, tab)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('status')).toContainText('You are signed out')
  await page.goBack()
  await expect(page.getByText('Hello Story')).toHaveCount(0)
  expect(heard.outside).toEqual([])
  await tab.close()
})

for (const language of ['en', 'ur'] as const)
  test(`every page that the first page leads to is well: ${language}`, async ({
    page,
    browser,
    request,
    baseURL,
  }) => {
    const tab = await browser.newPage({ javaScriptEnabled: true, baseURL: baseURL ?? '' })
    const { code } = await somebody(request)
    await page.goto(`/my/in/${language}`)
    await open(page, code)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/my\/home$/)
    await expectWell(page, tab)
    const links = await page
      .locator('main a[href^="/my/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(links.length).toBeGreaterThan(1)
    for (const link of new Set(links)) {
      await page.goto(link)
      await expectWell(page, tab)
    }
    await tab.close()
  })
