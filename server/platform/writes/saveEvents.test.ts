import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../../contract/platform/dates/dates.ts'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import { frat } from '../../../contract/pathways/records/frat.ts'
import { wellbeing } from '../../../contract/pathways/records/wellbeing.ts'
import { endRestriction, openRestricted, restrictRecord } from '../../../contract/governance/restriction.ts'
import { idempotencyKeyHeader } from '../../../contract/accounts/session.ts'
import {
  aClinician,
  aPathway,
  aPatient,
  expectSaved,
  firstOf,
  fratInputOf,
  patientInputOf,
  type Saved,
} from '../../testing/world/factories.ts'
import { testService, type Asked, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/*
 * What a save records in the audit trail: the patient, what was sent with it, and each field that it set (DP-1, DP-4).
 */

let service: TestService
let lead: TestUser
let stranger: TestUser
let patient: Saved
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead', 'System Administrator')
  stranger = await service.as('Clinician')
  patient = await aPatient(service, lead)
})
afterAll(() => service.close())

const eventsOf = async ({ status, body, headers }: Asked) => {
  expect({ status, body }).toMatchObject({ status: 200 })
  const { rows } = await service.db.owner.query<Record<string, unknown>>(
    `select kind, to_jsonb(patient_ids) as patients, to_jsonb(pathway_ids) as referrals, criteria, records
     from audit_event where request_id = $1`,
    [headers['x-request-id']],
  )
  return rows
}
const ofPatient = { kind: 'write', patients: [] as number[], referrals: [], criteria: null }

describe('the event of a save', () => {
  it('has of a new patient what was filled in, and no blank field', async () => {
    const input = await patientInputOf(service, { town: 'Sampletown', county: null, postcode: '' })
    const asked = await service.ask(savePatient, input, lead)
    const { id } = expectSaved('patient', asked)
    const { familyName: family_name, firstName: first_name, genderId: gender_id } = input
    expect(await eventsOf(asked)).toEqual([
      {
        ...ofPatient,
        patients: [id],
        records: [
          {
            ...{ entity: 'patient', id, version: 1, before: null },
            after: {
              ...{ family_name, first_name, gender_id, town: 'Sampletown' },
              ...{ nhs_number: input.nhsNumber, date_of_birth: input.dateOfBirth, nhs_number_unknown: false },
              ...{ family_name_key: foldName(input.familyName), first_name_key: 'edna' },
            },
          },
        ],
      },
    ])
  })

  it('names the patient whose record is restricted, and again when it no longer is', async () => {
    const { id: patientId } = await aPatient(service, lead)
    const set = await service.ask(
      restrictRecord,
      { patientId, kind: 'safety', reason: 'Left a violent partner' },
      lead,
    )
    const { id, version } = expectSaved('restriction', set)
    const row = { entity: 'restriction', id }
    const reason = { kind: 'safety', reason: 'Left a violent partner' }
    expect(await eventsOf(set)).toEqual([
      {
        ...{ ...ofPatient, patients: [patientId] },
        records: [{ ...row, version: 1, before: null, after: { patient_id: patientId, ...reason } }],
      },
    ])
    const ended = await service.ask(endRestriction, { id, version, endedNote: 'Moved away' }, lead)
    expect(await eventsOf(ended)).toEqual([
      {
        ...{ ...ofPatient, patients: [patientId] },
        records: [
          {
            ...{ ...row, version: 2, before: { ended_at: null, ended_by: null, ended_note: null } },
            after: {
              ended_at: expect.any(String) as string,
              ended_by: lead.userId,
              ended_note: 'Moved away',
            },
          },
        ],
      },
    ])
  })

  it('says with which reason a restricted record was opened, beside what the call does not take', async () => {
    const { id: patientId } = await aPatient(service, lead)
    await service.ask(restrictRecord, { patientId, kind: 'other', reason: 'Works here' }, lead)
    const said = { reason: 'emergency' as const, words: 'Rang from the floor' }
    const smuggled = { patientId, ...said, createdBy: 1 }
    expect(await eventsOf(await service.ask(openRestricted, smuggled, stranger))).toMatchObject([
      { patients: [patientId], criteria: { ...said, ignoredFields: ['createdBy'] } },
    ])
  })

  it('has the concerns of an assessment, before and after, and only where they changed', async () => {
    const { id: pathwayId, patientId } = await aPathway(service, lead, { referralDate: today() })
    const [first, second] = await service.db.sql
      .selectFrom('concern')
      .select('id')
      .where('red_flag_sign', 'is', null)
      .orderBy('id')
      .limit(2)
      .execute()
    const concerns = [first?.id ?? 0]
    const assessment = {
      ...{ id: 0, pathwayId, assessmentDate: today() },
      ...{ clinicianId: await aClinician(service), locationId: await firstOf(service, 'location') },
    }
    const added = await service.ask(wellbeing.save, { assessment, concerns }, lead)
    const { id } = expectSaved('wellbeing', added)
    const save = async (version: number, now: number[]) => {
      const input = { assessment: { ...assessment, id, version }, concerns: now }
      const asked = await service.ask(wellbeing.save, input, lead)
      const [event] = await eventsOf(asked)
      return { ...(asked.body as Saved), event }
    }
    const record = { entity: 'wellbeing', id }
    expect(await eventsOf(added)).toMatchObject([
      { patients: [patientId], records: [{ ...record, version: 1, before: null, after: { concerns } }] },
    ])
    const both = [...concerns, second?.id ?? 0]
    expect(await save(1, both)).toMatchObject({
      version: 2,
      event: {
        patients: [patientId],
        referrals: [pathwayId],
        records: [{ ...record, version: 2, before: { concerns }, after: { concerns: both } }],
      },
    })
    expect(await save(2, both)).toMatchObject({
      version: 2,
      event: { patients: [patientId], referrals: [pathwayId], records: [] },
    })
  })

  it('names no patient where there is none, and the choice that was changed', async () => {
    const { location } = lookupCalls
    const added = await service.ask(location.save, { id: 0, name: 'Sampletown Hall' }, lead)
    const { id, version } = expectSaved('location', added)
    const changed = await service.ask(location.save, { id, version, name: 'Othertown Hall' }, lead)
    for (const asked of [added, changed])
      expect(await eventsOf(asked)).toMatchObject([
        { ...ofPatient, patients: [], records: [{ entity: 'location', id }] },
      ])
  })
})

describe('a save that is sent twice', () => {
  it('is in the audit trail twice, the second time as one that changed nothing', async () => {
    const { id: pathwayId } = await aPathway(service, lead, { patientId: patient.id })
    const input = { ...(await fratInputOf(service, pathwayId)), createdBy: 1 }
    const send = () => service.ask(frat.save, input, lead, { [idempotencyKeyHeader]: 'sent-twice' })
    const [first, again] = [await send(), await send()]
    expect(again.body).toEqual(first.body)
    const { id } = first.body as Saved
    expect(await eventsOf(first)).toMatchObject([
      {
        patients: [patient.id],
        records: [{ entity: 'frat', id }],
        criteria: { ignoredFields: ['createdBy'] },
      },
    ])
    expect(await eventsOf(again)).toEqual([
      {
        ...ofPatient,
        patients: [],
        records: null,
        criteria: { ignoredFields: ['createdBy'], replayed: true },
      },
    ])
  })
})

describe('a row that the database leaves out', () => {
  it('is not said to be saved, and leaves no event of a save', async () => {
    await service.db.owner.query(`
      create function leave_out() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger leave_out before insert on frat for each row execute function leave_out()`)
    try {
      const { id: pathwayId } = await aPathway(service, lead)
      const { status, headers } = await service.ask(frat.save, await fratInputOf(service, pathwayId), lead)
      const { rows } = await service.db.owner.query(
        `select kind from audit_event where request_id = $1 and kind = 'write'`,
        [headers['x-request-id']],
      )
      expect({ status, rows }).toEqual({ status: 500, rows: [] })
    } finally {
      await service.db.owner.query('drop trigger leave_out on frat; drop function leave_out')
    }
  })
})
