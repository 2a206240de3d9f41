import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { weekdayOf } from '../contract/platform/dates/weekdays.ts'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { formatLongDate } from '../contract/platform/words/format.ts'
import { expectAccessible } from './axe.ts'
import { effortOn } from './effort.ts'
import { tabTo } from './keyboard.ts'
import { aPersonToWriteTo, fillDay } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

const button = (page: Page, name: RegExp | string): Locator => page.getByRole('button', { name })
const width = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)

test('a discharge with its letter, looked at and signed, takes three clicks', async ({ page, request }) => {
  const own = await aPersonToWriteTo(request)
  await arriveAs(page, 'clinician')
  await page.goto(`/falls/pathway/discharge?id=${own.id}&patientId=${own.patientId}`)
  await fillDay(page, 'Discharge date', today())
  const effort = effortOn(page)
  await effort.click(button(page, /^Discharge$/))
  // The service asks once about what is open. The answer does not count as effort of writing the letter.
  const again = page.getByLabel('Discharge all the same')
  const letter = page.getByRole('link', { name: 'Write the letter: Discharge to GP' })
  await expect(again.or(letter)).toBeVisible()
  if (await again.isVisible()) {
    await again.check()
    await button(page, /^Discharge$/).click()
  }
  await effort.click(letter)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('was discharged from our service on')
  await expect(preview).toContainText('Not signed yet.')
  await expectAccessible(page)
  await effort.click(button(page, /^Sign$/))
  await expect(page.getByRole('region', { name: 'The letter' })).toContainText('Signed electronically by')
  expect(effort.clicks).toBe(3)
  await expectAccessible(page)
  expect((await own.letters()).letters).toMatchObject([{ recipient: 'gp', held: null }])

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  expect(await width(page)).toBeLessThanOrEqual(390)
  await page.getByRole('link', { name: 'Write a correction' }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('replaces our letter')
  await expectAccessible(page)
  expect(await width(page)).toBeLessThanOrEqual(390)

  await page.goto(`/falls/pathway/view?id=${own.id}&patientId=${own.patientId}`)
  await expect(page.getByRole('region', { name: 'Letters' })).toContainText('To: the GP practice')
})

test('a letter is written, kept, signed and printed by the keyboard alone, in large print', async ({
  page,
  request,
}) => {
  const own = await aPersonToWriteTo(request)
  await own.ask('/api/flag/save', {
    ...{ id: 0, patientId: own.patientId, kind: 'preferredFormat', category: 'largePrint' },
    reviewDate: today(),
  })
  await arriveAs(page, 'clinician')
  await page.goto(own.address)
  await expect(button(page, 'Write a letter')).toBeVisible()
  const sections = page.getByRole('navigation', { name: 'Sections of this pathway' })
  await sections.getByRole('link', { name: 'Letters' }).press('Enter')
  await tabTo(page, /^Write a letter/)
  await page.keyboard.press('Enter')
  // Each entry is fully visible, wherever the button is.
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 1000 })
    await button(page, /^Invitation to an appointment$/).scrollIntoViewIfNeeded()
    await expect(button(page, /^Invitation to an appointment$/)).toBeInViewport({ ratio: 1 })
  }
  await tabTo(page, /^Letter to patient$/)
  await page.keyboard.press('Enter')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Large print')
  // The template has a blank that must be filled in.
  await tabTo(page, /^Sign$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Fill in or remove the words in [brackets]').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Text of the letter').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Dear friend,\n\n# What we saw\n\n- You walk well.\n\nCome again.')
  await expect(preview).toContainText('You walk well.')
  await tabTo(page, /^Keep as draft$/)
  await page.keyboard.press('Enter')
  // Tabbing past the link before the letters have loaded would miss it.
  await expect(page.getByRole('link', { name: /^Go on with the letter/ })).toBeVisible()
  await sections.getByRole('link', { name: 'Letters' }).press('Enter')
  await tabTo(page, /^Go on with the letter/)
  await page.keyboard.press('Enter')
  await expect(preview).toContainText('You walk well.')
  await tabTo(page, /^Sign$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not sent yet.')).toBeVisible()

  await page.goto('/falls/letters')
  await expect(page.getByRole('link', { name: new RegExp(own.name, 'i') })).toBeVisible()
  await expectAccessible(page)
  const coming = page.waitForEvent('download')
  await tabTo(page, /^Print .*in one PDF$|^Print 1 letter$/)
  await page.keyboard.press('Enter')
  const file = await readFile(await (await coming).path())
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')
  const sent = page.getByRole('region', { name: 'Sent', exact: true })
  await expect(sent.getByRole('link', { name: new RegExp(own.name, 'i') })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  expect(await width(page)).toBeLessThanOrEqual(390)
})

test('an administrator changes a template and sees what a letter of it looks like', async ({ page }) => {
  await arriveAs(page, 'sysadmin')
  await page.goto('/falls/letter-templates')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Edit Did not attend' }).click()
  const preview = page.getByRole('region', { name: 'Preview for an invented person' })
  await expect(preview).toContainText('Dear Mrs Ashworth,')
  await page.getByLabel('Text of the letter').fill('Dear {{greetingName}},\n\nWe missed {{nobody}}.')
  await button(page, /^Save$/).click()
  await expect(page.getByText('There is no field {{nobody}}').first()).toBeVisible()
  await page
    .getByLabel('Text of the letter')
    .fill('Dear {{greetingName}},\n\nWe missed you. Ring {{serviceTelephone}}.')
  await expect(preview).toContainText('Ring 01632 960 100.')
  await expectAccessible(page)
  await button(page, /^Save$/).click()
  await expect(page.getByText('Template saved')).toBeVisible()
  for (const screen of ['letterhead', 'letter-addresses']) {
    await page.goto(`/falls/${screen}`)
    await expect(button(page, /^Save$/)).toBeVisible()
    await expectAccessible(page)
  }
})

test('an invitation is about the appointment that is chosen, and asks about another day', async ({
  page,
  request,
}) => {
  const own = await aPersonToWriteTo(request)
  const [clinician] = await own.ask<{ id: number }[]>('/api/clinician/all')
  const [location] = await own.ask<{ id: number }[]>('/api/location/all')
  const days = [addDays(today(), 6), addDays(today(), 13)]
  for (const [place, appointmentDate] of days.entries())
    await own.ask('/api/appointment/save', {
      ...{ id: 0, pathwayId: own.id, patientId: own.patientId, appointmentDate, minutes: 30 },
      ...{ appointmentType: place === 0 ? 'clinic' : 'call', startTime: `1${place}:20` },
      ...{ clinicianId: clinician?.id, locationId: location?.id, unusualConfirmed: true },
    })
  const inWords = (day: string): string => `${weekdayOf(day)} ${formatLongDate(day)}`
  const [first = '', second = ''] = days.map(inWords)

  await arriveAs(page, 'clinician')
  await page.goto(`/falls/pathway/view?id=${own.id}&patientId=${own.patientId}&section=letters`)
  await button(page, /^Write a letter$/).click()
  await button(page, /^Invitation to an appointment$/).click()
  await expect(page.getByText('Choose the appointment that the letter is about.')).toBeVisible()
  await expectAccessible(page)
  await button(page, `Call on ${second} at 11:20`).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText(`Day: ${second}`)
  await expect(preview).toContainText('We will ring you.')
  await expectAccessible(page)
  const words = page.getByRole('textbox', { name: 'Text of the letter' })
  await words.fill(`Dear Mrs Ashworth, we will ring you on ${first} at 11:20. With: nobody.`)
  await button(page, /^Sign$/).click()
  await expect(page.getByText(`Day of the appointment: ${second} is not in the letter`).first()).toBeVisible()
  await page.getByLabel('Sign it all the same').check()
  await button(page, /^Sign$/).click()
  await expect(page.getByRole('region', { name: 'The letter' })).toContainText('Signed electronically by')
  expect((await own.letters()).letters).toMatchObject([{ recipient: 'patient', held: null }])
})

test('a draft is deleted, and the page of the referral no longer offers it', async ({ page, request }) => {
  const own = await aPersonToWriteTo(request)
  await arriveAs(page, 'clinician')
  await page.goto(own.address)
  await button(page, 'Write a letter').click()
  await button(page, /^Letter to patient$/).click()
  await button(page, 'Keep as draft').click()
  const draft = page.getByRole('link', { name: /^Go on with the letter/ })
  await draft.click()
  await button(page, 'Delete draft').click()
  await expect(page.getByText('Draft deleted')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Letters' })).toBeVisible()
  await expect(draft).toHaveCount(0)
})
