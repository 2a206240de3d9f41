import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReferral } from '../../../contract/pathways/referral/pathway.ts'
import {
  getPatient,
  nhsNumberInvalid,
  nhsNumberMissing,
  savePatient,
} from '../../../contract/patients/patient.ts'
import { nextNhsNumber, patientInputOf, type Saved } from '../../testing/world/factories.ts'
import { testService, type Asked, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clerk: TestUser

beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
})
afterAll(() => service.close())

const numberTaken = {
  nhsNumber: 'Another patient already has this NHS number. Search for it to open that record.',
}

const stored = async (reply: Asked): Promise<string | null> => {
  expect(reply).toMatchObject({ status: 200, body: { version: 1 } })
  const { body } = await service.ask(getPatient, { id: (reply.body as Saved).id }, clerk)
  return (body as { nhsNumber: string | null }).nhsNumber
}

const holders = async (nhsNumber: string): Promise<number> => {
  const { rows } = await service.db.pool.query('select from patient where nhs_number = $1', [nhsNumber])
  return rows.length
}

describe('the NHS number of a registration', () => {
  it.each([
    ...['9990000077', '9990000158', '9990000212', '9990000298', '9990000352', '9990000425', '9990000492'],
    ...['9990000565', '9990000638', '9990000700', '9990000778', '9990000840', '9990000913', '9990000980'],
    ...['9990001057', '9990001138', '9990001197', '9990001278', '9990001332', '9990001405', '9990000050'],
    ...['3199999999', '3200000007', '4000000004', '5000000005', '6000000006'],
    ...['9000000009', '9000000025', '9000000033'],
  ])('takes %s', async (nhsNumber) => {
    const input = await patientInputOf(service, { nhsNumber })
    expect(await stored(await service.ask(savePatient, input, clerk))).toBe(nhsNumber)
  })

  it.each<readonly [string, string]>([
    ['9990000078', 'a wrong check digit'],
    ...Array.from({ length: 10 }, (_, digit) => [`999000000${digit}`, 'a check of ten'] as const),
    ['3200000015', 'inside the first refused range'],
    ['3999999993', 'inside the first refused range'],
    ['5000000013', 'inside the second refused range'],
    ['5999999995', 'inside the second refused range'],
    ['5900046192', 'inside the second refused range'],
    ['999000007', 'nine digits'],
    ['99900000770', 'eleven digits'],
    ['99900O0077', 'a letter O'],
    ['9990000077 9990000077', 'two numbers'],
  ])('refuses %s: %s', async (nhsNumber) => {
    const reply = await service.ask(savePatient, await patientInputOf(service, { nhsNumber }), clerk)
    expect(reply).toMatchObject({ status: 400, body: { nhsNumber: nhsNumberInvalid } })
  })

  it('takes spaces and hyphens as people write them, and stores ten digits', async () => {
    const nhsNumber = nextNhsNumber()
    const written = ` ${nhsNumber.slice(0, 3)}-${nhsNumber.slice(3, 6)} ${nhsNumber.slice(6)}`
    const input = await patientInputOf(service, { nhsNumber: written })
    expect(await stored(await service.ask(savePatient, input, clerk))).toBe(nhsNumber)
  })

  it('says all that a registration lacks at once', async () => {
    for (const patient of [{ id: 0 }, { id: 0, familyName: '', genderId: null, nhsNumber: null }]) {
      const { statusCode, body } = await service.app.inject({
        method: 'POST',
        url: savePatient.path,
        payload: patient,
        headers: { authorization: `Bearer ${clerk.accessToken}` },
      })
      expect([statusCode, JSON.parse(body)]).toEqual([
        400,
        { familyName: 'Family name required', genderId: 'Gender required', nhsNumber: nhsNumberMissing },
      ])
    }
  })

  it('refuses a number that is not text, and a patient that is none', async () => {
    const send = async (url: string, payload: object) =>
      (
        await service.app.inject({
          method: 'POST',
          url,
          payload,
          headers: { authorization: `Bearer ${clerk.accessToken}` },
        })
      ).json<Record<string, string>>()
    const input = await patientInputOf(service)
    expect(await send(savePatient.path, { ...input, nhsNumber: 9_990_000_077 })).toEqual({
      nhsNumber: nhsNumberInvalid,
    })
    for (const patient of [null, 'Ashworth', 5, []])
      expect(Object.keys(await send(createReferral.path, { patient, referral: {} }))).toContain('patient')
  })

  it('asks for a number or the tick', async () => {
    for (const nhsNumber of ['', null, undefined]) {
      const { nhsNumber: _, ...input } = await patientInputOf(service)
      const reply = await service.ask(savePatient, { ...input, nhsNumber }, clerk)
      expect(reply).toMatchObject({ status: 400, body: { nhsNumber: nhsNumberMissing } })
    }
  })

  it('stores none when unknown is ticked, whatever number came with it', async () => {
    const input = await patientInputOf(service, { nhsNumberUnknown: true, nhsNumber: '9990000077' })
    expect(await stored(await service.ask(savePatient, input, clerk))).toBeNull()
  })

  it('lets any number of patients have no number', async () => {
    for (let time = 0; time < 2; time += 1) {
      const input = await patientInputOf(service, { nhsNumberUnknown: true, nhsNumber: null })
      expect(await stored(await service.ask(savePatient, input, clerk))).toBeNull()
    }
  })

  it('asks for a number again when unknown is unticked', async () => {
    const input = await patientInputOf(service, { nhsNumberUnknown: true })
    const saved = (await service.ask(savePatient, input, clerk)).body as Saved
    const unticked = { ...input, ...saved, nhsNumberUnknown: false, nhsNumber: null }
    const reply = await service.ask(savePatient, unticked, clerk)
    expect(reply).toMatchObject({ status: 400, body: { nhsNumber: nhsNumberMissing } })
  })
})

describe('one active patient for each NHS number (CS-2)', () => {
  it('makes one patient of fifty different registrations of one number at once', async () => {
    const nhsNumber = nextNhsNumber()
    const users = await Promise.all(Array.from({ length: 10 }, () => service.as('Admissions')))
    const replies = await Promise.all(
      Array.from({ length: 50 }, async (_, index) =>
        service.ask(savePatient, await patientInputOf(service, { nhsNumber }), users[index % 10]),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of replies.filter((reply) => reply.status !== 200))
      expect({ status, body }).toEqual({ status: 400, body: numberTaken })
    expect(await holders(nhsNumber)).toBe(1)
  })

  it('makes one patient of fifty equal registrations of one number by ten people at once', async () => {
    const input = await patientInputOf(service)
    const users = await Promise.all(Array.from({ length: 10 }, () => service.as('Admissions')))
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => service.ask(savePatient, input, users[index % 10])),
    )
    const made = replies.filter(({ status }) => status === 200).map(({ body }) => (body as Saved).id)
    expect(new Set(made).size).toBe(1)
    for (const { status, body } of replies.filter((reply) => reply.status !== 200))
      expect({ status, body }).toEqual({ status: 400, body: numberTaken })
    expect(await holders(String(input.nhsNumber))).toBe(1)
  })

  it('refuses to give a patient the number of another', async () => {
    const [mine, theirs] = [await patientInputOf(service), await patientInputOf(service)]
    const saved = (await service.ask(savePatient, mine, clerk)).body as Saved
    await service.ask(savePatient, theirs, clerk)
    const reply = await service.ask(
      savePatient,
      { ...mine, ...saved, nhsNumber: String(theirs.nhsNumber) },
      clerk,
    )
    expect(reply).toMatchObject({ status: 400, body: numberTaken })
  })

  it('frees the number of a patient who is no longer active', async () => {
    const input = await patientInputOf(service)
    const { id } = (await service.ask(savePatient, input, clerk)).body as Saved
    await service.db.sql.updateTable('patient').set({ is_active: false }).where('id', '=', id).execute()
    const again = await patientInputOf(service, { nhsNumber: input.nhsNumber })
    expect((await service.ask(savePatient, again, clerk)).status).toBe(200)
  })
})

describe('a registration sent twice (DU-4)', () => {
  it('answers the first reply to the same key', async () => {
    const input = await patientInputOf(service)
    const keyed = { 'idempotency-key': 'registration-1' }
    const first = await service.ask(savePatient, input, clerk, keyed)
    const second = await service.ask(savePatient, input, clerk, keyed)
    expect(second).toMatchObject({ status: 200, body: first.body as object })
    expect(await holders(String(input.nhsNumber))).toBe(1)
  })

  it('answers the first reply to a double click without a key', async () => {
    const input = await patientInputOf(service, { nhsNumberUnknown: true, nhsNumber: null })
    const replies = await Promise.all([1, 2, 3].map(() => service.ask(savePatient, input, clerk)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(replies.map(({ body }) => (body as Saved).id)).size).toBe(1)
  })

  it('treats the same body as a new registration once ten seconds are over', async () => {
    const input = await patientInputOf(service)
    expect((await service.ask(savePatient, input, clerk)).status).toBe(200)
    await service.db.pool.query(
      `update request_replay set expires_at = clock_timestamp() - interval '1 second' where user_id = $1`,
      [clerk.userId],
    )
    expect(await service.ask(savePatient, input, clerk)).toMatchObject({ status: 400, body: numberTaken })
  })
})
