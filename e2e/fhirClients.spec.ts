import { expect, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { expectAccessible } from './axe.ts'
import { tabTo, type } from './keyboard.ts'
import { newName } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

/* Other software that may read the record: registered by one person and agreed to by another. */

const press = async (page: Page, name: RegExp, key = 'Enter'): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.press(key)
}

test('a client is registered without a mouse, agreed to by somebody else, and revoked', async ({
  page,
  browser,
}) => {
  const name = `Hospital record ${newName()}`
  await arriveAs(page, 'sysadmin')
  await page.goto('/falls/administration')
  await press(page, /^FHIR clients/)
  await expect(page.getByRole('heading', { name: 'FHIR clients', level: 1 })).toBeVisible()
  await press(page, /^Register a client/)
  await expect(page.getByRole('heading', { name: 'Register a FHIR client', level: 1 })).toBeVisible()
  await type(page, /^Name of the software/, name)
  await type(page, /^Organisation/, 'Sampletown Hospitals')
  await type(page, /^Who answers for it/, 'Sam Okoro, sam.okoro@example.org')
  await press(page, /^Care by our own organisation/, 'Space')
  await press(page, /^Patient:/, 'Space')
  await press(page, /^Condition:/, 'Space')
  const [year = '', month = '', day = ''] = addDays(today(), 90).split('-')
  await type(page, /^Day/, day)
  await type(page, /^Month/, month)
  await type(page, /^Year/, year)
  await type(page, /^Address of its public keys/, 'https://record.example.org/jwks.json')
  await expectAccessible(page)
  await press(page, /^Save/)
  await expect(page.getByText('Waits for Information Governance')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Agree' })).toHaveCount(0)
  await expect(page.getByLabel('Client ID')).toHaveValue(/^[0-9a-f-]{36}$/)
  await expectAccessible(page)

  const other = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const theirs = await other.newPage()
  await arriveAs(theirs, 'infogov')
  await theirs.goto('/falls/audit')
  await theirs.getByRole('link', { name: 'What a FHIR client read' }).click()
  await theirs.getByRole('link', { name: 'FHIR clients', exact: true }).click()
  await expectAccessible(theirs)
  await theirs.getByRole('link', { name }).click()
  await theirs.getByRole('button', { name: 'Agree' }).click()
  await theirs.getByRole('button', { name: 'Yes, agree' }).click()
  await expect(theirs.getByText('Active', { exact: true })).toBeVisible()
  await theirs.getByRole('link', { name: 'What it read' }).click()
  await expect(theirs.getByText('Nothing of the kind happened in these days.')).toBeVisible()
  await expectAccessible(theirs)
  await other.close()

  await page.reload()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await press(page, /^Revoke/)
  await expect(page.getByRole('heading', { name: `Revoke ${name}?` })).toBeVisible()
  await press(page, /^Yes, revoke it/)
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit client' })).toHaveCount(0)
})
