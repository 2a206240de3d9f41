import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  acceptIncoming,
  getIncoming,
  listIncoming,
  type IncomingRow,
  type IncomingView,
} from '../../../contract/exchange/incoming/incomingReferral.ts'
import { checkPatient, tracePerson, type TraceReply } from '../../../contract/exchange/pds/pds.ts'
import { mergePatients, undoMerge } from '../../../contract/governance/merge.ts'
import { restrictRecord } from '../../../contract/governance/restriction.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import {
  searchExternal,
  searchNhsNumber,
  searchPatientNhsNumber,
  searchPatients,
  type SearchedRow,
} from '../../../contract/patients/search/search.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aPathway, aPatient, firstOf, nextNhsNumber, patientInputOf } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { anIncoming, toldOf } from '../testing/incomingWorld.ts'
import { openDemographics } from './adapter/pds.ts'
import { inventedPeople as people } from './standIn/people.ts'
import { startStandIn, type StandIn } from './standIn/standIn.ts'

const former = people.replaced.nhsNumber
const present = people.replacement.nhsNumber
const who = { familyName: 'Newnumber', firstName: 'Olive', dateOfBirth: '1939-05-23' }

let service: TestService
let standIn: StandIn
let clerk: TestUser
let olive: number
beforeAll(async () => {
  service = await testService()
  standIn = await startStandIn()
  service.parts.pds = {
    isStandIn: true,
    refresh: null,
    service: openDemographics(standIn.settings, { perSecond: 1000 }),
  }
  clerk = await service.as('Admissions')
  olive = await register({ ...who, nhsNumber: former })
  await accept(olive)
})
afterAll(async () => {
  await service.close()
  await standIn.close()
})

const register = async (input: Partial<InputOf<typeof savePatient>>): Promise<number> =>
  (await aPatient(service, clerk, input)).id
const read = async (id: number): Promise<PatientView> =>
  (await service.ask(getPatient, { id }, clerk)).body as PatientView
/** Saves the number that PDS has in place of the former one. */
const accept = async (id: number): Promise<void> => {
  const { traceId } = (await service.ask(checkPatient, { patientId: id }, clerk)).body as TraceReply
  const saved = await service.ask(
    savePatient,
    { ...(await read(id)), nhsNumber: present, pdsTraceId: traceId } as InputOf<typeof savePatient>,
    clerk,
  )
  expect(saved.status).toBe(200)
}
const found = (rows: unknown): string[] =>
  (rows as SearchedRow[]).map(({ nhsNumber, formerNhsNumber }) =>
    [nhsNumber, formerNhsNumber].filter(Boolean).join(' formerly '),
  )
const byText = async (text: string, user = clerk): Promise<string[]> =>
  found((await service.ask(searchPatients, { text }, user)).body)
const byNumber = async (nhsNumber: string, user = clerk): Promise<string[]> =>
  found((await service.ask(searchNhsNumber, { nhsNumber }, user)).body)
const byFormer = `${present} formerly ${former}`

describe('who has another number since PDS replaced it', () => {
  it.each<[string, string[]]>([
    [former, [byFormer]],
    [`${former.slice(0, 3)} ${former.slice(3, 6)} ${former.slice(6)}`, [byFormer]],
    [`Newnumber ${former}`, [byFormer]],
    [`Newnumber 23/05/1939 ${former}`, [byFormer]],
    [`Othername ${former}`, []],
    [present, [present]],
  ])('is found by the box with %s: %j', async (text, expected) => {
    expect(await byText(text)).toEqual(expected)
  })

  it.each<[string, string[]]>([
    [former, [byFormer]],
    [present, [present]],
    [nextNhsNumber(), []],
  ])('is found by number %s: %j', async (nhsNumber, expected) => {
    for (const call of [searchNhsNumber, searchPatientNhsNumber])
      expect(found((await service.ask(call, { nhsNumber }, clerk)).body)).toEqual(expected)
  })

  it('is not found by it by people outside the service, who must know the present one', async () => {
    const { id } = await aPathway(service, clerk, { patientId: olive, consentGiven: true })
    const outside = await service.as('External')
    const ask = async (nhsNumber: string) =>
      (await service.ask(searchExternal, { nhsNumber, ...who }, outside)).body
    expect(await ask(former)).toBeNull()
    expect(await ask(present)).toBe(id)
  })

  it('is asked about when somebody is registered under it', async () => {
    const input = await patientInputOf(service, {
      ...{ familyName: 'Quite', firstName: 'Different', dateOfBirth: '1950-01-01', nhsNumber: former },
    })
    const { status, body } = await service.ask(savePatient, input, clerk)
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        code: 'likely-duplicate',
        duplicates: [{ id: olive, reasons: ['Former NHS number', 'Other details differ'] }],
      },
    })
  })

  it('is the likely match of a referral that came in under it, and is accepted without a question', async () => {
    const { id } = await anIncoming(service, {
      told: toldOf({ person: { familyName: 'Quite', firstName: 'Other', nhsNumber: former } }),
    })
    const { rows } = (await service.ask(listIncoming, {}, clerk)).body as { rows: IncomingRow[] }
    expect(rows.find((row) => row.id === id)?.matches).toBe(1)
    const view = (await service.ask(getIncoming, { id }, clerk)).body as IncomingView
    expect(view.likelyMatches).toMatchObject([
      { id: olive, nhsNumber: present, reasons: ['Former NHS number', 'Other details differ'] },
    ])
    const accepted = await service.ask(
      acceptIncoming,
      {
        ...{ id, version: view.version, patientId: olive },
        referral: {
          referralDate: today(),
          referrerId: await firstOf(service, 'referrer'),
          referralMethodId: await firstOf(service, 'method'),
          secondReferral: true,
        },
      },
      clerk,
    )
    expect(accepted).toMatchObject({ status: 200, body: { patientId: olive } })
  })
})

describe('a number is no former one', () => {
  it('if it was corrected and PDS did not replace it', async () => {
    const typo = nextNhsNumber()
    const id = await register({ nhsNumber: typo })
    const right = nextNhsNumber()
    const saved = await service.ask(
      savePatient,
      { ...(await read(id)), nhsNumber: right } as InputOf<typeof savePatient>,
      clerk,
    )
    expect(saved.status).toBe(200)
    expect(await byNumber(typo)).toEqual([])
    expect(await byText(typo)).toEqual([])
  })

  it('if another number was typed after the trace', async () => {
    const before = people.usual.nhsNumber
    const { traceId } = (await service.ask(tracePerson, { nhsNumber: former }, clerk)).body as TraceReply
    const id = await register({ nhsNumber: before, pdsTraceId: traceId })
    expect(await byNumber(former)).toEqual([byFormer])
    expect((await read(id)).nhsNumber).toBe(before)
  })
})

describe('a record that is withheld', () => {
  it('is found by the present number and not by the former one', async () => {
    const lead = await service.as('Team Lead')
    const restricted = { patientId: olive, kind: 'colleague', reason: 'Works here' } as const
    expect((await service.ask(restrictRecord, restricted, lead)).status).toBe(200)
    const stranger = await service.as('Admissions')
    expect(await byNumber(former, stranger)).toEqual([])
    expect(await byText(former, stranger)).toEqual([])
    expect(await byNumber(present, stranger)).toEqual([present])
    await service.db.owner.query(`delete from patient_restriction`)
  })
})

describe('two records of one person', () => {
  it('have the former number together, until the merge is undone', async () => {
    const lead = await service.as('Team Lead')
    const other = await register({ ...who, nhsNumber: null, nhsNumberUnknown: true, notDuplicateOf: [olive] })
    const [survivor, merged] = [await read(other), await read(olive)]
    const reply = await service.ask(
      mergePatients,
      {
        ...{ survivorId: other, mergedId: olive, takes: [] },
        ...{ survivorVersion: survivor.version, mergedVersion: merged.version },
      },
      lead,
    )
    expect(reply.status).toBe(200)
    const whose = async () =>
      ((await service.ask(searchNhsNumber, { nhsNumber: former }, clerk)).body as SearchedRow[]).map(
        ({ patientId }) => patientId,
      )
    expect(await whose()).toEqual([other])
    const undone = await service.ask(
      undoMerge,
      { id: (reply.body as { mergeId: number }).mergeId, version: 1, seen: [] },
      lead,
    )
    expect(undone.status).toBe(200)
    expect(await whose()).toEqual([olive])
  })
})
