import { expect, test, type Page } from '@playwright/test'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'
import { expectAccessible } from './axe.ts'
import { startProduct } from './startProduct.ts'
import { aVisit, handedIn, openVisit, pin, save, signIn, typeNote, words } from './visiting.ts'

/*
 * Passkeys belong to a host name, so this product is reached by name. The device is the browser's virtual
 * authenticator, with the PRF extension or without it.
 */

const port = 3462
const address = `http://localhost:${port}`
test.use({ baseURL: address, viewport: { width: 390, height: 844 } })

let stop: () => Promise<void>
test.beforeAll(async () => {
  ;({ stop } = await startProduct(port, { PUBLIC_URL: address }))
})
test.afterAll(() => stop())

/** Signed in on a device that holds passkeys, with one of its own. */
const withPasskey = async (page: Page, hasPrf: boolean): Promise<void> => {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf,
    },
  })
  await page.goto('/login?redirect=/visits')
  await signIn(page)
  await page.goto('/falls/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Your password').fill(demonstrationPassword)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('The passkey has been added')).toBeVisible()
}

const fillIn = async (page: Page): Promise<void> => {
  await page.goto('/visits')
  await page.getByLabel('Name of this device').fill('Telephone of Priya')
  await page.getByLabel('PIN for these visits').fill(pin)
  await page.getByLabel('The same PIN again').fill(pin)
  await page.getByLabel(/^Open them with the passkey/).check()
}
const takeNow = (page: Page): Promise<void> => page.getByRole('button', { name: 'Take with me' }).click()
const list = (page: Page) => page.getByRole('heading', { name: 'Your visits', exact: true })

test('a passkey opens the visits again where there is no signal, after the page was closed', async ({
  page,
  context,
  request,
}) => {
  const visit = await aVisit(request)
  await withPasskey(page, true)
  await fillIn(page)
  await takeNow(page)
  await expect(list(page)).toBeVisible()

  await context.setOffline(true)
  // As when the page was closed: neither its memory nor its session is left.
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('about:blank')
  await page.goto('/visits')
  await expect(page.getByText(/so the PIN needs a signal/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Open with the passkey' }).click()
  await expect(list(page)).toBeVisible()
  await openVisit(page, visit)
  await typeNote(page)
  await save(page)

  await context.setOffline(false)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/visits')
  await handedIn(request, visit, [words])
})

test('a passkey that cannot open visits leads to the PIN, in plain words', async ({ page, request }) => {
  await aVisit(request)
  await withPasskey(page, false)
  await fillIn(page)
  await takeNow(page)
  await expect(page.getByText(/take the tick away to use the PIN alone/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(/^Open them with the passkey/).uncheck()
  await takeNow(page)
  await expect(list(page)).toBeVisible()
})
