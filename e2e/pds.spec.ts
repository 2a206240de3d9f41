import { expect, type Page } from '@playwright/test'
import { inventedPeople as people } from '../server/exchange/pds/standIn/people.ts'
import { expectAccessible, expectAccessibleAtBoth } from './axe.ts'
import { effortOn } from './effort.ts'
import { aReferral, asUser, chooseFirst, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

/* Tracing and checking with the stand-in of PDS that a demonstration starts. */

const trace = async (page: Page, number: string): Promise<void> => {
  await page.goto('/falls/register')
  await expect(page.getByLabel('Family name').first()).toBeFocused()
  await page.getByLabel('NHS number', { exact: true }).fill(number)
  await page.getByRole('button', { name: 'Trace with PDS' }).click()
}

test('registering and referring with a trace by the number alone: at most 8 clicks and 14 keys', async ({
  page,
}) => {
  await arriveAs(page, 'admissions')
  // The same user has referred somebody before.
  await page.goto('/falls/referral-create')
  for (const list of ['Referrer', 'Referral method']) await chooseFirst(page, list)
  await page.goto('/falls')
  const effort = effortOn(page)
  await effort.click(page.getByRole('link', { name: 'Register and refer' }))
  await expect(page.getByLabel('Family name').first()).toBeFocused()
  await effort.click(page.getByLabel('NHS number', { exact: true }))
  await effort.type(people.usual.nhsNumber)
  await effort.click(page.getByRole('button', { name: 'Trace with PDS' }))
  await expect(page.getByText('Demonstration: invented answers.')).toBeVisible()
  await expectAccessibleAtBoth(page)
  await effort.click(page.getByRole('button', { name: 'Use these' }))
  await expect(page.getByLabel('Address line 2')).toHaveValue('Larkfield Walk')
  await effort.click(page.getByRole('button', { name: 'Today for Referral date' }))
  await effort.click(page.getByRole('button', { name: /^Last used: .* for Referrer$/ }))
  await effort.click(page.getByRole('button', { name: /^Last used: .* for Referral method$/ }))
  await effort.click(page.getByRole('button', { name: 'Register and refer' }))
  await expect(page.getByText('Patient registered and referred')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText('TRACEWELL, Edith')
  expect({ clicks: effort.clicks, keys: effort.keys }).toEqual({ clicks: 8, keys: 10 })
  const patientId = new URL(page.url()).searchParams.get('patientId')
  await page.goto(`/falls/patient/view?id=${patientId}`)
  await expect(page.locator('#demographics')).toContainText('Number present and verified')
  await trace(page, people.usual.nhsNumber)
  await expect(page.getByText(/This person is registered already/)).toBeVisible()
})

test('a sensitive person is registered without where they are', async ({ page }) => {
  await arriveAs(page, 'clinician')
  await trace(page, people.restricted.nhsNumber)
  await expect(page.getByText('This person’s record is sensitive.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use these' }).click()
  await expect(page.getByLabel('Family name').first()).toHaveValue('Hideaway')
  for (const label of ['Address line 1', 'Postcode', 'Home telephone', 'E-mail'])
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Registered GP' })).toHaveValue('')
})

test('a record is checked with PDS, and a difference is accepted', async ({ page, request }) => {
  const { patientId } = await aReferral(request, newName())
  const call = await asUser(request, 'clinician')
  type Stored = { version: number; familyName: string; genderId: number }
  const { version, familyName, genderId } = await call<Stored>(`/api/patient/get?id=${patientId}`)
  await call('/api/patient/save', {
    ...{ id: patientId, version, familyName, genderId, dateOfBirth: people.renamed.dateOfBirth },
    ...{ nhsNumber: people.renamed.nhsNumber, town: 'Elsewhere' },
  })
  await arriveAs(page, 'clinician')
  await page.goto(`/falls/patient/view?id=${patientId}`)
  await page.getByRole('button', { name: 'Check with PDS' }).click()
  const card = page.getByRole('region', { name: 'Compared with PDS' })
  await expect(card.getByRole('rowheader', { name: 'Address' })).toBeVisible()
  await expectAccessibleAtBoth(page)
  await expect(page.locator('#demographics')).toContainText('Trace needs to be resolved')
  await card.getByRole('button', { name: 'Accept Address of PDS' }).click()
  await expect(page.locator('#address')).toContainText('Larkfield Walk')
  await expect(card.getByRole('rowheader', { name: 'Address' })).toBeHidden()
  await card.getByRole('button', { name: 'Accept Family name of PDS' }).click()
  await expect(page.locator('#demographics')).toContainText('Number present and verified')
})
