import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { stages, stageTitles } from '../../../contract/stages/stage.ts'
import { listReports, reportTypes, type ReportOffer } from '../../../contract/insight/report.ts'
import { mediaTypes } from '../../../contract/platform/calls/file.ts'
import type { PatientRow } from '../../../contract/patients/search/search.ts'
import { counters } from '../../../contract/stages/counters.ts'
import { askPeople, askReport, readSections } from '../../testing/values/askReport.ts'
import { aFrat, aPathway } from '../../testing/world/factories.ts'
import { fillReportWorld } from '../../testing/world/reportWorld.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { catalogue } from '../catalogue/catalogue.ts'

let service: TestService
let clinician: TestUser
let lead: TestUser
let auditor: TestUser
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  lead = await service.as('Team Lead')
  auditor = await service.as('Information Governance')
  await fillReportWorld(service.db)
})
afterAll(() => service.close())

const offered = async (user: TestUser): Promise<string[]> =>
  ((await service.ask(listReports, {}, user)).body as ReportOffer[]).map(({ name }) => name)

const post = (user: TestUser, path: string, payload: object) =>
  service.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${user.accessToken}` },
    payload,
  })

const lastEvent = async () => {
  const { rows } = await service.db.owner.query<{
    kind: string
    action: string
    user_id: number
    patient_ids: string[]
    criteria: Record<string, unknown>
  }>('select kind, action, user_id, patient_ids, criteria from audit_event order by id desc limit 1')
  return rows[0]
}

describe('the list of reports', () => {
  it('offers each profile what it may run, each with its definition', async () => {
    const staff = catalogue.filter(({ capability }) => capability === 'report.run').map(({ name }) => name)
    expect(staff).toHaveLength(33)
    expect(await offered(clinician)).toEqual(staff)
    expect(await offered(lead)).toEqual(['serviceDashboard', 'monthEndPack', ...staff])
    expect(await offered(auditor)).toEqual(['auditOfAccess'])
    for (const { definition, answers } of catalogue) {
      expect(definition.length).toBeGreaterThan(0)
      expect(answers).toMatch(/\?$/)
    }
  })

  it('has no two reports of one name, and no two sections of one title in a report', () => {
    expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length)
    for (const { sections } of catalogue)
      expect(new Set(sections.map(({ title }) => title)).size).toBe(sections.length)
  })
})

describe('who may run what', () => {
  it('keeps the audit report for Information Governance and the dashboard for Team Leads', async () => {
    const status = async (user: TestUser, reportName: string) =>
      (await askReport(service, user, { reportName })).status
    expect(await status(auditor, 'auditOfAccess')).toBe(200)
    expect(await status(lead, 'auditOfAccess')).toBe(403)
    expect(await status(clinician, 'auditOfAccess')).toBe(403)
    expect(await status(auditor, 'referralsReceived')).toBe(403)
    expect(await status(clinician, 'serviceDashboard')).toBe(403)
    expect(await status(lead, 'serviceDashboard')).toBe(200)
  })
})

describe('what is asked', () => {
  const good = { reportName: 'discharges', dateFrom: '2026-01-01', dateTo: '2026-01-31', type: 'html' }
  const cases: [name: string, changes: Record<string, unknown>, answer: object][] = [
    ['no report', { reportName: undefined }, { reportName: 'Report required' }],
    ['a blank report', { reportName: ' ' }, { reportName: 'Report required' }],
    [
      'another report than the address',
      { reportName: 'bmi' },
      { reportName: 'The URL and the request name different ones' },
    ],
    ['no Date From', { dateFrom: '' }, { dateFrom: 'Date From required' }],
    ['no Date To', { dateTo: null }, { dateTo: 'Date To required' }],
    [
      'an order of days that cannot be',
      { dateFrom: '2026-02-01' },
      { dateTo: 'Date To must be on or after Date From' },
    ],
    ['more than five years', { dateFrom: '2021-01-30' }, { dateTo: 'A report covers at most 5 years' }],
    [
      'a period that begins after today',
      { dateFrom: addDays(today(), 1), dateTo: addDays(today(), 8) },
      { dateFrom: 'The date cannot be after today' },
    ],
    ['an unknown type', { type: 'doc' }, { type: 'Choose html, pdf, csv, xlsx' }],
    ['a guess for yes', { suppress: 'yes' }, { suppress: 'Choose yes or no' }],
  ]
  it.each(cases)('refuses %s', async (_, changes, answer) => {
    const response = await post(lead, '/api/report/discharges', { ...good, ...changes })
    expect({ status: response.statusCode, body: response.json() as unknown }).toEqual({
      status: 400,
      body: answer,
    })
  })

  it('refuses a report that is not on the list', async () => {
    for (const reportName of ['nothing', 'Discharges', '__proto__', 'all']) {
      const { status, text } = await askReport(service, lead, { reportName })
      expect({ status, body: JSON.parse(text) as unknown }).toEqual({
        status: 400,
        body: { reportName: 'Choose a report from the list' },
      })
    }
  })

  it('takes a period that goes on', async () => {
    const goesOn = { dateFrom: addDays(today(), -7), dateTo: addDays(today(), 7) }
    expect((await post(lead, '/api/report/discharges', { ...good, ...goesOn })).statusCode).toBe(200)
  })

  it('takes exactly five years, and a single day', async () => {
    expect((await post(lead, '/api/report/discharges', { ...good, dateFrom: '2021-01-31' })).statusCode).toBe(
      200,
    )
    expect((await post(lead, '/api/report/discharges', { ...good, dateFrom: '2026-01-31' })).statusCode).toBe(
      200,
    )
  })
})

describe.each(catalogue.map(({ name }) => name))('%s', (reportName) => {
  it.each(reportTypes)('comes as %s', async (type) => {
    const user = reportName === 'auditOfAccess' ? auditor : lead
    const { status, headers, bytes } = await askReport(service, user, { reportName, type })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe(mediaTypes[type])
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-disposition']).toBe(
      type === 'html' ? undefined : `attachment; filename="${reportName}.${type}"`,
    )
    const starts = {
      html: '<!doctype html>',
      pdf: '%PDF-1.7',
      csv: '\ufeffFalls prevention service',
      xlsx: 'PK',
    }
    expect(bytes.toString('utf8').startsWith(starts[type])).toBe(true)
  })
})

it('says who ran it, when, over which days, and what it counts', async () => {
  const definition = catalogue.find(({ name }) => name === 'discharges')?.definition ?? []
  const { text } = await askReport(service, lead, {
    reportName: 'discharges',
    dateFrom: '2026-03-29',
    dateTo: '2026-03-29',
  })
  for (const words of [
    ...definition,
    '<dt>From</dt><dd>29-Mar-2026</dd>',
    '<dt>To</dt><dd>29-Mar-2026 (both days counted)</dd>',
    '<dt>Small numbers</dt><dd>Shown</dd>',
    '<dt>Run by</dt><dd>Robin Tester',
    '<dt>Run at</dt><dd>',
  ])
    expect(text).toContain(words)
})

describe('the audit trail', () => {
  it('has the parameters of a report, and nobody where nobody is shown', async () => {
    await askReport(service, lead, { reportName: 'fratScores', type: 'pdf' })
    expect(await lastEvent()).toEqual({
      kind: 'read',
      action: 'POST /api/report/{reportName}',
      user_id: lead.userId,
      patient_ids: [],
      criteria: { reportName: 'fratScores', dateFrom: '2026-01-01', dateTo: '2026-12-31', type: 'pdf' },
    })
  })

  it('has everybody whose single entries are listed', async () => {
    await askReport(service, lead, { reportName: 'declinedReferrals', type: 'csv' })
    const { rows } = await service.db.owner.query<{ patient_id: string }>(
      `select distinct patient_id from pathway join patient on patient.id = patient_id
       where pathway.is_active and patient.is_active and cancel_referral_date between '2026-01-01' and '2026-12-31'`,
    )
    const event = await lastEvent()
    expect(event?.patient_ids.map(Number).sort()).toEqual(rows.map((row) => Number(row.patient_id)).sort())
    expect(rows.length).toBeGreaterThan(5)
  })

  it('has everybody behind a number that was opened', async () => {
    const response = await askPeople(service, lead, {
      reportName: 'discharges',
      section: 0,
      row: null,
      column: 'discharges',
    })
    const people = response.json<PatientRow[]>()
    const event = await lastEvent()
    expect(event?.action).toBe('POST /api/report/{reportName}/people')
    expect(event?.patient_ids).toEqual([...new Set(people.map(({ patientId }) => String(patientId)))])
    expect(event?.criteria).toMatchObject({ reportName: 'discharges', column: 'discharges' })
  })

  it('gives no report when it cannot be written', async () => {
    await service.db.owner.query('revoke insert on audit_event from surefoot_app')
    const { status, text } = await askReport(service, lead, { reportName: 'discharges', type: 'csv' })
    await service.db.owner.query('grant insert on audit_event to surefoot_app')
    expect(status).toBeGreaterThanOrEqual(500)
    expect(text).not.toContain('By reason')
  })
})

it('agrees with the work lists of today to the last patient', async () => {
  const user = await service.as('Clinician')
  for (let each = 0; each < 3; each += 1) await aPathway(service, user)
  const assessed = await aPathway(service, user)
  await aFrat(service, user, assessed.id)
  const rowsOf = async (reportName: string, section: string): Promise<string[][]> => {
    const asked = { reportName, dateFrom: addDays(today(), -30), dateTo: today(), type: 'csv' } as const
    return readSections((await askReport(service, lead, asked)).text).get(section)?.rows ?? []
  }
  const rows = await rowsOf('currentWaitingList', 'Each list by weeks waited')
  const counts = await Promise.all(
    stages.map(async (stage) => (await service.ask(counters[stage], {}, user)).body),
  )
  expect(rows.slice(0, -1).map((row) => [row[0], Number(row[1])])).toEqual(
    stages.map((stage, index) => [stageTitles[stage], counts[index]]),
  )
  expect(counts[0]).toBe(3)
  const byClinician = await rowsOf('caseloadByClinician', 'Open referrals by clinician and stage')
  expect(byClinician.at(-1)?.slice(2).map(Number)).toEqual(counts)
})

it('counts what the audit trail has, day by day in London', async () => {
  const insert = (at: string, action: string, patients: number[]) =>
    service.db.owner.query(
      `insert into audit_event (at, kind, action, status, user_id, patient_ids, request_id)
       values ($1, 'read', $2, 200, $3, $4, 'test')`,
      [at, action, clinician.userId, patients],
    )
  // The clocks went forward at 01:00 UTC on 29 March 2026, so that day ends at 23:00 UTC.
  await insert('2026-03-28T23:59:59Z', 'GET /before', [1])
  await insert('2026-03-29T00:00:00Z', 'GET /first', [1, 2])
  await insert('2026-03-29T22:59:59Z', 'GET /last', [2, 3])
  await insert(
    '2026-03-29T12:00:00Z',
    'GET /list',
    Array.from({ length: 21 }, (_, place) => 5 + place),
  )
  await insert('2026-03-29T23:00:00Z', 'GET /after', [4])
  const { text } = await askReport(service, auditor, {
    reportName: 'auditOfAccess',
    dateFrom: '2026-03-29',
    dateTo: '2026-03-29',
    type: 'csv',
  })
  const sections = readSections(text)
  expect(sections.get('By action')?.rows).toEqual([
    ['GET /first', '1', '1', '0', '0', '2'],
    ['GET /last', '1', '1', '0', '0', '2'],
    ['GET /list', '1', '1', '0', '0', '0'],
    ['All', '3', '3', '0', '0', '3'],
  ])
  expect(sections.get('Who opened or changed whom')?.rows).toHaveLength(4)
  expect((await lastEvent())?.patient_ids.map(Number).sort()).toEqual([1, 2, 3])
})
