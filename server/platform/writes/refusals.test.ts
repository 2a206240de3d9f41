import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { activeLabel } from '../../../contract/platform/words/labels.ts'
import { assignOwner } from '../../../contract/pathways/owner.ts'
import { savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import { frat } from '../../../contract/pathways/records/frat.ts'
import { decideDestruction } from '../../../contract/governance/retention.ts'
import {
  aClinician,
  aFrat,
  aPathway,
  fratInputOf,
  patientInputOf,
  referralInputOf,
  type Saved,
} from '../../testing/world/factories.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/*
 * Why a save is refused: the reply says in words what somebody else changed meanwhile, but nothing about a withheld
 * record.
 */

let service: TestService
let clinician: TestUser
let colleague: TestUser
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  colleague = await service.as('Team Lead')
})
afterAll(() => service.close())

const aReferral = async () => {
  const input = await patientInputOf(service)
  const patient = (await service.ask(savePatient, input, clinician)).body as Saved
  const pathway = await aPathway(service, clinician, { patientId: patient.id })
  const record = await aFrat(service, clinician, pathway.id)
  return { input, patient, pathway, record }
}
const nameOf = async ({ userId }: TestUser): Promise<string> =>
  (
    await service.db.sql
      .selectFrom('app_user')
      .select('display_name')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).display_name

describe('a record that was changed since it was opened (DU-3)', () => {
  it('says who changed which fields, by the names that the form has for them', async () => {
    const { input, patient } = await aReferral()
    const theirs = { ...input, ...patient, familyName: 'Othername', town: 'Sampletown', county: 'Kent' }
    expect((await service.ask(savePatient, theirs, colleague)).status).toBe(200)
    const { status, body } = await service.ask(savePatient, { ...input, ...patient, town: 'Hull' }, clinician)
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: `${await nameOf(colleague)} changed this record since you opened it (Town, County, Family name). Nothing of yours was saved.`,
        conflict: {
          version: 2,
          changes: [{ by: await nameOf(colleague), fields: ['Town', 'County', 'Family name'] }],
        },
      },
    })
  })

  it('says that it was deleted and put back', async () => {
    const { record, pathway } = await aReferral()
    for (const call of [frat.delete, frat.restore]) {
      const version = await versionOf(record.id)
      expect((await service.ask(call, { id: record.id, version }, colleague)).status).toBe(200)
    }
    const input = { ...(await fratInputOf(service, pathway.id)), ...record }
    const { body } = await service.ask(frat.save, input, clinician)
    expect(body).toMatchObject({
      conflict: { version: 3, changes: [{ fields: [activeLabel] }, { fields: [activeLabel] }] },
    })
  })

  it('says that somebody did where it was no user of the product', async () => {
    const { record, pathway, patient } = await aReferral()
    await service.db.owner.query(
      `with changed as (update frat set version = 2 where id = $1)
       insert into audit_event (kind, action, status, patient_ids, request_id, records)
       values ('write', 'command import', 200, array[$2::bigint], 'brought in',
         jsonb_build_array(jsonb_build_object('entity', 'frat', 'id', $1::bigint, 'version', 2,
           'before', jsonb_build_object('frat_score', 3), 'after', jsonb_build_object('frat_score', 4))))`,
      [record.id, patient.id],
    )
    const input = { ...(await fratInputOf(service, pathway.id)), ...record }
    expect((await service.ask(frat.save, input, clinician)).body).toMatchObject({
      message: 'Somebody changed this record since you opened it (FRAT score). Nothing of yours was saved.',
      conflict: { version: 2, changes: [{ by: 'Somebody', fields: ['FRAT score'] }] },
    })
  })

  it('says only so much where nobody is known to have changed it', async () => {
    const { record, pathway } = await aReferral()
    await service.db.owner.query('update frat set version = version + 1 where id = $1', [record.id])
    const input = { ...(await fratInputOf(service, pathway.id)), ...record }
    expect((await service.ask(frat.save, input, clinician)).body).toMatchObject({
      message: 'This record was changed since you opened it. Nothing of yours was saved.',
      conflict: { version: 2, changes: [] },
    })
  })
})

const versionOf = async (id: number): Promise<number> =>
  (await service.db.sql.selectFrom('frat').select('version').where('id', '=', id).executeTakeFirstOrThrow())
    .version

describe('a record that is withheld (decision 105)', () => {
  const refused = async (call: Endpoint, input: object, by?: TestUser) => {
    const { status, body } = await service.ask(call, input as never, by ?? (await service.as('Team Lead')))
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'reason-needed' } })
    expect(JSON.stringify(body)).not.toContain('changes')
  }
  let hidden: Awaited<ReturnType<typeof aReferral>>
  let seen: Awaited<ReturnType<typeof aReferral>>
  beforeAll(async () => {
    ;[hidden, seen] = [await aReferral(), await aReferral()]
    await service.db.owner.query(
      `insert into patient_restriction (patient_id, kind, reason) values ($1, 'publicPerson', 'Known from television')`,
      [hidden.patient.id],
    )
  })

  it('is not told of to who saves a record of it under another referral', async () => {
    const input = await fratInputOf(service, seen.pathway.id)
    await refused(frat.save, { ...input, id: hidden.record.id, version: 9 })
  })

  it('is not told of to who saves its referral under another patient', async () => {
    const input = await referralInputOf(service, seen.patient.id)
    await refused(savePathway, { ...input, id: hidden.pathway.id, version: 9 })
  })

  it('is not told of to who saves the patient', async () => {
    await refused(savePatient, { ...hidden.input, id: hidden.patient.id, version: 9 })
  })

  it('is not told of to who gives one of its referrals to somebody, among others', async () => {
    const pathwayIds = [seen.pathway.id, hidden.pathway.id]
    await refused(assignOwner, { pathwayIds, clinicianId: null, from: await aClinician(service) })
  })

  it('is not told of to who would have it destroyed before its time', async () => {
    const governance = await service.as('Information Governance')
    await refused(decideDestruction, { patientId: hidden.patient.id, grounds: 'Long ago' }, governance)
  })

  it('has nothing to do with a save that names it in no form that could be one', async () => {
    const odd = { otherId: 'x', survivorId: 1e300, mergedId: 0.5 }
    const input = { ...(await fratInputOf(service, seen.pathway.id)), ...seen.record, version: 9 }
    const { status, body } = await service.ask(frat.save, { ...odd, ...input } as never, colleague)
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})
