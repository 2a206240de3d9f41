import { expect, type Page } from '@playwright/test'
import { addDays } from '../contract/platform/dates/dates.ts'
import { formatDate } from '../contract/platform/words/format.ts'
import type { WorkListRow } from '../contract/pathways/worklists/listColumns.ts'
import { workLists } from '../contract/pathways/worklists/workList.ts'
import { aReferral, fillDay } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'
import { longUnless } from './long.ts'

/*
 * CS-4: a day is shown and sent as it is written, whatever the time zone of the clinician's computer. In some years the
 * clocks in these zones change at midnight, and midnight in one zone is the day before or after in another.
 */
const zones = ['Europe/London', 'America/Los_Angeles', 'Pacific/Auckland']

/** A thousand days spread over a century, and a thousand around clock changes. */
const births = Array.from({ length: 1000 }, (_, place) => addDays('1926-01-01', place * 36))
const changes = [1968, 1971, 1999, 2007, 2024, 2025].flatMap((year) =>
  ['03-08', '03-25', '04-01', '09-20', '10-01', '10-25', '11-01'].map((day) => `${year}-${day}`),
)
const referrals = Array.from({ length: 1000 }, (_, place) =>
  addDays(changes[place % changes.length] ?? '', Math.floor(place / changes.length) - 12),
)

const row = (place: number): WorkListRow => ({
  patientId: place + 1,
  pathwayId: place + 1,
  familyName: `Day${String(place).padStart(4, '0')}`,
  firstName: null,
  namePrefix: null,
  nhsNumber: null,
  dateOfBirth: births[place] ?? null,
  gender: 'Female',
  postcode: null,
  referralDate: referrals[place] ?? null,
  referrer: null,
  registeredGP: null,
  deceased: false,
  stage: 'awaitingAssessment',
  since: null,
  waitingDays: null,
  due: null,
  dueGroup: 'thisWeek',
  dueWords: 'no date to count from',
  telephone: null,
  owner: null,
  doNotCall: false,
})

/** Both days of every row, by name, read while the list scrolls from top to end. */
const shownDays = async (page: Page): Promise<Map<string, string[]>> => {
  const seen = new Map<string, string[]>()
  const frame = page.locator('.sf-grid__frame')
  for (let top = 0; seen.size < 1000; top += 800) {
    await frame.evaluate((element, to) => element.scrollTo({ top: to }), top)
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    const rows = await page
      .getByRole('row')
      .evaluateAll((all) =>
        all.map((each) => [...each.querySelectorAll('th, td')].map((cell) => cell.textContent.trim())),
      )
    for (const [who = '', ...cells] of rows) {
      // The name is followed by what is due.
      const name = /^DAY\d{4}/.exec(who)?.[0]
      if (name !== undefined) seen.set(name, cells)
    }
    expect(top).toBeLessThan(200_000)
  }
  return seen
}

for (const timezoneId of zones)
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('two thousand days are shown as they are', longUnless(timezoneId === zones[0]), async ({ page }) => {
      await page.route(`**${workLists.awaitingDischarge.path}*`, (route) =>
        route.fulfill({ json: Array.from({ length: 1000 }, (_, place) => row(place)) }),
      )
      await arriveAs(page, 'clinician')
      await page.goto('/falls/awaiting-discharge')
      await expect(page.getByText('1000 patients')).toBeVisible()
      const seen = await shownDays(page)
      const expected = Array.from({ length: 1000 }, (_, place) => [
        `DAY${String(place).padStart(4, '0')}`,
        [formatDate(births[place]), formatDate(referrals[place])],
      ])
      const days = (cells: string[]) => cells.filter((cell) => /^\d\d-[A-Z][a-z]{2}-\d{4}$/.test(cell))
      expect([...seen].map(([name, cells]) => [name, days(cells)]).sort()).toEqual(expected)
    })

    test(
      'a typed day comes back as it was typed',
      longUnless(timezoneId === zones[0]),
      async ({ page, request }) => {
        const { patientId } = await aReferral(request, `Days ${timezoneId.replace(/\W/g, ' ')}`)
        await arriveAs(page, 'clinician')
        for (const day of ['1949-04-03', '1964-02-29', '1967-04-30', '1968-10-27', '1971-10-31']) {
          await page.goto(`/falls/patient/demographics?id=${patientId}`)
          await fillDay(page, 'Date of birth', day)
          await page.getByRole('button', { name: 'Save' }).click()
          await expect(page.getByRole('heading', { level: 1, name: 'Patient', exact: true })).toBeVisible()
          await expect(page.getByText(formatDate(day)).first()).toBeVisible()
          await page.goto(`/falls/patient/demographics?id=${patientId}`)
          const boxes = page.getByRole('group', { name: 'Date of birth' }).getByRole('textbox')
          await expect(boxes.nth(2)).toHaveValue(day.slice(0, 4))
          expect(
            await boxes.evaluateAll((all) => all.map((box) => Number((box as HTMLInputElement).value))),
          ).toEqual([day.slice(8), day.slice(5, 7), day.slice(0, 4)].map(Number))
        }
      },
    )
  })
