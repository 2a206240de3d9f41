import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { createReferral } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, saveNextOfKin, searchGp, type PatientView } from '../../../contract/patients/patient.ts'
import {
  aPathway,
  aPatient,
  patientInputOf,
  referralInputOf,
  type Saved,
} from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clerk: TestUser

beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
})
afterAll(() => service.close())

const view = async (id: number): Promise<PatientView> =>
  (await service.ask(getPatient, { id }, clerk)).body as PatientView

describe('a patient as one reply', () => {
  it('shows the referrals, latest first, with the stage or how each was closed', async () => {
    const days = [-40, -30, -20]
    const first = await aPathway(service, clerk, { referralDate: addDays(today(), days[0] ?? 0) })
    const { patientId } = first
    const more = { patientId, secondReferral: true }
    const second = await aPathway(service, clerk, { ...more, referralDate: addDays(today(), days[1] ?? 0) })
    const third = await aPathway(service, clerk, { ...more, referralDate: addDays(today(), days[2] ?? 0) })
    const close = async (id: number, how: { discharge_date: string } | { cancel_referral_date: string }) => {
      await service.db.sql.updateTable('pathway').set(how).where('id', '=', id).execute()
      await service.db.sql.deleteFrom('work_list').where('pathway_id', '=', id).execute()
    }
    await close(first.id, { discharge_date: today() })
    await close(second.id, { cancel_referral_date: today() })
    expect((await view(patientId)).pathways).toEqual([
      { id: third.id, referralDate: addDays(today(), -20), stage: 'awaitingAssessment', isOpen: true },
      { id: second.id, referralDate: addDays(today(), -30), stage: 'cancelled', isOpen: false },
      { id: first.id, referralDate: addDays(today(), -40), stage: 'discharged', isOpen: false },
    ])
  })

  it('takes at most three queries beside rights and audit', async () => {
    const { patientId } = await aPathway(service, clerk)
    const asked = vi.spyOn(Client.prototype, 'query')
    try {
      expect((await service.ask(getPatient, { id: patientId }, clerk)).status).toBe(200)
      expect(asked.mock.calls.length).toBeGreaterThan(0)
      expect(asked.mock.calls.length).toBeLessThanOrEqual(2 + 3)
    } finally {
      asked.mockRestore()
    }
  })

  it('is in the audit trail with the patient, the referrals and what was shown', async () => {
    const pathway = await aPathway(service, clerk)
    await view(pathway.patientId)
    const { rows } = await service.db.owner.query(
      `select kind, to_jsonb(patient_ids) as patient_ids, to_jsonb(pathway_ids) as pathway_ids, records from audit_event
       where action = 'GET /api/patient/get' order by id desc limit 1`,
    )
    expect(rows).toEqual([
      {
        kind: 'read',
        patient_ids: [pathway.patientId],
        pathway_ids: [pathway.id],
        records: [{ entity: 'patient', id: pathway.patientId, version: 1 }],
      },
    ])
  })
})

describe('the next of kin', () => {
  const kinOf = (patientId: number, more: Partial<InputOf<typeof saveNextOfKin>> = {}) => ({
    id: 0,
    patientId,
    familyName: 'Ashworth',
    firstName: 'Daniel',
    relationship: 'Son',
    phoneNumber: '01632 960 001',
    ...more,
  })
  const save = (input: InputOf<typeof saveNextOfKin>, user = clerk) => service.ask(saveNextOfKin, input, user)

  it('is recorded, shown with the patient, changed and partly cleared', async () => {
    const { id: patientId } = await aPatient(service, clerk)
    const saved = (await save(kinOf(patientId))).body as Saved
    expect((await view(patientId)).nextOfKin).toMatchObject({ ...saved, patientId, relationship: 'Son' })
    const title = await service.db.sql.selectFrom('name_prefix').selectAll().executeTakeFirstOrThrow()
    const changed = await save(
      kinOf(patientId, { ...saved, firstName: undefined, phoneNumber: '', namePrefix: title.id }),
    )
    expect(changed).toMatchObject({ status: 200, body: { id: saved.id, version: 2 } })
    expect((await view(patientId)).nextOfKin).toMatchObject({
      firstName: 'Daniel',
      phoneNumber: null,
      names: { namePrefix: title.name },
    })
  })

  it('is one for each patient', async () => {
    const { id: patientId } = await aPatient(service, clerk)
    await save(kinOf(patientId))
    const second = await save(kinOf(patientId, { firstName: 'Ruth' }))
    expect(second).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await view(patientId)).nextOfKin).toMatchObject({ firstName: 'Daniel' })
  })

  it('stays with its patient (AZ-7)', async () => {
    const [mine, theirs] = [await aPatient(service, clerk), await aPatient(service, clerk)]
    const saved = (await save(kinOf(mine.id))).body as Saved
    expect((await save(kinOf(theirs.id, saved))).status).toBe(409)
    expect((await view(theirs.id)).nextOfKin).toBeNull()
  })

  it('is held to the version that was seen', async () => {
    const { id: patientId } = await aPatient(service, clerk)
    const saved = (await save(kinOf(patientId))).body as Saved
    const colleague = await service.as('Clinician')
    const replies = await Promise.all([
      save(kinOf(patientId, { ...saved, firstName: 'Dan' })),
      save(kinOf(patientId, { ...saved, firstName: 'Danny' }), colleague),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('belongs to somebody who is there', async () => {
    expect((await save(kinOf(999_999))).status).toBe(404)
  })

  it('keeps a title that was taken off the list and refuses it when chosen again', async () => {
    const [mine, theirs] = [await aPatient(service, clerk), await aPatient(service, clerk)]
    const { id: namePrefix } = await service.db.sql
      .insertInto('name_prefix')
      .values({ internal_code: 'OLD', name: 'Alderman' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const saved = (await save(kinOf(mine.id, { namePrefix }))).body as Saved
    await service.db.sql
      .updateTable('name_prefix')
      .set({ is_active: false })
      .where('id', '=', namePrefix)
      .execute()
    expect((await save(kinOf(mine.id, { ...saved, namePrefix, firstName: 'Dan' }))).status).toBe(200)
    for (const choice of [namePrefix, 98_765])
      expect(await save(kinOf(theirs.id, { namePrefix: choice }))).toMatchObject({
        status: 400,
        body: { namePrefix: 'Choose from the list' },
      })
  })
})

describe('registering and referring in one step', () => {
  const inputOf = async (
    patient: Partial<InputOf<typeof createReferral>['patient']> = {},
    referral: Partial<InputOf<typeof createReferral>['referral']> = {},
  ): Promise<InputOf<typeof createReferral>> => {
    const { referralDate, referrerId, referralMethodId } = await referralInputOf(service, 1)
    return {
      patient: await patientInputOf(service, patient),
      referral: { referralDate, referrerId, referralMethodId, ...referral },
    }
  }
  const isRegistered = async ({ patient }: InputOf<typeof createReferral>): Promise<boolean> => {
    const { rows } = await service.db.pool.query('select from patient where nhs_number = $1', [
      patient.nhsNumber,
    ])
    return rows.length > 0
  }

  it('makes the patient and the referral together, and once', async () => {
    const input = await inputOf()
    const reply = await service.ask(createReferral, input, clerk)
    const { id, patientId } = reply.body as { id: number; patientId: number }
    expect((await view(patientId)).pathways).toMatchObject([{ id, stage: 'awaitingAssessment' }])
    expect((await service.ask(createReferral, input, clerk)).body).toEqual(reply.body)
  })

  it('makes neither when the referral is refused, and says which part was', async () => {
    const cases = [
      [await inputOf({}, { referrerId: 98_765 }), 'referral.referrerId'],
      [
        await inputOf({ dateOfBirth: today() }, { referralDate: addDays(today(), -1) }),
        'referral.referralDate',
      ],
      [await inputOf({ genderId: 98_765 }), 'patient.genderId'],
      [await inputOf({ familyName: '' }), 'patient.familyName'],
      [await inputOf({}, { referralDate: '' }), 'referral.referralDate'],
    ] as const
    for (const [input, field] of cases) {
      const { status, body } = await service.ask(createReferral, input, clerk)
      expect({ status, fields: Object.keys(body as object) }).toEqual({ status: 400, fields: [field] })
      expect(await isRegistered(input)).toBe(false)
    }
  })

  it('takes the address, the telephone and the next of kin with them', async () => {
    const input = {
      ...(await inputOf({ town: 'Sampletown', phoneHome: '01632 960 001' })),
      nextOfKin: { familyName: 'Marlowe', relationship: 'Daughter' },
    }
    const { patientId } = (await service.ask(createReferral, input, clerk)).body as { patientId: number }
    expect(await view(patientId)).toMatchObject({
      town: 'Sampletown',
      phoneHome: '01632 960 001',
      nextOfKin: { familyName: 'Marlowe', relationship: 'Daughter' },
      pathways: [{ stage: 'awaitingAssessment' }],
    })
  })

  it('makes none of the three when the next of kin is refused, or what comes after it', async () => {
    const cases = [
      [await inputOf(), { familyName: 'Marlowe', namePrefix: 98_765 }, 'nextOfKin.namePrefix'],
      [await inputOf(), { familyName: '' }, 'nextOfKin.familyName'],
      [await inputOf({}, { referrerId: 98_765 }), { familyName: 'Marlowe' }, 'referral.referrerId'],
    ] as const
    const kin = async () =>
      (await service.db.pool.query<{ count: string }>('select count(*) from next_of_kin')).rows[0]?.count
    const before = await kin()
    for (const [input, nextOfKin, field] of cases) {
      const { status, body } = await service.ask(createReferral, { ...input, nextOfKin }, clerk)
      expect({ status, fields: Object.keys(body as object) }).toEqual({ status: 400, fields: [field] })
      expect(await isRegistered(input)).toBe(false)
      expect(await kin()).toBe(before)
    }
  })

  it('warns of a likely duplicate', async () => {
    const input = await inputOf()
    expect((await service.ask(createReferral, input, clerk)).status).toBe(200)
    const { familyName, dateOfBirth } = input.patient
    const again = await service.ask(createReferral, await inputOf({ familyName, dateOfBirth }), clerk)
    expect(again).toMatchObject({ status: 409, body: { code: 'likely-duplicate' } })
  })

  it('does not touch a patient who is registered', async () => {
    const { id } = await aPatient(service, clerk)
    expect((await service.ask(createReferral, await inputOf({ id }), clerk)).status).toBe(400)
  })
})

describe('finding a GP practice', () => {
  beforeAll(async () => {
    const organisation = (id: string, type: string, name: string, postcode: string, is_active = true) => ({
      id,
      type,
      name,
      name_key: name.toLowerCase().replaceAll(/[' ]/g, ''),
      postcode,
      is_active,
    })
    await service.db.sql
      .insertInto('organisation')
      .values([
        organisation('B81001', 'GP Practices', "St John's Surgery", 'ZZ1 1AA'),
        organisation('B81002', 'GP Practices', 'Riverside Practice', 'ZZ2 2BB'),
        organisation('B81003', 'GP Practices', 'Riverside Old Practice', 'ZZ2 2BB', false),
        organisation('B81001001', 'Branch Surgeries', 'Mill Lane Branch', 'ZZ3 3CC'),
        organisation('B81001002', 'Branch Surgeries', 'Closed Branch', 'ZZ3 3CD', false),
        organisation('B81001003', 'Branch Surgeries', 'Departed Branch', 'ZZ3 3CE'),
        organisation('B81003001', 'Branch Surgeries', 'Orphan Branch', 'ZZ4 4DD'),
        organisation('QB1', 'Clinical Commissioning Group', 'Riverside Group', 'ZZ2 2BB'),
        ...Array.from({ length: 60 }, (_, index) =>
          organisation(`M${String(index).padStart(5, '0')}`, 'GP Practices', `Many ${index}`, 'ZZ5 5EE'),
        ),
      ])
      .execute()
    await service.db.sql
      .insertInto('organisation_parent')
      .values(
        ['B81001001', 'B81001002', 'B81001003', 'B81003001'].map((organisation_id) => ({
          organisation_id,
          parent_organisation_id: organisation_id.slice(0, 6),
          join_date: '2000-01-01',
          is_active: organisation_id !== 'B81001003',
        })),
      )
      .execute()
  })
  const found = async (search: string) => {
    const { status, body } = await service.ask(searchGp, { search }, clerk)
    expect(status).toBe(200)
    return (body as { gp: { id: string }; branch: { id: string } | null }[]).map(
      ({ gp, branch }) => `${gp.id}${branch === null ? '' : ` ${branch.id}`}`,
    )
  }
  const stJohns = ['B81001', 'B81001 B81001001']

  it.each([
    ['st john', stJohns],
    ['ST JOHN’S', stJohns],
    ['b81001', stJohns],
    ['zz11', stJohns],
    ['ZZ1 1', stJohns],
    ['mill lane', ['B81001 B81001001']],
    ['zz3 3c', ['B81001 B81001001']],
    ['riverside', ['B81002']],
    ['surgery', stJohns],
    ["john's", stJohns],
    ['practice  RIVERSIDE', ['B81002']],
    ['stjohns', stJohns],
    ['surgery zz1 1aa', stJohns],
    ['surgery zz2', []],
    ['%', []],
    ['_iverside', []],
    ["'", []],
    ['-', []],
    ['orphan', []],
  ])('%s finds %j', async (search, expected) => {
    expect(await found(search)).toEqual(expected)
  })

  it('shows fifty at most', async () => {
    expect(await found('many')).toHaveLength(50)
  })

  it('asks for something to look for', async () => {
    expect(await service.ask(searchGp, { search: '  ' }, clerk)).toMatchObject({
      status: 400,
      body: { search: 'Enter a practice name, code or postcode' },
    })
  })
})
