import { expect, type Page } from '@playwright/test'
import { addDays, today } from '../contract/dates.ts'
import { formatDate, formatNhsNumber } from '../contract/format.ts'
import { readPages, squeeze, type PdfPage } from '../server/testing/pdfPages.ts'
import { aReferral, asUser, newName, type Referred } from './people.ts'
import { arriveAs } from './product.ts'
import { test } from './test.ts'

/* What a printer is given, page by page: who it is about, which of how many, and nothing that is cut. */

const long = {
  familyName: newName().padEnd(35, 'x'),
  firstName: 'Bartholomew-Featherstonehaugh-Cholmondeley'.slice(0, 35),
  word: 'Unbreakable'.repeat(19).slice(0, 200),
  line: (start: string) => `${start} ${'Featherstonehaugh '.repeat(20)}`.slice(0, 250).trim(),
}
const bmis = 60

/** Somebody with as much of everything as is ever recorded, who refused consent. */
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

/** Opens a screen and waits until it has what is printed of it. */
const open = async (page: Page, address: string, selector: string): Promise<void> => {
  await page.goto(address)
  await expect(page.locator(selector).first()).toBeVisible()
}

/** What holds of every print: each page says what it is of and which of how many, and has all its words on it. */
const expectWhole = (pages: readonly PdfPage[], head: string): void => {
  for (const [place, { squeezed, words, width, text }] of pages.entries()) {
    expect(squeezed, `page ${place + 1}`).toContain(squeeze(head))
    expect(squeezed).toContain(`Page${place + 1}of${pages.length}`)
    expect(squeezed).toMatch(/Surefoot:.*Printedby.+Confidential\./)
    // More than what is in its margins: no page is blank.
    expect(text.length, `page ${place + 1}: ${text}`).toBeGreaterThan(head.length + 140)
    for (const word of words) {
      expect(word.left, word.text).toBeGreaterThanOrEqual(pointsIn / 4)
      expect(word.right, word.text).toBeLessThanOrEqual(width - pointsIn / 4)
    }
  }
}

/** The words of each row of a table; what only leads elsewhere is left on the screen. */
const rowsOf = (page: Page, table: string): Promise<string[][]> =>
  page.locator(`${table} tbody tr`).evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll('th, td')]
        .filter((cell) => cell.querySelector('.sf-button') === null)
        .map((cell) => (cell as HTMLElement).innerText.replaceAll(/\s/g, ''))
        .filter((words) => words !== ''),
    ),
  )

/** Each row has all its words, on one page. */
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
  await arriveAs(page, 'teamlead')
  const referred = await aLongStory(page)
  const { id, patientId, nhsNumber, address } = referred
  const name = `${long.familyName.toUpperCase()}, ${long.firstName}`
  const head = `${name} Born ${formatDate('1938-05-06')} · NHS No. ${formatNhsNumber(nhsNumber)}`

  await open(page, address, '#bmi')
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
  )<{ bmi: { id: number }[] }>(`/api/pathway/get?id=${id}&patientId=${patientId}`).then(({ bmi }) => bmi)
  for (const [screen, part] of [
    [`patient/view?id=${patientId}`, '#deceased'],
    [`patient/flags?id=${patientId}`, 'h2'],
    [`patient/address?id=${patientId}`, 'form'],
    [`pathway/bmi/${first?.id ?? 0}?id=${id}&patientId=${patientId}`, 'form'],
  ] as const) {
    await open(page, `/falls/${screen}`, part)
    const pages = await print(page)
    expectWhole(pages, died)
    expect(pages[0]?.squeezed).toContain('Consentrefused')
    expect(pages[0]?.squeezed).toContain(squeeze(long.line('County')))
  }
})

test('lists are printed with their name on each page and whose it is on each row', async ({ page }) => {
  await arriveAs(page, 'teamlead')
  // Longer than the four that a list has at first.
  await aReferral(page.request, newName().padEnd(35, 'x'))
  await open(page, '/falls/awaiting-assessment', '.sf-grid tbody tr')
  await page.emulateMedia({ media: 'print' })
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
    await open(page, `/falls/${screen}`, `${table} tbody tr`)
    const rows = await rowsOf(page, table)
    const pages = await print(page)
    expectWhole(pages, head)
    expectRows(pages, rows)
    for (const row of rows)
      expect(row.join(' ')).toMatch(/Born\d\d-\w{3}-\d{4},NHSNo\.(\d{3}-\d{3}-\d{4}|Unknown)/)
  }
  await open(page, '/falls/calls', '.sf-calls__people li')
  const people = await page
    .locator('.sf-calls__people > ol > li')
    .evaluateAll((rows) => rows.map((row) => [(row as HTMLElement).innerText.replaceAll(/\s/g, '')]))
  const pages = await print(page)
  expectWhole(pages, 'Call list')
  expectRows(pages, people)
  for (const [person] of people) expect(person).toMatch(/Born\d\d-\w{3}-\d{4},NHSNo\..*Tel\./)
})

test('a report is printed whole from the screen', async ({ page }) => {
  await arriveAs(page, 'teamlead')
  const period = `dateFrom=${addDays(today(), -300)}&dateTo=${today()}`
  for (const [address, head] of [
    [`reports?report=nationalWaitingList&${period}`, 'Waiting list in national bands'],
    [`reports?report=declinedReferrals&${period}`, 'Declined referrals'],
    [`dashboard?${period}`, 'Service dashboard'],
  ] as const) {
    await open(page, `/falls/${address}`, '.sf-report__frame')
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
})

test('Print is where it is looked for', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', location.pathname)
  })
  await arriveAs(page, 'teamlead')
  const { id, patientId, address } = await aReferral(page.request, newName())
  for (const screen of [
    address,
    `/falls/patient/view?id=${patientId}`,
    `/falls/patient/flags?id=${patientId}`,
    '/falls/today',
    '/falls/calls',
    '/falls/owners',
    `/falls/dashboard`,
  ]) {
    await page.goto(screen)
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-printed', screen.replace(/\?.*/, ''))
  }
  expect(id).toBeGreaterThan(0)
})
