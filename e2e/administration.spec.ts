import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleAtBoth } from './axe.ts'
import { arriveAs, listenTo, signInAs } from './product.ts'
import { test } from './test.ts'
import { isLong } from './long.ts'

const firstPassword = 'umbrella marmalade violin stairs'
const ownPassword = 'pelican harbour tuesday lantern'

test('an administrator adds a user, who signs in, and then disables the account', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'sysadmin')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('link', { name: 'Add User' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Default Role required' })).toBeVisible()
  await page.getByLabel('User name').fill('mabel.finch')
  await page.getByLabel('Family name').fill('Finch')
  await page.getByLabel('First name').fill('Mabel')
  await page.getByLabel('Default role').selectOption('Clinician')
  await page.getByLabel('Password', { exact: true }).fill(firstPassword)
  await page.getByLabel('Confirm password').fill(firstPassword)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mabel Finch' })).toBeVisible()
  await expect(page.getByText('Must change password')).toBeVisible()

  await page.getByRole('link', { name: 'Add role' }).click()
  await page.getByLabel('Role', { exact: true }).selectOption('Team Lead')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('row', { name: /^Team Lead/ })).toBeVisible()

  const theirs = await browser.newPage()
  const signIn = async (password: string) => {
    await theirs.goto('/login')
    await theirs.getByLabel('User name').fill('mabel.finch')
    await theirs.getByLabel('Password', { exact: true }).fill(password)
    await theirs.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(theirs).not.toHaveURL(/login/)
  }
  await signIn(firstPassword)
  await expect(theirs.getByText(/Choose one of your own to go on/)).toBeVisible()
  await theirs.getByLabel('Current password').fill(firstPassword)
  await theirs.getByLabel('New password', { exact: true }).fill(ownPassword)
  await theirs.getByLabel('Confirm new password').fill(ownPassword)
  await theirs.getByRole('button', { name: 'Change password' }).click()
  await expect(theirs).toHaveURL(/login/)
  await signIn(ownPassword)
  await expect(theirs.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: /^End the session of/ })).toBeVisible()
  await page.getByRole('button', { name: 'Remove role Team Lead' }).click()
  await page.getByRole('button', { name: 'Yes, remove it' }).click()
  await expect(page.getByRole('row', { name: /^Team Lead/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('checkbox', { name: 'Active' }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, disable the account' }).click()
  await expect(page.getByText('Nowhere.')).toBeVisible()
  await theirs.reload()
  await expect(theirs).toHaveURL(/login/)

  await page.getByRole('link', { name: 'Back to all users' }).click()
  await page.getByLabel('Filter').fill('mabel.finch')
  await expect(page.getByRole('row', { name: /Mabel Finch/ })).toContainText('No')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('users.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe(
    '\ufeffUser Name,Display Name,Email,Mobile Phone,Default Role,Is Active\r\nmabel.finch,Mabel Finch,,,Clinician,No\r\n',
  )
})

test('an administrator takes a national file in', async ({ page }) => {
  await arriveAs(page, 'sysadmin')
  await page.goto('/falls/organisation/import')
  const cells = (code: string, name: string) =>
    [code, name, '', '', '1 Example Street', '', '', 'Sampletown', '', 'ZZ99 9AA', '20010401', '', 'A', 'B']
      .concat(
        Array.from({ length: 11 }, () => ''),
        ['4', ''],
      )
      .map((cell) => `"${cell}"`)
      .join(',')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'epraccur.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([cells('Z88001', 'MEADOW SURGERY'), cells('Z88002', '')].join('\r\n')),
  })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByText('Refused: left out: 1').click()
  await expect(page.getByRole('row', { name: '2 Z88002 No name' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Take the file in' }).click()
  await page.getByRole('link', { name: 'Back to all organisations' }).click()
  await page.getByLabel('Filter').fill('meadow')
  await expect(page.getByRole('row', { name: /MEADOW SURGERY/ })).toBeVisible()
})

const screens: string[] = [
  '/falls/systemAdministrator',
  '/falls/administration',
  // One list and one form of each kind.
  ...['location', 'gender', 'namePrefix', 'teamMember', 'role'].map((name) => `/falls/${name}-list`),
  ...['location', 'gender', 'teamMember', 'role'].map((name) => `/falls/${name}/edit/0`),
  '/falls/goalsAchieved/edit/3',
  '/falls/role/edit/1',
  '/falls/organisation-list',
  '/falls/organisation/edit/0',
  '/falls/organisation/edit/Z99001',
  '/falls/organisation/import',
  '/falls/user-list',
  '/falls/user-create',
  '/falls/first-contact',
  '/falls/deprivation',
  '/falls/service-status',
  '/falls/user?id=2',
  '/falls/user/edit?id=2',
  '/falls/user/password?id=2',
  '/falls/user/role?id=2',
]

test(
  'axe finds nothing on any administration screen at 1280 and 390 px, and nothing sticks out',
  isLong,
  async ({ page, baseURL }) => {
    test.setTimeout(600_000)
    const heard = listenTo(page, baseURL)
    await arriveAs(page, 'sysadmin')
    for (const address of screens) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^Loading the/)).toHaveCount(0)
      await expectAccessibleAtBoth(page)
      const save = page.getByRole('button', { name: 'Save', exact: true })
      if ((await save.count()) === 0 || !/edit\/0$|create|role\?|password\?/.test(address)) continue
      await save.click()
      await expect(page.locator('.nhsuk-error-summary')).toBeVisible()
      await expectAccessibleAtBoth(page)
    }
    expect(heard).toEqual({ outside: [], complaints: [] })
  },
)
