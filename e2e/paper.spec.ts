import { expect, type Page } from '@playwright/test'
import { addDays, today } from '../contract/platform/dates/dates.ts'
import { formatDate, formatName, formatNhsNumber } from '../contract/platform/words/format.ts'
import type { Today } from '../contract/pathways/today.ts'
import { readPages, squeeze, type PdfPage } from '../server/testing/reading/pdfPages.ts'
import { aReferral, asUser, newName, type Referred } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'
import { isLong } from './long.ts'

/* What a printer receives, page by page: who the page is about, its number and the page count, and nothing cut off. */

const long = {
  familyName: newName().padEnd(35, 'x'),
  firstName: 'Bartholomew-Featherstonehaugh-Cholmondeley'.slice(0, 35),
  word: 'Unbreakable'.repeat(19).slice(0, 200),
  line: (start: string) => `${start} ${'Featherstonehaugh '.repeat(20)}`.slice(0, 250).trim(),
}
const bmis = 60

/** A patient with as much of everything as is ever recorded, who refused consent. */
const aLongStory = async (page: Page): Promise<Referred> => {
  const { request } = page
  const referred = await aReferral(request, long.familyName, {
    generalNotes: `${long.word} ${'What was said at the visit. '.repeat(120)}`,
  })
  const { patientId, id: pathwayId } = referred
  const call = await asUser(request, 'clinician')
  for (let place = 0; place < bmis; place += 1)
    await call('/api/bmi/save', {
      id: 0,
      patientId,
      pathwayId,
      assessmentDate: addDays(today(), -place),
      bmi: 20 + place / 10,
    })
  await change(page, referred, {
    firstName: long.firstName,
    addressLine1: long.line('First'),
    addressLine2: long.line('Second'),
    addressLine3: long.word,
    town: long.line('Town'),
    county: long.line('County'),
    postcode: 'ZZ9 9ZZ',
    phoneHome: '01632 960 001',
    consentRefusedDate: addDays(today(), -3),
  })
  return referred
}

const change = async ({ request }: Page, { patientId }: Referred, more: object): Promise<void> => {
  const call = await asUser(request, 'clinician')
  const patient = await call<Record<string, unknown>>(`/api/patient/get?id=${patientId}`)
  const { id, version, familyName, genderId, dateOfBirth, nhsNumber } = patient
  await call('/api/patient/save', { id, version, familyName, genderId, dateOfBirth, nhsNumber, ...more })
}

const pointsIn = 72
const papers = { portrait: { wide: false }, landscape: { wide: true } }

const print = async (page: Page, { wide }: { wide: boolean } = papers.portrait): Promise<PdfPage[]> =>
  readPages(await page.pdf({ format: 'A4', landscape: wide }))

/** Opens a screen, waits until its printed content is there, and presses the print button if it has one. */
const open = async (page: Page, address: string, selector: string, hasButton = true): Promise<void> => {
  await page.emulateMedia({ media: null })
  await page.goto(`/falls/${address}`)
  await expect(page.locator('main').locator(selector).first()).toBeVisible()
  if (hasButton) {
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-printed'))).toBe(true)
  }
  await page.emulateMedia({ media: 'print' })
}

/** Signs in as a user who sees every screen. The print button opens no browser dialog. */
const arrive = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await arriveAs(page, 'teamlead')
}

/** Checks every print: each page says what it belongs to, its number and the page count, and no word is cut off. */
const expectWhole = (pages: readonly PdfPage[], head: string): void => {
  for (const [place, { squeezed, words, width, text }] of pages.entries()) {
    expect(squeezed, `page ${place + 1}`).toContain(squeeze(head))
    expect(squeezed).toContain(`Page${place + 1}of${pages.length}`)
    expect(squeezed).toMatch(/Surefoot:.*Printedby.+Confidential\.Demonstration:everypatienthereisinvented\./)
    // More text than in the margins, so no page is blank.
    expect(text.length, `page ${place + 1}: ${text}`).toBeGreaterThan(head.length + 140)
    for (const word of words) {
      expect(word.left, word.text).toBeGreaterThanOrEqual(pointsIn / 4)
      expect(word.right, word.text).toBeLessThanOrEqual(width - pointsIn / 4)
    }
  }
}

/** The words in each row of a table, without what paper hides. */
const rowsOf = (page: Page, table: string): Promise<string[][]> =>
  page.locator(`${table} tbody tr`).evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll<HTMLElement>('th, td')]
        .filter((cell) => cell.checkVisibility())
        .map((cell) => cell.innerText.replaceAll(/\s/g, ''))
        .filter((words) => words !== ''),
    ),
  )

/** Checks that all words of each row are on one page. */
const expectRows = (pages: readonly PdfPage[], rows: readonly string[][]): void => {
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows)
    expect(
      pages.some(({ squeezed }) => row.every((cell) => squeezed.includes(cell))),
      row.join(' '),
    ).toBe(true)
}

test('every page that is printed of a patient says whose it is, and holds the whole record', async ({
  page,
}) => {
  await arrive(page)
  const referred = await aLongStory(page)
  const { id, patientId, nhsNumber } = referred
  const both = `id=${id}&patientId=${patientId}`
  const name = `${long.familyName.toUpperCase()}, ${long.firstName}`
  const head = `${name} Born ${formatDate('1938-05-06')} · NHS No. ${formatNhsNumber(nhsNumber)}`

  await open(page, `pathway/view?${both}`, '#bmi')
  for (const paper of Object.values(papers)) {
    const pages = await print(page, paper)
    expect(pages.length).toBeGreaterThan(2)
    expectWhole(pages, head)
    expectRows(pages, await rowsOf(page, '#bmi'))
    const all = pages.map(({ squeezed }) => squeezed).join('')
    expect(pages[0]?.squeezed).toContain('Consentrefused')
    for (const text of [long.line('First'), long.line('County'), long.word])
      expect(all).toContain(squeeze(text))
    expect(all.split('Whatwassaidatthevisit.').length - 1).toBeGreaterThan(115)
  }

  await change(page, referred, { deceasedDate: today() })
  const died = head.replace(' · NHS', ` · Died ${formatDate(today())} · NHS`)
  const [first] = await (
    await asUser(page.request, 'clinician')
  )<{ bmi: { id: number }[] }>(`/api/pathway/get?${both}`).then(({ bmi }) => bmi)
  for (const [screen, part, hasButton] of [
    [`patient/view?id=${patientId}`, '#deceased', true],
    [`patient/flags?id=${patientId}`, '.sf-card', true],
    [`patient/address?id=${patientId}`, 'form', false],
    [`pathway/bmi/${first?.id ?? 0}?${both}`, 'form', true],
  ] as const) {
    await open(page, screen, part, hasButton)
    const pages = await print(page)
    expectWhole(pages, died)
    expect(pages[0]?.squeezed).toContain('Consentrefused')
    expect(pages[0]?.squeezed).toContain(squeeze(long.line('County')))
  }
})

/** Checks that paper shows what the screen folds away: every line of the day, and each person once in a part. */
const expectWholeDay = async (page: Page, pages: readonly PdfPage[]): Promise<void> => {
  const day = await (await asUser(page.request, 'teamlead'))<Today>('/api/today/get')
  const parts = [day.late, day.today, day.week, day.calls, day.visits, day.unowned, day.longLate]
  const printed = squeeze(pages.map(({ text }) => text).join(''))
  const people = parts.flatMap((part) => [
    ...new Set(part?.lines.map((line) => `${line.patientId} ${line.pathwayId ?? ''}`)),
  ])
  expect(people.length).toBeGreaterThan(await page.locator('.sf-today__lines tbody tr').count())
  expect(printed.split('NHSNo.').length - 1).toBe(people.length)
  for (const line of parts.flatMap((part) => part?.lines ?? []))
    for (const words of [formatName(line), line.text]) expect(printed).toContain(squeeze(words))
}

test(
  'lists are printed with their name on each page and whose it is on each row',
  isLong,
  async ({ page }) => {
    await arrive(page)
    await aReferral(page.request, newName().padEnd(35, 'x'))
    // The print button of a work list opens its sheets instead, so it is not pressed.
    await open(page, 'awaiting-assessment', '.sf-grid tbody tr', false)
    const listed = await rowsOf(page, '.sf-grid')
    for (const paper of Object.values(papers)) {
      const pages = await print(page, paper)
      expectWhole(pages, 'Awaiting assessment')
      expectRows(pages, listed)
      expect(pages.every(({ squeezed }) => squeezed.includes('DateofBirth'))).toBe(true)
    }
    for (const [screen, head, table] of [
      ['today', 'Today', '.sf-today__lines'],
      ['owners', 'Owners', '.sf-table'],
    ] as const) {
      await open(page, screen, `${table} tbody tr`)
      const rows = await rowsOf(page, table)
      const pages = await print(page)
      expectWhole(pages, head)
      expectRows(pages, rows)
      if (screen === 'today') await expectWholeDay(page, pages)
      for (const row of rows)
        expect(row.join(' ')).toMatch(/Born(\d\d-\w{3}-\d{4}|NotRecorded),NHSNo\.(\d{3}-\d{3}-\d{4}|Unknown)/)
    }
    await open(page, 'calls', '.sf-calls__people li')
    const people = await page
      .locator('.sf-calls__people > ol > li')
      .evaluateAll((rows) => rows.map((row) => [(row as HTMLElement).innerText.replaceAll(/\s/g, '')]))
    const pages = await print(page)
    expectWhole(pages, 'Call list')
    expectRows(pages, people)
    for (const [person] of people) expect(person).toMatch(/Born(\d\d-\w{3}-\d{4}|NotRecorded),NHSNo\..*Tel\./)
  },
)

test('no sheet is empty, however much the last row leaves of the one before', isLong, async ({ page }) => {
  await arrive(page)
  await open(page, 'owners', '.sf-table tbody tr')
  for (let height = 180; height > 100; height -= 2) {
    const pages = await readPages(await page.pdf({ width: '210mm', height: `${height}mm` }))
    for (const [place, { squeezed }] of pages.entries())
      expect(squeezed, `page ${place + 1} of ${pages.length}, ${height} mm high`).toMatch(/invented\.\S/)
  }
})

test('a report is printed whole from the screen', async ({ page }) => {
  await arrive(page)
  const period = `dateFrom=${addDays(today(), -300)}&dateTo=${today()}`
  for (const [address, head] of [
    [`reports?report=nationalWaitingList&${period}`, 'Waiting list in national bands'],
    [`reports?report=declinedReferrals&${period}`, 'Declined referrals'],
  ] as const) {
    await open(page, address, '.sf-report__frame')
    await page.frameLocator('.sf-report__frame').locator('tbody tr').first().waitFor({ state: 'attached' })
    const rows = await page
      .locator('.sf-report__frame')
      .evaluate((frame) =>
        [...((frame as HTMLIFrameElement).contentDocument?.querySelectorAll('tbody tr') ?? [])].map((row) =>
          [...row.children].map((cell) => (cell.textContent ?? '').replaceAll(/\s/g, '')),
        ),
      )
    for (const paper of Object.values(papers)) {
      const pages = await print(page, paper)
      expectWhole(pages, head)
      expectRows(pages, rows)
    }
  }
  // The dashboard can be saved as a separate page. The browser's own Print leaves nothing out either.
  await page.goto(`/falls/dashboard?${period}`)
  await expect(page.locator('.sf-funnel')).toBeVisible()
  const shown = await page
    .locator('main tbody tr')
    .evaluateAll((rows) =>
      rows
        .filter((row) => row.checkVisibility())
        .map((row) => [...row.children].map((cell) => (cell.textContent ?? '').replaceAll(/\s/g, ''))),
    )
  const pages = await print(page)
  expectWhole(pages, 'Service dashboard')
  expectRows(pages, shown)
})

test('each guide by role is on two pages at most, every step of it', isLong, async ({ page }) => {
  await arrive(page)
  for (const [guide, last] of Object.entries({
    everybody: 'It is not a medical device and predicts nothing.',
    admissions: 'a system administrator about practices, lists and signing in.',
    clinician: 'Whom to ask: a Team Lead of your service.',
    'team-lead': 'about restricted records, consent and retention.',
    'system-administrator': 'A weakness in the product itself: SECURITY.md.',
    'information-governance': 'archived months of the audit trail.',
    external: 'the falls service that gave you your sign-in.',
  })) {
    await open(page, `help/guide-${guide}`, '.sf-guide')
    const pages = await print(page)
    expect({ guide, isShort: pages.length <= 2 }).toEqual({ guide, isShort: true })
    expect(squeeze(pages.map(({ text }) => text).join(' '))).toContain(squeeze(last))
  }
})
