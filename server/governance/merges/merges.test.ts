import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askAudit } from '../../../contract/insight/audit/auditQuestion.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { saveCapacity } from '../../../contract/patients/flags/capacity.ts'
import { saveContact } from '../../../contract/patients/flags/contact.ts'
import { endFlag, flagHistory, saveFlag } from '../../../contract/patients/flags/flag.ts'
import { getSafetyNets, type SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import {
  getMerge,
  mergePatients,
  previewMerge,
  undoMerge,
  type MergeView,
} from '../../../contract/governance/merge.ts'
import { getPathway, pathwayHistory } from '../../../contract/pathways/referral/pathway.ts'
import {
  getPatient,
  saveNextOfKin,
  savePatient,
  type PatientView,
} from '../../../contract/patients/patient.ts'
import { bmi } from '../../../contract/patients/bmi.ts'
import { searchPatients } from '../../../contract/patients/search/search.ts'
import { verifyStages } from '../../pathways/worklists/verify.ts'
import {
  aFrat,
  aPathway,
  aPatient,
  expectSaved,
  nextNhsNumber,
  type Saved,
} from '../../testing/world/factories.ts'
import { capacityOf, contactOf, redFlagOf } from '../../testing/known/knownSafetyNets.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { sumsOfMerge } from '../../testing/reading/sumsOfMerge.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { childrenOfPatient } from './children.ts'

let service: TestService
let lead: TestUser
let clinician: TestUser

beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
  clinician = await service.as('Clinician')
})
afterAll(() => service.close())

const ok = async (...asked: Parameters<TestService['ask']>) => {
  const reply = await service.ask(...asked)
  expect({ path: asked[0].path, status: reply.status, body: reply.body }).toMatchObject({ status: 200 })
  return reply.body
}
const patientOf = async (id: number) => (await ok(getPatient, { id }, lead)) as PatientView

/** A patient with a row of every kind that can belong to one. */
const aFullPatient = async (overrides: Parameters<typeof aPatient>[2]) => {
  const { id } = await aPatient(service, clinician, overrides)
  const pathway = await aPathway(service, clinician, { patientId: id })
  await aFrat(service, clinician, pathway.id)
  await ok(bmi.save, { id: 0, patientId: id, assessmentDate: addDays(today(), -9), bmi: 24.5 }, clinician)
  await ok(saveFlag, redFlagOf(id), clinician)
  await ok(saveCapacity, capacityOf(id), clinician)
  await ok(saveContact, contactOf(id), clinician)
  await ok(saveNextOfKin, { id: 0, patientId: id, familyName: `Kin${id}` }, clinician)
  return { id, pathwayId: pathway.id }
}

let stays: { id: number; pathwayId: number }
let goes: { id: number; pathwayId: number }
let number: string

beforeEach(async () => {
  number = nextNhsNumber()
  stays = await aFullPatient({ nhsNumber: null, nhsNumberUnknown: true, phoneHome: '01632 960001' })
  goes = await aFullPatient({ nhsNumber: number, phoneHome: '01632 960002', town: 'Leeds' })
})

const merge = async (takes: ('phoneHome' | 'nextOfKin' | 'address' | 'familyName')[] = []) => {
  const preview = (await ok(previewMerge, { survivorId: stays.id, mergedId: goes.id }, lead)) as {
    survivor: Saved
    merged: Saved
  }
  return service.ask(
    mergePatients,
    {
      survivorId: stays.id,
      mergedId: goes.id,
      survivorVersion: preview.survivor.version,
      mergedVersion: preview.merged.version,
      takes,
    },
    lead,
  )
}
const merged = async (takes?: Parameters<typeof merge>[0]) => {
  const reply = await merge(takes)
  expect(reply).toMatchObject({ status: 200 })
  return (reply.body as { mergeId: number }).mergeId
}
const viewOf = async (id: number) => (await ok(getMerge, { id }, lead)) as MergeView
const undo = async (id: number, seen?: string[]) => {
  const { merge: row } = await viewOf(id)
  return service.ask(undoMerge, { id, version: row.version, seen }, lead)
}

const sums = () => sumsOfMerge(service)

it('says of every foreign key to a patient what a merge does with it', async () => {
  const { rows } = await service.db.owner.query<{ table: string; column: string }>(`
    select conrelid::regclass::text as "table", attname as "column"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'patient'::regclass order by 1, 2`)
  const said = childrenOfPatient.map(({ table, column }) => ({ table, column }))
  expect(said.map((key) => JSON.stringify(key)).sort()).toEqual(rows.map((key) => JSON.stringify(key)).sort())
})

describe('a merge of two records of one person (CS-2)', () => {
  it('leaves no row behind with the record that is merged', async () => {
    await merged()
    for (const { table, column, rule } of childrenOfPatient.filter((child) => child.rule !== 'stays')) {
      const { rows } = await service.db.owner.query(`select from ${table} where ${column} = $1`, [goes.id])
      expect({ table, rule, left: rows.length }).toMatchObject({ left: 0 })
    }
    const view = await patientOf(stays.id)
    expect(view.pathways.map(({ id }) => id).sort()).toEqual([stays.pathwayId, goes.pathwayId].sort())
    expect(view.bmi).toHaveLength(2)
    expect(await verifyStages(service.db.sql)).toMatchObject({ differences: [] })
  })

  it('takes the fields that were chosen, and the NHS number that only one record has', async () => {
    await merged(['phoneHome', 'address', 'nextOfKin'])
    expect(await patientOf(stays.id)).toMatchObject({
      nhsNumber: number,
      nhsNumberUnknown: false,
      phoneHome: '01632 960002',
      town: 'Leeds',
      nextOfKin: { familyName: `Kin${goes.id}` },
    })
  })

  it('leaves every field of the surviving record that was not chosen', async () => {
    const before = await patientOf(stays.id)
    await merged()
    expect(await patientOf(stays.id)).toMatchObject({
      familyName: before.familyName,
      phoneHome: '01632 960001',
      town: null,
      nextOfKin: { familyName: `Kin${stays.id}` },
    })
  })

  it('keeps one red flag of a sign open, the one to be looked at first, and ends the other with a note', async () => {
    const { flags } = (await ok(getSafetyNets, { patientId: goes.id }, lead)) as SafetyNets
    await merged()
    const after = (await ok(getSafetyNets, { patientId: stays.id }, lead)) as SafetyNets
    expect(after.flags.map(({ id, endedAt }) => [id, endedAt === null])).toEqual([
      [Math.min(...after.flags.map(({ id }) => id)), true],
      [flags[0]?.id, false],
    ])
    expect(after.flags[1]?.endedNote).toMatch(/^Two records were merged: the same sign is open/)
    expect(after.capacity).toHaveLength(2)
    expect(after.contacts).toHaveLength(2)
  })

  it('answers an old address with the record that stays, also of its referral, and after a second merge', async () => {
    await merged()
    const asked = await service.ask(getPatient, { id: goes.id }, clinician)
    expect(asked).toMatchObject({ status: 404, body: { code: 'not-found', mergedInto: stays.id } })
    const pair = await service.ask(getPathway, { id: goes.pathwayId, patientId: goes.id }, clinician)
    expect(pair).toMatchObject({ status: 404, body: { mergedInto: stays.id } })
    await ok(getPathway, { id: goes.pathwayId, patientId: stays.id }, clinician)
    const form = await patientOf(stays.id)
    const saved = await service.ask(
      savePatient,
      { ...form, names: undefined, id: goes.id, version: 1 } as never,
      clinician,
    )
    expect(saved).toMatchObject({ status: 404, body: { mergedInto: stays.id } })
    const third = await aPatient(service, clinician, { nhsNumber: number.replace(/.*/, nextNhsNumber()) })
    const number2 = (await patientOf(third.id)).nhsNumber
    await service.db.sql.updateTable('patient').set({ nhs_number: null }).where('id', '=', third.id).execute()
    expect(number2).not.toBeNull()
    const [a, b] = [await patientOf(third.id), await patientOf(stays.id)]
    await ok(
      mergePatients,
      { survivorId: a.id, mergedId: b.id, survivorVersion: a.version, mergedVersion: b.version, takes: [] },
      lead,
    )
    expect((await service.ask(getPatient, { id: goes.id }, clinician)).body).toMatchObject({
      mergedInto: third.id,
    })
  })

  it('leaves searches, and keeps the history of what moved', async () => {
    const before = (await ok(pathwayHistory, { id: goes.pathwayId }, lead)) as { what: string }[]
    const { familyName } = await patientOf(goes.id)
    await merged()
    const found = (await ok(searchPatients, { text: familyName }, clinician)) as { patientId: number }[]
    expect(found.map(({ patientId }) => patientId)).not.toContain(goes.id)
    const history = (await ok(pathwayHistory, { id: goes.pathwayId }, lead)) as { what: string }[]
    expect(history.map(({ what }) => what)).toEqual([...before.map(({ what }) => what), 'moved'])
  })

  it('is refused for two different known NHS numbers, in both ways', async () => {
    const other = await aPatient(service, clinician)
    const [a, b] = [await patientOf(other.id), await patientOf(goes.id)]
    for (const [one, two] of [
      [a, b],
      [b, a],
    ] as const) {
      const reply = await service.ask(
        mergePatients,
        {
          survivorId: one.id,
          mergedId: two.id,
          survivorVersion: one.version,
          mergedVersion: two.version,
          takes: [],
        },
        lead,
      )
      expect(reply).toMatchObject({
        status: 409,
        body: { message: expect.stringMatching(/two different NHS/) },
      })
    }
    expect(await ok(previewMerge, { survivorId: a.id, mergedId: b.id }, lead)).toMatchObject({
      refusal: expect.stringMatching(/two different NHS numbers/),
    })
  })

  it.each(['survivor', 'merged'] as const)('is refused when the %s record moved on', async (which) => {
    const [a, b] = [await patientOf(stays.id), await patientOf(goes.id)]
    const moved = which === 'survivor' ? a : b
    const { names: _names, ...form } = moved
    await ok(savePatient, { ...form, town: 'York' } as never, clinician)
    const before = await sums()
    const reply = await service.ask(
      mergePatients,
      { survivorId: a.id, mergedId: b.id, survivorVersion: a.version, mergedVersion: b.version, takes: [] },
      lead,
    )
    expect(reply).toMatchObject({ status: 409, body: { code: 'conflict', conflict: {} } })
    expect(await sums()).toEqual(before)
  })

  it('is done once, however often it is sent at the same time', async () => {
    const [a, b] = [await patientOf(stays.id), await patientOf(goes.id)]
    const input = {
      survivorId: a.id,
      mergedId: b.id,
      survivorVersion: a.version,
      mergedVersion: b.version,
      takes: [],
    }
    const other = await service.as('Team Lead')
    const replies = await Promise.all([
      service.ask(mergePatients, input, lead),
      service.ask(mergePatients, { ...input, survivorId: b.id, mergedId: a.id }, other),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('keeps a red flag whose sign is open in one record alone', async () => {
    const redFlags = async () => {
      const { flags } = (await ok(getSafetyNets, { patientId: stays.id }, lead)) as SafetyNets
      return flags.filter(({ kind, endedAt }) => kind === 'redFlag' && endedAt === null)
    }
    for (const { id, version } of await redFlags())
      await ok(endFlag, { id, version, patientId: stays.id, endedNote: 'Seen' }, clinician)
    expect(await redFlags()).toEqual([])
    await merged()
    expect(await redFlags()).toHaveLength(1)
  })
})

describe('undoing a merge', () => {
  it('gives both records all that was theirs: every table as before', async () => {
    const before = await sums()
    const id = await merged(['phoneHome', 'address', 'nextOfKin', 'familyName'])
    expect(await sums()).not.toEqual(before)
    expect(await undo(id)).toMatchObject({ status: 200 })
    expect(await sums()).toEqual(before)
    expect(await verifyStages(service.db.sql)).toMatchObject({ differences: [] })
    expect((await undo(id)).status).toBe(200)
  })

  it('lets what happened in a referral go with it', async () => {
    const id = await merged()
    await aFrat(service, clinician, goes.pathwayId, { fratScore: 5 })
    expect((await viewOf(id)).since).toEqual([])
    expect((await undo(id)).status).toBe(200)
    const view = (await ok(getPathway, { id: goes.pathwayId, patientId: goes.id }, lead)) as {
      frat: { fratScore: number }[]
    }
    expect(view.frat.map(({ fratScore }) => fratScore).sort()).toEqual([3, 5])
  })

  it('asks to look at what was recorded of the person since, and leaves it where it says', async () => {
    const id = await merged(['phoneHome'])
    const { names: _names, ...form } = await patientOf(stays.id)
    await ok(savePatient, { ...form, town: 'York' } as never, clinician)
    await ok(bmi.save, { id: 0, patientId: stays.id, assessmentDate: today(), bmi: 26 }, clinician)
    const { since } = await viewOf(id)
    expect(since.map(({ what }) => what)).toEqual(['Details of the patient changed', 'BMI recorded'])
    expect(await undo(id)).toMatchObject({ status: 409 })
    expect(await undo(id, [since[0]?.key ?? ''])).toMatchObject({ status: 409 })
    expect(
      await undo(
        id,
        since.map(({ key }) => key),
      ),
    ).toMatchObject({ status: 200 })
    expect(await patientOf(stays.id)).toMatchObject({ town: 'York', phoneHome: '01632 960001' })
    expect((await patientOf(stays.id)).bmi).toHaveLength(2)
    expect((await patientOf(goes.id)).bmi).toHaveLength(1)
  })

  it('leaves a red flag ended that was raised again since', async () => {
    const id = await merged()
    const { flags } = (await ok(getSafetyNets, { patientId: stays.id }, lead)) as SafetyNets
    const open = flags.find(({ endedAt }) => endedAt === null)
    await ok(
      endFlag,
      { id: open?.id ?? 0, version: open?.version, patientId: stays.id, endedNote: 'Seen' },
      clinician,
    )
    await ok(saveFlag, redFlagOf(stays.id), clinician)
    const { since } = await viewOf(id)
    expect(
      await undo(
        id,
        since.map(({ key }) => key),
      ),
    ).toMatchObject({ status: 200 })
    await ok(flagHistory, { id: open?.id ?? 0 }, lead)
  })

  it('is refused after 30 days, and while a later merge stands', async () => {
    const id = await merged()
    const third = await aPatient(service, clinician, { nhsNumber: null, nhsNumberUnknown: true })
    const [a, b] = [await patientOf(stays.id), await patientOf(third.id)]
    const later = (await ok(
      mergePatients,
      { survivorId: a.id, mergedId: b.id, survivorVersion: a.version, mergedVersion: b.version, takes: [] },
      lead,
    )) as { mergeId: number }
    expect(await undo(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/merged again later/) },
    })
    expect((await undo(later.mergeId)).status).toBe(200)
    const now = service.time.now
    service.time.now += 31 * 86_400_000
    const late = await service.as('Team Lead')
    const view = await service.ask(getMerge, { id }, late)
    expect(view.body).toMatchObject({ refusal: expect.stringMatching(/More than 30 days/) })
    expect(await service.ask(undoMerge, { id, version: 1 }, late)).toMatchObject({ status: 409 })
    service.time.now = now
    expectSaved('undoing', await undo(id))
  })
})

it('DP-5: who opened either record before the merge is among those who opened the patient', async () => {
  const onlookers = [await service.as('Clinician'), await service.as('Clinician')]
  await ok(getPatient, { id: stays.id }, onlookers[0])
  await ok(getPatient, { id: goes.id }, onlookers[1])
  await merged()
  const auditor = await service.as('Information Governance')
  const period = { dateFrom: addDays(today(), -1), dateTo: today() }
  for (const { id } of [stays, goes]) {
    const answer = await ok(askAudit.patient, { patientId: id, ...period }, auditor)
    const { rows } = answer as { rows: { userId: number | null }[] }
    const who = rows.map(({ userId }) => userId)
    expect(who).toEqual(expect.arrayContaining(onlookers.map(({ userId }) => userId)))
  }
})
