import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  countNotArrived,
  lettersOfPathway,
  listSentLetters,
  listUnsentLetters,
  sendLetter,
  type PathwayLetters,
  type SentLetter as SentRow,
  type UnsentLetter,
} from '../../../../contract/care/letters/letter.ts'
import type { OutsideWay } from '../../../../contract/care/letters/ways.ts'
import { getMerge, mergePatients, undoMerge, type MergeView } from '../../../../contract/governance/merge.ts'
import { appointment, type Appointment } from '../../../../contract/pathways/records/appointment.ts'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import { getPatient, type PatientView } from '../../../../contract/patients/patient.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { sendOnce } from '../../../care/telling/messages/send.ts'
import { openNotify } from '../../../platform/messages/notify/notify.ts'
import { aSignedLetter } from '../../../testing/known/knownLetters.ts'
import { startNotify } from '../../../testing/process/notify.ts'
import { aGround, caseOf, saveRecordOf, type Ground } from '../../../testing/values/recordCases.ts'
import { aPatient, expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { letterWorld, type LetterWorld } from '../../testing/letterWorld.ts'
import { practice } from '../../../testing/world/letterSteps.ts'
import { openMesh } from '../mesh/api/mesh.ts'
import { openMeshInbox, type MeshInbox } from '../mesh/inbox.ts'
import { startMeshStandIn, type MeshStandIn } from '../mesh/standIn/standIn.ts'
import { openCarriers } from '../openCarriers.ts'

/* Two records of one person are merged while letters and messages of one of them are on their way. */

let world: LetterWorld
let lead: TestUser
let mesh: MeshStandIn
let inbox: MeshInbox
let notify: Awaited<ReturnType<typeof startNotify>>
let ground: Ground
/** The record that is kept; the other one is that of `ground`. */
let keptId: number
beforeAll(async () => {
  world = await letterWorld()
  const { service } = world
  lead = await service.as('Team Lead')
  await world.takesByMesh('letter')
  mesh = await startMeshStandIn()
  mesh.directory.set(practice, ['M85001OT01'])
  notify = await startNotify(service)
  const now = () => service.time.now
  const api = openMesh(mesh.settings)
  const post = { notify: openNotify(notify.standIn.settings), postage: 'second' } as const
  service.parts.carriers = openCarriers(service.db.sql, now, { mesh: api, post })
  inbox = openMeshInbox(service.db.sql, now, api)
  // The same house, with a practice of another code.
  await service.db.owner.query(
    `insert into organisation (id, type, name, name_key, address_line1, town, postcode)
     select 'M85009', type, name, name_key, address_line1, town, postcode from organisation where id = $1`,
    [practice],
  )
})
afterAll(async () => {
  await mesh.close()
  await notify.standIn.close()
  await world.service.close()
})

const home = { addressLine1: '12 Mill Lane', town: 'Fernhill', postcode: 'ZZ1 1ZZ', registeredGP: practice }
const viewOf = async (id: number): Promise<PatientView> =>
  (await world.service.ask(getPatient, { id }, lead)).body as PatientView

beforeEach(async () => {
  const { service, clinician } = world
  // Nothing of another test is due, or waits for a person.
  await service.db.owner.query(`update letter_dispatch set next_at = null, state = 'arrived'`)
  service.time.now = Date.now() + 60_000
  ground = await aGround(service, clinician)
  await world.changePatient(ground.patientId, home)
  const { familyName, firstName, dateOfBirth } = await viewOf(ground.patientId)
  const person = {
    familyName,
    firstName,
    dateOfBirth,
    nhsNumber: null,
    nhsNumberUnknown: true,
    notDuplicateOf: [ground.patientId],
  }
  keptId = (await aPatient(service, clinician, { ...person, ...home } as never)).id
})

/** Signs a letter and sends it. @returns its id */
const aLetter = async (way: OutsideWay): Promise<number> => {
  const { service, clinician } = world
  const { id } = await aSignedLetter(service, clinician, ground.pathwayId)
  const key = { 'idempotency-key': crypto.randomUUID() }
  const input = { id, pathwayId: ground.pathwayId, way }
  expectSaved('dispatch', await service.ask(sendLetter, input, clinician, key))
  return id
}
const last = (messages: readonly { localId: string }[]): string => messages.at(-1)?.localId ?? ''
const merge = async (): Promise<number> => {
  const [kept, merged] = [await viewOf(keptId), await viewOf(ground.patientId)]
  const input = {
    ...{ survivorId: kept.id, survivorVersion: kept.version, takes: [] },
    ...{ mergedId: merged.id, mergedVersion: merged.version },
  }
  const reply = await world.service.ask(mergePatients, input, lead)
  return (expectSaved('merge', reply) as unknown as { mergeId: number }).mergeId
}
const undo = async (id: number): Promise<void> => {
  const view = (await world.service.ask(getMerge, { id }, lead)).body as MergeView
  expectSaved('undo', await world.service.ask(undoMerge, { id, version: view.merge.version }, lead))
}

const letters = async () =>
  ((await world.service.ask(lettersOfPathway, { pathwayId: ground.pathwayId }, lead)).body as PathwayLetters)
    .letters
const stateOf = async (letterId: number) =>
  (await letters()).find(({ id }) => id === letterId)?.dispatches[0]?.state
const tasks = async (): Promise<Task[]> =>
  (await world.service.ask(tasksOfPathway, { pathwayId: ground.pathwayId }, lead)).body as Task[]
const messages = async () => {
  const { rows } = await world.service.db.owner.query<{ id: number }>(
    'select id from appointment where pathway_id = $1',
    [ground.pathwayId],
  )
  const { body } = await world.service.ask(appointment.get, { id: Number(rows[0]?.id) }, lead)
  return (body as Appointment).messages
}
/** Whose the letters are in the lists, and how many did not arrive. */
const listed = async () => {
  const ask = world.service.ask
  const sent = (await ask(listSentLetters, {}, lead)).body as SentRow[]
  const unsent = (await ask(listUnsentLetters, {}, lead)).body as UnsentLetter[]
  const own = <Row extends { pathwayId: number; patientId: number; id: number }>(rows: readonly Row[]) =>
    rows
      .filter(({ pathwayId }) => pathwayId === ground.pathwayId)
      .map(({ id, patientId }) => ({ id, patientId }))
  const { letters: notArrived } = (await ask(countNotArrived, {}, lead)).body as { letters: number }
  return { sent: own(sent), unsent: own(unsent), notArrived }
}
const lastTrailOf = async (action: string) => {
  const { rows } = await world.service.db.owner.query<{ patients: number[] }>(
    `select patient_ids::integer[] as patients from audit_event
     where action = $1 and $2 = any(pathway_ids) order by id desc limit 1`,
    [action, ground.pathwayId],
  )
  return rows[0]?.patients
}

describe('letters of a record that is merged into another', () => {
  it('in every state belong to the kept record with their steps, tasks and messages, and go back with it', async () => {
    const { service } = world
    const arrived = await aLetter('mesh')
    await world.work()
    mesh.collect(last(mesh.messages))
    world.wait(5)
    await world.work()
    const onTheWay = await aLetter('mesh')
    const posted = await aLetter('post')
    await world.work()
    const onTheWayId = last(mesh.messages)
    await notify.standIn.proceed()
    await notify.standIn.proceed()
    world.wait(5)
    await world.work()
    mesh.directory.clear()
    const failed = await aLetter('mesh')
    await world.work()
    mesh.directory.set(practice, ['M85001OT01'])
    const queued = await aLetter('mesh')
    const appointmentDate = addDays(today(), 2)
    const visit = { appointmentDate, outcome: null }
    const booked = await saveRecordOf(service, lead, caseOf('appointment'), ground, visit)
    await sendOnce(
      ...([service.db.sql, () => service.time.now, notify.courier] as const),
      {
        ...{ key: `merged ${ground.pathwayId}`, purpose: 'reminder', channel: 'text' },
        about: { pathwayId: ground.pathwayId, appointmentId: expectSaved('appointment', booked).id },
      },
      { to: '07700900002', subject: '', text: 'At ten.' },
    )
    const ids = [arrived, onTheWay, posted, failed, queued]
    const states = async () => Promise.all(ids.map(stateOf))
    expect(await states()).toEqual(['arrived', 'accepted', 'posted', 'failed', 'queued'])
    const before = { letters: await letters(), tasks: await tasks(), messages: await messages() }
    expect(before.tasks.filter(({ kind }) => kind === 'letterNotSent')).toHaveLength(1)
    expect(before.messages).toMatchObject([{ state: 'sent' }])
    const owned = (patientId: number, notArrived: readonly number[]) => ({
      sent: ids.toReversed().map((id) => ({ id, patientId })),
      unsent: notArrived.map((id) => ({ id, patientId })),
      notArrived: notArrived.length,
    })
    expect(await listed()).toEqual(owned(ground.patientId, [failed]))

    const mergeId = await merge()
    expect({ letters: await letters(), tasks: await tasks(), messages: await messages() }).toEqual(before)
    expect(await listed()).toEqual(owned(keptId, [failed]))

    // What was queued leaves, and late news of the others is heard.
    await world.work()
    expect(mesh.messages.at(-1)).toMatchObject({ to: 'M85001OT01' })
    const content = JSON.parse(mesh.contentOf(mesh.messages.at(-1) as never).toString()) as object
    expect(JSON.stringify(content)).toContain((await viewOf(keptId)).nhsNumber ?? 'no number')
    mesh.expire(onTheWayId)
    expect(await inbox.read()).toBe(1)
    expect(await lastTrailOf('follow a letter that was sent')).toEqual([keptId])
    const [taken] = notify.standIn.taken.filter(({ kind }) => kind === 'letter').slice(-1)
    expect(await notify.standIn.bringBack(taken?.id ?? '')).toBe(204)
    const text = notify.standIn.taken.find(({ to }) => to === '07700900002')
    text?.ahead.splice(0, 2, 'permanent-failure')
    await notify.standIn.proceed()
    expect(await states()).toEqual(['arrived', 'failed', 'failed', 'failed', 'accepted'])
    expect(await listed()).toEqual(owned(keptId, [onTheWay, posted, failed]))
    expect(await messages()).toMatchObject([{ state: 'failed' }])
    expect(await lastTrailOf('message failed')).toEqual([keptId])
    const open = (await tasks()).filter(({ closedAt }) => closedAt === null)
    expect(open.filter(({ kind }) => kind === 'letterNotSent')).toHaveLength(3)
    expect(open.filter(({ text: words }) => words.includes('was not delivered'))).toHaveLength(1)

    const after = { letters: await letters(), tasks: await tasks(), messages: await messages() }
    await undo(mergeId)
    expect({ letters: await letters(), tasks: await tasks(), messages: await messages() }).toEqual(after)
    expect(await listed()).toEqual(owned(ground.patientId, [onTheWay, posted, failed]))
    mesh.collect(last(mesh.messages))
    world.wait(5)
    await world.work()
    expect(await stateOf(queued)).toBe('arrived')
    expect(await lastTrailOf('follow a letter that was sent')).toEqual([ground.patientId])
  })

  it.each([
    ['another practice', 'M85002'],
    ['a practice of the same name and house', 'M85009'],
    ['no practice', ''],
  ])('stay here if the kept record has %s, and leave once the merge is undone', async (_, registeredGP) => {
    await world.service.db.owner.query(
      `insert into organisation (id, type, name, name_key) values ('M85002', 'GP Practices', 'Elm Surgery', 'elm surgery')
       on conflict do nothing`,
    )
    await world.changePatient(keptId, { registeredGP })
    const [queued, waiting] = [await aLetter('mesh'), await aLetter('mesh')]
    const sent = mesh.messages.length
    await world.service.db.owner.query(
      `update letter_dispatch set next_at = next_at + interval '1 hour' where letter_id = $1`,
      [waiting],
    )
    const mergeId = await merge()
    await world.work()
    expect(mesh.messages).toHaveLength(sent)
    expect(await stateOf(queued)).toBe('failed')
    expect(await listed()).toMatchObject({ unsent: [{ id: queued, patientId: keptId }], notArrived: 1 })
    await undo(mergeId)
    world.wait(90)
    await world.work()
    expect(mesh.messages.at(-1)).toMatchObject({ to: 'M85001OT01' })
    expect(await stateOf(waiting)).toBe('accepted')
  })
})
