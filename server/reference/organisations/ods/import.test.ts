import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getOrganisation,
  type OrganisationType,
  type OrganisationView,
} from '../../../../contract/reference/organisation.ts'
import {
  addImportPart,
  applyImport,
  checkImport,
  startImport,
  type ImportReport,
} from '../../../../contract/reference/organisationImport.ts'
import { workLists } from '../../../../contract/pathways/worklists/workList.ts'
import type { PatientRow } from '../../../../contract/patients/search/search.ts'
import { aPathway, aPatient } from '../../../testing/world/factories.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { verifyStages } from '../../../pathways/worklists/verify.ts'
import { importByCommand } from './importFile.ts'

let service: TestService
let administrator: TestUser

beforeAll(async () => {
  service = await testService()
  administrator = await service.as('System Administrator')
})
afterAll(() => service.close())

interface Row {
  code: string
  name?: string
  open?: string
  close?: string
  status?: string
  subType?: string
  parent?: string
  join?: string
  setting?: string
  postcode?: string
}

const line = (row: Row): string => {
  const cells = Array.from({ length: 27 }, () => '')
  const put = (column: number, value: string | undefined) => (cells[column - 1] = value ?? '')
  put(1, row.code)
  put(2, row.name ?? `EXAMPLE ${row.code}`)
  put(10, row.postcode ?? 'ZZ99 9AA')
  put(11, row.open ?? '20010401')
  put(12, row.close)
  put(13, row.status ?? 'A')
  put(14, row.subType)
  put(15, row.parent)
  put(16, row.join)
  put(26, row.setting)
  return cells.map((cell) => `"${cell}"`).join(',')
}
const fileOf = (...rows: Row[]): string => rows.map(line).join('\r\n')

const upload = async (name: string, text: string, size = 100): Promise<number> => {
  const started = await service.ask(startImport, { fileName: name }, administrator)
  const { id } = started.body as { id: number }
  for (let part = 0; part * size < text.length; part += 1) {
    const reply = await service.ask(
      addImportPart,
      { id, part: part + 1, text: text.slice(part * size, (part + 1) * size) },
      administrator,
    )
    expect(reply.status).toBe(200)
  }
  return id
}
const check = async (id: number, type?: OrganisationType) =>
  service.ask(checkImport, { id, type }, administrator)
const apply = async (id: number, type?: OrganisationType) =>
  service.ask(applyImport, { id, type }, administrator)
const counts = ({ body }: { body: unknown }) => {
  const { examples: _examples, type: _type, ...rest } = body as ImportReport
  return Object.fromEntries(Object.entries(rest).filter(([, count]) => count !== 0))
}
const taken = async (name: string, text: string, type?: OrganisationType) => {
  const id = await upload(name, text)
  const checked = await check(id, type)
  expect(checked.status).toBe(200)
  const applied = await apply(id, type)
  expect(applied.body).toEqual(checked.body)
  return applied
}
const view = async (id: string) =>
  (await service.ask(getOrganisation, { id }, administrator)).body as OrganisationView
const codes = async () =>
  (await service.db.sql.selectFrom('organisation').select('id').orderBy('id').execute()).map(({ id }) => id)

describe('taking a file in', () => {
  it('adds organisations of every kind with their parents', async () => {
    expect(counts(await taken('eccg.csv', fileOf({ code: '99X', subType: 'C' })))).toEqual({
      rows: 1,
      added: 1,
    })
    const practices = fileOf(
      { code: 'Z99001', parent: '99X', join: '20130401', setting: '4', subType: 'B' },
      { code: 'Z99002', status: 'C', close: '20190331', setting: '4', subType: 'Z' },
      { code: 'Z99003', status: 'D', setting: '4' },
      { code: 'Z99004', setting: '0' },
    )
    expect(counts(await taken('epraccur.csv', practices))).toEqual({ rows: 4, added: 3, skipped: 1 })
    expect(
      counts(await taken('ebranchs.csv', fileOf({ code: 'Z99001001', status: '', parent: 'Z99001' }))),
    ).toEqual({
      rows: 1,
      added: 1,
    })
    expect(
      counts(await taken('egpcur.csv', fileOf({ code: 'G9999901', subType: 'P', parent: 'Z99001' }))),
    ).toEqual({
      rows: 1,
      added: 1,
    })
    expect(await view('Z99001')).toMatchObject({
      organisation: {
        type: 'GP Practices',
        openDate: '2001-04-01',
        statusCode: 'A',
        subTypeCode: 'B',
        isActive: true,
      },
      parent: { parentOrganisationId: '99X', joinDate: '2013-04-01', isActive: true },
    })
    expect((await view('Z99002')).organisation).toMatchObject({ isActive: false, closeDate: '2019-03-31' })
    expect((await view('Z99003')).organisation.isActive).toBe(false)
    expect(await view('Z99001001')).toMatchObject({
      organisation: { type: 'Branch Surgeries', isActive: true },
      parent: { parentOrganisationId: 'Z99001', joinDate: '2001-04-01' },
    })
    expect(await codes()).not.toContain('Z99004')
  })

  it('a second time changes nothing, and writes nothing', async () => {
    const practices = fileOf(
      { code: 'Z99001', parent: '99X', join: '20130401', setting: '4', subType: 'B' },
      { code: 'Z99003', status: 'D', setting: '4' },
    )
    const before = (await view('Z99001')).organisation.version
    expect(counts(await taken('epraccur.csv', practices))).toEqual({ rows: 2, unchanged: 2 })
    expect((await view('Z99001')).organisation.version).toBe(before)
  })

  it('closes and opens again, and deletes nothing that the file leaves out', async () => {
    const before = await codes()
    const shut = await taken(
      'epraccur.csv',
      fileOf({ code: 'Z99001', status: 'C', close: '20260101', setting: '4' }),
    )
    expect(counts(shut)).toEqual({ rows: 1, closed: 1 })
    expect((shut.body as ImportReport).examples.closed).toMatchObject([{ row: 1, code: 'Z99001' }])
    expect(await view('Z99001')).toMatchObject({
      organisation: { isActive: false, closeDate: '2026-01-01' },
      parent: { parentOrganisationId: '99X' },
    })
    expect(counts(await taken('epraccur.csv', fileOf({ code: 'Z99001', setting: '4' })))).toEqual({
      rows: 1,
      reopened: 1,
    })
    expect((await view('Z99001')).organisation).toMatchObject({ isActive: true, closeDate: null })
    expect(await codes()).toEqual(before)
  })

  it('takes the memberships that count', async () => {
    await taken('eccg.csv', fileOf({ code: '99Y' }, { code: '99W' }))
    const members = [
      '"Z99001","99W","W","20010401","20130331","0"',
      '"Z99001","99Y","P","20150401","","0"',
      '"Z99001","99X","P","20130401","20150331","0"',
      '"Z99777","99Y","P","20150401","","0"',
      '"Z99003","99Z","P","20150401","","0"',
      '"Z99003","99Y","Q","20150401","","0"',
    ].join('\n')
    const reply = await taken('epcmem.csv', members)
    expect(counts(reply)).toEqual({ rows: 6, changed: 1, skipped: 2, rejected: 3 })
    expect((reply.body as ImportReport).examples.rejected).toEqual([
      { row: 6, code: 'Z99003', text: 'The parent’s type is not W or P' },
      { row: 4, code: 'Z99777', text: 'There is no organisation with this code' },
      { row: 5, code: 'Z99003', text: 'The parent 99Z is not known: the link was left out' },
    ])
    expect((await view('Z99001')).parent).toMatchObject({
      parentOrganisationId: '99Y',
      parentCode: 'P',
      joinDate: '2015-04-01',
      leaveDate: null,
      isActive: true,
    })
    expect(counts(await taken('epcmem.csv', '"Z99001","99W","W","20010401","20130331","0"'))).toEqual({
      rows: 1,
      skipped: 1,
    })
    expect((await view('Z99001')).parent?.parentOrganisationId).toBe('99Y')
    expect(counts(await taken('epcmem.csv', '"Z99001","99Y","P","20150401","20260331","0"'))).toEqual({
      rows: 1,
      changed: 1,
    })
    expect((await view('Z99001')).parent).toMatchObject({ leaveDate: '2026-03-31', isActive: false })
  })

  it('says which rows it refuses and which it takes in part, with their numbers', async () => {
    const reply = await taken(
      'epraccur.csv',
      [
        line({ code: 'Z99010', setting: '4' }),
        line({ code: 'Z99011', open: '20010230' }),
        '"Z99012","SHORT"',
        line({ code: 'Z99010', name: 'AGAIN', setting: '4' }),
        line({ code: '99X', setting: '4' }),
        line({ code: 'Z99013', parent: 'NOBODY', setting: '4' }),
        line({ code: 'Z99014', subType: 'RO76', setting: '4' }),
      ].join('\n'),
    )
    expect(counts(reply)).toEqual({ rows: 7, added: 3, rejected: 4, doubtful: 2 })
    const { examples } = reply.body as ImportReport
    expect(examples.rejected.map(({ row, text }) => [row, text])).toEqual([
      [2, 'The open date is not a day'],
      [3, '2 columns instead of 27 or 6'],
      [4, 'Row 1 has the same code'],
      [5, 'The code belongs to one of Clinical Commissioning Group'],
    ])
    expect(examples.doubtful.map(({ row, text }) => [row, text])).toEqual([
      [6, 'The parent NOBODY is not known: the link was left out'],
      [7, 'The sub-type is not known and was left out'],
    ])
    expect((await view('99X')).organisation.type).toBe('Clinical Commissioning Group')
  })

  it('leaves out links that would lead in a circle', async () => {
    const reply = await taken(
      'ebranchs.csv',
      fileOf(
        { code: 'Z98A', parent: 'Z98B' },
        { code: 'Z98B', parent: 'Z98C' },
        { code: 'Z98C', parent: 'Z98A' },
      ),
    )
    expect(counts(reply)).toEqual({ rows: 3, added: 3, doubtful: 1 })
    expect((await view('Z98C')).parent).toBeNull()
  })

  it('shows a practice’s new name on the work lists', async () => {
    const clinician = await service.as('Clinician')
    await taken('epraccur.csv', fileOf({ code: 'Z99020', name: 'OLD SURGERY', setting: '4' }))
    const patient = await aPatient(service, clinician, { registeredGP: 'Z99020' })
    await aPathway(service, clinician, { patientId: patient.id })
    await taken('epraccur.csv', fileOf({ code: 'Z99020', name: 'NEW SURGERY', setting: '4' }))
    const { body } = await service.ask(workLists.awaitingAssessment, {}, clinician)
    expect((body as PatientRow[]).map(({ registeredGP }) => registeredGP)).toEqual(['NEW SURGERY'])
    expect((await verifyStages(service.db.sql)).differences).toEqual([])
  })

  it('is in the audit trail with what changed', async () => {
    await taken('epraccur.csv', fileOf({ code: 'Z99020', name: 'NEWER SURGERY', setting: '4' }))
    const { rows } = await service.db.owner.query<{ action: string; user_id: number; records: unknown }>(
      `select action, user_id, records from audit_event where kind = 'write' order by id desc limit 1`,
    )
    expect(rows[0]).toMatchObject({
      action: 'POST /api/organisation/importApply',
      user_id: administrator.userId,
      records: [
        {
          entity: 'organisation',
          id: 'Z99020',
          before: { name: 'NEW SURGERY' },
          after: { name: 'NEWER SURGERY' },
        },
      ],
    })
  })
})

describe('the order of things', () => {
  const text = fileOf({ code: 'Z97001', setting: '4' })

  it('is a check first, which changes nothing', async () => {
    const id = await upload('epraccur.csv', text)
    expect(await apply(id)).toMatchObject({
      status: 409,
      body: { message: 'Check the file first: nothing was changed.' },
    })
    expect(counts(await check(id))).toEqual({ rows: 1, added: 1 })
    expect(await codes()).not.toContain('Z97001')
    await service.ask(addImportPart, { id, part: 99, text: '\n' }, administrator)
    expect((await apply(id)).status).toBe(409)
    await check(id)
    expect((await apply(id)).status).toBe(200)
    expect(await codes()).toContain('Z97001')
    expect((await apply(id)).status).toBe(404)
  })

  it('asks what a file holds whose name does not say it', async () => {
    const id = await upload('list.csv', text)
    expect(await check(id)).toMatchObject({ status: 400, body: { type: 'Type required' } })
    expect((await check(id, 'GP Practices')).status).toBe(200)
  })

  it('refuses a file without rows', async () => {
    expect(await check(await upload('epraccur.csv', '\n\n'))).toMatchObject({
      status: 400,
      body: { file: 'The file has no rows' },
    })
  })

  it('is completed by the user who began it', async () => {
    const id = await upload('epraccur.csv', text)
    const other = await service.as('System Administrator')
    expect((await service.ask(checkImport, { id }, other)).status).toBe(404)
    expect((await service.ask(addImportPart, { id, part: 1, text: 'x' }, other)).status).toBe(404)
  })

  it('is all or nothing', async () => {
    const before = await codes()
    const id = await upload(
      'epraccur.csv',
      fileOf({ code: 'Z96001', setting: '4' }, { code: 'Z96002', parent: '99X', setting: '4' }),
    )
    await check(id)
    await service.db.owner.query(`
      create function fail_on_purpose() returns trigger language plpgsql as 'begin raise exception ''on purpose''; end';
      create trigger fail_on_purpose before insert on organisation_parent for each row execute function fail_on_purpose()`)
    expect((await apply(id)).status).toBe(500)
    await service.db.owner.query('drop function fail_on_purpose cascade')
    expect(await codes()).toEqual(before)
    expect((await apply(id)).status).toBe(200)
  })
})

it('takes fifty thousand rows in, from the command line', async () => {
  const rows = Array.from({ length: 50_000 }, (_, index) => ({
    code: `P${String(index).padStart(5, '0')}`,
    name: `EXAMPLE PRACTICE ${index}`,
    parent: '99X',
    setting: '4',
  }))
  const progress: number[] = []
  const file = { name: 'epraccur.csv', parts: [fileOf(...rows)] }
  const report = await importByCommand(
    service.db.sql,
    file,
    service.time.now,
    (done) => void progress.push(done),
  )
  expect(report).toMatchObject({ rows: 50_000, added: 50_000 })
  expect(progress.at(-1)).toBe(100_000)
  const again = await importByCommand(service.db.sql, file, service.time.now, () => undefined)
  expect(again).toMatchObject({ unchanged: 50_000, changed: 0 })
})
