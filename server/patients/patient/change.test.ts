import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { standardPostcode } from '../../../contract/platform/fields/postcode.ts'
import { workLists } from '../../../contract/pathways/worklists/workList.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { aFrat, aPathway, patientInputOf, type Saved } from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

type Input = InputOf<typeof savePatient>

let service: TestService
let clinician: TestUser

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
})
afterAll(() => service.close())

const save = (input: Input, user = clinician) => service.ask(savePatient, input, user)
const view = async (id: number): Promise<PatientView> =>
  (await service.ask(getPatient, { id }, clinician)).body as PatientView

/** Registers a patient and returns the input that would save it unchanged. */
const registered = async (overrides: Partial<Input> = {}): Promise<Input & Saved> => {
  const input = await patientInputOf(service, overrides)
  const reply = await save(input)
  expect(reply.status).toBe(200)
  return { ...input, ...(reply.body as Saved) }
}

const rowOf = async (id: number) =>
  service.db.sql.selectFrom('patient').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const lastEvent = async (patientId: number) => {
  const { rows } = await service.db.owner.query<{ kind: string; patient_ids: number[]; records: unknown }>(
    `select kind, to_jsonb(patient_ids) as patient_ids, records from audit_event
     where action = 'POST /api/patient/save' and $1 = any(patient_ids) order by id desc limit 1`,
    [patientId],
  )
  return rows[0]
}

describe('what a save changes', () => {
  it('leaves an absent field as it was and clears a null or blank one', async () => {
    const patient = await registered({ town: 'Sampletown', county: 'Kent', postcode: 'ZZ99 3VZ' })
    expect((await save({ ...patient, town: undefined, county: null, postcode: '' })).status).toBe(200)
    expect(await view(patient.id)).toMatchObject({ town: 'Sampletown', county: null, postcode: null })
  })

  it('stores a postcode in its standard form, on the work list too', async () => {
    const { id } = await registered({ postcode: 'zz1o4ab' })
    await aPathway(service, clinician, { patientId: id })
    const listed = () =>
      service.db.sql.selectFrom('work_list').select('postcode').where('patient_id', '=', id).execute()
    expect((await view(id)).postcode).toBe('ZZ10 4AB')
    expect(await listed()).toEqual([{ postcode: 'ZZ10 4AB' }])
    // Postcodes that were stored earlier, exactly as typed.
    const typed = [
      ...[
        'zz9 9zz',
        ' ZZ10  1AA ',
        'ZZ10 1AA.',
        'ZZ10\u20131AA',
        'ＺＺ１０ １ＡＡ',
        'ZZ1O 4AB',
        'ZZI0 IAA',
        '0X1 1AA',
      ],
      ...[
        'S014 1AA',
        'S01 1AA',
        'SO1 1AA',
        'BSO OAA',
        'zz993vz',
        'gir0aa',
        'bfpo58',
        'ascn1zz',
        'Q9 9QQ',
        'SE1P5LX',
      ],
      ...[
        'unknown',
        'N/A',
        '-',
        'zz10',
        'ZZ10 1A',
        'ZZ10 1A0',
        'ZZ100 1AA',
        'Paris 8e',
        '75008',
        '1012 AB',
        'e01 6an',
        'E1O 5AB',
        'D02 X285',
        'BFPO',
      ],
    ]
    for (const postcode of typed) {
      await service.db.owner.query(`update patient set postcode = $2 where id = $1`, [id, postcode])
      await service.db.owner.query(`update work_list set postcode = $2 where patient_id = $1`, [id, postcode])
      await service.db.owner.query(
        await readFile(
          new URL('../../../db/migrations/0090_postcodes_put_right.sql', import.meta.url),
          'utf8',
        ),
      )
      await service.db.owner.query('drop function pg_temp.read_postcode')
      expect((await view(id)).postcode, postcode).toBe(standardPostcode(postcode))
      expect(await listed()).toEqual([{ postcode: standardPostcode(postcode) }])
    }
  })

  it('asks about a postcode that is none where it is new', async () => {
    const patient = await registered()
    const question = '“zz10” is not a full UK postcode, such as ZZ10 1AA. For no fixed abode use ZZ99 3VZ.'
    const given = { ...patient, postcode: 'zz10' }
    expect((await save(given)).body).toEqual({ postcode: question })
    expect((await save({ ...given, unusualConfirmed: false })).body).toEqual({
      unusualConfirmed: `${question} Tick to save it all the same.`,
    })
    expect((await save({ ...given, unusualConfirmed: true })).status).toBe(200)
    expect(await view(patient.id)).toMatchObject({ postcode: 'zz10' })
    expect((await save({ ...given, version: undefined, town: 'Sampletown' })).status).toBe(200)
  })

  it('asks about a name that names nobody, where a screen asks and the name is new', async () => {
    const patient = await registered()
    const given = { ...patient, familyName: 'Unknown', firstName: 'n/a' }
    expect((await save({ ...given, unusualConfirmed: false })).body).toEqual({
      unusualConfirmed:
        '“Unknown” is rarely a family name. “n/a” is rarely a first name; leave it empty if it is not known. Tick to save it all the same.',
    })
    expect((await save(given)).status).toBe(200)
    expect((await save({ ...given, version: undefined, unusualConfirmed: false })).status).toBe(200)
  })

  it('clears a birth date and a first name', async () => {
    const patient = await registered()
    expect((await save({ ...patient, dateOfBirth: null, firstName: null })).status).toBe(200)
    expect(await view(patient.id)).toMatchObject({ dateOfBirth: null, firstName: null })
    expect(await rowOf(patient.id)).toMatchObject({ first_name_key: '' })
  })

  it('takes nothing that the form does not have (AZ-8)', async () => {
    const patient = await registered()
    const before = await rowOf(patient.id)
    const smuggled = {
      isActive: false,
      is_active: false,
      createdBy: 1,
      created_by: 1,
      created_at: '2000-01-01T00:00:00Z',
      updatedBy: 1,
      familyNameKey: 'x',
      family_name_key: 'x',
      nextOfKin: { familyName: 'X' },
      roles: ['Team Lead'],
      __proto__: { is_active: false },
    }
    const unchanged = await save({ ...patient, ...smuggled } as Input)
    expect(unchanged).toMatchObject({ status: 200, body: { id: patient.id, version: 1 } })
    expect(await rowOf(patient.id)).toEqual(before)
    const changed = await save({ ...patient, ...smuggled, town: 'Leeds' } as Input)
    expect(changed).toMatchObject({ status: 200, body: { version: 2 } })
    const after = await rowOf(patient.id)
    expect(after).toEqual({
      ...before,
      town: 'Leeds',
      version: 2,
      updated_at: after.updated_at,
      updated_by: clinician.userId,
    })
  })

  it('takes nothing more at a registration either', async () => {
    const input = {
      ...(await patientInputOf(service)),
      isActive: false,
      version: 7,
      createdBy: 1,
      updated_by: 1,
    }
    const { id } = (await save(input as Input)).body as Saved
    expect(await rowOf(id)).toMatchObject({
      is_active: true,
      version: 1,
      created_by: clinician.userId,
      updated_by: clinician.userId,
    })
  })

  it('leaves the changed fields, before and after, in the audit trail', async () => {
    const patient = await registered({ town: 'Sampletown' })
    await save({ ...patient, town: 'Othertown' })
    expect(await lastEvent(patient.id)).toMatchObject({
      kind: 'write',
      patient_ids: [patient.id],
      records: [
        {
          entity: 'patient',
          id: patient.id,
          version: 2,
          before: { town: 'Sampletown' },
          after: { town: 'Othertown' },
        },
      ],
    })
  })

  it('names the patient in the audit trail even when nothing changed', async () => {
    const patient = await registered()
    await save(patient)
    expect(await lastEvent(patient.id)).toMatchObject({ patient_ids: [patient.id], records: [] })
  })

  it('does not find a patient who is not there or no longer active', async () => {
    const patient = await registered()
    expect((await save({ ...patient, id: 999_999 })).status).toBe(404)
    await service.db.sql
      .updateTable('patient')
      .set({ is_active: false })
      .where('id', '=', patient.id)
      .execute()
    expect((await save(patient)).status).toBe(404)
    expect((await service.ask(getPatient, { id: patient.id }, clinician)).status).toBe(404)
  })
})

describe('two people save the same patient (DU-3)', () => {
  it('lets one win and tells the other who changed which fields', async () => {
    const patient = await registered()
    const colleague = await service.as('Admissions')
    const replies = await Promise.all([
      save({ ...patient, town: 'Sampletown', postcode: 'ZZ99 3VZ' }),
      save({ ...patient, familyName: 'Othername' }, colleague),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const colleagueLost = replies[1]?.status === 409
    const { display_name: winner } = await service.db.sql
      .selectFrom('app_user')
      .select('display_name')
      .where('id', '=', colleagueLost ? clinician.userId : colleague.userId)
      .executeTakeFirstOrThrow()
    expect(replies[colleagueLost ? 1 : 0]?.body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(winner),
      conflict: {
        version: 2,
        changes: [
          {
            by: winner,
            fields: colleagueLost ? expect.arrayContaining(['Town', 'Postcode']) : ['Family name'],
          },
        ],
      },
    })
    expect(await view(patient.id)).toMatchObject(
      colleagueLost
        ? { town: 'Sampletown', familyName: patient.familyName }
        : { town: null, familyName: 'Othername' },
    )
  })
})

describe('choices', () => {
  const retire = (table: 'gender' | 'ethnicity' | 'name_prefix', id: number, is_active: boolean) =>
    service.db.sql.updateTable(table).set({ is_active }).where('id', '=', id).execute()
  const twoOf = async (table: 'gender' | 'ethnicity' | 'name_prefix') => {
    const rows = await service.db.sql
      .selectFrom(table)
      .select(['id', 'name'])
      .orderBy('id')
      .limit(2)
      .execute()
    const [kept, other] = rows
    if (kept === undefined || other === undefined) throw new Error(`${table} needs two rows`)
    return { kept, other }
  }

  it.each([
    ['gender', 'genderId', 'gender'],
    ['ethnicity', 'ethnicity', 'ethnicity'],
    ['name_prefix', 'namePrefix', 'namePrefix'],
  ] as const)(
    'keeps a %s that was taken off the list, shows it, and refuses it when chosen again',
    async (table, field, shown) => {
      const { kept, other } = await twoOf(table)
      const patient = await registered({ [field]: kept.id })
      const another = await registered({ [field]: other.id })
      await retire(table, kept.id, false)
      try {
        expect((await save({ ...patient, town: 'Leeds' })).status).toBe(200)
        expect((await view(patient.id)).names).toMatchObject({ [shown]: kept.name })
        const refusal = { status: 400, body: { [field]: 'Choose from the list' } }
        expect(await save({ ...another, [field]: kept.id })).toMatchObject(refusal)
        const again = await patientInputOf(service, { [field]: kept.id })
        expect(await save(again)).toMatchObject(refusal)
      } finally {
        await retire(table, kept.id, true)
      }
    },
  )

  it('names every choice that is not on its list', async () => {
    const input = await patientInputOf(service, { genderId: 98_765, ethnicity: 98_765, namePrefix: 98_765 })
    expect(await save(input)).toMatchObject({
      status: 400,
      body: {
        genderId: 'Choose from the list',
        ethnicity: 'Choose from the list',
        namePrefix: 'Choose from the list',
      },
    })
  })

  describe('of the registered GP', () => {
    beforeAll(async () => {
      const organisation = (id: string, type: string, is_active = true) => ({
        id,
        type,
        name: `Name of ${id}`,
        name_key: `nameof${id.toLowerCase()}`,
        is_active,
      })
      await service.db.sql
        .insertInto('organisation')
        .values([
          organisation('A10001', 'GP Practices'),
          organisation('A10002', 'GP Practices'),
          organisation('A10003', 'GP Practices', false),
          organisation('A10001001', 'Branch Surgeries'),
          organisation('A10001002', 'Branch Surgeries'),
          organisation('A10001003', 'Branch Surgeries', false),
          organisation('C1', 'Clinical Commissioning Group'),
        ])
        .execute()
      await service.db.sql
        .insertInto('organisation_parent')
        .values(
          ['A10001001', 'A10001002', 'A10001003'].map((organisation_id) => ({
            organisation_id,
            parent_organisation_id: 'A10001',
            join_date: '2000-01-01',
            is_active: organisation_id !== 'A10001002',
          })),
        )
        .execute()
    })
    const badGp = { registeredGP: expect.any(String) as string }
    const badBranch = { registeredGP_Branch: expect.any(String) as string }

    it.each([
      ['a practice', 'A10001', null, null],
      ['a practice with its branch', 'A10001', 'A10001001', null],
      ['no practice', null, null, null],
      ['an organisation of another kind', 'C1', null, badGp],
      ['a branch as the practice', 'A10001001', null, badGp],
      ['a practice off the list', 'A10003', null, badGp],
      ['a code that nobody has', 'NOWHERE', null, badGp],
      ['a branch of another practice', 'A10002', 'A10001001', badBranch],
      ['a branch whose link has ended', 'A10001', 'A10001002', badBranch],
      ['a branch off the list', 'A10001', 'A10001003', badBranch],
      ['a branch without a practice', null, 'A10001001', badBranch],
      ['a practice as the branch', 'A10001', 'A10002', badBranch],
      ['a branch that nobody has', 'A10001', 'NOWHERE', badBranch],
    ])('%s', async (_, registeredGP, registeredGP_Branch, refusal) => {
      const reply = await save(await patientInputOf(service, { registeredGP, registeredGP_Branch }))
      if (refusal === null) expect(reply.status).toBe(200)
      else expect({ status: reply.status, body: reply.body }).toEqual({ status: 400, body: refusal })
    })

    it('keeps a practice that was taken off the list', async () => {
      const patient = await registered({ registeredGP: 'A10002' })
      const setActive = (is_active: boolean) =>
        service.db.sql.updateTable('organisation').set({ is_active }).where('id', '=', 'A10002').execute()
      await setActive(false)
      expect((await save({ ...patient, town: 'Leeds' })).status).toBe(200)
      expect((await view(patient.id)).names.registeredGP).toBe('Name of A10002')
      await setActive(true)
    })
  })
})

describe('the dates of a life: nothing before birth', () => {
  it('refuses a birth after death, whichever came first', async () => {
    const patient = await registered({ dateOfBirth: '1940-05-01', deceasedDate: '2020-01-01' })
    const { deceasedDate: _, ...undying } = patient
    expect(await save({ ...undying, dateOfBirth: '2020-01-02' })).toMatchObject({
      status: 400,
      body: { dateOfBirth: expect.any(String) },
    })
    const { dateOfBirth: __, ...unborn } = patient
    expect(await save({ ...unborn, deceasedDate: '1940-04-30' })).toMatchObject({
      status: 400,
      body: { deceasedDate: expect.any(String) },
    })
    expect((await save({ ...unborn, deceasedDate: '1940-05-01' })).status).toBe(200)
  })

  it('refuses a birth after the referral or a record, and takes the day itself', async () => {
    const pathway = await aPathway(service, clinician, { referralDate: addDays(today(), -30) })
    await aFrat(service, clinician, pathway.id, { assessmentDate: addDays(today(), -40) })
    const { nextOfKin: _, pathways: __, names: ___, ...patient } = await view(pathway.patientId)
    const late = await save({ ...patient, dateOfBirth: addDays(today(), -39) })
    expect({ status: late.status, body: late.body }).toEqual({
      status: 400,
      body: { dateOfBirth: expect.stringContaining('The date of birth is after') as string },
    })
    expect((await save({ ...patient, dateOfBirth: addDays(today(), -40) })).status).toBe(200)
  })

  it('refuses a refusal of consent before birth', async () => {
    const input = await patientInputOf(service, {
      dateOfBirth: '1940-05-01',
      consentRefusedDate: '1940-04-30',
    })
    expect(await save(input)).toMatchObject({
      status: 400,
      body: { consentRefusedDate: 'The date is before the date of birth' },
    })
  })

  it('moves every open referral of someone who has died to awaiting discharge, and back when it was an error', async () => {
    const pathway = await aPathway(service, clinician)
    const { nextOfKin: _, pathways: __, names: ___, ...patient } = await view(pathway.patientId)
    const lists = async () => {
      const { pathways } = await view(pathway.patientId)
      return pathways.map(({ stage }) => stage)
    }
    const died = await save({ ...patient, deceasedDate: today() })
    expect(died.status).toBe(200)
    expect(await lists()).toEqual(['awaitingDischarge'])
    const { body } = await service.ask(workLists.awaitingDischarge, {}, clinician)
    expect(body).toContainEqual(expect.objectContaining({ pathwayId: pathway.id, deceased: true }))
    await save({ ...patient, ...(died.body as Saved), deceasedDate: null })
    expect(await lists()).toEqual(['awaitingAssessment'])
  })
})
