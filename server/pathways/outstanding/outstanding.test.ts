import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, daysBetween, today } from '../../../contract/platform/dates/dates.ts'
import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { exportOutstanding } from '../../../contract/app/listExport.ts'
import { assignOwner } from '../../../contract/pathways/owner.ts'
import {
  equipmentWaits,
  listOutstanding,
  onwardWaits,
  type Outstanding,
  type OutstandingRow,
} from '../../../contract/pathways/outstanding.ts'
import { type OutstandingAsked, type Wait } from '../../../contract/pathways/outstandingWaits.ts'
import { cancelReferral, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import {
  equipmentAssessment,
  type EquipmentAssessment,
} from '../../../contract/pathways/records/equipmentAssessment.ts'
import { saveEquipmentProgress } from '../../../contract/pathways/records/equipmentProgress.ts'
import { onwardReferral, type OnwardReferral } from '../../../contract/pathways/records/onwardReferral.ts'
import { saveOnwardProgress } from '../../../contract/pathways/records/onwardProgress.ts'
import type { RecordChange } from '../../../contract/platform/calls/record.ts'
import { closeTask, tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import { getToday, type Today } from '../../../contract/pathways/today.ts'
import { aClinician, aPathway, expectSaved, type Saved } from '../../testing/world/factories.ts'
import { anOnwardReferral, someEquipment } from '../../testing/known/knownOutstanding.ts'
import { bearer, requestOf } from '../../testing/values/request.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { settleTasks } from '../tasks/settle.ts'

let service: TestService
let clinician: TestUser
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

const ago = (days: number) => addDays(today(), -days)
const aReferral = () => aPathway(service, clinician, { referralDate: ago(27) })

const listed = async (asked: OutstandingAsked = {}, user = clinician): Promise<Outstanding> => {
  const { status, body } = await service.ask(listOutstanding, asked, user)
  expect(status).toBe(200)
  return body as Outstanding
}
const of = async (pathwayId: number): Promise<OutstandingRow[]> =>
  (await listed()).rows.filter((row) => row.pathwayId === pathwayId)
const words = async (pathwayId: number) => (await of(pathwayId)).map(({ toDo }) => toDo)

type Equipment = Partial<InputOf<typeof equipmentAssessment.save>>
type Onward = Partial<InputOf<typeof onwardReferral.save>>
const progress = (input: InputOf<typeof saveEquipmentProgress>, user = clinician) =>
  service.ask(saveEquipmentProgress, input, user)
const dies = async (patientId: number, deceasedDate = ago(2)): Promise<void> => {
  const patient = (await service.ask(getPatient, { id: patientId }, clinician)).body as PatientView
  const dead = { ...patient, deceasedDate, deathBeforeRecordsConfirmed: true }
  expectSaved('death', await service.ask(savePatient, dead as never, clinician))
}
const closes = {
  discharged: ({ id, patientId }: { id: number; patientId: number }) =>
    service.ask(savePathway, { id, patientId, dischargeDate: today() }, clinician),
  cancelled: ({ id, patientId }: { id: number; patientId: number }) =>
    service.ask(cancelReferral, { id, patientId, cancelReferralDate: today() }, clinician),
}

/** What was recorded, what is awaited, and for how many days it has been due; null while nothing is. */
type Case<Fields> = [says: string, fields: Fields, what: Wait | null, daysLate: number | null]

describe('the list of what is due and not there', () => {
  it.each<Case<Onward>>([
    ['sent 13 days ago', { referralDate: ago(13) }, 'onwardAnswer', null],
    ['sent 14 days ago', { referralDate: ago(14) }, 'onwardAnswer', 0],
    ['sent 60 days ago', { referralDate: ago(60) }, 'onwardAnswer', 46],
    ['acknowledged, 27 days', { referralDate: ago(27), receivedDate: ago(20) }, 'onwardOutcome', null],
    ['acknowledged, 30 days', { referralDate: ago(30), receivedDate: ago(20) }, 'onwardOutcome', 2],
    [
      'accepted, 30 days',
      { referralDate: ago(30), receivedDate: ago(20), answer: 'accepted' },
      'onwardOutcome',
      2,
    ],
    ['to ask again tomorrow', { referralDate: ago(60), chaseDate: ago(-1) }, 'onwardAnswer', null],
    ['to have been asked again', { referralDate: ago(60), chaseDate: ago(3) }, 'onwardAnswer', 3],
    [
      'to ask again, and acknowledged since',
      { referralDate: ago(30), chaseDate: ago(25), receivedDate: ago(20) },
      'onwardOutcome',
      2,
    ],
    [
      'acknowledged, to ask again later',
      { referralDate: ago(40), receivedDate: ago(20), chaseDate: ago(-5) },
      'onwardOutcome',
      null,
    ],
    [
      'refused',
      { referralDate: ago(60), receivedDate: ago(50), answer: 'refused', outcomeNote: 'Asked another' },
      null,
      null,
    ],
    ['with an outcome', { referralDate: ago(60), outcome: 'seen', outcomeDate: ago(1) }, null, null],
  ])('lists exactly what the rule says: an onward referral %s', async (_, fields, what, daysLate) => {
    const { id: pathwayId } = await aReferral()
    const { id } = await anOnwardReferral(service, clinician, pathwayId, fields)
    const stored = (await service.ask(onwardReferral.get, { id }, clinician)).body as OnwardReferral
    const waits = onwardWaits(stored, false)
    expect(waits?.what ?? null).toBe(what)
    expect(waits !== null && waits.due <= today() ? daysBetween(waits.due, today()) : null).toBe(daysLate)
    expect((await of(pathwayId)).map((row) => [row.what, row.id, row.daysLate])).toEqual(
      daysLate === null ? [] : [[what, id, daysLate]],
    )
  })

  it.each<Case<Equipment>>([
    ['without a day', {}, null, null],
    ['asked for 13 days ago', { askedDate: ago(13) }, 'equipmentFit', null],
    ['asked for 20 days ago', { askedDate: ago(20) }, 'equipmentFit', 6],
    ['ordered later than asked for', { askedDate: ago(40), orderedDate: ago(13) }, 'equipmentFit', null],
    ['ordered 14 days ago', { orderedDate: ago(14) }, 'equipmentFit', 0],
    ['fitted for good', { orderedDate: ago(60), fittedDate: ago(50) }, null, null],
    ['due back tomorrow', { fittedDate: ago(50), dueBackDate: ago(-1) }, 'equipmentBack', null],
    ['due back 5 days ago', { fittedDate: ago(50), dueBackDate: ago(5) }, 'equipmentBack', 5],
    ['due back before it was fitted at all', { dueBackDate: ago(5) }, null, null],
    [
      'returned',
      { fittedDate: ago(50), dueBackDate: ago(5), ended: 'returned', endedDate: ago(1) },
      null,
      null,
    ],
    ['cancelled', { orderedDate: ago(50), ended: 'cancelled', endedDate: ago(1) }, null, null],
  ])('lists exactly what the rule says: equipment %s', async (_, fields, what, daysLate) => {
    const { id: pathwayId } = await aReferral()
    const { id } = await someEquipment(service, clinician, pathwayId, fields)
    const stored = (await service.ask(equipmentAssessment.get, { id }, clinician)).body as EquipmentAssessment
    const waits = equipmentWaits(stored, null)
    expect(waits?.what ?? null).toBe(what)
    expect(waits !== null && waits.due <= today() ? daysBetween(waits.due, today()) : null).toBe(daysLate)
    expect((await of(pathwayId)).map((row) => [row.what, row.id, row.daysLate])).toEqual(
      daysLate === null ? [] : [[what, id, daysLate]],
    )
  })

  it('leaves out what was deleted, and has it again when it is restored', async () => {
    const { id: pathwayId } = await aReferral()
    const { id, version } = await someEquipment(service, clinician, pathwayId, { orderedDate: ago(30) })
    await service.ask(equipmentAssessment.delete, { id, version }, clinician)
    expect(await of(pathwayId)).toEqual([])
    await service.ask(equipmentAssessment.restore, { id }, lead)
    expect(await of(pathwayId)).toHaveLength(1)
  })

  it('is narrowed by what is waited for and by whose it is, on the screen and in a file', async () => {
    const clinicianId = await aClinician(service, 'AMIS, Jo (nurse)')
    const own = await service.as('Clinician')
    await service.db.owner.query('update app_user set clinician_id = $1 where id = $2', [
      clinicianId,
      own.userId,
    ])
    const { id: mine } = await aReferral()
    const { id: nobodys } = await aReferral()
    expect((await service.ask(assignOwner, { pathwayIds: [mine], clinicianId }, lead)).status).toBe(200)
    for (const pathwayId of [mine, nobodys]) {
      await anOnwardReferral(service, lead, pathwayId, { referralDate: ago(20) })
      await someEquipment(service, lead, pathwayId, { orderedDate: ago(20) })
    }
    const { rows, counts } = await listed({ what: 'equipmentFit', whose: 'mine' }, own)
    expect(rows).toMatchObject([{ pathwayId: mine, what: 'equipmentFit', owner: 'AMIS, Jo (nurse)' }])
    // The other tabs are counted too.
    expect(counts).toEqual({
      redFlag: 0,
      onwardAnswer: 1,
      onwardOutcome: 0,
      equipmentFit: 1,
      equipmentBack: 0,
      letterDraft: 0,
      cancellation: 0,
    })
    const unowned = (await listed({ whose: 'nobody' }, own)).rows
    expect(unowned.filter(({ pathwayId }) => pathwayId === mine || pathwayId === nobodys)).toHaveLength(2)
    expect(unowned.every(({ owner }) => owner === null)).toBe(true)

    const asked = requestOf(
      exportOutstanding as Endpoint,
      { what: 'onwardAnswer', whose: 'mine', type: 'csv' },
      bearer(own),
    )
    const { statusCode, body } = await service.app.inject(asked)
    expect(statusCode).toBe(200)
    const file = parse<Record<string, string>>(body, { bom: true, columns: true })
    expect(file).toMatchObject([
      { 'To do': 'Ask whether they have it', 'Days late': '6', Referral: 'Open', Owner: 'AMIS, Jo (nurse)' },
    ])

    const { outstanding } = (await service.ask(getToday, {}, own)).body as Today
    const all = Object.values((await listed()).counts).reduce((sum, count) => sum + count, 0)
    expect(outstanding).toEqual({ mine: 2, all })
  })
})

describe('equipment', () => {
  it.each(['discharged', 'cancelled'] as const)(
    'keeps equipment after the referral was %s, and asks about no onward referral any more',
    async (closed) => {
      const clinicianId = await aClinician(service, 'LAST, Ivy (therapist)')
      const referral = await aReferral()
      await service.ask(assignOwner, { pathwayIds: [referral.id], clinicianId }, lead)
      await anOnwardReferral(service, clinician, referral.id, { referralDate: ago(20) })
      await someEquipment(service, clinician, referral.id, { orderedDate: ago(20) })
      await someEquipment(service, clinician, referral.id, {
        other: 'Second',
        fittedDate: ago(20),
        dueBackDate: ago(3),
      })
      expect(await of(referral.id)).toHaveLength(3)
      expectSaved('closing', await closes[closed](referral))
      expect((await of(referral.id)).map(({ what, owner, closed: how }) => [what, owner, how])).toEqual([
        ['equipmentFit', 'LAST, Ivy (therapist)', closed],
        ['equipmentBack', 'LAST, Ivy (therapist)', closed],
      ])
    },
  )

  it('has all equipment of somebody who has died collected or cancelled', async () => {
    const referral = await aReferral()
    const ground = { fittedDate: ago(20), dueBackDate: ago(-60) }
    const { id: lent } = await someEquipment(service, clinician, referral.id, { ...ground, other: 'Lent' })
    await someEquipment(service, clinician, referral.id, { fittedDate: ago(20), other: 'With no day' })
    await someEquipment(service, clinician, referral.id, { orderedDate: ago(3), other: 'On its way' })
    await anOnwardReferral(service, clinician, referral.id, { referralDate: ago(20) })
    expect(await words(referral.id)).toEqual(['Ask whether they have it'])
    await dies(referral.patientId)
    expect((await of(referral.id)).map(({ toDo, daysLate, deceased }) => [toDo, daysLate, deceased])).toEqual(
      [
        ['Collect it: the patient has died', 2, true],
        ['Collect it: the patient has died', 2, true],
        ['Cancel it: the patient has died', 2, true],
      ],
    )
    // The day of death is the due day, whatever days the record has.
    const stored = (await service.ask(equipmentAssessment.get, { id: lent }, clinician)).body
    expect(equipmentWaits(stored as EquipmentAssessment, { day: ago(2) })).toEqual({
      what: 'equipmentBack',
      due: ago(2),
    })
    expectSaved('closing', await closes.discharged(referral))
    expect(await of(referral.id)).toHaveLength(3)
    // A collection after the death needs no confirmation.
    const { id, version } = (await of(referral.id)).find((row) => row.id === lent) as OutstandingRow
    const collected = { id, version, pathwayId: referral.id, ended: 'returned', endedDate: today() } as const
    expectSaved('collection', await progress(collected))
    expect(await of(referral.id)).toHaveLength(2)
  })

  it('is recorded of a closed referral, and nothing else of it is', async () => {
    const referral = await aReferral()
    const { id, version } = await someEquipment(service, clinician, referral.id, { orderedDate: ago(20) })
    const sent = await anOnwardReferral(service, clinician, referral.id)
    expectSaved('closing', await closes.cancelled(referral))
    const stored = (await service.ask(equipmentAssessment.get, { id }, clinician)).body as EquipmentAssessment
    const whole = { ...stored, version, fittedDate: today() }
    expect(await service.ask(equipmentAssessment.save, whole as never, clinician)).toMatchObject({
      status: 409,
      body: { code: 'closed-pathway' },
    })
    const { pathwayId } = stored
    const fitted = expectSaved('equipment', await progress({ id, version, pathwayId, fittedDate: today() }))
    expect(fitted).toEqual({ id, version: version + 1 })
    const told = { ...sent, pathwayId, receivedDate: today(), answer: 'accepted' } as const
    expectSaved('onward referral', await service.ask(saveOnwardProgress, told, clinician))
    expect((await service.ask(equipmentAssessment.get, { id }, clinician)).body).toMatchObject({
      equipmentId: stored.equipmentId,
      other: stored.other,
      orderedDate: ago(20),
      fittedDate: today(),
    })
    const history = (await service.ask(equipmentAssessment.history, { id }, clinician)).body as RecordChange[]
    expect(history.at(-1)).toMatchObject({
      what: 'changed',
      fields: [{ name: 'Fitted or delivered on', before: null }],
    })
  })

  it('that somebody else changed is not gone over, and belongs to its own referral', async () => {
    const { id: pathwayId } = await aReferral()
    const other = await aReferral()
    const { id, version } = await someEquipment(service, clinician, pathwayId)
    const fitted = { id, version, pathwayId, fittedDate: today() }
    expect(await progress({ ...fitted, pathwayId: other.id })).toMatchObject({ status: 409 })
    expect(await progress({ ...fitted, patientId: other.patientId })).toMatchObject({ status: 409 })
    expect(await progress({ ...fitted, id: 987_654 })).toMatchObject({ status: 404 })
    expectSaved('equipment', await progress(fitted))
    expect(await progress({ ...fitted, fittedDate: ago(1) })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    const external = await service.as('External')
    expect((await progress({ ...fitted, version: 2 }, external)).status).toBe(403)
  })
})

describe('what does not fit together is refused at its field', () => {
  it.each<[Equipment, Record<string, string>]>([
    [{ askedDate: ago(1), orderedDate: ago(2) }, { orderedDate: 'The day is before it was asked for' }],
    [{ orderedDate: ago(1), fittedDate: ago(2) }, { fittedDate: 'The day is before it was ordered' }],
    [{ orderedDate: ago(-1) }, { orderedDate: 'The date cannot be after today' }],
    [{ reviewedDate: ago(1) }, { reviewedDate: 'Enter first when it was fitted or delivered' }],
    [{ fittedDate: ago(1), dueBackDate: ago(2) }, { dueBackDate: 'The day is before it was fitted' }],
    [{ fittedDate: ago(1), ended: 'returned' }, { endedDate: 'Enter the day it ended' }],
    [{ fittedDate: ago(1), endedDate: ago(1) }, { ended: 'Choose how it ended' }],
    [{ ended: 'returned', endedDate: ago(1) }, { ended: 'Enter first when it was fitted or delivered' }],
    [
      { fittedDate: ago(1), ended: 'cancelled', endedDate: ago(1) },
      { ended: 'It was fitted, so it cannot be a cancelled order' },
    ],
    [
      { fittedDate: ago(1), ended: 'returned', endedDate: ago(2) },
      { endedDate: 'The day is before it was fitted' },
    ],
  ])('equipment with %j', async (fields, refused) => {
    const { id: pathwayId } = await aReferral()
    const saved = await someEquipment(service, clinician, pathwayId)
    expect(await progress({ ...saved, pathwayId, ...fields } as never)).toMatchObject({
      status: 400,
      body: refused,
    })
    expect((await service.ask(equipmentAssessment.get, { id: saved.id }, clinician)).body).toMatchObject({
      version: saved.version,
    })
  })

  it.each<[Onward, Record<string, string>]>([
    [{ receivedDate: ago(11) }, { receivedDate: 'The day is before the referral date' }],
    [{ answer: 'accepted' }, { receivedDate: 'Enter the day on which they answered' }],
    [{ receivedDate: ago(5), answer: 'refused' }, { outcomeNote: 'Say what happens instead' }],
    [{ outcome: 'seen' }, { outcomeDate: 'Enter the day of the outcome' }],
    [{ outcomeDate: ago(1) }, { outcome: 'Choose what came of it' }],
    [{ outcome: 'other', outcomeDate: ago(1) }, { outcomeNote: 'Say what came of it' }],
    [{ chaseDate: ago(-200) }, { chaseDate: 'Choose a day at most 182 days ahead' }],
  ])('an onward referral with %j', async (fields, refused) => {
    const { id: pathwayId } = await aReferral()
    const saved = await anOnwardReferral(service, clinician, pathwayId)
    const input = { ...saved, pathwayId, ...fields } as InputOf<typeof saveOnwardProgress>
    expect(await service.ask(saveOnwardProgress, input, clinician)).toMatchObject({
      status: 400,
      body: refused,
    })
  })
})

describe('what is waited for', () => {
  const openTasks = async (pathwayId: number): Promise<Task[]> =>
    ((await service.ask(tasksOfPathway, { pathwayId }, lead)).body as Task[]).filter(
      ({ closedAt, kind }) => closedAt === null && kind !== 'targetMissed',
    )

  it('opens tasks that come back until it is done', async () => {
    const { id: pathwayId } = await aReferral()
    const rail = await someEquipment(service, clinician, pathwayId, { orderedDate: ago(20) })
    const sent = await anOnwardReferral(service, clinician, pathwayId, { referralDate: ago(28) })
    const [asked, fit] = (await openTasks(pathwayId)).toSorted((a, b) => b.kind.localeCompare(a.kind)) as [
      Task,
      Task,
    ]
    expect([asked.kind, fit.kind]).toEqual(['onwardReferral', 'equipment'])
    expect(fit).toMatchObject({ dueDate: ago(6), text: expect.stringMatching(/^Ask when it is fitted: ./) })
    await service.ask(closeTask, { id: fit.id, version: fit.version, closedNote: 'Rang' }, lead)
    await service.db.owner.query('update task set look_again_date = $1 where id = $2', [today(), fit.id])
    await settleTasks(service.db.sql)
    expect((await openTasks(pathwayId)).map(({ kind }) => kind).toSorted()).toEqual([
      'equipment',
      'onwardReferral',
    ])
    const put = { ...sent, pathwayId, chaseDate: ago(-3) }
    const chased = expectSaved('chase', await service.ask(saveOnwardProgress, put, clinician))
    expect((await openTasks(pathwayId)).map(({ kind }) => kind)).toEqual(['equipment'])
    const ended = { ...chased, pathwayId, chaseDate: null, outcome: 'seen', outcomeDate: today() } as const
    expectSaved('outcome', await service.ask(saveOnwardProgress, ended, clinician))
    expectSaved('equipment', await progress({ ...rail, pathwayId, fittedDate: today() }))
    expect(await openTasks(pathwayId)).toEqual([])
  })

  it('is asked about when the referral is closed', async () => {
    const { id, patientId } = await aReferral()
    await someEquipment(service, clinician, id, { orderedDate: ago(1), other: 'By the door' })
    await anOnwardReferral(service, clinician, id)
    const discharge = { id, patientId, dischargeDate: today() }
    const asked = await service.ask(savePathway, { ...discharge, openPlansConfirmed: false }, clinician)
    expect(asked).toMatchObject({
      status: 400,
      body: {
        openPlansConfirmed: expect.stringMatching(/is not acknowledged\..*By the door” is not fitted\./),
      },
    })
    // A sender that does not know the question is not asked.
    const saved: Saved = expectSaved('discharge', await service.ask(savePathway, discharge, clinician))
    expect(saved.id).toBe(id)
  })
})
