import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { today } from '../../contract/platform/dates/dates.ts'
import { formatDateTime } from '../../contract/platform/words/format.ts'
import { buildWebIfStale } from '../../scripts/buildWeb.ts'
import { findBrowser } from '../../scripts/findBrowser.ts'
import { addressOf, administrationScreens, screensOf, type ScreenSubjects } from '../everyScreen.ts'
import { asUser } from '../people.ts'
import { arriveAs, leaveUnfollowed } from '../product.ts'
import { startProduct } from '../startProduct.ts'
import { aFhirClient, withSubjects } from '../subjects.ts'
import { writeIndex } from './index.ts'
import { galleryMoment } from './moment.ts'
import { galleryFolder, pictureOf, restrictedQuestion } from './pictures.ts'
import { makeTheReturn, sendTheLetter } from './shown.ts'
import { openTable, type Table } from './table.ts'

/*
 * `npm run gallery`: takes every screen at three widths in both colour schemes into docs/screens, so that a change of look is
 * seen in review. With words behind it (`-- frat`), only the screens whose address has one of them. A picture that looks as
 * it did is left alone.
 */
const widths = [1280, 768, 390]
const schemes = ['light', 'dark'] as const
/** No more of a long page: what is below looks like what is above. */
const tallest = 1200
const port = 3459

const asked = process.argv.slice(2)
const isAsked = (screen: string): boolean =>
  asked.length === 0 || asked.some((word) => screen.toLowerCase().includes(word.toLowerCase()))

const root = join(import.meta.dirname, '../..')

/** Somebody with records of most kinds, and what else the screens are about. */
const findSubjects = async (context: BrowserContext, dataFolder: string): Promise<ScreenSubjects> => {
  const ask = await asUser(context.request, 'teamlead')
  interface Row {
    pathwayId: number
    patientId: number
    familyName: string
  }
  const rows = await ask<Row[]>('/api/list/inExercise')
  const found = rows.find(({ familyName }) => familyName === 'Kaur')
  if (found === undefined) throw new Error('Surinder Kaur of docs/develop/screens.md is not in exercise')
  const { pathwayId, patientId } = found
  const subjects = await withSubjects(
    context.request,
    { id: pathwayId, patientId },
    dataFolder,
    today(galleryMoment),
  )
  await sendTheLetter(context.request, dataFolder, subjects)
  const administer = await asUser(context.request, 'sysadmin')
  const users = await administer<{ id: number; userName: string }[]>('/api/user/all')
  const lookups = await administer<{ id: number }[]>('/api/ethnicity/all')
  return {
    pathwayId,
    patientId,
    ids: {
      ...subjects.ids,
      clientId: await aFhirClient(context.request, {
        name: 'Hospital record',
        day: today(galleryMoment),
      }),
      submissionId: await makeTheReturn(context.request, today(galleryMoment)),
      ...{ list: 'ethnicity', lookup: 'ethnicity', id: lookups[0]?.id ?? 0, code: '0' },
      userId: users.find(({ userName }) => userName === 'clinician')?.id ?? 0,
    },
  }
}

const settle = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(/^(Loading|Counting)/)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

/**
 * The database has a clock of its own: what was recorded just now is said to be recorded at the gallery's moment. The
 * checksum of a file with such a time is always the same.
 */
const hideRealDay = async (page: Page): Promise<void> =>
  page.evaluate(
    ({ shown, moment }) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        text.nodeValue =
          text.nodeValue
            ?.replace(new RegExp(`${shown} \\d\\d:\\d\\d`, 'g'), moment)
            .replace(/[\da-f]{64}/, '0123456789abcdef'.repeat(4)) ?? ''
    },
    {
      shown: formatDateTime(new Date(Date.now()).toISOString()).slice(0, 10),
      moment: formatDateTime(new Date(galleryMoment).toISOString()),
    },
  )

/** The screen in every width and scheme, each as PNG. */
const takeViews = async (page: Page): Promise<Buffer[][]> => {
  const views: Buffer[][] = []
  for (const colorScheme of schemes) {
    const row: Buffer[] = []
    for (const width of widths) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => scrollTo(0, 0))
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      row.push(
        await page.screenshot({
          fullPage: true,
          animations: 'disabled',
          clip: { x: 0, y: 0, width, height: Math.min(height, tallest) },
        }),
      )
    }
    views.push(row)
  }
  return views
}

const arrive = async (browser: Browser, baseURL: string, as: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL, locale: 'en-GB', timezoneId: 'Europe/London' })
  await context.clock.setFixedTime(galleryMoment)
  const page = await context.newPage()
  await leaveUnfollowed(page)
  page.on('dialog', (dialog) => void dialog.accept())
  if (as !== 'nobody') await arriveAs(page, as)
  return page
}

const keepPicture = async (table: Table, screen: string, page: Page): Promise<void> => {
  const path = join(root, galleryFolder, pictureOf(screen))
  const before = await readFile(path).catch(() => null)
  const { picture, looksAsBefore } = await table.lay(await takeViews(page), before)
  if (!looksAsBefore) await writeFile(path, picture)
  console.log(`${looksAsBefore ? 'as before' : 'new      '} ${screen}`)
}

/** Somebody else's record, restricted after all other pictures, since lists say so too; who opens it has no part in the care. */
const takeQuestion = async (browser: Browser, baseURL: string, table: Table): Promise<void> => {
  const page = await arrive(browser, baseURL, 'teamlead')
  const ask = await asUser(page.request, 'teamlead')
  const [row] = await ask<{ pathwayId: number; patientId: number }[]>('/api/list/awaitingAssessment')
  if (row === undefined) throw new Error('Nobody awaits an assessment')
  const govern = await asUser(page.request, 'infogov')
  await govern('/api/restriction/save', {
    patientId: row.patientId,
    kind: 'publicPerson',
    reason: 'Reads the news',
  })
  await page.goto(`/falls/pathway/view?id=${row.pathwayId}&patientId=${row.patientId}`)
  await settle(page)
  await keepPicture(table, restrictedQuestion, page)
  await page.context().close()
}

await buildWebIfStale()
await mkdir(join(root, galleryFolder), { recursive: true })
const product = await startProduct(port, {
  NODE_OPTIONS: `--import=${new URL('clock.ts', import.meta.url).href}`,
})
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
})
try {
  const baseURL = `http://127.0.0.1:${port}`
  const table = await openTable(browser)
  const subjects = await findSubjects(await browser.newContext({ baseURL }), product.dataFolder)
  const groups = Object.entries({
    ...screensOf,
    administrator: administrationScreens,
  })
  for (const [opener, screens] of groups) {
    if (!screens.some(isAsked)) continue
    const page = await arrive(browser, baseURL, opener === 'administrator' ? 'sysadmin' : opener)
    for (const screen of screens.filter(isAsked)) {
      const address = addressOf(screen, subjects)
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(address)
      await settle(page)
      await hideRealDay(page)
      await keepPicture(table, screen, page)
    }
    await page.context().close()
  }
  if (isAsked(restrictedQuestion)) await takeQuestion(browser, baseURL, table)
  await writeIndex(root)
} finally {
  await browser.close()
  await product.stop()
}
