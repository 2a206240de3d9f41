import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import {
  listInError,
  putBack,
  referralInError,
  type InErrorRow,
} from '../../../contract/governance/inError.ts'
import { searchPatients, type FoundRow } from '../../../contract/patients/search/search.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import {
  cancelReferral,
  createReferral,
  getPathway,
  reinstateReferral,
  savePathway,
  type PathwayView,
} from '../../../contract/pathways/referral/pathway.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aPathway, aPatient, patientInputOf, referralInputOf } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* The number of a referral in the NHS e-Referral Service (decision 156). */

const taken = 'Another open referral has this UBRN. Find it by typing the UBRN into the search box.'
const day = addDays(today(), -2)

let service: TestService
let clerk: TestUser
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

let numbers = 412_300_000_000
const aUbrn = (): string => String((numbers += 1))
const viewOf = async (id: number) => (await service.ask(getPathway, { id }, clerk)).body as PathwayView
const save = async (id: number, changes: Partial<InputOf<typeof savePathway>>) => {
  const { version, patientId } = (await viewOf(id)).pathway
  return service.ask(savePathway, { id, version, patientId, ...changes }, clerk)
}
const cancel = async (id: number) => {
  const { version } = (await viewOf(id)).pathway
  return service.ask(cancelReferral, { id, version, cancelReferralDate: day }, lead)
}
const reinstate = async (id: number) => {
  const { version } = (await viewOf(id)).pathway
  return service.ask(reinstateReferral, { id, version }, lead)
}
const find = async (text: string) => {
  const { status, body } = await service.ask(searchPatients, { text }, clerk)
  expect({ text, status }).toEqual({ text, status: 200 })
  return (body as FoundRow[]).map(({ patientId, pathwayId }) => ({ patientId, pathwayId }))
}

describe('a UBRN', () => {
  it.each([
    ['412300004567', '412300004567'],
    ['4123 0000 4568', '412300004568'],
    [' 4123-0000-4569 ', '412300004569'],
    ['4123\u00a00000\u20134570', '412300004570'],
    ['', null],
    [null, null],
  ])('typed %j is recorded as %j', async (typed, ubrn) => {
    const { id } = await aPathway(service, clerk, { ubrn: typed })
    expect((await viewOf(id)).pathway.ubrn).toBe(ubrn)
  })

  it.each(['41230000456', '4123000045678', '4123 0000 456X', '4123 0000 4567 or so', 'x'.repeat(41)])(
    'of %j is refused',
    async (typed) => {
      const input = await referralInputOf(service, (await aPatient(service, clerk)).id, { ubrn: typed })
      expect(await service.ask(savePathway, input, clerk)).toMatchObject({
        status: 400,
        body: { ubrn: 'A UBRN has 12 digits' },
      })
    },
  )

  it('stays in a save that leaves it out, and goes if it is cleared', async () => {
    const ubrn = aUbrn()
    const { id } = await aPathway(service, clerk, { ubrn })
    expect(await save(id, { referralDate: day })).toMatchObject({ status: 200 })
    expect((await viewOf(id)).pathway.ubrn).toBe(ubrn)
    expect(await save(id, { ubrn: null })).toMatchObject({ status: 200 })
    expect((await viewOf(id)).pathway.ubrn).toBeNull()
  })

  it('is recorded by registering and referring in one step', async () => {
    const ubrn = aUbrn()
    const { id: _, patientId: __, ...referral } = await referralInputOf(service, 0)
    const patient = await patientInputOf(service)
    const { status, body } = await service.ask(
      createReferral,
      { patient, referral: { ...referral, ubrn } },
      clerk,
    )
    expect(status).toBe(200)
    expect((await viewOf((body as { id: number }).id)).pathway.ubrn).toBe(ubrn)
  })

  it('of a closed referral does not change', async () => {
    const { id } = await aPathway(service, clerk, { ubrn: aUbrn() })
    expect(await cancel(id)).toMatchObject({ status: 200 })
    expect(await save(id, { ubrn: aUbrn() })).toMatchObject({ status: 409 })
  })
})

describe('a second open referral of one UBRN', () => {
  it('is refused, also of another patient', async () => {
    const ubrn = aUbrn()
    const { patientId } = await aPathway(service, clerk, { ubrn })
    for (const of of [patientId, (await aPatient(service, clerk)).id]) {
      const input = await referralInputOf(service, of, { ubrn, secondReferral: true })
      expect(await service.ask(savePathway, input, clerk)).toMatchObject({
        status: 400,
        body: { ubrn: taken },
      })
    }
    const other = await aPathway(service, clerk)
    expect(await save(other.id, { ubrn })).toMatchObject({ status: 400, body: { ubrn: taken } })
    expect((await viewOf(other.id)).pathway).toMatchObject({ ubrn: null, version: 1 })
  })

  it('saved at once twice is recorded once', async () => {
    const ubrn = aUbrn()
    const inputs = await Promise.all(
      Array.from({ length: 6 }, async () =>
        referralInputOf(service, (await aPatient(service, clerk)).id, { ubrn }),
      ),
    )
    const replies = await Promise.all(inputs.map((input) => service.ask(savePathway, input, clerk)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 400, 400, 400, 400, 400,
    ])
  })

  it('may follow one that was closed, which then stays closed', async () => {
    const ubrn = aUbrn()
    const first = await aPathway(service, clerk, { ubrn })
    expect(await cancel(first.id)).toMatchObject({ status: 200 })
    const second = await aPathway(service, clerk, { ubrn })
    expect(await reinstate(first.id)).toMatchObject({
      status: 409,
      body: { message: `${taken} Nothing was saved.` },
    })
    expect(await cancel(second.id)).toMatchObject({ status: 200 })
    expect(await reinstate(first.id)).toMatchObject({ status: 200 })
  })

  it('may follow one that was registered in error, which then stays out of use', async () => {
    const ubrn = aUbrn()
    const first = await aPathway(service, clerk, { ubrn })
    const reason = 'Another person'
    expect(await service.ask(referralInError, { ...first, reason }, clerk)).toMatchObject({ status: 200 })
    await aPathway(service, clerk, { ubrn })
    const { body } = await service.ask(listInError, {}, lead)
    const row = (body as InErrorRow[]).find(({ patientId }) => patientId === first.patientId)
    expect(await service.ask(putBack, { id: row?.id ?? 0 }, lead)).toMatchObject({
      status: 409,
      body: { message: `${taken} Nothing was saved.` },
    })
  })
})

describe('the search box', () => {
  it.each([
    ['as digits', (ubrn: string) => ubrn],
    ['4-4-4', (ubrn: string) => ubrn.replace(/(\d{4})(\d{4})(\d{4})/, '$1-$2-$3')],
    ['with spaces', (ubrn: string) => ubrn.replace(/(\d{4})(\d{4})(\d{4})/, ' $1 $2 $3 ')],
    ['with its name', (ubrn: string) => `UBRN: ${ubrn}`],
  ])('finds the referral by its UBRN typed %s', async (_, typed) => {
    for (const ubrn of [aUbrn(), `0000${aUbrn().slice(4)}`]) {
      const { id, patientId } = await aPathway(service, clerk, { ubrn })
      // The other referral is the one that a search by name would open.
      await aPathway(service, clerk, { patientId, secondReferral: true, referralDate: today() })
      expect(await find(typed(ubrn))).toEqual([{ patientId, pathwayId: id }])
    }
  })

  it('finds the open one of two, and nobody if another name was typed too', async () => {
    const ubrn = aUbrn()
    const first = await aPathway(service, clerk, { ubrn })
    await cancel(first.id)
    const second = await aPathway(service, clerk, { ubrn, patientId: first.patientId })
    expect(await find(ubrn)).toEqual([{ patientId: first.patientId, pathwayId: second.id }])
    expect(await find(`Nonesuch ${ubrn}`)).toEqual([])
    expect(await find(aUbrn())).toEqual([])
  })

  it('still finds a telephone number of 12 digits', async () => {
    const { id } = await aPatient(service, clerk, { phoneMobile: '+44 7700 900876' })
    expect(await find('447700900876')).toEqual([{ patientId: id, pathwayId: null }])
  })

  it('leaves no UBRN in what the audit trail says was searched for', async () => {
    const ubrn = aUbrn()
    const { patientId } = await aPathway(service, clerk, { ubrn })
    await find(ubrn.replace(/(\d{4})(\d{4})(\d{4})/, '$1 $2 $3'))
    const { rows } = await service.db.owner.query<{ criteria: object; patient_ids: string[] }>(
      `select criteria, patient_ids from audit_event where action = 'POST /api/search/patients' order by id desc limit 1`,
    )
    expect(rows[0]).toMatchObject({ criteria: { text: 'UBRN' } })
    expect(rows[0]?.patient_ids.map(Number)).toEqual([patientId])
  })
})
