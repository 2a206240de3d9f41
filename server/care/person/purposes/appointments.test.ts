import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getDiary, type Diary } from '../../../../contract/care/appointments/diary.ts'
import { bookSlot, findSlots, moveBooking, type FreeSlot } from '../../../../contract/care/clinics/slot.ts'
import { settlePersonAnswer } from '../../../../contract/care/person/answer.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import { londonClock } from '../../../../contract/platform/dates/wallTime.ts'
import { closeTask, tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import { getPathway, type PathwayView } from '../../../../contract/pathways/referral/pathway.ts'
import { aClinic, slotsOf } from '../../../testing/known/knownClinics.ts'
import { aSharedPatient, open, type SharedPatient } from '../../../testing/process/shared.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aClinician, aPathway, expectSaved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { answersOf, hiddenOf, opened, openTasksOf } from '../testing/opened.ts'
import type { Visitor } from '../testing/visitor.ts'

let service: TestService
let lead: TestUser
beforeAll(async () => {
  service = await testService()
  lead = await service.as('Team Lead')
})
afterAll(() => service.close())

let shared: SharedPatient
let pathwayId: number
let patientId: number
let clinicianId: number
let slot: FreeSlot
let id: number
let visitor: Visitor
beforeEach(async () => {
  shared = await aSharedPatient(service, lead)
  pathwayId = shared.pathwayId
  patientId = shared.patientId
  clinicianId = await aClinician(service)
  await aClinic(service, lead, { clinicianId })
  const [first] = await slotsOf(service, lead, clinicianId)
  if (first === undefined) throw new Error('A slot')
  slot = first
  const booked = await service.ask(bookSlot, { slotId: slot.id, pathwayId, tell: false }, lead)
  id = expectSaved('booking', booked).id
  visitor = await opened(service, lead, patientId)
})

const appointmentOf = async () =>
  ((await service.ask(getPathway, { id: pathwayId }, lead)).body as PathwayView).appointment.find(
    (each) => each.id === id,
  )
const isFree = async (): Promise<boolean> => {
  const { body } = await service.ask(findSlots, { from: today(), clinicianId }, lead)
  return (body as FreeSlot[]).some((each) => each.id === slot.id)
}
const shown = () => visitor.get(`/my/appointment?id=${id}`)

describe('the first page', () => {
  it('shows the next appointment with its kind and place, and leads to it in one step', async () => {
    await service.db.owner.query(`update location set address = 'High Street, Shipley' where true`)
    const { page } = await visitor.get('/my/home')
    expect(page).toContain('Your next appointment')
    expect(page).toContain('You come to us')
    expect(page).toContain('High Street, Shipley')
    expect(page).toContain(`/my/appointment?id=${id}`)
  })

  it('shows nothing of another person', async () => {
    const other = await aPathway(service, lead)
    const theirs = await opened(service, lead, other.patientId)
    expect((await theirs.get('/my/home')).page).not.toContain('Your next appointment')
    const { page } = await theirs.get(`/my/appointment?id=${id}`)
    expect(page).toContain('This has changed')
    const stolen = await theirs.post('/my/appointment', hiddenOf(await shown(), 'appointment'))
    expect(stolen.to).toContain('said=changed')
    expect((await appointmentOf())?.confirmedAt).toBeNull()
  })
})

describe('I will come', () => {
  it('reaches the diary and the page of the referral without staff, once for a double click', async () => {
    const sent = hiddenOf(await shown(), 'appointment')
    const [one, two] = await Promise.all([
      visitor.post('/my/appointment', sent),
      visitor.post('/my/appointment', sent),
    ])
    expect([one.to, two.to]).toEqual(Array(2).fill(`/my/appointment?id=${id}&said=comes`))
    expect((await visitor.follow(one)).page).toContain('Thank you. Your appointment stays as it is.')
    expect(await appointmentOf()).toMatchObject({ confirmedAt: expect.any(String) as string, outcome: null })
    const diary = (await service.ask(getDiary, { from: slot.slotDate, days: 1, clinicianId }, lead))
      .body as Diary
    expect(diary.appointments).toMatchObject([{ id, confirmedAt: expect.any(String) as string }])
    expect(await answersOf(service, lead, pathwayId)).toMatchObject([
      { kind: 'comes', settledAt: expect.any(String) as string, saidBy: null },
    ])
    expect(await openTasksOf(service, lead, pathwayId)).toEqual([])
  })

  it('is of this day and time only: after a move nobody has confirmed', async () => {
    const before = await shown()
    await visitor.post('/my/appointment', hiddenOf(before, 'appointment'))
    await service.db.owner.query(`update appointment set start_time = '16:00' where id = $1`, [id])
    expect((await appointmentOf())?.confirmedAt).toBeNull()
    expect((await shown()).page).toContain('I will come')
  })
})

describe('I cannot come', () => {
  const cancel = async (more: Record<string, string> = {}) => {
    const page = await visitor.get(`/my/appointment-cannot?id=${id}`)
    expect(page.page).toContain('Do you want to cancel this appointment?')
    return visitor.post('/my/appointment-cannot', { ...hiddenOf(page, 'appointment-cannot'), ...more })
  }

  it('cancels as staff do, frees the slot and opens a task, and sends her no message', async () => {
    const answer = await cancel({ reason: 'unwell' })
    expect(answer.to).toBe('/my/appointments?said=cancelled')
    expect((await visitor.follow(answer)).page).toContain('You keep your place on our list')
    expect(await appointmentOf()).toMatchObject({ outcome: 'cancelledByPatient' })
    expect(await isFree()).toBe(true)
    expect(await openTasksOf(service, lead, pathwayId)).toEqual([
      expect.stringMatching(
        /^Book again, or ring: Cancelled the appointment of .*: unwell, on their own page/,
      ),
    ])
    expect(await answersOf(service, lead, pathwayId)).toMatchObject([{ kind: 'cannotCome', settledAt: null }])
    const { rows } = await service.db.owner.query<{ user_id: number | null; action: string }>(
      `select user_id, action from audit_event where records::text like '%cancelledByPatient%' and $1 = any(pathway_ids)`,
      [pathwayId],
    )
    expect(rows).toEqual([{ user_id: null, action: 'own page, appointment-cannot' }])
    const { rows: jobs } = await service.db.owner.query(
      `select from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task on task.id = job.task_id
       where task.identifier in ('sendNotice', 'sendCancellation')`,
    )
    expect(jobs).toEqual([])
  })

  it('is counted once for many clicks at the same moment, Back and two windows', async () => {
    const page = await visitor.get(`/my/appointment-cannot?id=${id}`)
    const sent = hiddenOf(page, 'appointment-cannot')
    const answers = await Promise.all([1, 2, 3, 4].map(() => visitor.post('/my/appointment-cannot', sent)))
    answers.push(await visitor.post('/my/appointment-cannot', sent))
    expect(answers.map(({ to }) => to)).toEqual(Array(5).fill('/my/appointments?said=cancelled'))
    expect(await answersOf(service, lead, pathwayId)).toHaveLength(1)
    expect(await openTasksOf(service, lead, pathwayId)).toHaveLength(1)
    const confirm = await visitor.post('/my/appointment', sent)
    expect(confirm.to).toContain('said=changed')
  })

  it('changes nothing if staff moved the appointment meanwhile: she looks again', async () => {
    const sent = hiddenOf(await visitor.get(`/my/appointment-cannot?id=${id}`), 'appointment-cannot')
    const [, next] = await slotsOf(service, lead, clinicianId)
    const moved = await service.ask(
      moveBooking,
      { appointmentId: id, version: 1, reason: 'cancelledByService', slotId: next?.id ?? 0, tell: false },
      lead,
    )
    const { id: newId } = expectSaved('moved', moved)
    const answer = await visitor.post('/my/appointment-cannot', sent)
    expect(answer.to).toContain('said=changed')
    const { page } = await visitor.follow(answer)
    expect(page).toContain('This has changed. Nothing was sent. Please look again.')
    expect(page).toContain(`/my/appointment?id=${newId}`)
    expect(await answersOf(service, lead, pathwayId)).toEqual([])
    const view = (await service.ask(getPathway, { id: pathwayId }, lead)).body as PathwayView
    expect(view.appointment.find((each) => each.id === newId)?.outcome).toBeNull()
  })

  it('on the same day opens a task to ring today', async () => {
    await service.db.owner.query(
      `update appointment set appointment_date = $2, start_time = '23:59', slot_id = null, slot_place = null where id = $1`,
      [id, today(service.time.now)],
    )
    await cancel()
    expect(await openTasksOf(service, lead, pathwayId)).toEqual([expect.stringMatching(/^Ring today: /)])
  })

  it('is not possible after the start', async () => {
    const { day, time } = londonClock(service.time.now - 60_000)
    await service.db.owner.query(
      `update appointment set appointment_date = $2, start_time = $3, slot_id = null, slot_place = null where id = $1`,
      [id, day, time],
    )
    const { rows } = await service.db.owner.query<{ type: string; place: string }>(
      `select appointment_type as type, location_id::text as place from appointment where id = $1`,
      [id],
    )
    const sent = { id: String(id), day, time, ...rows[0] } as Record<string, string>
    expect((await shown()).page).not.toContain('I will come')
    expect((await visitor.post('/my/appointment-cannot', sent)).to).toBe('/my/appointments?said=begun')
    expect((await appointmentOf())?.outcome).toBeNull()
  })
})

describe('Another time please', () => {
  it('keeps the appointment, and says to staff which days suit until somebody has seen it', async () => {
    const page = await visitor.get(`/my/appointment-other?id=${id}`)
    const sent = { ...hiddenOf(page, 'appointment-other'), days: 'monday', part: 'morning' }
    await visitor.post('/my/appointment-other', sent)
    const answer = await visitor.post('/my/appointment-other', sent)
    expect((await visitor.follow(answer)).page).toContain('This appointment stays booked until we ring you.')
    expect(await appointmentOf()).toMatchObject({ outcome: null })
    const [said, ...others] = await answersOf(service, lead, pathwayId)
    expect(others).toEqual([])
    expect(said?.words).toMatch(/^Asks for another time than .*: Monday, in the morning$/)
    expect(await openTasksOf(service, lead, pathwayId)).toHaveLength(1)
    const settled = await service.ask(
      settlePersonAnswer,
      { id: said?.id ?? 0, version: said?.version ?? 0 },
      lead,
    )
    expectSaved('settled', settled)
    expect(await answersOf(service, lead, pathwayId)).toMatchObject([
      { settledBy: expect.any(String) as string },
    ])
    expect(await openTasksOf(service, lead, pathwayId)).toEqual([])
  })

  const wish = async (days: string, part: string) => {
    const page = await visitor.get(`/my/appointment-other?id=${id}`)
    return visitor.post('/my/appointment-other', { ...hiddenOf(page, 'appointment-other'), days, part })
  }

  it('is replaced by other days, of which alone staff have a task', async () => {
    await wish('monday', 'morning')
    await wish('tuesday', 'afternoon')
    await wish('tuesday', 'afternoon')
    expect(await openTasksOf(service, lead, pathwayId)).toEqual([
      expect.stringMatching(/^Asks for another time than .*: Tuesday, in the afternoon, on their own page/),
    ])
    expect(await answersOf(service, lead, pathwayId)).toMatchObject([
      { words: expect.stringContaining('Tuesday') as string, settledAt: null },
      { words: expect.stringContaining('Monday') as string, settledAt: expect.any(String) as string },
    ])
  })

  it('is over once she says that she comes, also if she had said so before', async () => {
    const come = async () => visitor.post('/my/appointment', hiddenOf(await shown(), 'appointment'))
    await come()
    await wish('monday', 'morning')
    expect((await come()).to).toBe(`/my/appointment?id=${id}&said=comes`)
    const { page } = await shown()
    expect(page).toContain('You said that you will come.')
    expect(page).not.toContain('You asked for another time')
    expect(await openTasksOf(service, lead, pathwayId)).toEqual([])
    const [last] = await answersOf(service, lead, pathwayId)
    expect(last).toMatchObject({ kind: 'comes' })
  })

  it('takes back that she comes, for her, staff and people outside, also once staff have seen it', async () => {
    const come = async () => visitor.post('/my/appointment', hiddenOf(await shown(), 'appointment'))
    const outsider = await service.as('External')
    await open(service, outsider, shared)
    const confirmed = async () => {
      const view = (await service.ask(getPathway, { id: pathwayId }, outsider)).body as PathwayView
      const outside = view.appointment.find((each) => each.id === id)
      const { page } = await shown()
      return [(await appointmentOf())?.confirmedAt, outside?.confirmedAt]
        .map((at) => at != null)
        .concat(page.includes('You said that you will come.'))
    }
    await come()
    expect(await confirmed()).toEqual([true, true, true])
    await wish('monday', 'morning')
    expect(await confirmed()).toEqual([false, false, false])
    const [asked] = await answersOf(service, lead, pathwayId)
    const { id: wishId = 0, version = 0 } = asked ?? {}
    expectSaved('seen', await service.ask(settlePersonAnswer, { id: wishId, version }, lead))
    expect(await confirmed()).toEqual([false, false, false])
    await come()
    expect(await confirmed()).toEqual([true, true, true])
    await come()
    expect((await answersOf(service, lead, pathwayId)).map(({ kind }) => kind)).toEqual([
      'comes',
      'anotherTime',
      'comes',
    ])
  })

  it('needs nobody any more once she cancels, or somebody closes its task', async () => {
    const ask = async () =>
      visitor.post(
        '/my/appointment-other',
        hiddenOf(await visitor.get(`/my/appointment-other?id=${id}`), 'appointment-other'),
      )
    await ask()
    const { body } = await service.ask(tasksOfPathway, { pathwayId }, lead)
    const [task] = (body as Task[]).filter(({ kind }) => kind === 'manual')
    expectSaved('done', await service.ask(closeTask, { id: task?.id ?? 0, version: task?.version }, lead))
    expect(await answersOf(service, lead, pathwayId)).toMatchObject([
      { settledBy: expect.any(String) as string },
    ])
    await ask()
    const page = await visitor.get(`/my/appointment-cannot?id=${id}`)
    await visitor.post('/my/appointment-cannot', hiddenOf(page, 'appointment-cannot'))
    expect(await answersOf(service, lead, pathwayId)).toMatchObject([
      { kind: 'cannotCome', settledAt: null },
      { kind: 'anotherTime', settledAt: expect.any(String) as string },
      { kind: 'anotherTime', settledAt: expect.any(String) as string },
    ])
    expect(await openTasksOf(service, lead, pathwayId)).toHaveLength(1)
  })
})
