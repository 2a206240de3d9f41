import { expect, test, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { startProduct } from './startProduct.ts'
import { longUnless } from './long.ts'

/*
 * Passkeys belong to a host name, so this product is reached by name. The device is the browser's virtual
 * authenticator.
 */

const port = 3461
const address = `http://localhost:${port}`
test.use({ baseURL: address })

let stop: () => Promise<void>
test.beforeAll(async () => {
  ;({ stop } = await startProduct(port, { PUBLIC_URL: address }))
})
test.afterAll(() => stop())

/** Adds a device that holds passkeys. Returns a function that makes its owner agree or refuse. */
const plugIn = async (page: Page): Promise<(isUserVerified: boolean) => Promise<unknown>> => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return (isUserVerified) => browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
}

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /Priya Nair/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

test('AU-12: a passkey is added, signs in without name or password, and is removed', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
  })
  const verify = await plugIn(page)
  await page.goto('/login')
  await expectAccessible(page)
  await page.getByLabel('User name').fill('clinician')
  await page.getByLabel('Password', { exact: true }).fill('walking stick tuesday kettle')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()

  await page.goto('/falls/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Your password').fill('walking stick tuesday kettle')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('The passkey has been added')).toBeVisible()
  await expect(page.getByText(/Chrome on Linux: added on .*, not used yet/)).toBeVisible()
  await expectAccessible(page)

  await logOut(page)
  await verify(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText(/No passkey was used/)).toBeVisible()
  await verify(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()

  await page.goto('/falls/security')
  await page.getByRole('button', { name: /^Remove the passkey of/ }).click()
  await page.getByLabel('Your password').fill('walking stick tuesday kettle')
  await page.getByRole('button', { name: 'Remove the passkey', exact: true }).click()
  await expect(page.getByText('The passkey has been removed')).toBeVisible()
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText(/The passkey was not accepted/)).toBeVisible()
  expect(complaints).toEqual([])
})

for (const width of [1280, 390])
  test(
    `AU-15: a new password asks which passkeys are one’s own, by keyboard, at ${width} px`,
    longUnless(width === 1280),
    async ({ page }) => {
      // The product is shared, and neither may depend on the password that the other chose.
      const userName = width === 1280 ? 'teamlead' : 'clinician'
      const former = 'walking stick tuesday kettle'
      const chosen = 'six herons under the bridge'
      await page.setViewportSize({ width, height: 900 })
      await plugIn(page)
      await page.goto('/login')
      await page.getByLabel('User name').fill(userName)
      await page.getByLabel('Password', { exact: true }).fill(former)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
      await page.goto('/falls/security')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByLabel('Your password').fill(former)
      await page.getByRole('button', { name: 'Go on' }).click()
      await expect(page.getByText('The passkey has been added')).toBeVisible()

      await page.goto('/falls/password')
      const mine = page.getByRole('checkbox', { name: 'Chrome on Linux' }).last()
      await expect(mine).not.toBeChecked()
      await expectAccessible(page)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0)
      await page.getByLabel('Current password').fill(former)
      await page.getByLabel('New password', { exact: true }).fill(chosen)
      await page.getByLabel('Confirm new password').fill(chosen)
      await mine.focus()
      await page.keyboard.press('Space')
      await expect(mine).toBeChecked()
      await page.screenshot({ path: test.info().outputPath(`new-password-${width}.png`), fullPage: true })
      await page.keyboard.press('Enter')
      await expect(page.getByText('Your password has been changed. Sign in with the new one.')).toBeVisible()
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()

      await page.goto('/reset?userId=1&code=made-up')
      await expect(page.getByLabel('Code from your authenticator app (optional)')).toBeVisible()
      await expectAccessible(page)
      await page.screenshot({ path: test.info().outputPath(`reset-${width}.png`), fullPage: true })
    },
  )
