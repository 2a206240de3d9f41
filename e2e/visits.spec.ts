import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, type BrowserContext, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/findBrowser.ts'
import { expectAccessible } from './axe.ts'
import { asUser } from './people.ts'
import { test } from './test.ts'
import {
  aVisit,
  handedIn,
  notesOf,
  openVisit,
  pin,
  recordOf,
  save,
  signIn,
  take,
  typeNote,
  words,
} from './visiting.ts'

let folder: string
let browser: BrowserContext
let page: Page
const launch = async (baseURL: string | undefined): Promise<void> => {
  browser = await chromium.launchPersistentContext(folder, {
    executablePath: await findBrowser(),
    args: ['--no-sandbox'],
    viewport: { width: 390, height: 844 },
    ...(baseURL === undefined ? {} : { baseURL }),
  })
  page = await browser.newPage()
}
test.beforeEach(async ({ baseURL }) => {
  folder = await mkdtemp(join(tmpdir(), 'surefoot-visits-'))
  await launch(baseURL)
})
test.afterEach(async () => {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
})

/** Files of the browser in which a text can be read. */
const readableIn = async (texts: readonly string[]): Promise<string[]> => {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const file of files) {
    if (!file.isFile()) continue
    const bytes = await readFile(join(file.parentPath, file.name))
    for (const encoding of ['utf8', 'utf16le'] as const)
      if (texts.some((text) => bytes.includes(Buffer.from(text, encoding)))) found.push(file.name)
  }
  return found
}

test('a whole visit without a signal: who it is, a note and measures, handed in once', async ({
  request,
}) => {
  const visit = await aVisit(request)
  await take(page)
  await expectAccessible(page)
  await browser.setOffline(true)
  await openVisit(page, visit)
  await expect(page.getByText(/^As of \d\d:\d\d today/)).toBeVisible()
  await expectAccessible(page)
  await typeNote(page)
  await expectAccessible(page)
  await save(page)
  await page.getByRole('link', { name: 'Measures', exact: true }).click()
  await page.getByRole('button', { name: /^Today for Day/ }).click()
  await page.getByLabel('Measured by').selectOption({ index: 1 })
  await page.locator('.sf-measure input').first().fill('14.2')
  await save(page)
  await expect(page.getByText(/2 to hand in/)).toBeVisible()
  await browser.setOffline(false)
  await handedIn(request, visit, [words])
  expect((await recordOf(request, visit)).measure).toHaveLength(1)
  await expect(page.getByText(/to hand in/)).toBeHidden()
  await browser.close()
  expect(await readableIn([words, visit.name, visit.name.toUpperCase()])).toEqual([])
})

test('a browser that is killed in the middle of a note loses nothing', async ({ request, baseURL }) => {
  const visit = await aVisit(request)
  await take(page)
  await browser.setOffline(true)
  await openVisit(page, visit)
  await typeNote(page)
  const pids = execFileSync('pgrep', ['-f', `user-data-dir=${folder}`])
    .toString()
    .trim()
    .split('\n')
  for (const pid of pids) execFileSync('sh', ['-c', `kill -9 ${pid} 2>/dev/null || true`])
  expect(await readableIn([words, visit.name, visit.name.toUpperCase()])).toEqual([])
  await launch(baseURL)
  // Without a signal the page opens, and the PIN does not: half of its key went with the page.
  await browser.setOffline(true)
  await page.goto('/visits')
  await expect(page.getByText(/What you typed is kept/)).toBeVisible()
  await browser.setOffline(false)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await signIn(page)
  await page.getByLabel('PIN for these visits').fill(pin)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await openVisit(page, visit)
  await page.getByRole('link', { name: 'Contact note', exact: true }).click()
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue(words)
  await save(page)
  await handedIn(request, visit, [words])
})

test('two visits: each note is with its own person', async ({ request }) => {
  const [one, other] = [await aVisit(request), await aVisit(request)]
  await take(page)
  await browser.setOffline(true)
  await openVisit(page, one)
  await typeNote(page, 'Of the first.')
  await save(page)
  await page.getByRole('link', { name: 'All visits' }).click()
  await openVisit(page, other)
  await typeNote(page, 'Of the second.')
  await save(page)
  await browser.setOffline(false)
  await handedIn(request, one, ['Of the first.'])
  await handedIn(request, other, ['Of the second.'])
})

test('a conflict waits for its author with both sides', async ({ request }) => {
  const visit = await aVisit(request)
  await take(page)
  await browser.setOffline(true)
  await openVisit(page, visit)
  await page.getByRole('link', { name: 'Consent', exact: true }).click()
  await page.getByRole('radio', { name: 'Yes' }).check()
  await save(page)
  const { id, patientId, version } = (await recordOf(request, visit)).pathway
  const lead = await asUser(request, 'teamlead')
  await lead('/api/pathway/save', { id, patientId, version, consentGiven: false })
  await browser.setOffline(false)
  await expect(page.getByText(/1 handed in and waiting for you/)).toBeVisible({ timeout: 60_000 })
  await page.goto('/visits?show=handedIn')
  const mine = page.getByRole('listitem').filter({ hasText: new RegExp(visit.name, 'i') })
  await mine.getByRole('button', { name: /^Look at it/ }).click()
  await expect(page.getByRole('columnheader', { name: 'On the record now' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save what was typed over it' }).click()
  await expect.poll(async () => (await recordOf(request, visit)).pathway.consentGiven).toBe(true)
})

test('a record that was taken along is changed without a signal, and no second one is made', async ({
  request,
}) => {
  const visit = await aVisit(request)
  const ask = await asUser(request, 'clinician')
  const [equipment] = await ask<{ id: number }[]>('/api/equipment/all')
  await ask('/api/equipmentAssessment/save', {
    ...{ id: 0, pathwayId: visit.pathwayId, equipmentId: equipment?.id, other: 'Left side' },
  })
  await take(page)
  await browser.setOffline(true)
  await openVisit(page, visit)
  await page.getByRole('link', { name: /^Change/ }).click()
  await expect(page.getByRole('heading', { name: /^Edit equipment/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden()
  const other = page.getByRole('textbox', { name: /^Other/ })
  await expect(other).toHaveValue('Left side')
  await other.fill('Right side')
  await expectAccessible(page)
  await save(page)
  await browser.setOffline(false)
  await expect
    .poll(async () => (await recordOf(request, visit)).equipmentAssessment.map((each) => each.other), {
      timeout: 60_000,
    })
    .toEqual(['Right side'])
})

test('a session that ended meanwhile: after signing in again everything is handed in', async ({
  request,
}) => {
  const visit = await aVisit(request)
  await take(page)
  await browser.setOffline(true)
  await openVisit(page, visit)
  await typeNote(page)
  await save(page)
  await page.evaluate(() => {
    const key = 'surefoot.session'
    const session = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { tokens: Record<string, unknown> }
    session.tokens = { ...session.tokens, access_token: 'ended', refresh_token: 'ended' }
    sessionStorage.setItem(key, JSON.stringify(session))
  })
  await page.reload()
  await browser.setOffline(false)
  await page.getByRole('link', { name: 'Sign in' }).first().click({ timeout: 60_000 })
  await signIn(page)
  await handedIn(request, visit, [words])
})

test('a record that was restricted meanwhile waits for a person', async ({ request }) => {
  const visit = await aVisit(request)
  await take(page)
  await browser.setOffline(true)
  await openVisit(page, visit)
  await typeNote(page)
  await save(page)
  const lead = await asUser(request, 'teamlead')
  await lead('/api/restriction/save', {
    patientId: visit.patientId,
    kind: 'safety',
    reason: `Left ${visit.name}`,
  })
  await browser.setOffline(false)
  await expect(page.getByText(/1 handed in and waiting for you/)).toBeVisible({ timeout: 60_000 })
  expect(await notesOf(request, visit)).toEqual([])
})
