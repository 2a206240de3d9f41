import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { monthsToReturn } from '../contract/insight/csds/submission.ts'
import { formatMonth } from '../contract/insight/reportPeriod.ts'
import { expectAccessible } from './axe.ts'
import { chooseByTyping, pressOn } from './keyboard.ts'
import { aReferral, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

/* The Community Services Data Set of a month, from Reports to its files. */

const month = monthsToReturn()[0] ?? ''

/** Makes the primary submission of the last month, from where it is offered. */
const makePrimary = async (page: Page): Promise<void> => {
  await page.goto('/falls/reports')
  await page.getByRole('link', { name: 'Open the national return' }).press('Enter')
  await chooseByTyping(page.getByLabel('What to make'), 'Primary')
  await pressOn(page, /^Make it$/)
  await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible()
  await expect(page.getByRole('heading', { name: `${formatMonth(month)}: primary`, level: 1 })).toBeVisible()
}

test('a Team Lead sees what would be refused of a month, follows it to the record and mends it', async ({
  page,
  request,
}) => {
  const name = newName()
  // Open since sixty days, so in the last month, and without a practice.
  await aReferral(request, name)
  await arriveAs(page, 'teamlead')
  await makePrimary(page)
  await expect(page.getByText(/^\d+ of [\d,]+ rows would be refused/)).toBeVisible()
  await expectAccessible(page)

  await pressOn(page, /^No GP practice$/)
  const person = page.getByRole('link', { name: new RegExp(`^${name},`, 'i') })
  await expect(person).toBeVisible()
  await expectAccessible(page)
  await person.press('Enter')
  await page.getByRole('link', { name: 'Edit registered GP' }).press('Enter')
  await page.getByRole('combobox', { name: 'Find the practice' }).fill('orchard')
  await page
    .getByRole('option', { name: /Orchard/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByRole('region', { name: 'Registered GP' })).toContainText('The Orchard Surgery')

  await page.goto('/falls/national-return')
  await pressOn(page, /^Make it$/)
  await expect(page.getByRole('heading', { name: `${formatMonth(month)}: check`, level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Refused' })).toBeVisible()
  await pressOn(page, /^No GP practice$/)
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await expect(person).toHaveCount(0)
})

test('a Team Lead reads field by field what is filled, and saves the files, on a phone too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arriveAs(page, 'teamlead')
  await makePrimary(page)
  await pressOn(page, /^Field by field$/)
  const people = page.getByRole('region', { name: 'Person, table' })
  await expect(people.getByRole('row').filter({ hasText: 'NHSNumber' }).first()).toContainText(/\d+ of \d+/)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the files' }).press('Enter')
  const download = await coming
  expect(download.suggestedFilename()).toBe(`csds-${month}-primary.zip`)
  const file = await readFile(await download.path())
  expect(file.subarray(0, 2).toString()).toBe('PK')
  expect(file.includes('CYP001MPI')).toBe(true)
})
