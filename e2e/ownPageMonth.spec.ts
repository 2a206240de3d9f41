import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { expectAccessible } from './axe.ts'
import { aMonthAsked } from './fallsMonth.ts'
import { aReferral, asUser, newName, type Referred } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

/* The monthly question on the own page of a person, and what staff see of the answer. */

/** Somebody who agreed to be asked, and was asked today, with a link on paper. */
const somebody = async (
  request: APIRequestContext,
  dataFolder: string,
): Promise<Referred & { code: string }> => {
  const referred = await aReferral(request, newName())
  const { id, patientId } = referred
  const ask = await asUser(request, 'clinician')
  await ask('/api/fallsCalendarConsent/save', {
    ...{ id: 0, patientId, askedDate: addDays(today(), -1) },
    ...{ byText: false, byMail: false, byCall: true, isSilentNumber: false },
  })
  await aMonthAsked(dataFolder, id)
  const link = await ask<{ id: number }>('/api/personLink/give', { patientId, way: 'paper' })
  const { code } = await ask<{ code: string }>(`/api/personLink/paper?id=${link.id}`)
  return { ...referred, code }
}

const open = async (page: Page, code: string): Promise<void> => {
  await page.goto(`/my/${code.replace(' ', '')}`)
  for (const [part, digits] of [
    ['day', '6'],
    ['month', '5'],
    ['year', '1938'],
  ])
    await page.locator(`#birth-${part}`).fill(digits ?? '')
  await page.locator('main button[type=submit]').first().click()
  await expect(page).toHaveURL(/\/my\/home$/)
}

test.describe('without a script, on the smallest phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })

  test('somebody says in three taps that they fell and were hurt, and staff have it at once', async ({
    page,
    request,
    product,
  }) => {
    const { id, code } = await somebody(request, product.dataFolder)
    await open(page, code)
    const main = page.getByRole('main')
    await expect(main).toContainText('Your monthly question')
    await page.getByRole('radio', { name: '2', exact: true }).check()
    await page.getByRole('checkbox', { name: 'I was hurt' }).check()
    await main.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ring 999 or 111 now')
    await page.getByRole('link', { name: 'I have read this, go on' }).click()
    await main.getByRole('button', { name: 'Send' }).click()
    await expect(main).toContainText('One of us will read your answer')
    await page.goBack()
    await page.goto('/my/home')
    await expect(main).not.toContainText('Your monthly question')
    const ask = await asUser(request, 'clinician')
    const tasks = await ask<{ text: string; dueDate: string }[]>(`/api/task/all?pathwayId=${id}`)
    expect(tasks).toContainEqual(
      expect.objectContaining({ text: expect.stringMatching(/read the reply today/), dueDate: today() }),
    )
  })
})

for (const language of ['en', 'cy', 'pl', 'pa', 'ur'])
  test(`the question is well on a phone and a desk: ${language}`, async ({ page, request, product }) => {
    const { code } = await somebody(request, product.dataFolder)
    await page.goto(`/my/in/${language}`)
    await open(page, code)
    for (const address of ['/my/home', '/my/calendar', '/my/calendar?wrong=1', '/my/calendar/signs'])
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(address)
        await expectAccessible(page)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect({ address, width, fits: wide <= width }).toEqual({ address, width, fits: true })
      }
  })

test('staff see on the page of the referral and on the list what somebody who waits said', async ({
  page,
  request,
  product,
}) => {
  const { id, address, code, nhsNumber } = await somebody(request, product.dataFolder)
  const own = await page.context().browser()?.newPage({ baseURL: product.address })
  if (own === undefined) throw new Error('A second browser')
  await open(own, code)
  await own.goto('/my/waiting')
  await own.getByRole('button', { name: 'I am not sure' }).click()
  await expect(own.getByRole('main')).toContainText('We will ring you')
  await own.close()
  await arriveAs(page, 'clinician')
  await page.goto(address)
  const said = page.getByRole('region', { name: 'Said on their page' })
  await expect(said).toContainText('Is not sure about coming')
  await expect(said.getByRole('button', { name: /^Seen/ })).toBeVisible()
  const ask = await asUser(request, 'clinician')
  const found = await ask<{ pathwayId: number; saidOfWait?: { words: string } }[]>('/api/list/search', {
    ...{ stage: 'awaitingAssessment', q: nhsNumber, limit: 10 },
  })
  expect(found.find(({ pathwayId }) => pathwayId === id)?.saidOfWait?.words).toBe('Is not sure about coming')
})
