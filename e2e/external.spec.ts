import { expect, type Page } from '@playwright/test'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'
import { expectAccessible } from './axe.ts'
import { tabTo, type } from './keyboard.ts'
import { aReferral, asUser, fillDay, newName } from './people.ts'
import { arriveAs, signInAs } from './product.ts'
import { test } from './test.ts'
import { longUnless } from './long.ts'

const lookUp = async (page: Page, nhsNumber: string, familyName: string): Promise<void> => {
  await page.getByLabel('NHS number').fill(nhsNumber)
  await page.getByLabel('Family name').fill(familyName)
  await fillDay(page, 'Date of birth', '1938-05-06')
  await page.getByRole('button', { name: 'Search' }).click()
}
const changing = /^(add|edit|delete|upload|new referral|cancel referral|reinstate|discharge|restore)\b/i

/** Controls on the page that would change something, or open other people's records. */
const controls = async (page: Page): Promise<string[]> => {
  const names = await page.locator('main').locator('a.sf-button, button').allTextContents()
  return names.map((name) => name.trim()).filter((name) => changing.test(name))
}

for (const width of [1280, 390])
  test(
    `someone outside the service misses, finds and reads at ${width} px, and can change nothing`,
    longUnless(width === 390),
    async ({ page, request }) => {
      test.setTimeout(300_000)
      await page.setViewportSize({ width, height: 900 })
      const shared = await aReferral(request, `Sháred-${width === 390 ? 'Närrow' : 'Wide'}`, {
        consentGiven: true,
      })
      const keptName = newName()
      const kept = await aReferral(request, keptName)
      const refused: string[] = []
      page.on('response', (response) => {
        if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`)
      })
      await signInAs(page, 'external')
      await expect(page).toHaveURL(/\/falls\/external$/)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page.getByRole('link', { name: 'NHS Number required' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Family Name required' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Date of Birth required' })).toBeVisible()
      await expectAccessible(page)

      // A patient who has not agreed to share is not found, even if every detail is right.
      await lookUp(page, kept.nhsNumber, keptName)
      await expect(page.getByRole('alert')).toContainText('Not Found')
      await expectAccessible(page)

      await lookUp(page, shared.nhsNumber, `shared ${width === 390 ? 'NARROW' : 'WIDE'}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Pathway' })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Patient', exact: true })).toContainText('Story')
      expect(await controls(page)).toEqual([])
      await expect(page.getByText('History of this record')).toHaveCount(0)
      const menu = page.getByRole('button', { name: 'Menu' })
      if (width === 390) await menu.click()
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Home'])
      await expectAccessible(page)
      if (width === 390) await menu.click()

      await page.getByRole('link', { name: 'Patient details' }).click()
      await expect(page.getByText('Only what your search opened.')).toBeVisible()
      expect(await controls(page)).toEqual([])
      await expectAccessible(page)
      expect(refused).toEqual([])

      await page.goto(`/falls/pathway/frat/0?id=${shared.id}&patientId=${shared.patientId}`)
      await expect(page.getByRole('heading', { name: 'Not part of your role' })).toBeVisible()
      await expectAccessible(page)
      await page.goto(kept.address)
      await expect(page.getByText('This record is not there, or you may not see it.')).toBeVisible()

      // Signing out closes the record that was open.
      await page.getByRole('button', { name: /External/ }).click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page).toHaveURL(/login/)
      await arriveAs(page, 'external')
      await page.goto(shared.address)
      await expect(page.getByText('This record is not there, or you may not see it.')).toBeVisible()
    },
  )

test('looking up a patient needs no mouse', async ({ page, request }) => {
  const shared = await aReferral(request, 'Keyshared', { consentGiven: true })
  await page.goto('/login')
  await type(page, /^User name/, 'external')
  await type(page, /^Password/, demonstrationPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('NHS number')).toBeFocused()
  await page.keyboard.type(shared.nhsNumber)
  await type(page, /^Family name/, 'Keyshared')
  await type(page, /^Day/, '7')
  await type(page, /^Month/, 'May')
  await type(page, /^Year/, '1938')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Not Found')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Pathway' })).toBeVisible()
  await tabTo(page, /^Patient details/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Patient' })).toBeVisible()
})

test('a person with both roles changes things in one and only looks in the other', async ({
  page,
  request,
}) => {
  const shared = await aReferral(request, 'Bothways', { consentGiven: true })
  const administrator = await asUser(request, 'sysadmin')
  const users = await administrator<{ id: number; userName: string }[]>('/api/user/all')
  const { id } = users.find(({ userName }) => userName === 'admissions') ?? { id: 0 }
  await administrator('/api/user/addRole?role=External', { id })
  try {
    await arriveAs(page, 'admissions')
    await page.goto(shared.address)
    await expect(page.getByRole('link', { name: 'Add FRAT' })).toBeVisible()
    const workAs = async (from: RegExp, role: string): Promise<void> => {
      await page.getByRole('button', { name: from }).click()
      await page.getByRole('button', { name: `Work as ${role}` }).click()
    }
    await workAs(/Admissions/, 'External')
    await expect(page).toHaveURL(/\/falls\/external$/)
    await page.goto(shared.address)
    await expect(page.getByText('This record is not there, or you may not see it.')).toBeVisible()
    await page.goto('/falls/external')
    await lookUp(page, shared.nhsNumber, 'Bothways')
    await expect(page.getByRole('heading', { level: 1, name: 'Pathway' })).toBeVisible()
    expect(await controls(page)).toEqual([])
    await workAs(/External/, 'Admissions')
    await expect(page).toHaveURL(/\/falls\/admissions$/)
    await page.goto(shared.address)
    await expect(page.getByRole('link', { name: 'Add FRAT' })).toBeVisible()
  } finally {
    await administrator('/api/user/removeRole?role=External', { id })
  }
})
