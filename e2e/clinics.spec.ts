import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { expectAccessible } from './axe.ts'
import { effortOn } from './effort.ts'
import { tabTo } from './keyboard.ts'
import { aReferral, asUser, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

/* The road to an appointment and to a class, with the presses that it takes. */

const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name })

/** The first of each list that a clinic or class needs. */
const choicesOf = async (ask: Awaited<ReturnType<typeof asUser>>) => {
  const first = async (list: string): Promise<number | undefined> =>
    (await ask<{ id: number }[]>(`/api/${list}/all`))[0]?.id
  return { clinicianId: await first('clinician'), locationId: await first('location') }
}

/** A weekly clinic from five days on: late enough for a letter. */
const aClinic = async (request: APIRequestContext): Promise<string> => {
  const ask = await asUser(request, 'teamlead')
  const name = `Falls clinic ${newName()}`
  await ask('/api/clinic/save', {
    ...{ id: 0, name, appointmentType: 'clinic', ...(await choicesOf(ask)) },
    ...{ firstDate: addDays(today(), 5), everyWeeks: 1, startTime: '07:30', slots: 20, minutes: 30 },
    ...{ travelMinutes: 0, places: 1 },
  })
  return name
}

test('a slot within ten days is booked in four presses from a list, and moved in five, letter and all', async ({
  page,
  request,
}) => {
  const clinic = await aClinic(request)
  const name = newName()
  const { patientId } = await aReferral(request, name, { referralDate: addDays(today(), -2000) })
  const ask = await asUser(request, 'clinician')
  const patient = await ask<object>(`/api/patient/get?id=${patientId}`)
  await ask('/api/patient/save', { ...patient, addressLine1: '12 Mill Lane', postcode: 'ZZ90 1ZZ' })
  await arriveAs(page, 'clinician')
  await page.goto('/falls/awaiting-assessment')
  const booking = effortOn(page)
  await booking.click(page.getByRole('link', { name: `View ${name.toUpperCase()}, Story` }))
  await booking.click(page.getByRole('link', { name: 'Book a slot' }))
  await expect(page.getByRole('heading', { name: 'Book a slot', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await booking.click(button(page, new RegExp(`^Book: .+ ${clinic}$`)).first())
  // The letter that tells the person opens, and one more press signs it.
  await expect(page.getByText('Booked. Sign and send the letter')).toBeVisible()
  await booking.click(button(page, /^Sign/))
  await expect(page.getByText('Letter signed')).toBeVisible()
  expect({ clicks: booking.clicks, keys: booking.keys }).toEqual({ clicks: 4, keys: 0 })

  await page
    .getByRole('link', { name: /Back|pathway|Story/ })
    .first()
    .click()
  const moving = effortOn(page)
  await moving.click(page.getByRole('link', { name: /^Move or cancel the appointment/ }))
  await expectAccessible(page)
  await moving.click(page.getByRole('radio', { name: 'The patient' }))
  await moving.click(button(page, new RegExp(`^Move here: .+ ${clinic}$`)).first())
  await expect(page.getByText('Moved. Sign and send the letter')).toBeVisible()
  await moving.click(button(page, /^Sign/))
  await expect(page.getByText('Letter signed')).toBeVisible()
  expect(moving.clicks).toBeLessThanOrEqual(5)
  expect(moving.keys).toBe(0)
})

test('a slot is booked, moved and given up without a mouse', async ({ page, request }) => {
  const clinic = await aClinic(request)
  const own = await aReferral(request, newName())
  await arriveAs(page, 'clinician')
  await page.goto(own.address)
  const press = async (name: RegExp, key = 'Enter'): Promise<void> => {
    await tabTo(page, name)
    await page.keyboard.press(key)
  }
  const knows = /^Send nothing: the person knows/
  const toAppointments = async (): Promise<void> => {
    await expect(page.getByRole('heading', { name: 'Pathway', level: 1 })).toBeVisible()
    await press(/^Appointments/)
  }
  await toAppointments()
  await press(/^Book a slot/)
  await expect(page.getByText(clinic).first()).toBeVisible()
  await press(knows, 'Space')
  await press(new RegExp(`^Book: .+ ${clinic}$`))
  await expect(page.getByText('Booked. Nobody is told.')).toBeVisible()
  await toAppointments()
  await press(/^Move or cancel the appointment/)
  await expect(page.getByText(clinic).first()).toBeVisible()
  const move = new RegExp(`^Move here: .+ ${clinic}$`)
  await press(move)
  await expect(page.getByText('Say who wants the change')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'The patient' })).toBeFocused()
  await page.keyboard.press('Space')
  await press(knows, 'Space')
  await press(move)
  await expect(page.getByText('Moved. Nobody is told.')).toBeVisible()
  await toAppointments()
  await press(/^Move or cancel the appointment/)
  await press(/^The patient/, 'Space')
  await press(knows, 'Space')
  await press(/^Cancel the appointment/)
  await expect(page.getByText('The appointment is cancelled. Nobody is told.')).toBeVisible()
})

test('somebody who was not assessed is enrolled in four presses', async ({ page, request }) => {
  const ask = await asUser(request, 'clinician')
  const [type] = await ask<{ id: number }[]>('/api/exerciseType/all')
  const className = `Steady steps ${newName()}`
  await ask('/api/class/save', {
    ...{ id: 0, name: className, firstDate: addDays(today(), 2), startTime: '10:30', minutes: 60, weeks: 12 },
    ...{ exerciseTypeId: type?.id, capacity: 12, ...(await choicesOf(ask)) },
  })
  const own = await aReferral(request, newName())
  await arriveAs(page, 'clinician')
  await page.goto(own.address)
  const effort = effortOn(page)
  await effort.click(page.getByRole('link', { name: /^Enrol/ }))
  await expect(page.getByText('No FRAT or wellbeing assessment is recorded yet.')).toBeVisible()
  await expectAccessible(page)
  const classes = page.getByLabel('Class', { exact: true })
  const option = await classes.locator('option').filter({ hasText: className }).textContent()
  await effort.choose(classes, option ?? '')
  await effort.click(button(page, 'Enrol'))
  await expect(page.getByText('Enrolled', { exact: true })).toBeVisible()
  expect({ clicks: effort.clicks, keys: effort.keys }).toEqual({ clicks: 4, keys: 0 })
})

test('a class of fourteen is closed early in at most twenty presses', async ({ page, request }) => {
  test.slow()
  const ask = await asUser(request, 'clinician')
  const [type] = await ask<{ id: number }[]>('/api/exerciseType/all')
  const firstDate = addDays(today(), -70)
  const { id: classId } = await ask<{ id: number }>('/api/class/save', {
    ...{ id: 0, name: `Steady steps ${newName()}`, firstDate, startTime: '10:30', minutes: 60, weeks: 24 },
    ...{ exerciseTypeId: type?.id, capacity: 14, ...(await choicesOf(ask)) },
  })
  for (let made = 0; made < 14; made += 1) {
    const { id: pathwayId } = await aReferral(request, newName(), { referralDate: addDays(today(), -90) })
    await ask('/api/class/enrol', { pathwayId, classId, transport: 'own', joinedDate: firstDate })
  }
  await arriveAs(page, 'clinician')
  await page.goto(`/falls/class/${classId}`)
  const effort = effortOn(page)
  await effort.click(page.getByRole('link', { name: 'Close the class' }))
  await expect(page.getByRole('heading', { name: 'Close the class', level: 1 })).toBeVisible()
  await expectAccessible(page)
  const answers = page.getByRole('radio', { name: 'Completed' })
  await expect(answers).toHaveCount(14)
  for (const answer of await answers.all()) await effort.click(answer)
  await effort.click(button(page, 'Close the class'))
  await expect(page.getByText('The class is closed')).toBeVisible()
  expect(effort.clicks).toBeLessThanOrEqual(20)
  await expect(page.getByText('Nobody has a place yet.')).toBeVisible()
})

test("a day's round of seven visits is on paper in two presses", async ({ page, request }) => {
  const ask = await asUser(request, 'clinician')
  const { clinicianId, locationId } = await choicesOf(ask)
  const day = addDays(today(), 3)
  for (let hour = 0; hour < 7; hour += 1) {
    const { id: pathwayId } = await aReferral(request, newName())
    await ask('/api/appointment/save', {
      ...{ id: 0, pathwayId, appointmentType: 'visit', appointmentDate: day, minutes: 45 },
      ...{ startTime: `${String(9 + hour).padStart(2, '0')}:05`, clinicianId, locationId },
    })
  }
  await arriveAs(page, 'clinician')
  await page.goto(`/falls/diary?clinician=${clinicianId}&view=day&day=${day}`)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  const effort = effortOn(page)
  await effort.click(page.getByRole('link', { name: 'Round of visits' }))
  await expect(page.getByRole('heading', { name: 'Round of visits', level: 1 })).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => page.locator('ol.sf-tasks > li').count()).toBeGreaterThanOrEqual(7)
  await effort.click(button(page, 'Print'))
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
  expect(effort.clicks).toBe(2)
})
