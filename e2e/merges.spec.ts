import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { tabTo } from './keyboard.ts'
import { aReferral, aRecord, asUser, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

const nothingSticksOut = async (page: Page): Promise<void> => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await expectAccessible(page)
}

/**
 * Merges two records of one person by keyboard, checks that an old URL leads to the merged record, and undoes the
 * merge.
 */
test('two records are compared, merged and parted again', async ({ page, request }) => {
  test.setTimeout(300_000)
  const familyName = newName()
  const known = await aReferral(request, familyName)
  const other = await aRecord(request, `${familyName}s`, {
    phoneHome: '01632 960123',
    notDuplicateOf: [known.patientId],
  })
  await arriveAs(page, 'teamlead')
  await page.goto(`/falls/compare-records?patientId=${known.patientId}&otherId=${other.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Compare two records' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Said to be two people' })).toBeVisible()
  await nothingSticksOut(page)

  // Another user changes a record meanwhile: nothing is merged, and the page asks the user to look again.
  const ask = await asUser(request, 'clinician')
  const patient = await ask<{ version: number; names: object }>(`/api/patient/get?id=${other.id}`)
  await ask('/api/patient/save', { ...patient, names: undefined, town: 'Leeds' })
  await tabTo(page, /^Merge the records$/)
  await page.keyboard.press('Enter')
  await expect(page.locator('.nhsuk-error-summary')).toContainText('changed this record since you opened it')
  await nothingSticksOut(page)
  await page.getByRole('button', { name: 'Read both records again' }).click()
  await expect(page.getByRole('table', { name: 'Both records' })).toContainText('Leeds')

  await page.getByRole('radio', { name: `Family name: ${familyName}s`, exact: true }).check()
  await page.getByRole('button', { name: 'Merge the records' }).click()
  const banner = page.getByRole('region', { name: 'Patient', exact: true })
  await expect(banner).toContainText(`${familyName.toUpperCase()}S, Story`)
  expect(new URL(page.url()).search).toBe(`?id=${known.patientId}`)

  await page.goto(`/falls/patient/flags?id=${other.id}`)
  await expect(page.getByText('was merged into this one')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('id')).toBe(String(known.patientId))
  await nothingSticksOut(page)

  await page.goto('/falls/merged-records')
  await page
    .getByRole('link', { name: /^View the merge of/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Undo the merge' })).toBeVisible()
  await nothingSticksOut(page)
  await tabTo(page, /^Undo the merge$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The merge was undone')).toBeVisible()
  await page.goto(`/falls/patient/view?id=${other.id}`)
  await expect(banner).toContainText(`${familyName.toUpperCase()}S, Story`)
  await page.goto(`/falls/patient/view?id=${known.patientId}`)
  await expect(banner).toContainText(`${familyName.toUpperCase()}, Story`)
})
