import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { cancelReferral, getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { fallsChecklist } from '../../../contract/pathways/records/fallsChecklist.ts'
import { measure, type MeasureRecord } from '../../../contract/pathways/records/measure.ts'
import { saveMeasureSitting } from '../../../contract/pathways/records/measureSitting.ts'
import { medicinesReview } from '../../../contract/pathways/records/medicinesReview.ts'
import type { RecordChange } from '../../../contract/platform/calls/record.ts'
import { aGround, aRecord, caseOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clinician: TestUser
let ground: Ground

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  ground = await aGround(service, clinician)
})
afterAll(() => service.close())

const day = addDays(today(), -9)
const view = async (of = ground) =>
  (await service.ask(getPathway, { id: of.pathwayId }, clinician)).body as PathwayView

describe('a sitting', () => {
  type Sitting = InputOf<typeof saveMeasureSitting>
  let keys = 0
  const sit = (values: Sitting['values'], overrides: Partial<Sitting> = {}, key = `sitting-${(keys += 1)}`) =>
    service.ask(
      saveMeasureSitting,
      {
        ...{ pathwayId: ground.pathwayId, clinicianId: ground.clinicianId, measuredDate: day },
        ...{ aid: 'frame', unusualConfirmed: false, values, ...overrides },
      },
      clinician,
      { 'idempotency-key': key },
    )
  const stored = async () =>
    (await view()).measure.map(({ measure: code, value, unable, aid }) => [code, value, unable, aid])

  it('is saved whole or not at all, once however often it is sent', async () => {
    const values = { timedUpAndGo: '14.2', chairStand30: 8, gaitSpeed: 'unable', fesI: '' } as const
    const [first, again] = [await sit(values, {}, 'once'), await sit(values, {}, 'once')]
    expect(first).toMatchObject({
      status: 200,
      body: { records: [{ version: 1 }, { version: 1 }, { version: 1 }] },
    })
    expect(again.body).toEqual(first.body)
    const all = [
      ['gaitSpeed', null, true, 'frame'],
      ['chairStand30', 8, false, null],
      ['timedUpAndGo', 14.2, false, 'frame'],
    ]
    expect(await stored()).toEqual(all)

    // The clinician has left the list, which only the save of a record finds.
    await service.db.owner.query('update clinician set is_active = false where id = $1', [ground.clinicianId])
    expect(await sit({ timedUpAndGo: 15, chairStand30: 9 })).toMatchObject({
      status: 400,
      body: { clinicianId: 'Choose from the list' },
    })
    await service.db.owner.query('update clinician set is_active = true where id = $1', [ground.clinicianId])
    expect(await sit({ timedUpAndGo: 15, chairStand30: 99 })).toMatchObject({
      status: 400,
      body: { 'values.chairStand30': '30-second chair stand: enter 0 to 60 stands, whole numbers' },
    })
    expect(await sit({ timedUpAndGo: 95, chairStand30: 9 })).toMatchObject({
      status: 400,
      body: { unusualConfirmed: 'Timed Up and Go (TUG) of 95 s is unusual. Tick to save it all the same.' },
    })
    expect(await stored()).toEqual(all)
    expect((await sit({ timedUpAndGo: 95 }, { unusualConfirmed: true })).status).toBe(200)
    expect((await stored())[0]).toEqual(['timedUpAndGo', 95, false, 'frame'])
  })

  it('that fails at its last measure leaves none of it', async () => {
    const before = await stored()
    await service.db.owner.query(
      `create function refuse_weight() returns trigger language plpgsql as $$
         begin if new.measure = 'weight' then raise exception 'no'; end if; return new; end $$;
       create trigger refuse_weight before insert on measure for each row execute function refuse_weight()`,
    )
    expect((await sit({ timedUpAndGo: 13, weight: 70 })).status).toBe(500)
    await service.db.owner.query('drop trigger refuse_weight on measure; drop function refuse_weight()')
    expect(await stored()).toEqual(before)
  })

  it('is refused on a closed referral, and of another patient', async () => {
    const other = await aGround(service, clinician)
    const values = { timedUpAndGo: 14 }
    const { pathwayId } = other
    expect((await sit(values, { pathwayId, patientId: ground.patientId })).status).toBe(409)
    await service.ask(cancelReferral, { id: pathwayId, cancelReferralDate: today() }, clinician)
    expect(await sit(values, { pathwayId })).toMatchObject({
      status: 409,
      body: { code: 'closed-pathway' },
    })
    expect((await view(other)).measure).toEqual([])
  })
})

describe('a measure', () => {
  const change = (id: number, version: number, fields: Partial<InputOf<typeof measure.save>>) =>
    service.ask(
      measure.save,
      {
        ...{ id, version, pathwayId: ground.pathwayId, clinicianId: ground.clinicianId, measuredDate: day },
        ...{ measure: 'timedUpAndGo', ...fields },
      } as InputOf<typeof measure.save>,
      clinician,
    )
  const read = async (id: number) => (await service.ask(measure.get, { id }, clinician)).body as MeasureRecord

  it('is unable or has a value, and is corrected from one to the other, which its history tells', async () => {
    const { id } = await aRecord(service, clinician, caseOf('measure'), ground)
    expect((await change(id, 1, { unable: true })).status).toBe(200)
    expect(await read(id)).toMatchObject({ value: null, unable: true, aid: 'stick' })
    expect((await change(id, 2, { value: '12.5' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ value: 12.5, unable: false })
    const history = (await service.ask(measure.history, { id }, clinician)).body as RecordChange[]
    expect(history.at(-1)?.fields).toEqual([
      { name: 'Value', before: null, after: '12.5' },
      { name: 'Unable', before: 'Yes', after: 'No' },
    ])
  })

  it.each([
    [{}, { value: 'Timed Up and Go (TUG): enter 3 to 180 s, one decimal at most, or “unable”' }],
    [{ value: 12, unable: true }, { value: 'Enter a value, or say that the person was unable, not both' }],
    [{ measure: 'weight', unable: true }, { unable: 'Weight: enter the value' }],
    [{ measure: 'weight', value: 70, aid: 'stick' }, { aid: 'Weight: no walking aid is recorded with it' }],
  ] as const)('%j is refused', async (fields, body) => {
    expect(await change(0, 1, fields)).toMatchObject({ status: 400, body })
  })

  it('loses its walking aid when it becomes another measure that records none', async () => {
    const { id } = await aRecord(service, clinician, caseOf('measure'), ground)
    expect((await change(id, 1, { measure: 'chairStand30', value: 9 })).status).toBe(200)
    expect(await read(id)).toMatchObject({ measure: 'chairStand30', value: 9, aid: null })
  })

  it.each([
    ['a value of somebody who was unable', `measure, value, unable`, `'timedUpAndGo', 12, true`],
    ['neither value nor unable', `measure, value, unable`, `'timedUpAndGo', null, false`],
    ['a measure that is not known', `measure, value, unable`, `'mood', 12, false`],
  ])('the table does not take %s', async (_, columns, values) => {
    await expect(
      service.db.owner.query(
        `insert into measure (pathway_id, measured_date, clinician_id, ${columns}) values ($1, $2, $3, ${values})`,
        [ground.pathwayId, day, ground.clinicianId],
      ),
    ).rejects.toMatchObject({ code: '23514' })
  })
})

it('a review of medicines is not done before it was asked for, whichever of the two days is sent', async () => {
  const { id } = await aRecord(service, clinician, caseOf('medicinesReview'), ground, {
    reviewAskedDate: addDays(today(), -17),
    reviewDoneDate: addDays(today(), -5),
  })
  const of = { id, pathwayId: ground.pathwayId, assessmentDate: day, fallRiskMedicines: 'yes' as const }
  const refused = { status: 400, body: { reviewDoneDate: 'The review was done before it was asked for' } }
  for (const days of [
    { reviewDoneDate: addDays(today(), -30) },
    { reviewAskedDate: today() },
    { reviewAskedDate: today(), reviewDoneDate: day },
  ])
    expect(await service.ask(medicinesReview.save, { ...of, ...days }, clinician)).toMatchObject(refused)
})

it('none of them moves a referral to another list', async () => {
  const own = await aGround(service, clinician)
  const before = await view(own)
  for (const kind of ['measure', 'medicinesReview', 'fallsChecklist'] as const)
    await aRecord(service, clinician, caseOf(kind), own)
  const after = await view(own)
  expect([after.measure, after.medicinesReview, after.fallsChecklist].map(({ length }) => length)).toEqual([
    1, 1, 1,
  ])
  expect({ stage: after.stage, changes: after.stageChanges }).toEqual({
    stage: before.stage,
    changes: before.stageChanges,
  })
})

it('a part of a check-list that is not sent stays, and its history names it', async () => {
  const { id } = await aRecord(service, clinician, caseOf('fallsChecklist'), ground)
  const { pathwayId, clinicianId } = ground
  const of = { id, version: 1, pathwayId, clinicianId, assessmentDate: addDays(today(), -13) }
  expect((await service.ask(fallsChecklist.save, { ...of, vision: 'done' }, clinician)).status).toBe(200)
  const { body } = await service.ask(fallsChecklist.get, { id }, clinician)
  expect(body).toMatchObject({
    vision: 'done',
    visionFinding: 'Cataract in the left eye',
    delirium: 'notNeeded',
    hearing: null,
  })
  const history = (await service.ask(fallsChecklist.history, { id }, clinician)).body as RecordChange[]
  expect(history.at(-1)?.fields).toEqual([{ name: 'Vision', before: 'referred', after: 'done' }])
})
