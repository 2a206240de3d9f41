import { expect, test, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { startNhsLogin, type AtNhsLogin } from '../server/care/person/testing/nhsLogin.ts'
import { startReceivers, type Receivers } from '../server/testing/process/messages.ts'
import {
  clientId,
  clientSecret,
  startProvider,
  type RunningProvider,
} from '../server/testing/process/provider.ts'
import { expectAccessible } from './axe.ts'
import { aReferral, newName } from './people.ts'
import { arriveAs, signInAs } from './product.ts'
import { startProduct } from './startProduct.ts'
import { isLong } from './long.ts'

/*
 * Accounts, with a real mail server and a stand-in of Notify. The product is not shared with other tests, because
 * passwords change here.
 */

const port = 3458
const address = `http://127.0.0.1:${port}`
test.use({ baseURL: address })
test.describe.configure({ mode: 'serial' })

let outside: Receivers
let stop: () => Promise<void>
let provider: RunningProvider
let nhsLogin: RunningProvider
/** By the name that they sign in with at NHS login. */
const people = new Map<string, AtNhsLogin>()
test.beforeAll(async () => {
  outside = await startReceivers()
  provider = await startProvider(`${address}/login`)
  // Another site than the product, as NHS login is: cookies are sent along as there.
  const standIn = await startNhsLogin(`${address}/my/nhs-login/return`, people, 'localhost')
  nhsLogin = standIn.provider
  ;({ stop } = await startProduct(port, {
    PUBLIC_URL: address,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_LABEL: 'NHS CIS2',
    PERSON_PAGE: 'yes',
    NHS_LOGIN_ISSUER: standIn.settings.issuer,
    NHS_LOGIN_CLIENT_ID: standIn.settings.clientId,
    NHS_LOGIN_PRIVATE_KEY: standIn.settings.privateKey,
    SMTP_URL: outside.smtpUrl,
    MAIL_FROM: 'surefoot@example.org',
    NOTIFY_URL: outside.notifyUrl,
    NOTIFY_API_KEY: outside.notifyKey,
    NOTIFY_SMS_TEMPLATE: 'template',
  }))
})
test.afterAll(async () => {
  await stop()
  await provider.close()
  await nhsLogin.close()
  await outside.close()
})

/** Violations of the content security policy and other errors of the page. There must be none. */
const complaints: string[] = []
test.beforeEach(({ page }) => {
  complaints.length = 0
  page.on('console', (message) => {
    const isRefusal = /status of 4\d\d/.test(message.text())
    // The provider's own pages request an external font. That is not an error of ours.
    const isOurs = new URL(page.url()).origin === address
    if (message.type() === 'error' && !isRefusal && isOurs) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
})
test.afterEach(() => expect(complaints).toEqual([]))

const signIn = async (page: Page, userName: string, password: string): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('User name').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const choose = async (page: Page, password: string, button: string): Promise<void> => {
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: button }).click()
}
const changed = 'Your password has been changed. Sign in with the new one.'

test('nothing moves from under the pointer when the service says which other ways in there are', async ({
  page,
}) => {
  let letCome = (): void => undefined
  const isAsked = new Promise<void>((resolve) => (letCome = resolve))
  await page.route('**/api/user/provider', async (route) => {
    await isAsked
    await route.continue()
  })
  await page.goto('/login')
  const button = page.getByRole('button', { name: 'Sign in', exact: true })
  const before = await button.boundingBox()
  letCome()
  await expect(page.getByRole('button', { name: 'Sign in with NHS CIS2' })).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
})

// Before a code is asked of the clinician, who refers somebody here.
test('somebody opens their own page with NHS login, without a script or a link of ours', async ({
  browser,
  request,
}) => {
  const { nhsNumber } = await aReferral(request, newName())
  const known = { nhs_number: nhsNumber, identity_proofing_level: 'P9', vot: 'P9.Cp.Cd' }
  people.set('story', { ...known, birthdate: '1938-05-06' })
  people.set('stranger', { ...known, birthdate: '1901-01-01' })
  for (const [name, title] of [
    ['stranger', 'Open your page'],
    ['story', 'Hello Story'],
  ] as const) {
    const context = await browser.newContext({
      ...{ javaScriptEnabled: false, baseURL: address, viewport: { width: 320, height: 640 } },
    })
    const page = await context.newPage()
    await page.goto('/my')
    await page.getByRole('link', { name: 'Continue with NHS login' }).click()
    await page.locator('input[name=login]').fill(name)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    // The stand-in asks whether the page may have the number and the date.
    await page.locator('button[type=submit]').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await context.close()
  }
})

test('AU-14: a forgotten password is reset by the link of a mail', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  // Waits for the second screen, because both have a field 'User name'.
  await expect(page.getByRole('heading', { name: 'Forgotten your password?' })).toBeVisible()
  await page.getByLabel('User name').fill('admissions')
  await page.getByRole('button', { name: 'Send me a link by e-mail' }).click()
  await expect(page.getByText(/a link is on its way/)).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => outside.mails.length).toBe(1)
  const link = /https?:\S+/.exec(outside.mails[0]?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL(/\/reset$/)
  await expectAccessible(page)
  await choose(page, 'two herons under the bridge', 'Save new password')
  await expect(page.getByText(changed)).toBeVisible()
  await signIn(page, 'admissions', 'two herons under the bridge')
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await page.goto(link)
  await choose(page, 'three herons under the bridge', 'Save new password')
  await expect(
    page.getByText('This link has been used or is too old. Please ask for a new one.'),
  ).toBeVisible()
})

test('AU-14: a forgotten password is reset by the code of a text message', async ({ page }) => {
  await page.goto('/forgot')
  await page.getByLabel('User name').fill('teamlead')
  await page.getByRole('button', { name: 'Send me a code by text' }).click()
  await expect(page).toHaveURL(/\/reset-sms$/)
  await expect(page.getByLabel('User name')).toHaveValue('teamlead')
  await expect.poll(() => outside.texts.length).toBe(1)
  const code = /\d{8}/.exec(outside.texts[0]?.text ?? '')?.[0] ?? ''
  await page.getByLabel('Code from the text message').fill(`${code.slice(0, 4)} ${code.slice(4)}`)
  await expectAccessible(page)
  await choose(page, 'four herons under the bridge', 'Save new password')
  await expect(page.getByText(changed)).toBeVisible()
  await signIn(page, 'teamlead', 'four herons under the bridge')
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
})

test('AU-15: a changed password logs out here and in the other tab, and says so', async ({
  page,
  context,
}) => {
  await signInAs(page, 'infogov')
  const other = await duplicate(page)
  await page.goto('/falls/password')
  await page.getByLabel('Current password').fill('walking stick tuesday kettle')
  await expectAccessible(page)
  await choose(page, 'five herons under the bridge', 'Change password')
  await expect(page.getByText(changed)).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(context.pages()).toHaveLength(2)
})

test('AU-12: an authenticator app is set up, asked for, and a recovery code gets in', async ({ page }) => {
  await arriveAs(page, 'clinician')
  await page.goto('/falls/security')
  await expect(page.getByRole('heading', { name: 'Recent sign-ins' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByLabel('Your password').fill('walking stick tuesday kettle')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expectAccessible(page)
  const key = ((await page.locator('.sf-key').textContent()) ?? '').replaceAll(' ', '')
  const app = new TOTP({ secret: Secret.fromBase32(key) })
  await page.getByLabel('Code from the app').fill(app.generate())
  await page.getByRole('button', { name: 'Finish' }).click()
  const recovery = (await page.locator('.sf-codes code').first().textContent()) ?? ''
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText(/10 recovery codes left/)).toBeVisible()

  await page.getByRole('button', { name: /Priya Nair/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, 'clinician', 'walking stick tuesday kettle')
  await expectAccessible(page)
  await page.getByLabel('Code from your authenticator app').fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText(/The code is not right/)).toBeVisible()
  await page.getByLabel('Code from your authenticator app').fill(recovery)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect
    .poll(() => outside.mails.map(({ subject }) => subject))
    .toContain('A second step was added to your Surefoot sign-in')
})

test('AU-7, AU-8: two tabs that share a session and renew it at once both go on', async ({ page }) => {
  await signInAs(page, 'both')
  const other = await duplicate(page)
  const tooOld = `Bearer ${(await tokensOf(page)).access_token}`
  const renewals: string[] = []
  for (const each of [page, other]) {
    each.on('request', (request) => {
      if (request.url().endsWith('/oauth/token')) renewals.push(request.url())
    })
    await each.route('**/api/list/**', (route) =>
      route.request().headers()['authorization'] === tooOld
        ? route.fulfill({ status: 401, json: { code: 'unauthenticated', message: 'No', requestId: '1' } })
        : route.continue(),
    )
  }
  await Promise.all([page, other].map((each) => each.getByRole('link', { name: 'Work lists' }).click()))
  for (const each of [page, other]) {
    await expect(each.getByRole('heading', { name: 'Awaiting assessment' })).toBeVisible()
    await expect(each.getByRole('table')).toBeVisible()
  }
  expect(renewals).toHaveLength(1)
})

test('an OpenID provider signs in people who are users already, and leads back to where they wanted to go', async ({
  page,
}) => {
  await signInAs(page, 'sysadmin')
  const { access_token: token } = await tokensOf(page)
  const headers = { authorization: `Bearer ${token}` }
  const data = { userId: 4, identifier: 'uid-daniel' }
  expect((await page.request.post('/api/user/nameAtProvider', { headers, data })).status()).toBe(200)
  await page.getByRole('button', { name: /Daniel Okonkwo/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()

  await page.goto('/falls/password')
  await expectAccessible(page)
  await enterAtProvider(page, 'uid-stranger')
  await expect(page.getByText(/not set up as a user/)).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await expectAccessible(page)

  await page.goto('/falls/password')
  await enterAtProvider(page, 'uid-daniel')
  await expect(page.getByRole('heading', { name: 'Change your password' })).toBeVisible()
  await expect(page).toHaveURL(/\/falls\/password$/)
})

/** Signs in on the provider's own pages, as the person that the provider knows by this name. */
const enterAtProvider = async (page: Page, name: string): Promise<void> => {
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Sign in with NHS CIS2' }).click()
  await page.getByPlaceholder('Enter any login').fill(name)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Opens a second tab with the session of the first, as 'Duplicate tab' does. */
const duplicate = async (page: Page): Promise<Page> => {
  const [other] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open(location.href)),
  ])
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  return other
}

test('AU-16: a session that ends while someone types costs nothing', async ({ page }) => {
  await signInAs(page, 'both')
  await page.getByRole('link', { name: 'Work lists' }).click()
  await page.getByRole('link', { name: /^View/ }).first().click()
  await page.getByRole('link', { name: 'Add FRAT' }).click()
  await page.getByLabel('Day').fill('3')
  await page.getByLabel('Month').fill('11')
  await page.getByLabel('Year').fill('2026')
  await page.getByLabel('Team member').selectOption({ index: 1 })
  await page.getByLabel('Location').selectOption({ index: 1 })
  await page.getByLabel('FRAT score').fill('2')
  await endOnServer(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Patient' })).toBeHidden()
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill('walking stick tuesday kettle')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByLabel('FRAT score')).toHaveValue('2')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('FRAT saved')).toBeVisible()
})

test(
  'AU-16: what was typed and not saved is offered again after a crash, and gone once it is saved',
  isLong,
  async ({ page, browser }) => {
    await signInAs(page, 'both')
    await page.getByRole('link', { name: 'Work lists' }).click()
    await page.getByRole('link', { name: /^View/ }).first().click()
    await page.getByRole('link', { name: 'Add FRAT' }).click()
    const kept = page.waitForResponse((response) => response.url().endsWith('/api/draft/save'))
    await page.getByLabel('Day').fill('4')
    await page.getByLabel('Month').fill('11')
    await page.getByLabel('Year').fill('2026')
    await page.getByLabel('FRAT score').fill('1')
    await kept
    const here = page.url()
    await page.close({ runBeforeUnload: false })

    const elsewhere = await (await browser.newContext({ baseURL: address })).newPage()
    await signInAs(elsewhere, 'both')
    await elsewhere.getByRole('link', { name: 'Work lists' }).click()
    await elsewhere.getByRole('link', { name: /^View/ }).first().click()
    await elsewhere.getByRole('link', { name: 'Add FRAT' }).click()
    expect(new URL(elsewhere.url()).search).toBe(new URL(here).search)
    await expect(elsewhere.getByRole('region', { name: 'Unsaved work' })).toBeVisible()
    await expectAccessible(elsewhere)
    await elsewhere.getByRole('button', { name: 'Bring it back' }).click()
    await expect(elsewhere.getByLabel('FRAT score')).toHaveValue('1')
    await expect(elsewhere.getByLabel('Day')).toHaveValue('4')
    await elsewhere.getByLabel('Team member').selectOption({ index: 1 })
    await elsewhere.getByLabel('Location').selectOption({ index: 1 })
    const dropped = elsewhere.waitForResponse((response) => response.url().endsWith('/api/draft/delete'))
    await elsewhere.getByRole('button', { name: 'Save' }).click()
    await dropped
    await elsewhere.close()
  },
)

test('AU-16: after logging out nothing of a patient is left, and going back leads to the sign-in page', async ({
  page,
}) => {
  await signInAs(page, 'both')
  await page.getByRole('link', { name: 'Work lists' }).click()
  await page.getByRole('link', { name: /^View/ }).first().click()
  const name = (await page.locator('.sf-banner__name').textContent()) ?? ''
  await page.getByRole('button', { name: /Helen Marsden/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(name).not.toBe('')
  expect(await page.content()).not.toContain(name)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toBe('{}')
  // Only the random name of this browser is kept, and nothing that was read.
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['surefoot.device'])
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.content()).not.toContain(name)
})

/** Ends the session as an administrator or another device would, without telling this page. */
const endOnServer = async (page: Page): Promise<void> => {
  const { refresh_token: token } = await tokensOf(page)
  await page.request.post('/oauth/revoke', { form: { token } })
}

const tokensOf = (page: Page): Promise<{ access_token: string; refresh_token: string }> =>
  page.evaluate(() => {
    const stored = JSON.parse(sessionStorage.getItem('surefoot.session') ?? '{}') as {
      tokens: { access_token: string; refresh_token: string }
    }
    return stored.tokens
  })
