import { expect } from '@playwright/test'
import { fillDay } from './people.ts'
import { counterOf, signInAs } from './product.ts'
import { test } from './test.ts'

test('a newcomer registers, refers and assesses a patient, and the lists follow', async ({ page }) => {
  await signInAs(page, 'clinician')
  const before = {
    assessment: await counterOf(page, 'Awaiting assessment'),
    wellbeing: await counterOf(page, 'Awaiting wellbeing'),
  }

  await page.getByRole('link', { name: 'Register a patient' }).click()
  await expect(page.getByRole('heading', { name: 'Register a patient' })).toBeVisible()
  await page.getByLabel('Family name').fill('Testworthy')
  await page.getByLabel('First name').fill('Mabel')
  await page.getByLabel('Gender').selectOption('Female')
  await page.getByLabel('Day').fill('14')
  await page.getByLabel('Month').fill('Jul')
  await page.getByLabel('Year').fill('1941')
  await page.getByLabel('NHS number', { exact: true }).fill('999 900 0002')
  await page.getByRole('combobox', { name: 'Registered GP' }).fill('example gr')
  await page.getByRole('option', { name: /^Example Green Surgery ZZ99/ }).click()
  await page.getByRole('button', { name: 'Register' }).click()

  await expect(page.getByRole('heading', { name: 'New referral' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText('TESTWORTHY, Mabel')
  await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText('999-900-0002')
  await fillDay(page, 'Referral date', '2026-10-01')
  await page.getByLabel('Referrer').selectOption('GP')
  await page.getByLabel('Referral method').selectOption('Telephone')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Referred on 01-Oct-2026; no FRAT yet.')).toBeVisible()
  await page.goto('/falls/admissions')
  expect(await counterOf(page, 'Awaiting assessment')).toBe(before.assessment + 1)

  await page.getByRole('link', { name: /^Awaiting assessment/ }).click()
  await page.getByLabel('Filter').fill('testworthy')
  await page.getByRole('link', { name: 'View TESTWORTHY, Mabel' }).click()
  await page.getByRole('link', { name: 'Add FRAT' }).click()
  await page.getByLabel('Day').fill('5')
  await page.getByLabel('Month').fill('10')
  await page.getByLabel('Year').fill('2026')
  await page.getByLabel('Team member').selectOption({ index: 1 })
  await page.getByLabel('Location').selectOption({ index: 1 })
  await page.getByLabel('FRAT score').fill('3')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('FRAT on 05-Oct-2026; no wellbeing assessment yet.')).toBeVisible()
  // Specification: the page returns to the section, 60 px below the top, and the banner does not cover it.
  const heightAt = (selector: string) =>
    page.locator(selector).evaluate((part) => part.getBoundingClientRect())
  // The height of what is above may include a fraction of a pixel.
  await expect.poll(async () => Math.abs((await heightAt('#frat')).top - 60)).toBeLessThanOrEqual(1)
  expect((await heightAt('.sf-banner')).bottom).toBeLessThanOrEqual((await heightAt('#frat')).top)
  await expect(page.getByRole('listitem').filter({ hasText: /^Awaiting wellbeing$/ })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await page.goto('/falls/awaiting-assessment')
  await page.getByLabel('Filter').fill('testworthy')
  await expect(page.getByText('No patients match the filter.')).toBeVisible()
  await page.goto('/falls/awaiting-wellbeing')
  await page.getByLabel('Filter').fill('testworthy')
  await expect(page.getByRole('row', { name: /TESTWORTHY, Mabel/ })).toBeVisible()
  await page.goto('/falls/admissions')
  expect(await counterOf(page, 'Awaiting assessment')).toBe(before.assessment)
  expect(await counterOf(page, 'Awaiting wellbeing')).toBe(before.wellbeing + 1)
})
