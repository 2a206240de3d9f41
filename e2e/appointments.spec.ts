import { expect, type APIRequestContext, type Page } from '@playwright/test'
import type { Diary } from '../contract/care/appointments/diary.ts'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { expectAccessible } from './axe.ts'
import { chooseByTyping } from './keyboard.ts'
import { aRecord, aReferral, asUser, chooseFirst, fillDay, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'
import { longUnless } from './long.ts'

/** The clinician who signs in, and a past day with an empty diary. Booking a future day may ask a question. */
const aFreeDay = async (request: APIRequestContext): Promise<{ day: string; clinicianId: number }> => {
  const ask = await asUser(request, 'clinician')
  const { user } = await ask<{ user: { clinicianId: number } }>('/api/user/profile')
  for (let back = 1; back <= 60; back += 1) {
    const day = addDays(today(), -back)
    const asked = `/api/appointment/diary?from=${day}&days=1&clinicianId=${user.clinicianId}`
    const { appointments, sessions } = await ask<Diary>(asked)
    if (appointments.length + sessions.length === 0) return { day, clinicianId: user.clinicianId }
  }
  throw new Error('Something is in the diary of every day')
}

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

const type = async (page: Page, ...texts: string[]): Promise<void> => {
  for (const text of texts) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
}

for (const width of [1280, 390])
  test(
    `a visit is booked, found in the diary and marked as missed, by keyboard, at ${width} pixels`,
    longUnless(width === 390),
    async ({ page, request }) => {
      await page.setViewportSize({ width, height: 844 })
      const name = newName()
      const { id, patientId } = await aReferral(request, name)
      const { day } = await aFreeDay(request)
      const [year = '', month = '', date = ''] = day.split('-')
      await arriveAs(page, 'clinician')
      await page.goto(`/falls/pathway/appointment/0?id=${id}&patientId=${patientId}`)
      await expect(page.getByRole('heading', { name: 'Add appointment' })).toBeVisible()
      await expectAccessible(page)
      await page.getByLabel('Visit').focus()
      await page.keyboard.press('Space')
      await page.getByRole('group', { name: 'Day of the appointment' }).getByLabel('Day').focus()
      await type(page, date, month, year)
      await page.getByLabel('Start time').focus()
      await type(page, '10:30', '45')
      await chooseByTyping(page.getByLabel('Place'), 'Patient')
      await page.getByRole('button', { name: /^Me for/ }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Save' }).focus()
      await page.keyboard.press('Enter')
      const section = page.getByRole('region', { name: 'Appointments, table' })
      await expect(section).toContainText('10:30 to 11:15')

      await page.goto(`/falls/diary?day=${day}`)
      const row = page.getByRole('row').filter({ hasText: name.toUpperCase() })
      await expect(row).toContainText('10:30 to 11:15')
      await expectAccessible(page)
      expect(await fits(page)).toBeLessThanOrEqual(width)
      await page.getByRole('link', { name: 'Week', exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/view=week/)
      await expect(page.getByRole('heading', { level: 3 })).toHaveCount(7)
      await expect(row).toContainText('Not yet')
      await expectAccessible(page)
      expect(await fits(page)).toBeLessThanOrEqual(width)

      await row.getByRole('link', { name: /^Record what happened/ }).focus()
      await page.keyboard.press('Enter')
      await chooseByTyping(page.getByLabel('What happened'), 'Did')
      await expect(page.getByText('may the person be vulnerable? A discharge asks')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Save' }).focus()
      await page.keyboard.press('Enter')
      await expect(section).toContainText('Did not attend, no warning')

      await page.goto(`/falls/pathway/discharge?id=${id}&patientId=${patientId}`)
      await page.getByRole('button', { name: 'Today' }).click()
      await page.getByRole('button', { name: 'Discharge', exact: true }).click()
      await expect(page.locator('.nhsuk-error-summary')).toContainText('Say whether they may be vulnerable')
      await expectAccessible(page)
      await page.getByLabel('No sign of it').check()
      await page.getByRole('button', { name: 'Discharge', exact: true }).click()
      await page.getByLabel('Discharge all the same').check()
      await page.getByRole('button', { name: 'Discharge', exact: true }).click()
      await expect(page.getByText('Discharge saved')).toBeVisible()
    },
  )

test('a call over a visit on Christmas Day is asked about, booked once that is meant, and comes back so', async ({
  page,
  request,
}) => {
  const { id, patientId } = await aReferral(request, newName())
  const ask = await asUser(request, 'clinician')
  const { clinicianId } = await aFreeDay(request)
  const [location] = await ask<{ id: number }[]>('/api/location/all')
  const day = `${Number(today().slice(0, 4)) + 1}-12-25`
  const visit = { id: 0, pathwayId: id, appointmentType: 'visit', appointmentDate: day, startTime: '10:00' }
  await ask('/api/appointment/save', { ...visit, minutes: 45, clinicianId, locationId: location?.id })
  await arriveAs(page, 'teamlead')
  await page.goto(`/falls/pathway/appointment/0?id=${id}&patientId=${patientId}`)
  await page.getByLabel('Call', { exact: true }).check()
  await fillDay(page, 'Day of the appointment', day)
  await page.getByLabel('Start time').fill('1015')
  await page.getByLabel('Minutes').fill('15')
  await chooseFirst(page, 'Place')
  await chooseFirst(page, 'Clinician')
  await page.getByRole('button', { name: 'Save' }).click()
  const asked = page.locator('.nhsuk-error-summary')
  await expect(asked).toContainText('something else on 25-Dec')
  await expect(asked).toContainText('from 10:00 to 10:45')
  await expect(asked).toContainText('Christmas Day')
  await expectAccessible(page)
  await page.getByLabel('Save it all the same').check()
  await page.getByRole('button', { name: 'Save' }).click()
  const section = page.getByRole('region', { name: 'Appointments, table' })
  await expect(section).toContainText('10:15 to 10:30')

  const { appointment } = await ask<{ appointment: { id: number; version: number; startTime: string }[] }>(
    `/api/pathway/get?id=${id}`,
  )
  const call = appointment.find(({ startTime }) => startTime === '10:15')
  await ask('/api/appointment/delete', { id: call?.id, version: call?.version })
  await page.reload()
  await page.getByText('Deleted records').click()
  await page.getByRole('button', { name: /^Restore Appointment of 25-Dec/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('from 10:00 to 10:45')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Yes, restore it' }).click()
  await expect(section).toContainText('10:15 to 10:30')
})

test('what is booked is cancelled with its referral, the letter names it, and the diary says that it is closed', async ({
  page,
  request,
}) => {
  const ask = await asUser(request, 'clinician')
  // A patient with an address, who can be written to.
  const home = { addressLine1: '1 Long Lane', postcode: 'ZZ10 4AB' }
  const { id: patientId } = await aRecord(request, newName(), home)
  const [referrer] = await ask<{ id: number }[]>('/api/referrer/all')
  const [method] = await ask<{ id: number }[]>('/api/method/all')
  const { id } = await ask<{ id: number }>('/api/pathway/save', {
    ...{ id: 0, patientId, referralDate: addDays(today(), -20) },
    ...{ referrerId: referrer?.id, referralMethodId: method?.id },
  })
  const { user } = await ask<{ user: { clinicianId: number } }>('/api/user/profile')
  const [place] = await ask<{ id: number }[]>('/api/location/all')
  const day = addDays(today(), 3)
  await ask('/api/appointment/save', {
    ...{
      id: 0,
      pathwayId: id,
      appointmentType: 'visit',
      appointmentDate: day,
      startTime: '10:30',
      minutes: 45,
    },
    ...{ clinicianId: user.clinicianId, locationId: place?.id },
  })
  await arriveAs(page, 'clinician')
  await page.goto(`/falls/pathway/cancel?id=${id}&patientId=${patientId}`)
  const booked = page.getByRole('group', { name: 'What happens to what is booked?' })
  await expect(booked).toContainText('10:30 to 11:15')
  await expect(booked.getByLabel('Cancel, and tell the person by letter')).toBeChecked()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByRole('button', { name: 'Cancel the referral' }).click()
  await page.getByLabel('Cancel the referral all the same').check()
  await page.getByRole('button', { name: 'Cancel the referral' }).click()
  await expect(page.getByText('Referral cancelled')).toBeVisible()
  await expect(page.getByLabel('Text of the letter')).toContainText(/Visit on \w+day .* at 10:30/)

  await page.goto(`/falls/diary?day=${day}`)
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="id=${id}&"]`) })
  await expect(row).toContainText('Referral closed')
  await expect(row).toContainText('Cancelled or postponed by the service')
})

test('a secret address shows the appointments without a name, until it is withdrawn', async ({
  page,
  request,
}) => {
  const name = newName()
  const { id: pathwayId } = await aReferral(request, name)
  const ask = await asUser(request, 'clinician')
  const { clinicianId } = await aFreeDay(request)
  const [location] = await ask<{ id: number }[]>('/api/location/all')
  await ask('/api/appointment/save', {
    ...{
      id: 0,
      pathwayId,
      appointmentType: 'call',
      appointmentDate: addDays(today(), 2),
      startTime: '08:10',
    },
    ...{ minutes: 15, clinicianId, locationId: location?.id },
  })
  await arriveAs(page, 'clinician')
  await page.goto('/falls/diary')
  await page.getByRole('button', { name: /^Make (an|a new) address$/ }).click()
  const address = await page.getByLabel('Your address. It is shown only once').inputValue()
  await expectAccessible(page)
  const path = new URL(address).pathname
  const text = await (await request.get(path)).text()
  expect(text).toContain('SUMMARY:Call')
  expect(text.toLowerCase()).not.toContain(name)
  await page.getByRole('button', { name: 'Withdraw the address' }).click()
  await expect(page.getByText('There is no address now.')).toBeVisible()
  expect((await request.get(path)).status()).toBe(404)
})
