import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { read as readExcel, utils } from '@e965/xlsx'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportType } from '../../../contract/insight/report.ts'
import { askReport } from '../../testing/values/askReport.ts'
import { pdfText } from '../../testing/reading/pdfText.ts'
import { elementsIn, readPdf } from '../../testing/reading/readPdf.ts'
import { fillReportWorld } from '../../testing/world/reportWorld.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { representatives } from '../../../contract/testing/representatives.ts'

/*
 * Reports as files when the data contains malicious text (IO-5, IO-6). Every list of choices, every name and every
 * free text in the test data is malicious.
 */

let service: TestService
let lead: TestUser
let auditor: TestUser
let listener: Server
let calls = 0
let address = ''

const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1', '\r=1+1', `=HYPERLINK("http://x","y")`]
const hostile = (): string[] => [
  ...formulas,
  `<script src="${address}/s.js"></script>`,
  `<img src="${address}/i.png" onerror="fetch('${address}')">`,
  `"><iframe src="${address}/f"></iframe>`,
  `<link rel="stylesheet" href="${address}/c.css"><style>@import url(${address}/d.css)</style>`,
  `<a href="javascript:alert(1)">x</a>`,
  `</style></script><base href="${address}/">`,
  `url(${address}/u) file:///etc/passwd`,
  `${address}/plain`,
  'Łukasz Ōé ẵ Ωμέγα Иванов',
  '\u202Eright to left\u202C and \u200Bnothing',
]

beforeAll(async () => {
  listener = createServer((_, response) => {
    calls += 1
    response.end()
  })
  listener.on('connection', () => (calls += 1))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  service = await testService()
  lead = await service.as('Team Lead')
  auditor = await service.as('Information Governance')
  await fillReportWorld(service.db)
  const texts = hostile()
  const { owner } = service.db
  for (const table of [
    'referrer',
    'method',
    'declined_referral',
    'discharge_reason',
    'discharged_to',
    'location',
    'concern',
    'goals_achieved',
    'exercise_type',
    'equipment',
    'refer_to',
    'organisation',
  ])
    await owner.query(
      `update ${table} set name = ($1::text[])[1 + (place.n % $2::integer)]
       from (select id, row_number() over (order by id) as n from ${table}) as place where place.id = ${table}.id`,
      [texts, texts.length],
    )
  await owner.query(`update clinician set display_name = ($1::text[])[1 + (id % $2::integer)::integer]`, [
    texts,
    texts.length,
  ])
  await owner.query(`update team_member set display_name = ($1::text[])[1 + (id % $2::integer)::integer]`, [
    texts,
    texts.length,
  ])
  await owner.query(`update equipment_assessment set other = ($1::text[])[1 + (id % $2::integer)::integer]`, [
    texts,
    texts.length,
  ])
  await owner.query(
    `update treatment_plan set goals_not_achieved_reason = ($1::text[])[1 + (id % $2::integer)::integer] where goals_achieved_id is not null`,
    [texts, texts.length],
  )
  await owner.query(`update patient set family_name = ($1::text[])[1 + (id % $2::integer)::integer]`, [
    texts,
    texts.length,
  ])
  // A number with a leading 0, as some old ones have.
  await owner.query(
    `update patient set nhs_number = '0123456789' where id = (
       select patient_id from pathway join patient on patient.id = patient_id
       where pathway.is_active and patient.is_active and cancel_referral_date between '2026-01-01' and '2026-12-31'
       order by pathway.id limit 1)`,
  )
  await owner.query(
    `insert into audit_event (at, kind, action, status, user_id, patient_ids, request_id)
     select '2026-05-05T12:00:00Z', 'read', 'GET /api/patient/get', 200, $1, array[id], 'test' from patient`,
    [lead.userId],
  )
  await owner.query(`update app_user set display_name = $1 where id = $2`, [texts[0], lead.userId])
})
afterAll(async () => {
  await service.close()
  listener.close()
})

const names = catalogue.map(({ name }) => name)
const userFor = (name: string): TestUser => (name === 'auditOfAccess' ? auditor : lead)
const rendered = new Map<string, ReturnType<typeof askReport>>()
/**
 * A report of this year, rendered once. For the audit trail the period is a month in the past, because asking adds to
 * the trail.
 */
const get = (reportName: string, type: ReportType): ReturnType<typeof askReport> => {
  const key = `${reportName} ${type}`
  const period = reportName === 'auditOfAccess' ? { dateFrom: '2026-05-01', dateTo: '2026-05-31' } : {}
  const asked = rendered.get(key) ?? askReport(service, userFor(reportName), { reportName, type, ...period })
  rendered.set(key, asked)
  return asked
}

/** The page as a desktop screen shows it, without the second copy of the charts for phones. */
const pageOf = (html: string) =>
  new JSDOM(html.replaceAll(/<svg class="phone".*?<\/svg>/g, '')).window.document

const squeezed = (text: string): string => text.replaceAll(/\s/g, '')

describe.each(representatives(names, (_, index) => index % 5))('%s with hostile text', (name) => {
  it('is html that runs, loads and submits nothing, even where scripts may run', async () => {
    const { text } = await get(name, 'html')
    const page = new JSDOM(text, { runScripts: 'dangerously', resources: 'usable', url: `${address}/` })
      .window.document
    expect(
      page.querySelectorAll('script, img, iframe, link, base, object, embed, form, meta[http-equiv]'),
    ).toHaveLength(0)
    expect(page.querySelectorAll('style')).toHaveLength(1)
    for (const element of page.querySelectorAll('*'))
      for (const attribute of element.attributes) {
        expect(attribute.name).not.toMatch(/^on|^style$|^src/)
        if (attribute.name === 'href') expect(attribute.value).toMatch(/^\/falls\/reports\?/)
      }
  })

  it('says on paper what it says on screen, word for word', async () => {
    const html = await get(name, 'html')
    const { bytes } = await get(name, 'pdf')
    const pdf = await readPdf(bytes)
    const page = pageOf(html.text)
    const said = squeezed(page.body.textContent ?? '')
    expect(squeezed(pdf.text).replaceAll(/\d\d\/\d\d\/\d{4}\d\d:\d\d/g, '')).toBe(
      said.replaceAll(/\d\d\/\d\d\/\d{4}\d\d:\d\d/g, ''),
    )
    expect(bytes.toString('latin1')).not.toMatch(
      /\/(JavaScript|JS|Launch|URI|SubmitForm|GoToR|EmbeddedFile|AA|OpenAction) ?[/<([]/,
    )
  })

  it('is tagged, in English and titled on paper, without scripts', async () => {
    const pdf = await readPdf((await get(name, 'pdf')).bytes)
    expect(pdf).toMatchObject({ isTagged: true, language: 'en-GB', scripts: false, opens: false })
    expect(pdf.title).toContain(catalogue.find((report) => report.name === name)?.title ?? name)
  })

  it('says in the charts for phones what those for desks say', async () => {
    const page = new JSDOM((await get(name, 'html')).text).window.document
    const numbers = (screen: string): (string | null)[] =>
      [...page.querySelectorAll(`svg.${screen} text`)]
        .filter((_, place) => place % 2 === 1)
        .map(({ textContent }) => textContent)
    expect(page.querySelectorAll('svg.phone')).toHaveLength(page.querySelectorAll('svg.desk').length)
    expect(numbers('phone')).toEqual(numbers('desk'))
  })

  it('is tagged on paper: a heading for each section, headings of columns and rows, page numbers outside the text', async () => {
    const html = pageOf((await get(name, 'html')).text)
    const { bytes } = await get(name, 'pdf')
    const elements = elementsIn(bytes)
    const { artifacts, pages } = await readPdf(bytes)
    expect(elements['H1']).toBe(1)
    expect(elements['H2']).toBe(html.querySelectorAll('h2').length)
    expect(elements['Table'] ?? 0).toBe(html.querySelectorAll('table').length)
    expect(elements['TR'] ?? 0).toBe(html.querySelectorAll('tr').length)
    expect(elements['TH'] ?? 0).toBe(html.querySelectorAll('th').length)
    expect(elements['Figure'] ?? 0).toBe(html.querySelectorAll('svg').length)
    for (let page = 1; page <= pages; page += 1) expect(artifacts).toContain(`Page ${page} of ${pages}`)
  })

  it('is CSV in which no text is a formula', async () => {
    const { text } = await get(name, 'csv')
    const cells = [...text.replace('\ufeff', '').matchAll(/(?:^|,|\r\n)("(?:[^"]|"")*"|[^,\r\n]*)/g)].map(
      ([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell),
    )
    // A negative number is not a formula.
    const isFormula = (cell: string) => /^[=+@\t\r-]/.test(cell) && !/^-[0-9.]+$/.test(cell)
    expect(cells.filter(isFormula)).toEqual([])
    expect(cells.length).toBeGreaterThan(10)
  })

  it('is Excel in which every text is a text', async () => {
    const book = readExcel((await get(name, 'xlsx')).bytes, { type: 'buffer', cellFormula: true })
    expect(book.SheetNames[0]).toBe('About')
    for (const sheet of Object.values(book.Sheets))
      for (const [place, cell] of Object.entries(sheet) as [
        string,
        { t: string; f?: string; l?: object; v: unknown },
      ][]) {
        if (place.startsWith('!')) continue
        expect(cell.f).toBeUndefined()
        expect(cell.l).toBeUndefined()
        expect(typeof cell.v === 'string' ? cell.t : 's').toBe('s')
      }
  })
})

it('keeps the zero at the beginning of an NHS number', async () => {
  const { text } = await get('declinedReferrals', 'csv')
  expect(text).toContain(',012-345-6789,')
  const book = readExcel((await get('declinedReferrals', 'xlsx')).bytes, { type: 'buffer' })
  const rows = utils.sheet_to_json<unknown[]>(book.Sheets['Each declined referral'] ?? {}, { header: 1 })
  expect(rows.flat()).toContain('0123456789')
})

it('leaves formulas in Excel as they were written, and puts a quote before them in CSV', async () => {
  const { text } = await get('referralsBySource', 'csv')
  const book = readExcel((await get('referralsBySource', 'xlsx')).bytes, { type: 'buffer' })
  const cells = utils.sheet_to_json<unknown[]>(book.Sheets['By referrer'] ?? {}, { header: 1 }).flat()
  const { rows } = await service.db.owner.query<{ name: string }>(
    'select distinct name from referrer join pathway on referrer_id = referrer.id',
  )
  const written = rows.map(({ name }) => name).filter((name) => /^[=+@-]/.test(name))
  expect(written.length).toBeGreaterThan(2)
  for (const name of written) {
    expect(cells).toContain(name)
    expect(text).toContain(`'${name.replaceAll('"', '""')}`)
  }
})

describe('a name in a PDF', () => {
  const named = async (name: string) => {
    await service.db.owner.query('update referrer set name = $1 where id = (select min(id) from referrer)', [
      name,
    ])
    return askReport(service, lead, { reportName: 'referralsBySource', type: 'pdf' })
  }

  it('is drawn in every script', async () => {
    const { bytes } = await named('Łukasz Ωμέγα Иванов ẵ 漢字 🦶')
    expect(await pdfText(bytes)).toContain('ŁukaszΩμέγαИвановẵ漢字🦶')
  })

  it('that no font has is refused, with what to do', async () => {
    const { status, text } = await named('Ani \u{13000}')
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({
      code: 'bad-request',
      message: expect.stringMatching(/“\u{13000}” \(U\+13000\) cannot be printed.*Excel or CSV/u) as string,
    })
    await named('Ani')
  })
})

it('has called nobody', () => {
  expect(calls).toBe(0)
})
