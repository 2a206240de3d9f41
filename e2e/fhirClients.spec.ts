import { expect } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { expectAccessible, expectAccessibleAtBoth } from './axe.ts'
import { pressOn, type } from './keyboard.ts'
import { newName } from './people.ts'
import { arriveAs } from './product.ts'
import { aFhirClient } from './subjects.ts'
import { test } from './test.ts'

/* Other software that may read the record: registered by one person and agreed to by another. */

test('a client is registered without a mouse, agreed to by somebody else, and revoked', async ({
  page,
  browser,
}) => {
  const name = `Hospital record ${newName()}`
  await arriveAs(page, 'sysadmin')
  await page.goto('/falls/administration')
  await pressOn(page, /^FHIR clients/)
  await expect(page.getByRole('heading', { name: 'FHIR clients', level: 1 })).toBeVisible()
  await pressOn(page, /^Register a client/)
  await expect(page.getByRole('heading', { name: 'Register a FHIR client', level: 1 })).toBeVisible()
  await type(page, /^Name of the software/, name)
  await type(page, /^Organisation/, 'Sampletown Hospitals')
  await type(page, /^Who answers for it/, 'Sam Okoro, sam.okoro@example.org')
  await pressOn(page, /^Care by our own organisation/, 'Space')
  await pressOn(page, /^Patient:/, 'Space')
  await pressOn(page, /^Condition:/, 'Space')
  const [year = '', month = '', day = ''] = addDays(today(), 90).split('-')
  await type(page, /^Day/, day)
  await type(page, /^Month/, month)
  await type(page, /^Year/, year)
  await type(page, /^Address of its public keys/, 'https://record.example.org/jwks.json')
  await expectAccessible(page)
  await pressOn(page, /^Save/)
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
  await pressOn(page, /^Revoke/)
  await expect(page.getByRole('heading', { name: `Revoke ${name}?` })).toBeVisible()
  await pressOn(page, /^Yes, revoke it/)
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit client' })).toHaveCount(0)
})

test('notices are added, their secret is seen once, and they are paused and removed', async ({
  page,
  request,
}) => {
  const clientId = await aFhirClient(request)
  await arriveAs(page, 'sysadmin')
  await page.goto(`/falls/fhir-client/${clientId}`)
  await expect(page.getByText('It is told of nothing.')).toBeVisible()
  await pressOn(page, /^Add notices$/)
  const address = 'https://record.example.org/notices'
  await type(page, /^Address for notices/, 'http://record.example.org/notices')
  await pressOn(page, /^A referral was received$/, 'Space')
  await pressOn(page, /^A referral ended in discharge$/, 'Space')
  await pressOn(page, /^Save$/)
  await expect(page.locator('.nhsuk-error-summary')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Address for notices').fill('')
  await type(page, /^Address for notices/, address)
  await pressOn(page, /^Save$/)

  const notices = page.getByRole('group', { name: `Notices to ${address}` })
  const secret = page.getByLabel(/^Secret\. It is shown only once/)
  await expect(secret).toHaveValue(/^whsec_/)
  await expect(notices).toContainText('A referral was received. A referral ended in discharge')
  await expectAccessibleAtBoth(page)
  await page.reload()
  await expect(notices).toContainText('Waits for the first answer of its address')
  await expect(secret).toHaveCount(0)

  await pressOn(page, /^Pause$/)
  await expect(notices).toContainText('Paused')
  await expectAccessible(page)
  await pressOn(page, /^Start again$/)
  await expect(notices).toContainText('Waits for the first answer of its address')
  await pressOn(page, /^Make a new secret$/)
  await pressOn(page, /^Yes, make one$/)
  await expect(secret).toHaveValue(/^whsec_/)
  await pressOn(page, /^Remove$/)
  await expectAccessible(page)
  await pressOn(page, /^Yes, remove them$/)
  await expect(page.getByText('It is told of nothing.')).toBeVisible()
})
