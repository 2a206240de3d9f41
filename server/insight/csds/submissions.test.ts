import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dateRules, missingRule, unsettledRule } from '../../../contract/insight/csds/rules.ts'
import {
  getSubmission,
  listFindings,
  listSubmissions,
  type FoundRecord,
  type TableDifferences,
} from '../../../contract/insight/csds/submission.ts'
import { getMonthEndPack, packDays } from '../../../contract/insight/monthEndPack.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { filledTables } from '../../../contract/insight/csds/tables.ts'
import { withheldHeader } from '../../../contract/insight/report.ts'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import { purgeExpired } from '../../accounts/signIn/purgeExpired.ts'
import { aSignedLetter, templateFor } from '../../testing/known/knownLetters.ts'
import { csdsSteps, rowsIn, type Content } from '../../testing/world/csdsSteps.ts'
import { fillCsdsWorld } from '../../testing/world/csdsWorld.ts'
import { unzipped } from '../../testing/reading/unzipped.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { keepPart } from './store.ts'
import { takeUpSilentSubmissions } from './work.ts'

const month = '2026-03'
let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  await fillCsdsWorld(service.db)
})
afterAll(() => service.close())
beforeEach(async () => {
  lead = await service.as('Team Lead')
})

const steps = () => csdsSteps(service, lead)
const run = (statement: string, values: unknown[] = []) => service.db.owner.query(statement, values)
const keysOf = (content: Content): string[] =>
  filledTables.flatMap(({ name, key }) =>
    rowsIn(content, name).map((row) => `${name} ${key.map((field) => row[field]).join(' ')}`),
  )
const sum = (found: TableDifferences[] | null, change: 'added' | 'changed' | 'gone'): number =>
  (found ?? []).reduce((total, table) => total + table[change], 0)

describe('a refresh', () => {
  it('needs the primary submission of its month', async () => {
    const { status, body } = await steps().start('2026-09', 'refresh')
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { kind: 'Make the primary submission of the month first' },
    })
  })

  it('of the same records has the same rows, and differs in nothing', async () => {
    const { made, contentOf, seen } = steps()
    const [primary, refresh] = [await made(month, 'primary'), await made(month, 'refresh')]
    const [before, after] = [await contentOf(primary), await contentOf(refresh)]
    for (const { name } of filledTables.slice(1)) expect(rowsIn(after, name)).toEqual(rowsIn(before, name))
    const { differences } = await seen(refresh)
    expect(differences?.map(({ added, changed, gone }) => added + changed + gone)).toEqual(
      filledTables.slice(1).map(() => 0),
    )
    expect((await seen(primary)).differences).toBeNull()
  })

  it('keeps every identifier when records are added, changed and deleted, and says what differs', async () => {
    const { made, contentOf, seen } = steps()
    const primary = await made(month, 'primary')
    const before = await contentOf(primary)
    const [first, second] = rowsIn(before, 'CYP201CareContact').filter(({ CareContactID: id }) =>
      id?.startsWith('A'),
    )
    const numberOf = (row: typeof first): number => Number(row?.['CareContactID']?.slice(1))
    // Another row comes first, so that a number by position would move.
    await run(`update appointment set is_active = false where id = $1`, [numberOf(first)])
    await run(`update appointment set minutes = minutes + 5, outcome = 'attended' where id = $1`, [
      numberOf(second),
    ])
    const { rows } = await run(
      `insert into appointment (pathway_id, appointment_type, appointment_date, start_time, minutes, location_id, clinician_id, outcome)
       select pathway_id, 'clinic', date '2026-03-01', '08:00', 30, location_id, clinician_id, 'didNotAttend' from appointment where id = $1
       returning id`,
      [numberOf(second)],
    )
    const added = `A${(rows[0] as { id: number }).id}`
    const refresh = await made(month, 'refresh')
    const after = await contentOf(refresh)
    const kept = new Set(keysOf(after))
    const lost = keysOf(before).filter((key) => !kept.has(key))
    expect(lost.every((key) => key.includes(first?.['CareContactID'] ?? '?'))).toBe(true)
    const { differences } = await seen(refresh)
    const contacts = differences?.find(({ table }) => table === 'CYP201CareContact')
    expect(contacts?.rows).toContainEqual(expect.objectContaining({ change: 'added', key: added }))
    expect(contacts?.rows).toContainEqual(
      expect.objectContaining({ change: 'gone', key: first?.['CareContactID'] }),
    )
    expect(contacts?.rows.find(({ key }) => key === second?.['CareContactID'])).toMatchObject({
      change: 'changed',
      fields: expect.arrayContaining(['CareContact_Duration']) as string[],
    })
    expect(sum(differences, 'added')).toBeGreaterThan(0)
  })

  it('of the next month has every record that is in both under the same identifier', async () => {
    const { made, contentOf } = steps()
    const [march, april] = [
      await contentOf(await made(month, 'primary')),
      await contentOf(await made('2026-04', 'primary')),
    ]
    const [people, later] = [march, april].map(
      (content) =>
        new Map(
          rowsIn(content, 'CYP101Referral').map((row) => [row['ServiceRequestID'], row['LocalPatientID']]),
        ),
    )
    const both = [...(people ?? [])].filter(([id]) => later?.has(id))
    expect(both.length).toBeGreaterThan(20)
    for (const [id, person] of both) expect(later?.get(id)).toBe(person)
  })
})

it('says that a discharge letter was issued when it left, not when it was signed', async () => {
  const rows = rowsIn(await steps().contentOf(await steps().made(month, 'primary')), 'CYP101Referral')
  const [closed, letter] = ['Discharge_Date', 'Discharge_LetterIssuedDate'] as const
  const key = rows.find((row) => row[closed] !== '' && row[letter] === '')?.['ServiceRequestID'] ?? ''
  const { id } = await aSignedLetter(service, lead, Number(key.slice(1)), {
    templateId: await templateFor(service, 'gp', 'discharge'),
  })
  await run(`update letter set created_at = '2026-03-02T10:00:00Z' where id = $1`, [id])
  const issued = async (): Promise<string | undefined> => {
    const content = await steps().contentOf(await steps().made(month, 'refresh'))
    return rowsIn(content, 'CYP101Referral').find((row) => row['ServiceRequestID'] === key)?.[letter]
  }
  const leaves = (state: string, acceptedAt: string | null) =>
    run(
      `insert into letter_dispatch (letter_id, way, state, created_at, accepted_at) values ($1, 'post', $2, '2026-03-03T10:00:00Z', $3)`,
      [id, state, acceptedAt],
    )
  expect(await issued()).toBe('')
  await leaves('failed', '2026-03-03T10:00:00Z')
  await leaves('queued', null)
  expect(await issued()).toBe('')
  // Half past midnight on the last day, as London tells the time in summer.
  await leaves('posted', '2026-03-30T23:30:00Z')
  expect(await issued()).toBe('2026-03-31')
})

describe('what would be refused', () => {
  it('is listed by rule, with the records to mend', async () => {
    const id = await steps().made(month, 'check')
    const { findings } = await steps().seen(id)
    const rules = findings.map(({ rule }) => rule)
    expect(rules).toEqual(
      expect.arrayContaining([
        missingRule('CYP002GP', 'OrgID_GP'),
        missingRule('CYP001MPI', 'NHSNumber'),
        missingRule('CYP101Referral', 'SourceOfReferral'),
        dateRules.contactBefore,
        unsettledRule,
      ]),
    )
    const rule = missingRule('CYP002GP', 'OrgID_GP')
    const { status, body, headers } = await service.ask(listFindings, { id, rule }, lead)
    expect(status).toBe(200)
    const records = body as FoundRecord[]
    const count = findings.find((each) => each.rule === rule)?.count ?? 0
    expect(records.length + Number(headers[withheldHeader] ?? 0)).toBe(count)
    const { rows } = await run('select id from patient where id = any($1) and registered_gp is null', [
      records.map(({ patientId }) => patientId),
    ])
    expect(rows.length).toBe(records.length)
    const event = await run(
      `select patient_ids from audit_event where user_id = $1 and action like '%csds/findings'`,
      [lead.userId],
    )
    expect(event.rows[0]).toMatchObject({ patient_ids: expect.any(Array) as number[] })
  })

  it('has no record whose code is on the list with its source', async () => {
    const before = await steps().seen(await steps().made(month, 'check'))
    const rule = missingRule('CYP101Referral', 'SourceOfReferral')
    const countOf = ({ findings }: typeof before): number =>
      findings.find((each) => each.rule === rule)?.count ?? 0
    const administrator = await service.as('System Administrator')
    const { rows } = await run(
      `select id, version, name from referrer where csds_source = '' and csds_code <> '' order by id limit 1`,
    )
    const { id, version, name } = rows[0] as { id: number; version: number; name: string }
    const saved = await service.ask(
      lookupCalls.referrer.save,
      { id, version, name, csdsSource: 'NHS Data Dictionary, 30-Nov-2026' },
      administrator,
    )
    expect(saved.status).toBe(200)
    const after = await steps().seen(await steps().made(month, 'check'))
    expect(countOf(after)).toBeLessThan(countOf(before))
  })
})

describe('the files', () => {
  it('have every text as it is', async () => {
    const odd = '=1+"2",\r\n@x'
    await run(`update location set csds_code = $1, csds_source = 'Test' where csds_code = 'A01'`, [odd])
    const id = await steps().made(month, 'primary')
    const codes = rowsIn(await steps().contentOf(id), 'CYP201CareContact').map(
      (row) => row['Activity_LocationType'],
    )
    expect(codes).toContain(odd)
    await run(`update location set csds_code = 'A01' where csds_code = $1`, [odd])
  })

  it('say that nobody at NHS England checked them, and what is empty', async () => {
    const id = await steps().made(month, 'primary')
    const readme =
      (await unzipped((await steps().archive(id)).rawPayload)).get('README.txt')?.toString() ?? ''
    expect(readme).toContain('No validator of NHS England was run')
    expect(readme).toContain('XML')
    expect(readme).toContain('CYP104RTT: Referral to treatment. Rows: 0. Its codes')
  })

  it('are in the audit trail with every patient', async () => {
    const id = await steps().made(month, 'primary')
    const content = await steps().contentOf(id)
    const { rows } = await run(
      `select patient_ids, criteria from audit_event where user_id = $1 and action like '%csds/download' order by id desc limit 1`,
      [lead.userId],
    )
    const event = rows[0] as { patient_ids: string[]; criteria: object }
    expect(event.criteria).toMatchObject({ id, month, kind: 'primary' })
    expect(event.patient_ids.map((each) => `P${each}`).sort()).toEqual(
      rowsIn(content, 'CYP001MPI')
        .map((row) => row['LocalPatientID'])
        .sort(),
    )
  })

  it('have no postcode of a record that was restricted since, nor of one that was merged into it', async () => {
    const id = await steps().made(month, 'primary')
    const before = rowsIn(await steps().contentOf(id), 'CYP001MPI')
    const [one, merged, other] = before.filter(({ Postcode: postcode }) => postcode !== '')
    const numberOf = (row: typeof one): number => Number(row?.['LocalPatientID']?.slice(1))
    await run(`insert into patient_restriction (patient_id, kind, reason) values ($1, 'safety', 'Test')`, [
      numberOf(one),
    ])
    await run(`insert into patient_merge (survivor_id, merged_id, kept) values ($1, $2, '{}')`, [
      numberOf(one),
      numberOf(merged),
    ])
    const after = rowsIn(await steps().contentOf(id), 'CYP001MPI')
    const blank = new Set([one, merged].map((row) => row?.['LocalPatientID']))
    expect(after).toEqual(
      before.map((row) => (blank.has(row['LocalPatientID']) ? { ...row, Postcode: '' } : row)),
    )
    expect(after).toContainEqual(other)
    await run(`delete from patient_merge where merged_id = $1`, [numberOf(merged)])
    await run(`delete from patient_restriction where patient_id = $1`, [numberOf(one)])
  })

  it('are not of a check, and not in clear in the database', async () => {
    const check = await steps().made(month, 'check')
    expect((await steps().archive(check)).statusCode).toBe(404)
    const id = await steps().made(month, 'primary')
    const { rows } = await run('select sealed from csds_file where submission_id = $1', [id])
    expect(
      (rows as { sealed: Buffer }[]).some(
        ({ sealed }) => sealed.includes('LocalPatientID') || sealed.includes('P1,'),
      ),
    ).toBe(false)
  })

  it('are for Team Leads', async () => {
    const id = await steps().made(month, 'primary')
    for (const profile of [
      'Clinician',
      'Admissions',
      'System Administrator',
      'Information Governance',
    ] as const)
      expect((await csdsSteps(service, await service.as(profile)).archive(id)).statusCode).toBe(403)
  })

  it('are gone when their time is over', async () => {
    const id = await steps().made(month, 'primary')
    service.time.now += 366 * 24 * 60 * 60_000
    lead = await service.as('Team Lead')
    expect((await service.ask(getSubmission, { id }, lead)).status).toBe(404)
    await purgeExpired(service.db.pool, service.time.now)
    expect((await run('select from csds_file')).rowCount).toBe(0)
    service.time.now = Date.now()
  })
})

it('its coverage is in the month-end pack, without small numbers, once the month was checked', async () => {
  const last = packDays(today(service.time.now)).dateFrom.slice(0, 7)
  const filesOf = async () => unzipped((await service.ask(getMonthEndPack, {}, lead)).body)
  await run(`delete from csds_submission where month = $1`, [`${last}-01`])
  expect([...(await filesOf()).keys()]).not.toContain(`national-return-${last}.csv`)
  const { tables } = await steps().seen(await steps().made(last, 'check'))
  const text = (await filesOf()).get(`national-return-${last}.csv`)?.toString() ?? ''
  const rows = parse(text, { bom: true, relax_column_count: true }) as string[][]
  for (const { name, rows: count } of tables) {
    const shown = rows.find(([table]) => table === name)?.[2]
    expect({ name, shown }).toEqual({
      name,
      shown: count > 0 && count < 5 ? '*' : String(Math.round(count / 5) * 5),
    })
  }
  expect(text).not.toMatch(/\bP\d|99\d{8}/)
})

describe('a month', () => {
  it.each([
    ['that has not begun', '2031-01', 'check', { month: 'The month has not begun' }],
    ['that is none', '2026-13', 'check', { month: 'Choose a month' }],
    ['of a year that is none', '0000-05', 'check', { month: 'Choose a month' }],
  ] as const)('%s is refused', async (_, asked, kind, body) => {
    expect(await steps().start(asked, kind)).toMatchObject({ status: 400, body })
  })

  it('that is not over can be checked, and not be submitted', async () => {
    const now = new Date(service.time.now).toISOString().slice(0, 7)
    expect(await steps().start(now, 'primary')).toMatchObject({ status: 400 })
    await steps().made(now, 'check')
  })

  it('is made by nobody until the settings say for whom', async () => {
    const { csds } = service.parts
    service.parts.csds = null
    expect(await steps().start(month, 'check')).toMatchObject({ status: 400 })
    expect(await service.ask(listSubmissions, {}, lead)).toMatchObject({ body: { settings: null } })
    service.parts.csds = csds
  })
})

describe('a process that dies', () => {
  it('leaves its work to another, which begins again without what was kept', async () => {
    const { status, body } = await steps().start(month, 'primary')
    expect(status).toBe(200)
    const { id } = body as { id: number }
    await run(`update csds_submission set state = 'running', attempt = 1, beat_at = $2 where id = $1`, [
      id,
      new Date(service.time.now - 60_000),
    ])
    const part = { place: 1, table: 'CYP001MPI', rows: 1, patientIds: [], lines: 'half\r\n' }
    await keepPart(service.parts, { id, attempt: 1 }, part)
    await takeUpSilentSubmissions(service.parts)
    await steps().work(id)
    const content = await steps().contentOf(id)
    expect(rowsIn(content, 'CYP001MPI').some((row) => row['LocalPatientID'] === 'half')).toBe(false)
    // What was declared dead cannot add to it.
    await expect(keepPart(service.parts, { id, attempt: 1 }, { ...part, place: 900 })).rejects.toThrow(
      /taken over/,
    )
  })
})
