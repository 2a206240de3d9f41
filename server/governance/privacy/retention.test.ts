import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, addMonths, today } from '../../../contract/platform/dates/dates.ts'
import {
  decideDestruction,
  destroyRecord,
  endHold,
  getPatientRetention,
  getRetention,
  holdRecord,
  saveRetentionRule,
  withdrawDecision,
  type PatientRetention,
  type Retention,
} from '../../../contract/governance/retention.ts'
import { saveSubjectRequest } from '../../../contract/governance/subjectRequest.ts'
import { countStored } from '../../pathways/documents/testing/uploads.ts'
import { aPathway, nextNhsNumber, type Saved } from '../../testing/world/factories.ts'
import { aList } from '../../exchange/testing/listWorld.ts'
import { allowed, anApp, askingOf, launched, redeem } from '../../exchange/testing/fhirApp.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { tableSums } from '../../testing/reading/tableSums.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { aWholeRecord, lastSeen, ownedBy, rowsOf, type WholeRecord } from '../../testing/world/wholeRecord.ts'
import { readPatientTables } from './patientTables.ts'

let service: TestService
let staff: TestUser
let governance: TestUser
let second: TestUser
beforeAll(async () => {
  service = await testService()
  staff = await service.as('Team Lead')
  governance = await service.as('Information Governance')
  second = await service.as('Team Lead')
})
afterAll(() => service.close())

const query = (text: string, values: unknown[] = []) => service.db.owner.query(text, values)

const eightYearsAgo = () => addMonths(today(), -96)
const anOldRecord = async (lastDay = eightYearsAgo()): Promise<WholeRecord> => {
  const whole = await aWholeRecord(service, staff)
  await lastSeen(service, whole.patientId, lastDay)
  return whole
}
const shown = async (): Promise<Retention> =>
  (await service.ask(getRetention, {}, governance)).body as Retention
const isDue = async (patientId: number): Promise<boolean> =>
  (await shown()).due.some((row) => row.patientId === patientId)
const keptOf = async (patientId: number): Promise<PatientRetention> =>
  (await service.ask(getPatientRetention, { patientId }, governance)).body as PatientRetention
const decided = async (patientId: number): Promise<Saved> => {
  const { status, body } = await service.ask(
    decideDestruction,
    { patientId, grounds: 'Reviewed, nothing to keep' },
    governance,
  )
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as Saved
}
const destroyAs = (user: TestUser, id: number, patientId: number) =>
  service.ask(destroyRecord, { id, patientId }, user)
/** The number of the patient's rows left in any table that leads to patients. */
const left = async (patientId: number): Promise<number> =>
  [...(await rowsOf(service, patientId)).values()].reduce((sum, rows) => sum + rows, 0)

describe('how long a record is kept', () => {
  it('is eight years from the last day that stands in it, whatever that is of', async () => {
    const { patientId, pathwayId } = await anOldRecord()
    expect(await keptOf(patientId)).toMatchObject({ lastDay: eightYearsAgo(), dueDay: today(), isDue: true })
    expect(await isDue(patientId)).toBe(true)
    for (const [table, column] of [
      ['followup', 'call_date'],
      ['bmi', 'assessment_date'],
      ['document', 'created_at'],
      ['patient', 'deceased_date'],
    ] as const) {
      const day = addDays(eightYearsAgo(), 1)
      const tables = await readPatientTables(service.db.sql)
      await query(`update ${table} set ${column} = $1 where ${ownedBy(tables, table, patientId)}`, [day])
      expect({ table, ...(await keptOf(patientId)) }).toMatchObject({ table, lastDay: day, isDue: false })
      expect(await isDue(patientId)).toBe(false)
      await query(
        `update ${table} set ${column} = ${table === 'patient' ? 'null' : '$1'} where ${ownedBy(tables, table, patientId)}`,
        table === 'patient' ? [] : [eightYearsAgo()],
      )
    }
    expect(pathwayId).toBeGreaterThan(0)
  })

  it('goes on to the 26th birthday of somebody last seen under 18', async () => {
    const { patientId } = await anOldRecord(addMonths(today(), -120))
    await query(`update patient set date_of_birth = $2 where id = $1`, [patientId, addMonths(today(), -300)])
    expect(await keptOf(patientId)).toMatchObject({ dueDay: addMonths(today(), 12), isDue: false })
  })

  it('may be longer by the service’s own rule, and never shorter', async () => {
    const { patientId } = await anOldRecord()
    const rule = (await shown()).rules.find(({ code }) => code === 'adult')
    const { id, version } = rule ?? { id: 0, version: 0 }
    const short = await service.ask(saveRetentionRule, { id, version, years: 7 }, governance)
    expect(short).toMatchObject({ status: 400, body: { years: 'Enter a whole number from 8 to 100' } })
    const long = await service.ask(saveRetentionRule, { id, version, years: 9 }, governance)
    expect(long.status).toBe(200)
    expect(await isDue(patientId)).toBe(false)
    await service.ask(saveRetentionRule, { ...(long.body as Saved), years: 8 }, governance)
    expect(await isDue(patientId)).toBe(true)
  })
})

describe('a record whose time has come', () => {
  it('is destroyed by nobody’s clock: it stays until two people have decided', async () => {
    const { patientId } = await anOldRecord(addMonths(today(), -400))
    const before = await left(patientId)
    const { id } = await decided(patientId)
    expect(await destroyAs(governance, id, patientId)).toMatchObject({
      status: 409,
      body: { message: 'You decided this yourself. Somebody else has to confirm it.' },
    })
    expect(await left(patientId)).toBe(before)
    expect((await destroyAs(second, id, patientId)).status).toBe(200)
    expect(await left(patientId)).toBe(0)
  })

  it('is read before it is locked, so that many who decide at once hold up nobody', async () => {
    const { patientId } = await anOldRecord()
    const [holder, other] = [await service.db.owner.connect(), await service.db.owner.connect()]
    try {
      await holder.query('begin; lock table frat in access exclusive mode')
      const answer = service.ask(decideDestruction, { patientId, grounds: 'Nothing to keep' }, governance)
      await vi.waitFor(async () => {
        const { rows } = await other.query(
          `select from pg_locks where not granted and relation = 'frat'::regclass`,
        )
        expect(rows).toHaveLength(1)
      }, 15_000)
      await other.query('begin')
      await other.query(`select from patient where id = ${patientId} for update nowait`)
      await other.query('rollback')
      await holder.query('rollback')
      expect((await answer).status).toBe(200)
    } finally {
      await holder.query('rollback')
      holder.release()
      other.release()
    }
  })

  it('goes whole, with its documents, and nothing of anybody else goes', async () => {
    const [gone, other] = [await anOldRecord(), await anOldRecord()]
    // An app was opened about the patient, and reads.
    const [app, clinician] = [await anApp(service), await service.as('Clinician')]
    await launched(service, clinician, app, gone.patientId)
    const code = await allowed(service, clinician, { ...askingOf(app), patientId: gone.patientId })
    expect((await redeem(service, app, code)).status).toBe(200)
    // Somebody else's software is about to fetch a copy.
    await query(
      `with exported as (
         insert into fhir_export (client_id, client_version, scopes, request, level, types, state, transaction_at, asked_at, expires_at)
         select id, version, types, 'x', 'system', types, 'ready', now(), now(), now() + interval '1 day' from fhir_client limit 1
         returning id)
       insert into fhir_export_file (export_id, place, type, resources, patient_ids, sealed)
       select id, 0, 'Patient', 2, array[$1, $2]::bigint[], '' from exported`,
      [gone.patientId, other.patientId],
    )
    // A national return has both.
    await query(
      `with made as (
         insert into csds_submission (user_id, month, kind, state, asked_at, queued_at, expires_at)
         select min(id), date '2026-10-01', 'primary', 'ready', now(), now(), now() + interval '1 day' from app_user returning id)
       insert into csds_file (submission_id, place, table_name, row_count, patient_ids, sealed)
       select id, 1, 'CYP001MPI', 2, array[$1, $2]::bigint[], '' from made`,
      [gone.patientId, other.patientId],
    )
    const empty = [...(await rowsOf(service, gone.patientId))].filter(([, rows]) => rows === 0)
    // If a table had no rows here, the test would not notice rows that are left behind.
    const filledElsewhere = [
      'subject_request',
      'subject_decision',
      'subject_copy',
      'retention_hold',
      'work_list',
      'possible_duplicate',
      'compared_patient',
      'patient_merge',
    ]
    expect(empty.map(([table]) => table).filter((table) => !filledElsewhere.includes(table))).toEqual([])
    const tables = (await readPatientTables(service.db.sql)).map(({ name }) => name)
    const ofOthers = async () => {
      const sums: Record<string, string> = {}
      for (const name of tables) {
        const { rows } = await query(
          `select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as sum from ${name} as t
           where (${ownedBy(await readPatientTables(service.db.sql), name, gone.patientId).replaceAll(`${name}.`, 't.')}) is not true`,
        )
        sums[name] = (rows[0] as { sum: string }).sum
      }
      return sums
    }
    const before = await ofOthers()
    const { contents } = await countStored(service)
    const { id } = await decided(gone.patientId)
    expect((await destroyAs(second, id, gone.patientId)).status).toBe(200)
    expect(await left(gone.patientId)).toBe(0)
    expect((await query('select from fhir_export_file')).rows).toEqual([])
    expect((await query('select from csds_file')).rows).toEqual([])
    expect(await ofOthers()).toEqual(before)
    expect((await countStored(service)).contents).toBe(contents - 1)
    expect(await left(other.patientId)).toBeGreaterThan(20)
  })

  it('takes the words of case-finding lists that name the person, and leaves how the person stood', async () => {
    const nhsNumber = nextNhsNumber()
    const { patientId } = await anOldRecord()
    await query('update patient set nhs_number = $1 where id = $2', [nhsNumber, patientId])
    const list = await aList(service, { people: [{ person: { nhsNumber } }, {}] })
    const { id } = await decided(patientId)
    expect((await destroyAs(second, id, patientId)).status).toBe(200)
    const { rows } = await query(
      'select told is null as gone, standing from listed_person where list_id = $1 order by id',
      [list.id],
    )
    expect(rows).toEqual([
      { gone: true, standing: 'neverReached' },
      { gone: false, standing: null },
    ])
  })

  it('leaves a certificate that says what, when and by whom, and no fact of the patient', async () => {
    const { patientId } = await anOldRecord()
    // The record has a former name too, as after a marriage.
    for (const name of ['Zumbrowska', 'Zumbrowski'])
      await query(`update patient set family_name = $2, family_name_key = $3 where id = $1`, [
        ...[patientId, name, name.toLowerCase()],
      ])
    const rows = [...(await rowsOf(service, patientId))].filter(([, count]) => count > 0).length
    const { id } = await decided(patientId)
    await destroyAs(second, id, patientId)
    const certificate = (await shown()).destroyed.find((done) => done.id === id)
    expect(certificate).toMatchObject({
      patientId,
      lastDay: eightYearsAgo(),
      documents: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect(certificate?.decidedBy).not.toBe(certificate?.confirmedBy)
    expect(certificate?.rows).toHaveLength(rows)
    expect(JSON.stringify(certificate)).not.toContain('Zumbrowski')
    const { rows: words } = await query(`select from name_word where word like 'zumbrowsk%'`)
    expect(words).toEqual([])
  })

  it('stays in the audit trail, the destruction too', async () => {
    const { patientId } = await anOldRecord()
    const { rows: before } = await query(
      `select id from audit_event where patient_ids @> array[$1::bigint]`,
      [patientId],
    )
    const { id } = await decided(patientId)
    await destroyAs(second, id, patientId)
    const { rows: after } = await query(
      `select id, action, user_id from audit_event where patient_ids @> array[$1::bigint] order by id`,
      [patientId],
    )
    expect(after.length).toBeGreaterThan(before.length + 1)
    const done = after.at(-1) as { action: string; user_id: string }
    expect({ ...done, user_id: Number(done.user_id) }).toMatchObject({
      action: 'POST /api/retention/destroy',
      user_id: second.userId,
    })
  })
})

describe('what keeps a record', () => {
  const refused = async (patientId: number, why: RegExp) => {
    const { status, body } = await service.ask(decideDestruction, { patientId, grounds: 'Old' }, governance)
    expect(status).toBe(409)
    expect((body as { message: string }).message).toMatch(why)
    expect(await isDue(patientId)).toBe(false)
  }

  it('is time that has not come', async () => {
    await refused((await anOldRecord(addDays(eightYearsAgo(), 1))).patientId, /end of its retention period/)
  })

  it('is an open referral', async () => {
    const { patientId } = await aPathway(service, staff)
    await query(`update pathway set referral_date = '2001-01-01' where patient_id = $1`, [patientId])
    await refused(patientId, /open referral/)
  })

  it('is an open request to see it', async () => {
    const { patientId } = await anOldRecord()
    const asked = { requester: 'The patient', identityChecked: 'Passport' }
    await service.ask(saveSubjectRequest, { id: 0, patientId, askedDate: today(), ...asked }, governance)
    await query(
      `update subject_request set asked_date = '2001-01-01', due_date = '2001-02-01' where patient_id = $1`,
      [patientId],
    )
    await refused(patientId, /asked to see/)
  })

  it('is a legal hold, also one that is set after the decision, until it ends with a reason', async () => {
    const { patientId } = await anOldRecord()
    const { id } = await decided(patientId)
    const hold = await service.ask(
      holdRecord,
      { patientId, kind: 'legal', reason: 'Inquest opened' },
      governance,
    )
    expect((await destroyAs(second, id, patientId)).status).toBe(409)
    expect((await shown()).held).toContainEqual(
      expect.objectContaining({ patientId, reason: 'Inquest opened' }),
    )
    const ended = { ...(hold.body as Saved), endedNote: 'Inquest closed' }
    expect((await service.ask(endHold, ended, governance)).status).toBe(200)
    expect((await destroyAs(second, id, patientId)).status).toBe(200)
  })

  it('is something written after the decision', async () => {
    const { patientId } = await anOldRecord()
    const { id, version } = await decided(patientId)
    await query(`update bmi set assessment_date = assessment_date - 1 where patient_id = $1`, [patientId])
    await lastSeen(service, patientId, addDays(eightYearsAgo(), -9))
    expect((await destroyAs(second, id, patientId)).status).toBe(409)
    expect((await service.ask(withdrawDecision, { id, version }, governance)).status).toBe(200)
    expect((await destroyAs(second, id, patientId)).status).toBe(409)
    expect(await isDue(patientId)).toBe(true)
  })

  it('is the database itself, whatever the application would do', async () => {
    const { patientId } = await anOldRecord()
    const { id } = await decided(patientId)
    const before = await tableSums(service.db, ['audit_event'])
    const app = service.db.pool
    for (const statement of [
      `delete from patient where id = ${patientId}`,
      `delete from frat`,
      `update destruction set confirmed_by = 1`,
      `select destroy_rows('patient', 'true')`,
      `select destroy_record(${id}, ${governance.userId})`,
      `select destroy_record(${id}, null)`,
      `select destroy_record(999999, ${second.userId})`,
    ])
      await expect(app.query(statement), statement).rejects.toThrow()
    await query(
      `insert into retention_hold (patient_id, kind, reason, created_by) values ($1, 'legal', 'Claim', $2)`,
      [patientId, governance.userId],
    )
    await expect(app.query(`select destroy_record(${id}, ${second.userId})`)).rejects.toThrow('held')
    await query(`delete from retention_hold where patient_id = $1`, [patientId])
    expect(await tableSums(service.db, ['audit_event'])).toEqual(before)
  })
})
