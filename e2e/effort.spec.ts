import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { expectAccessible } from './axe.ts'
import { effortOn, type Effort } from './effort.ts'
import { aReferral, asUser, chooseFirst, newName, type Referred } from './people.ts'
import { arriveAs, leaveUnfollowed } from './product.ts'
import { test } from './test.ts'
import { isLong } from './long.ts'

/*
 * The cost of the most common jobs, from the home screen to the saved record, on a day when the same user has already
 * done the same job. The figures "before" were counted when forms asked for every value by hand.
 */

const button = (page: Page, name: RegExp | string): Locator => page.getByRole('button', { name })

/** The longest wait is at the top of each list, so finding the patient needs no typing. */
const longAgo = addDays(today(), -2000)

/** Opens the pathway page from the home screen. */
const openFrom = async (page: Page, effort: Effort, list: string, name: string): Promise<void> => {
  await page.goto('/falls')
  await effort.click(page.getByRole('link', { name: new RegExp(`^${list}`) }).last())
  await effort.click(page.getByRole('link', { name: `View ${name.toUpperCase()}, Story` }))
}
const at = (own: Referred, screen: string): string =>
  `/falls/pathway/${screen}?id=${own.id}&patientId=${own.patientId}`
/** Makes the choices that the user has made before, on another screen. */
const usedBefore = async (page: Page, address: string, ...lists: string[]): Promise<void> => {
  await page.goto(address)
  for (const list of lists) await chooseFirst(page, list)
}
const anExercise = async (
  request: APIRequestContext,
  { id }: Referred,
  completedDate: string | null,
): Promise<number> => {
  const call = await asUser(request, 'clinician')
  const [clinician] = await call<{ id: number }[]>('/api/clinician/all')
  const saved = await call<{ id: number }>('/api/exercise/save', {
    id: 0,
    pathwayId: id,
    exercisePlanDate: addDays(longAgo, 10),
    completedDate,
    clinicianId: clinician?.id,
    exercisePlan: 'Strength and balance',
  })
  return saved.id
}
const aFrat = async (request: APIRequestContext, { id }: Referred): Promise<void> => {
  const call = await asUser(request, 'clinician')
  const [teamMember] = await call<{ id: number }[]>('/api/teamMember/all')
  const [location] = await call<{ id: number }[]>('/api/location/all')
  await call('/api/frat/save', {
    id: 0,
    pathwayId: id,
    assessmentDate: addDays(longAgo, 5),
    teamMemberId: teamMember?.id,
    locationId: location?.id,
    fratScore: 2,
  })
}
const calls = async (request: APIRequestContext, { id }: Referred, ...days: string[]): Promise<void> => {
  const call = await asUser(request, 'clinician')
  const [clinician] = await call<{ id: number }[]>('/api/clinician/all')
  for (const callDate of days)
    await call('/api/followup/save', { id: 0, pathwayId: id, callDate, clinicianId: clinician?.id })
}

test('registering and referring: 11 clicks and 52 keys before', async ({ page }) => {
  await arriveAs(page, 'admissions')
  await usedBefore(page, '/falls/referral-create', 'Referrer', 'Referral method')
  await page.goto('/falls')
  const effort = effortOn(page)
  await effort.click(page.getByRole('link', { name: 'Register and refer' }))
  await expect(page.getByLabel('Family name').first()).toBeFocused()
  await effort.type('Registrant')
  await effort.tab()
  await effort.type('Edith')
  await effort.choose(page.getByLabel('Gender'), 'Female')
  for (const part of ['14', '7', '1941', '9999000118']) {
    await effort.tab()
    await effort.type(part)
  }
  await effort.click(page.getByRole('combobox', { name: 'Registered GP' }))
  await effort.type('exa')
  await effort.click(page.getByRole('option', { name: /^Example Green Surgery ZZ99/ }))
  await effort.click(button(page, 'Today for Referral date'))
  await effort.click(button(page, /^Last used: .* for Referrer$/))
  await effort.click(button(page, /^Last used: .* for Referral method$/))
  await effort.click(button(page, 'Register and refer'))
  await expect(page.getByText('Patient registered and referred')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText('REGISTRANT, Edith')
  // The next step takes one more press.
  await expect(button(page, 'Add FRAT')).toBeVisible()
  expect(effort.clicks).toBeLessThanOrEqual(9)
  expect(effort.keys).toBeLessThanOrEqual(40)
})

test('a FRAT with its answers: 13 clicks and 22 keys before', isLong, async ({ page, request }) => {
  const name = newName()
  const own = await aReferral(request, name, { referralDate: longAgo })
  await arriveAs(page, 'admissions')
  await usedBefore(page, at(own, 'frat/0'), 'Location')
  const effort = effortOn(page)
  await openFrom(page, effort, 'Awaiting assessment', name)
  await effort.click(page.getByRole('link', { name: 'Add FRAT' }))
  await effort.click(button(page, 'Today for Assessment date'))
  await effort.click(button(page, 'Me for Team member'))
  await effort.click(button(page, /^Last used: .* for Location$/))
  for (const [index, answer] of (await page.getByRole('radio', { name: 'Yes' }).all()).entries())
    await effort.click(index < 3 ? answer : page.getByRole('radio', { name: 'No', exact: true }).nth(index))
  await effort.click(button(page, 'Save'))
  await expect(page.getByText('FRAT saved')).toBeVisible()
  await expect(page.locator('#frat').getByRole('cell', { name: /^3/ })).toBeVisible()
  expect({ clicks: effort.clicks, keys: effort.keys }).toEqual({ clicks: 12, keys: 0 })
  await button(page, 'Add wellbeing assessment').click()
  await expect(page.getByRole('heading', { name: 'Add wellbeing assessment' })).toBeVisible()
})

test('a first attendance: 9 clicks and 21 keys before', isLong, async ({ page, request }) => {
  const name = newName()
  const own = await aReferral(request, name, { referralDate: longAgo })
  const plan = await anExercise(request, own, null)
  await arriveAs(page, 'clinician')
  await usedBefore(page, at(own, `attendance/${plan}/0`), 'Exercise type', 'Location')
  const effort = effortOn(page)
  await openFrom(page, effort, 'In exercise', name)
  await effort.click(page.getByRole('link', { name: /^Add attendance/ }))
  await effort.click(button(page, 'Today for Attendance date'))
  await effort.click(button(page, /^Last used: .* for Exercise type$/))
  await effort.click(button(page, /^Last used: .* for Location$/))
  await effort.click(button(page, 'Save'))
  await expect(page.getByText('Attendance saved')).toBeVisible()
  expect({ clicks: effort.clicks, keys: effort.keys }).toEqual({ clicks: 7, keys: 0 })
})

test('a telephone follow-up: 6 clicks and 10 keys before', async ({ page, request }) => {
  const name = newName()
  await anExercise(request, await aReferral(request, name, { referralDate: longAgo }), addDays(longAgo, 90))
  await arriveAs(page, 'clinician')
  const effort = effortOn(page)
  await openFrom(page, effort, 'Awaiting follow-up', name)
  await effort.click(page.getByRole('link', { name: 'Add telephone follow-up' }))
  await effort.click(button(page, 'Today for Call date'))
  await effort.click(button(page, 'Me for Clinician'))
  await effort.click(button(page, 'Save'))
  await expect(page.getByText('Telephone follow-up saved')).toBeVisible()
  expect({ clicks: effort.clicks, keys: effort.keys }).toEqual({ clicks: 6, keys: 0 })
})

test('a discharge: 11 clicks and 10 keys before', isLong, async ({ page, request }) => {
  const name = newName()
  const own = await aReferral(request, name, { referralDate: longAgo })
  await aFrat(request, own)
  await anExercise(request, own, addDays(longAgo, 90))
  await calls(request, own, addDays(longAgo, 180), addDays(longAgo, 270))
  await arriveAs(page, 'clinician')
  await usedBefore(page, at(own, 'discharge'), 'Discharged to (optional)')
  const effort = effortOn(page)
  await openFrom(page, effort, 'Awaiting discharge', name)
  await effort.click(page.locator('#closing').getByRole('link', { name: 'Discharge', exact: true }))
  await effort.click(button(page, 'Today for Discharge date'))
  await effort.choose(page.getByLabel('Reason (optional)'), { index: 1 })
  await effort.click(button(page, /^Me for /))
  await effort.click(button(page, /^Last used: .* for Discharged to/))
  await effort.click(button(page, /^Discharge$/))
  await expect(page.getByText('Discharge saved')).toBeVisible()
  expect({ clicks: effort.clicks, keys: effort.keys }).toEqual({ clicks: 9, keys: 0 })
})

test('five measures of one sitting, by keys alone', async ({ page, request }) => {
  const own = await aReferral(request, newName(), { referralDate: longAgo })
  await arriveAs(page, 'clinician')
  await page.goto(at(own, 'measure/0'))
  const day = page.getByLabel('Day', { exact: true })
  await expect(day).toBeFocused()
  await page.getByRole('button', { name: 'Me for Measured by' }).waitFor()
  const effort = effortOn(page)
  await effort.type('t')
  // Tab stops: month, year, Today, the list of clinicians, Me.
  for (let presses = 0; presses < 5; presses += 1) await effort.tab()
  await effort.type(' ')
  await expect(page.getByLabel('Measured by', { exact: true })).not.toHaveValue('')
  await effort.tab()
  await effort.type('One')
  for (const value of ['14.2', '9', '0.72', '6', '2']) {
    await effort.tab()
    await effort.type(value)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText('5 measures saved')).toBeVisible()
  // At one key every second and a half, this takes a minute.
  expect(effort.clicks).toBe(0)
  expect(effort.keys).toBeLessThanOrEqual(40)
  await expect(page.locator('#measure')).toContainText('Measures')
})

test(
  'what is offered can be pressed with a finger, and nothing moves or is cut on a phone',
  isLong,
  async ({ page, request }) => {
    const own = await aReferral(request, newName(), { referralDate: longAgo })
    await page.setViewportSize({ width: 390, height: 844 })
    await leaveUnfollowed(page)
    await arriveAs(page, 'admissions')
    await usedBefore(page, at(own, 'frat/0'), 'Location')
    for (const address of [at(own, 'frat/0'), '/falls/register']) {
      await page.goto(address)
      await button(page, /^Today for/)
        .first()
        .waitFor()
      await page.waitForLoadState('networkidle')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
      // The position on the page, however far it is scrolled.
      const placeOf = (offer: Locator) =>
        offer.evaluate((element) => {
          const { x, y, right, width, height } = element.getBoundingClientRect()
          return { x, y: y + window.scrollY, right, width, height }
        })
      for (const offer of await button(page, /^(Today|Me|Last used).* for /).all()) {
        const place = await placeOf(offer)
        expect(Math.min(place.height, place.width)).toBeGreaterThanOrEqual(44)
        expect(place.right).toBeLessThanOrEqual(390)
        await offer.click()
        expect(await placeOf(offer)).toEqual(place)
      }
      await expectAccessible(page)
    }
  },
)
