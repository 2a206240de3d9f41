import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, addMonths, today } from '../../../contract/platform/dates/dates.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { patientInError } from '../../../contract/governance/inError.ts'
import { mergePatients, undoMerge } from '../../../contract/governance/merge.ts'
import {
  countWaitingDecisions,
  decideDestruction,
  destroyRecord,
  getPatientRetention,
  getRetention,
  holdRecord,
  withdrawDecision,
  type PatientRetention,
  type Retention,
} from '../../../contract/governance/retention.ts'
import { getSubjectRequest, saveSubjectRequest } from '../../../contract/governance/subjectRequest.ts'
import { aPatient, type Saved } from '../../testing/world/factories.ts'
import type { Wire } from '../../testing/values/request.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { aWholeRecord, lastSeen, rowsOf } from '../../testing/world/wholeRecord.ts'

/* Decision 80: merged records are kept, handed over and destroyed as one. */

let service: TestService
let lead: TestUser
let governance: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  governance = await service.as('Information Governance')
})
afterAll(() => service.close())

const query = (text: string, values: unknown[] = []) => service.db.owner.query(text, values)
const eightYearsAgo = addMonths(today(), -96)
const grounds = 'Reviewed, nothing to keep'

const ask = async <Reply>(call: Endpoint, input: Wire, user = governance): Promise<Reply> => {
  const { status, body } = await service.ask(call, input as never, user)
  expect({ path: call.path, status, body }).toMatchObject({ status: 200 })
  return body as Reply
}
const left = async (patientId: number): Promise<number> =>
  [...(await rowsOf(service, patientId)).values()].reduce((sum, rows) => sum + rows, 0)

let stays: number
let goes: number
const merge = async () => {
  const { rows } = await query(`select id::integer, version from patient where id = any($1)`, [[stays, goes]])
  const versionOf = (id: number) => (rows as Saved[]).find((row) => row.id === id)?.version
  const versions = { survivorVersion: versionOf(stays), mergedVersion: versionOf(goes) }
  return service.ask(
    mergePatients,
    { survivorId: stays, mergedId: goes, ...versions, takes: [] } as never,
    lead,
  )
}
beforeEach(async () => {
  for (const give of [(id: number) => (stays = id), (id: number) => (goes = id)]) {
    const { patientId } = await aWholeRecord(service, lead)
    await lastSeen(service, patientId, eightYearsAgo)
    give(patientId)
  }
  await query(`update patient set nhs_number = null, town = 'Oldminster' where id = $1`, [goes])
})

describe('a record that was merged into another', () => {
  beforeEach(async () => {
    expect((await merge()).status).toBe(200)
    await query(`update patient_merge set created_at = '2018-01-01', updated_at = '2018-01-01'`)
  })

  it('is not due, held or decided on by itself, but leads to the record that stays', async () => {
    const { due } = await ask<Retention>(getRetention, {})
    const listed = due.map(({ patientId }) => patientId).filter((id) => [stays, goes].includes(id))
    expect(listed).toEqual([stays])
    for (const [call, more] of [
      [getPatientRetention, {}],
      [decideDestruction, { grounds }],
      [holdRecord, { kind: 'legal', reason: 'Inquest opened' }],
      [
        saveSubjectRequest,
        { id: 0, requester: 'The patient', identityChecked: 'Passport', askedDate: today() },
      ],
    ] as const) {
      const { status, body } = await service.ask(
        call as Endpoint,
        { patientId: goes, ...more } as never,
        governance,
      )
      expect({ path: call.path, status, body }).toMatchObject({ status: 404, body: { mergedInto: stays } })
    }
  })

  it('keeps the record that stays as long as its own days ask', async () => {
    const day = addDays(eightYearsAgo, 9)
    await query(`update patient set deceased_date = $2 where id = $1`, [goes, day])
    expect(await ask<PatientRetention>(getPatientRetention, { patientId: stays })).toMatchObject({
      lastDay: day,
      isDue: false,
    })
  })

  it('is destroyed with it, and the certificate names both', async () => {
    const { id, version } = await ask<Saved>(decideDestruction, { patientId: stays, grounds })
    await ask(destroyRecord, { id, version, patientId: stays }, lead)
    expect([await left(stays), await left(goes)]).toEqual([0, 0])
    const { destroyed } = await ask<Retention>(getRetention, {})
    expect(destroyed.find((done) => done.id === id)).toMatchObject({ patientId: stays, mergedIds: [goes] })
  })

  it('is handed over with it', async () => {
    const asked = { requester: 'The patient', identityChecked: 'Passport', askedDate: today() }
    const { id } = await ask<Saved>(saveSubjectRequest, { id: 0, patientId: stays, ...asked })
    expect(JSON.stringify(await ask(getSubjectRequest, { id }))).toContain('Oldminster')
  })
})

it.each(['merged', 'staying'])(
  'of two records whose merge was undone, destroying the %s one leaves the other whole',
  async (which) => {
    const { mergeId } = (await merge()).body as { mergeId: number }
    await ask(undoMerge, { id: mergeId, version: 1 }, lead)
    const [destroyed, kept] = which === 'merged' ? [goes, stays] : [stays, goes]
    const before = await rowsOf(service, kept)
    const { id, version: decided } = await ask<Saved>(decideDestruction, { patientId: destroyed, grounds })
    await ask(destroyRecord, { id, version: decided, patientId: destroyed }, lead)
    expect(await left(destroyed)).toBe(0)
    const after = await rowsOf(service, kept)
    const gone = [...before].filter(([table, rows]) => rows !== after.get(table)).map(([table]) => table)
    expect(new Set(gone.map((table) => table.replace(/\W.*$/, '')))).toEqual(new Set(['patient_merge']))
    const { rows } = await query(
      `select action from audit_event where $1 = any(patient_ids) and kind = 'write' and action like '%merge%' order by id`,
      [kept],
    )
    expect(rows).toEqual([{ action: 'POST /api/patient/merge' }, { action: 'POST /api/merge/undo' }])
    // The records can be merged again as if nothing had happened.
    const { id: another } = await aPatient(service, lead)
    stays = kept
    goes = another
    await query('update patient set nhs_number = null where id = $1', [another])
    expect((await merge()).status).toBe(200)
  },
)

it('two records are not merged while one of them is to be destroyed', async () => {
  const { id, version } = await ask<Saved>(decideDestruction, { patientId: goes, grounds })
  expect(await merge()).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/is to be destroyed/) as string },
  })
  await ask(withdrawDecision, { id, version })
  expect((await merge()).status).toBe(200)
})

it('a patient registered in error is looked at and destroyed like any other', async () => {
  const patient = await aPatient(service, lead)
  await ask(patientInError, { ...patient, reason: 'Registered twice' }, lead)
  await query(`update patient set created_at = '2010-01-01' where id = $1`, [patient.id])
  expect(await ask<PatientRetention>(getPatientRetention, { patientId: patient.id })).toMatchObject({
    isActive: false,
    isDue: true,
    familyName: expect.any(String) as string,
  })
  const { id, version } = await ask<Saved>(decideDestruction, { patientId: patient.id, grounds })
  await ask(destroyRecord, { id, version, patientId: patient.id }, lead)
  expect(await left(patient.id)).toBe(0)
})

it('a user who may confirm sees how many decisions of others wait', async () => {
  const waiting = async (user: TestUser) =>
    (await ask<{ waiting: number }>(countWaitingDecisions, {}, user)).waiting
  const before = [await waiting(lead), await waiting(governance)]
  const { id, version } = await ask<Saved>(decideDestruction, { patientId: stays, grounds })
  expect([await waiting(lead), await waiting(governance)]).toEqual([(before[0] ?? 0) + 1, before[1]])
  await ask(withdrawDecision, { id, version })
  expect([await waiting(lead), await waiting(governance)]).toEqual(before)
})
