import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'
import { today } from '../contract/platform/dates/dates.ts'
import { expectAccessible, expectAccessibleAtBoth } from './axe.ts'
import { tabTo, type } from './keyboard.ts'
import { aReferral, asUser, newName } from './people.ts'
import { arriveAs } from './product.ts'
import { anApp } from './subjects.ts'
import { test as ofProduct } from './test.ts'

/*
 * An app that nobody here wrote the protocol of: a page with `fhirclient`, at another origin, opened from a referral and
 * by itself (SMART App Launch).
 */

/** The product at the address that it gives to apps, which is another origin than the one with numbers. */
const test = ofProduct.extend({
  baseURL: ({ product }, use) => use(product.address.replace('127.0.0.1', 'localhost')),
})

const library = join(import.meta.dirname, '../node_modules/fhirclient/build/fhir-client.min.js')

/** The pages of the app. What it is told when it is registered comes later. */
const app = { server: null as Server | null, origin: '', clientId: '', iss: '', other: 0 }

const pages: Readonly<Record<string, () => string>> = {
  '/launch': () => `FHIR.oauth2.authorize({
    clientId: '${app.clientId}', scope: 'launch patient/*.rs openid fhirUser', redirectUri: '/' })`,
  '/alone': () => `FHIR.oauth2.authorize({
    iss: '${app.iss}', clientId: '${app.clientId}', scope: 'launch/patient patient/Patient.read', redirectUri: '/' })`,
  '/': () => `FHIR.oauth2.ready().then(async (client) => {
    const patient = await client.patient.read()
    say('name', patient.name[0].family)
    say('id', client.patient.id)
    const observations = await client.request('Observation?patient=' + client.patient.id).catch(({ message }) => message)
    say('observations', observations.resourceType ?? observations)
    // All pages, as the library follows them.
    const places = await client.request('Location?_count=7', { pageLimit: 0, flat: true }).catch(() => [])
    const { total } = await client.request('Location?_summary=count').catch(() => ({ total: 'none' }))
    say('places', places.length + ' of ' + total)
    await client.request('Patient/${app.other}').then(() => say('other', 'read'), ({ message }) => say('other', message))
  }).catch(({ message }) => say('refused', message))`,
}

test.beforeAll(async () => {
  app.server = createServer((request, reply) => {
    const path = new URL(request.url ?? '/', 'http://app').pathname
    if (path === '/library.js') {
      void readFile(library).then((script) => reply.setHeader('content-type', 'text/javascript').end(script))
      return
    }
    const script = pages[path]?.() ?? ''
    reply.setHeader('content-type', 'text/html')
      .end(`<!doctype html><html lang="en"><title>An app</title><h1>An app</h1>
      <dl id="said"></dl><script src="/library.js"></script><script>
      const say = (what, words) => document.getElementById('said').insertAdjacentHTML('beforeend',
        '<dt>' + what + '</dt><dd id="' + what + '">' + String(words).replaceAll('<', '') + '</dd>')
      ${script}</script></html>`)
  })
  app.server.listen(0, '127.0.0.1')
  await once(app.server, 'listening')
  app.origin = `http://localhost:${(app.server.address() as { port: number }).port}`
})
test.afterAll(() => app.server?.close())

/** Registers the app, to which Information Governance agrees. */
const register = async (request: APIRequestContext): Promise<string> => {
  const { name, clientId, base } = await anApp(request, app.origin)
  Object.assign(app, { clientId, iss: base })
  return name
}

const press = async (page: Page, name: RegExp): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}
const said = (page: Page, what: string) => page.locator(`#${what}`)

test('an app is opened from a referral and reads that patient alone', async ({ page, request, baseURL }) => {
  const name = await register(request)
  const mine = newName()
  const { id, patientId } = await aReferral(request, mine)
  app.other = (await aReferral(request, newName())).patientId
  await arriveAs(page, 'clinician')
  await page.goto(`/falls/pathway/view?id=${id}&patientId=${patientId}`)
  await press(page, /^Open in an app/)
  await expectAccessible(page)
  const opened = page.waitForEvent('popup')
  await press(page, new RegExp(`^${name}`))
  const tab = await opened
  // The tab comes back signed in.
  await expect(tab.getByRole('heading', { name: `Let ${name} read?` })).toBeVisible()
  await expect(tab.getByText('This patient alone:')).toBeVisible()
  await expect(tab.getByText(new RegExp(mine, 'i'))).toBeVisible()
  expect(new URL(tab.url()).search).not.toContain('//')
  await expectAccessibleAtBoth(tab)
  await press(tab, /^Allow/)
  await expect(said(tab, 'name')).toHaveText(new RegExp(mine, 'i'))
  await expect(said(tab, 'id')).toHaveText(String(patientId))
  await expect(said(tab, 'observations')).toHaveText('Bundle')
  await expect(said(tab, 'places')).toHaveText(/^(\d{2,}) of \1$/)
  await expect(said(tab, 'other')).toHaveText(/Not Found|not there|404/i)
  expect(new URL(tab.url()).origin).toBe(app.origin)

  // Back in the product this tab has no session of its own any more, and the first tab keeps its own.
  await tab.goto(`${baseURL}/falls/home`)
  await expect(tab).toHaveURL(/login/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Pathway', level: 1 })).toBeVisible()

  const governance = await asUser(request, 'infogov')
  const { rows } = await governance<{ rows: object[] }>(
    `/api/audit/patient?patientId=${patientId}&dateFrom=${today()}&dateTo=${today()}`,
  )
  expect(rows).toContainEqual(
    expect.objectContaining({
      who: expect.stringContaining(`with FHIR client: ${name}`),
      what: 'Looked at: Patient (FHIR)',
    }),
  )
})

test('an app asks by itself: the user signs in, chooses a patient, and may refuse', async ({
  page,
  request,
}) => {
  const name = await register(request)
  const mine = newName()
  const { patientId } = await aReferral(request, mine)
  app.other = patientId + 1_000_000
  await page.goto(`${app.origin}/alone`)
  await page.getByLabel('User name').fill('clinician')
  await page.getByLabel('Password', { exact: true }).fill(demonstrationPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: `Let ${name} read?` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(0)
  await type(page, /^Name or NHS number/, mine)
  await page.keyboard.press('Enter')
  await press(page, /^Choose /)
  await expect(page.getByText('This patient alone:')).toBeVisible()
  await expectAccessibleAtBoth(page)
  await press(page, /^Allow/)
  await expect(said(page, 'id')).toHaveText(String(patientId))
  await expect(said(page, 'observations')).toHaveText(/scope|Forbidden|403/i)

  await page.goto(`${app.origin}/alone`)
  await expect(page.getByRole('heading', { name: `Let ${name} read?` })).toBeVisible()
  await press(page, /^Refuse/)
  await expect(said(page, 'refused')).toHaveText(/access_denied/)
})

test('an app that is not registered is stopped on the page', async ({ page, baseURL }) => {
  await arriveAs(page, 'clinician')
  await page.goto(
    `/falls/app-launch?response_type=code&client_id=nobody-here&state=1e5&redirect_uri=${encodeURIComponent(app.origin)}`,
  )
  await expect(page.getByRole('heading', { name: 'This app cannot be opened' })).toBeVisible()
  await expect(page.getByText(/Nothing was sent to it/)).toBeVisible()
  expect(new URL(page.url()).origin).toBe(baseURL)
  await expectAccessible(page)
})
