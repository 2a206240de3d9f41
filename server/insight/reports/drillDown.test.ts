import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PatientRow } from '../../../contract/patients/search/search.ts'
import { askPeople, askReport, readSections } from '../../testing/values/askReport.ts'
import { fillReportWorld } from '../../testing/world/reportWorld.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { catalogue } from '../catalogue/catalogue.ts'

let service: TestService
let lead: TestUser
let auditor: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  auditor = await service.as('Information Governance')
  await fillReportWorld(service.db)
})
afterAll(() => service.close())

describe('the patients behind a number', () => {
  it('are as many as the number says, in every section that counts referrals', async () => {
    const period = { dateFrom: '2025-11-01', dateTo: '2026-10-31' }
    for (const { name, sections } of catalogue.filter(({ capability }) => capability === 'report.run')) {
      const { text } = await askReport(service, lead, { reportName: name, ...period, type: 'csv' })
      const read = readSections(text)
      for (const [place, section] of sections.entries()) {
        if (section.kind === 'listed' || section.isBeyondPatients === true) continue
        const shown = read.get(section.title)
        const measure = section.measures.find(({ kind }) => kind === 'count')
        const total = shown?.rows.find(([first]) => first === 'All' || section.groups.length === 0)
        if (measure === undefined || total === undefined) continue
        const response = await askPeople(service, lead, {
          reportName: name,
          ...period,
          section: place,
          row: null,
          column: measure.id,
        })
        expect(response.statusCode).toBe(200)
        const number = Number(total[section.groups.length])
        const found = Number(response.headers['x-total-count'])
        // A referral with several assessments or sessions is listed once.
        expect({ name, section: section.title, found: found > 0 && found <= number }).toEqual({
          name,
          section: section.title,
          found: true,
        })
        if (/Referred|Discharges|Declined|On the list|Open|Waiting/.test(measure.title))
          expect({ name, section: section.title, found }).toEqual({
            name,
            section: section.title,
            found: number,
          })
      }
    }
  })

  it('are as many as the number of people says, wherever people are counted', async () => {
    const period = { dateFrom: '2025-07-01', dateTo: '2026-10-31' }
    const seen: string[] = []
    for (const { name, sections } of catalogue.filter(({ capability }) => capability === 'report.run')) {
      const { text } = await askReport(service, lead, { reportName: name, ...period, type: 'csv' })
      const read = readSections(text)
      for (const [place, section] of sections.entries()) {
        if (section.kind === 'listed') continue
        const shown = read.get(section.title)
        const total = shown?.rows.find(([first]) => first === 'All' || section.groups.length === 0)
        for (const [column, measure] of section.measures.entries()) {
          if (measure.kind !== 'count' || measure.distinct !== 'patient_id' || total === undefined) continue
          const asked = { reportName: name, ...period, section: place, row: null, column: measure.id }
          const { headers } = await askPeople(service, lead, asked)
          const about = `${name}, ${section.title}`
          seen.push(about)
          expect([about, Number(headers['x-total-count'])]).toEqual([
            about,
            Number(total[section.groups.length + column]),
          ])
        }
      }
    }
    expect(seen.length).toBeGreaterThan(5)
  })

  it('are not listed where not everything counted is a patient', async () => {
    const beyond = catalogue.flatMap(({ name, sections }) =>
      sections.flatMap((section, place) =>
        section.kind !== 'listed' && section.isBeyondPatients === true
          ? [{ reportName: name, section: place, row: null, column: section.measures[0]?.id ?? '' }]
          : [],
      ),
    )
    expect(beyond.length).toBeGreaterThan(1)
    for (const asked of beyond)
      expect(await askPeople(service, lead, asked)).toMatchObject({
        statusCode: 400,
        body: expect.stringContaining('The report has no such number'),
      })
  })

  it('are those of the row and column', async () => {
    const rows = (
      await askPeople(service, lead, {
        reportName: 'referralsReceived',
        section: 0,
        row: ['2026-03'],
        column: 'declined',
      })
    ).json<PatientRow[]>()
    expect(rows.length).toBeGreaterThan(0)
    for (const { referralDate } of rows) expect(referralDate).toMatch(/^2026-03/)
    const names = rows.map(({ familyName }) => familyName)
    expect(names).toEqual([...names].sort())
  })

  it('are found by the value that is not there, too', async () => {
    const rows = (
      await askPeople(service, lead, {
        reportName: 'referralsReceived',
        section: 1,
        row: [null],
        column: 'referrals',
      })
    ).json<PatientRow[]>()
    expect(rows.length).toBeGreaterThan(0)
    for (const { referrer } of rows) expect(referrer).toBeNull()
  })

  it.each([
    ['a section that is not there', { section: 40, row: null, column: 'discharges' }],
    ['a column that is not there', { section: 0, row: null, column: 'nothing' }],
    ['a column that is no count', { section: 0, row: null, column: 'share' }],
    ['a row of another shape', { section: 0, row: ['a', 'b'], column: 'discharges' }],
  ])('do not exist for %s', async (_, number) => {
    expect((await askPeople(service, lead, { reportName: 'discharges', ...number })).statusCode).toBe(400)
  })

  it('are nobody for a row with SQL in it', async () => {
    const row = [`x' or true --`]
    const response = await askPeople(service, lead, {
      reportName: 'discharges',
      section: 0,
      row,
      column: 'discharges',
    })
    expect(response.json()).toEqual([])
  })

  it('are not for Information Governance, and have no links there or where small numbers are hidden', async () => {
    const { text } = await askReport(service, auditor, { reportName: 'auditOfAccess' })
    expect(text).not.toContain('<a ')
    const hidden = await askReport(service, lead, { reportName: 'discharges', suppress: true })
    expect(hidden.text).not.toContain('<a ')
    expect((await askReport(service, lead, { reportName: 'discharges' })).text).toContain(
      '<a href="/falls/reports?',
    )
    expect(
      (
        await askPeople(service, auditor, {
          reportName: 'auditOfAccess',
          section: 0,
          row: null,
          column: 'events',
        })
      ).statusCode,
    ).toBe(403)
  })
})
