import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import type { Register } from '../contract/care/classes/register.ts'
import { expectAccessible } from './axe.ts'
import { aReferral, asUser, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'
import { isLong } from './long.ts'

const expected = 12

/** A class that began a week ago today, with this many people from its first session on. */
const aClassOf = async (request: APIRequestContext, people: number) => {
  const ask = await asUser(request, 'clinician')
  const first = async (list: string) => (await ask<{ id: number }[]>(`/api/${list}/all`))[0]?.id
  const clinicianId = await first('clinician')
  const { id: classId } = await ask<{ id: number }>('/api/class/save', {
    ...{ id: 0, name: `Steady steps ${newName()}`, firstDate: addDays(today(), -7), startTime: '10:30' },
    ...{ exerciseTypeId: await first('exerciseType'), locationId: await first('location'), clinicianId },
    ...{ minutes: 60, weeks: 12, capacity: people },
  })
  for (let made = 0; made < people; made += 1) {
    const { id: pathwayId } = await aReferral(request, newName())
    const plan = { exercisePlanDate: addDays(today(), -14), clinicianId, exercisePlan: 'Strength' }
    await ask('/api/exercise/save', { id: 0, pathwayId, ...plan })
    const joinedDate = addDays(today(), -7)
    await ask('/api/class/enrol', { pathwayId, classId, transport: 'own', joinedDate })
  }
  const { sessions } = await ask<{ sessions: { id: number }[] }>(`/api/class/get?id=${classId}`)
  const sessionId = sessions[0]?.id ?? 0
  return {
    classId,
    sessionId,
    register: async () => ask<Register>(`/api/class/register?id=${sessionId}`),
  }
}

const rows = (page: Page) => page.locator('.sf-register__mark')

test('a register of twelve people takes at most fourteen taps on a phone', async ({ page, request }) => {
  const { classId, sessionId, register } = await aClassOf(request, expected)
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveAs(page, 'clinician')
  await page.goto(`/falls/class-register/${sessionId}`)
  await expect(rows(page)).toHaveCount(expected)
  await expect(page.getByText('0 attended, 0 did not, 12 not marked.')).toBeVisible()
  await expectAccessible(page)
  const heights = await rows(page).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(48)

  let taps = 0
  const tap = async (button: ReturnType<Page['getByRole']>): Promise<void> => {
    taps += 1
    await button.click()
  }
  for (let row = 0; row < expected - 2; row += 1) await tap(rows(page).nth(row))
  for (const row of [expected - 2, expected - 1]) {
    await tap(page.locator('.sf-register__more').nth(row))
    await tap(
      page
        .getByRole('button', { name: 'Did not attend, no warning', exact: true })
        .and(page.locator(':visible')),
    )
  }
  expect(taps).toBeLessThanOrEqual(14)
  await expect(page.getByText('10 attended, 2 did not, 0 not marked. All marks are saved.')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const statuses = (await register()).people.map(({ mark }) => mark?.attendanceStatus)
  expect(statuses.filter((status) => status === '5')).toHaveLength(10)
  expect(statuses.filter((status) => status === '3')).toHaveLength(2)

  await page.goto(`/falls/class/${classId}`)
  await expect(page.getByText('10 of 12 attended')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test(
  'marks wait while the network is away, through a reload, and each is written once',
  isLong,
  async ({ page, context, request }) => {
    const { sessionId, register } = await aClassOf(request, 4)
    await arriveAs(page, 'clinician')
    await page.goto(`/falls/class-register/${sessionId}`)
    await rows(page).nth(0).click()
    await expect(page.getByText('All marks are saved.')).toBeVisible()

    // The reply is lost after the service has saved. A mark that is sent again must not be written twice.
    let lost = 0
    await page.route('**/api/class/mark', async (route) => {
      await route.fetch()
      lost += 1
      await route.abort()
    })
    await rows(page).nth(1).click()
    await expect.poll(() => lost).toBeGreaterThan(0)
    await context.setOffline(true)
    await page.unrouteAll({ behavior: 'wait' })
    await rows(page).nth(2).click()
    await rows(page).nth(3).click()
    // Corrected before it was sent.
    await rows(page).nth(3).click()
    await page
      .getByRole('button', { name: 'Cancelled by or for the patient', exact: true })
      .and(page.locator(':visible'))
      .click()
    await expect(page.getByText('not sent yet: there is no connection')).toBeVisible({ timeout: 20_000 })
    const names = (await page.locator('.sf-register__mark strong').allTextContents()).map((name) =>
      name.split(',')[0]?.toLowerCase(),
    )
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)).toLowerCase())
    expect(kept).toContain('marks.')
    for (const name of names) expect(kept).not.toContain(name)

    // The page needs the network to load, so only the sending of marks is blocked until it has loaded.
    await page.route('**/api/class/mark', (route) => route.abort())
    await context.setOffline(false)
    await page.reload()
    await expect(page.getByText('3 marks are not sent yet')).toBeVisible({ timeout: 20_000 })
    await page.unrouteAll({ behavior: 'wait' })
    await expect(page.getByText('3 attended, 1 did not, 0 not marked. All marks are saved.')).toBeVisible({
      timeout: 20_000,
    })
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('marks'))),
    ).toEqual([])

    const { people } = await register()
    expect(people.map(({ mark }) => mark?.attendanceStatus).sort()).toEqual(['2', '5', '5', '5'])
    const ask = await asUser(request, 'clinician')
    for (const { pathwayId, patientId, mark } of people) {
      const { exerciseAttendance } = await ask<{ exerciseAttendance: { id: number; version: number }[] }>(
        `/api/pathway/get?id=${pathwayId}&patientId=${patientId}`,
      )
      expect(exerciseAttendance.map(({ id, version }) => [id, version])).toEqual([[mark?.id, 1]])
    }
  },
)

test('a class is made, and somebody enrolled, by keyboard alone', async ({ page, request }) => {
  const { id, patientId } = await aReferral(request, newName())
  const ask = await asUser(request, 'clinician')
  const [clinician] = await ask<{ id: number }[]>('/api/clinician/all')
  await ask('/api/exercise/save', {
    ...{
      id: 0,
      pathwayId: id,
      exercisePlanDate: today(),
      clinicianId: clinician?.id,
      exercisePlan: 'Strength',
    },
  })
  const name = `Tai Chi ${newName()}`
  await arriveAs(page, 'clinician')
  await page.goto('/falls/class-edit/0')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type(name)
  for (const list of ['Kind of exercise', 'Place', 'Instructor']) {
    await expect(page.getByLabel(list, { exact: true }).locator('option').nth(1)).toBeAttached()
    await page.getByLabel(list, { exact: true }).focus()
    await page.keyboard.press('ArrowDown')
  }
  await page.getByRole('group', { name: 'First day' }).getByLabel('Day').focus()
  await page.keyboard.press('t')
  await page.getByLabel('Start time').focus()
  await page.keyboard.type('09:30')
  await page.keyboard.press('Enter')
  // Depending on the weekday, the save asks about bank holidays or about a Sunday.
  const confirm = page.getByLabel('Save it all the same')
  await expect(page.getByRole('heading', { level: 1, name }).or(confirm)).toBeVisible()
  if (await confirm.isVisible()) {
    await confirm.press('Space')
    await confirm.press('Enter')
  }
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/falls/pathway/enrol?id=${id}&patientId=${patientId}`)
  const classes = page.getByLabel('Class', { exact: true })
  await expect(classes.locator('option', { hasText: name })).toBeAttached()
  await classes.selectOption({ label: await classes.locator('option', { hasText: name }).innerText() })
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Enrol', exact: true }).press('Enter')
  const section = page.getByRole('region', { name: 'Classes and hours' })
  await expect(section.getByText(name)).toBeVisible()
  await expectAccessible(page)
})
