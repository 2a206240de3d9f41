import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { saveReminderConsent } from '../../../contract/patients/flags/reminderConsent.ts'
import {
  cancelReferral,
  getPathway,
  reinstateReferral,
  savePathway,
  type PathwayView,
} from '../../../contract/pathways/referral/pathway.ts'
import { bookedAnswers, type BookedAnswer } from '../../../contract/pathways/referral/booked.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { weekdayOf } from '../../../contract/platform/dates/weekdays.ts'
import { formatDate, formatLongDate } from '../../../contract/platform/words/format.ts'
import { composeLetter, type ComposedLetter } from '../../../contract/care/letters/letter.ts'
import { instantAt } from '../../../contract/platform/dates/wallTime.ts'
import { cancelBooking } from '../../../contract/care/clinics/slot.ts'
import {
  listOutstanding,
  type Outstanding,
  type OutstandingRow,
} from '../../../contract/pathways/outstanding.ts'
import { closeTask, tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import { getToday, type Today } from '../../../contract/pathways/today.ts'
import { startNotify } from '../../testing/process/notify.ts'
import { expectSaved } from '../../testing/world/factories.ts'
import { templateFor } from '../../testing/known/knownLetters.ts'
import { deliver, startReceivers, type Receivers } from '../../testing/process/messages.ts'
import { aGround, aRecord, caseOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { tokenFor, type TestUser } from '../../testing/world/users.ts'

let service: TestService
let silent: TestService
let lead: TestUser
let outside: Receivers
let ground: Ground
let visit: number
beforeAll(async () => {
  const organisation = 'Example Vale'
  service = await testService({ organisation, reminders: { telephone: '01632 960 001', textsPerDay: 1000 } })
  silent = await testService({ organisation }, {}, service.db)
  lead = await service.as('Team Lead')
  outside = await startReceivers()
})
afterAll(async () => {
  await outside.close()
  await silent.app.close()
  await service.close()
})
beforeEach(async () => {
  // In the daytime, whenever the test runs, and late enough for the session to last until the evening.
  service.time.now = instantAt(today(), '13:40')
  silent.time.now = service.time.now
  lead = await tokenFor(service.db, service.time.now, lead)
  ground = await aGround(service, lead)
  outside.texts.length = 0
  visit = await book({ appointmentDate: addDays(today(), 2) })
})

const book = async (fields: object): Promise<number> => {
  const usual = { appointmentType: 'visit', startTime: '10:30', outcome: null }
  return (await aRecord(service, lead, caseOf('appointment'), ground, { ...usual, ...fields })).id
}

const closings = {
  cancel: (answer: BookedAnswer, of = service) =>
    of.ask(
      cancelReferral,
      {
        ...{ id: ground.pathwayId, cancelReferralDate: today(), openPlansConfirmed: true },
        bookedAppointments: answer,
      },
      lead,
    ),
  discharge: (answer: BookedAnswer, of = service) =>
    of.ask(
      savePathway,
      {
        ...{ id: ground.pathwayId, patientId: ground.patientId, dischargeDate: today() },
        ...{ openPlansConfirmed: true, bookedAppointments: answer },
      },
      lead,
    ),
}
const ways = Object.keys(closings) as (keyof typeof closings)[]

const view = async () => (await service.ask(getPathway, { id: ground.pathwayId }, lead)).body as PathwayView
const outcomes = async () =>
  new Map((await view()).appointment.map(({ id, outcome }) => [id, outcome] as const))

const agree = async (phoneMobile = '07700 900123'): Promise<void> => {
  const { body } = await service.ask(getPatient, { id: ground.patientId }, lead)
  const { pathways: _p, nextOfKin: _n, flags: _f, bmi: _b, names: _m, ...patient } = body as PatientView
  expectSaved('patient', await service.ask(savePatient, { ...patient, phoneMobile } as never, lead))
  const asked = { id: 0, patientId: ground.patientId, askedDate: today() }
  const answer = { byText: true, byMail: false, isSilentNumber: false }
  expectSaved('answer', await service.ask(saveReminderConsent, { ...asked, ...answer }, lead))
}

describe.each(ways)('a referral that is closed by %s', (way) => {
  it.each(bookedAnswers.map(({ code }) => code).filter((code) => code !== 'message'))(
    'cancels what is booked, and sends no message that was not asked for: %s',
    async (answer) => {
      const past = await book({ appointmentDate: addDays(today(), -3) })
      const kept = await book({ appointmentDate: addDays(today(), -2), outcome: 'attended' })
      expectSaved('closed', await closings[way](answer))
      const now = await outcomes()
      expect(now.get(visit)).toBe('cancelledByService')
      expect([now.get(past), now.get(kept)]).toEqual([null, 'attended'])
      await deliver(service, outside.courier)
      expect(outside.texts).toEqual([])
    },
  )

  it('tells by message that the visit is cancelled, and nothing of the service or the person', async () => {
    await agree()
    expectSaved('closed', await closings[way]('message'))
    await deliver(service, outside.courier)
    expect(outside.texts.map(({ to }) => to)).toEqual(['07700900123'])
    expect(outside.texts[0]?.text).toMatch(
      /^Our visit to you on [A-Z][a-z]+day \d{1,2} [A-Z][a-z]+ \d{4} at 10:30 is cancelled\. If you have any questions, please ring 01632 960 001\. Example Vale$/,
    )
    const { rows } = await service.db.owner.query(
      `select records from audit_event where action = 'appointment cancellation' and pathway_ids = array[$1::bigint]`,
      [ground.pathwayId],
    )
    expect(rows).toEqual([{ records: [{ entity: 'appointment', id: visit }] }])
  })

  it.each<[string, () => TestService, () => Promise<void>]>([
    ['somebody who has not agreed', () => service, () => Promise.resolve()],
    ['anybody where the service sends no messages', () => silent, () => agree()],
  ])('does not promise a message to %s, and saves nothing', async (_, of, prepare) => {
    await prepare()
    expect(await closings[way]('message', of())).toMatchObject({
      status: 400,
      body: { bookedAppointments: expect.stringContaining('cannot be notified by text or e-mail') as string },
    })
    expect((await view()).stage).toMatchObject({ open: true })
    expect((await outcomes()).get(visit)).toBeNull()
  })
})

it('asks nothing more of what it cancels', async () => {
  const ask = async (bookedAppointments?: BookedAnswer) =>
    (
      (
        await service.ask(
          cancelReferral,
          {
            ...{ id: ground.pathwayId, cancelReferralDate: today(), openPlansConfirmed: false },
            bookedAppointments,
          },
          lead,
        )
      ).body as { openPlansConfirmed: string }
    ).openPlansConfirmed
  expect(await ask()).toContain('An appointment is booked')
  const sentence = await ask('known')
  expect(sentence).toContain('The exercise plan of')
  expect(sentence).not.toContain('An appointment is booked')
  // Asking the question stores nothing.
  expect((await outcomes()).get(visit)).toBeNull()
})

it('is told in a letter that names what was cancelled, and not what was before', async () => {
  await book({ appointmentDate: addDays(today(), -3), outcome: 'cancelledByService' })
  expectSaved('closed', await closings.cancel('letter'))
  const templateId = await templateFor(service, 'patient', 'appointmentCancelled')
  const { body } = await service.ask(composeLetter, { pathwayId: ground.pathwayId, templateId }, lead)
  const day = addDays(today(), 2)
  expect((body as ComposedLetter).body).toContain(
    `\n\n- Visit on ${weekdayOf(day)} ${formatLongDate(day)} at 10:30\n\n`,
  )
})

it('asks about what a colleague booked meanwhile, and cancels it once that is confirmed', async () => {
  const meanwhile = await book({ appointmentDate: addDays(today(), 4) })
  const closing = {
    ...{ id: ground.pathwayId, cancelReferralDate: today(), bookedAppointments: 'known' as const },
    bookedIds: [visit],
  }
  const asked = await service.ask(cancelReferral, { ...closing, openPlansConfirmed: false }, lead)
  const sentence = (asked.body as { openPlansConfirmed: string }).openPlansConfirmed
  expect(sentence.split('An appointment is booked').length).toBe(2)
  expect(sentence).toContain(formatDate(addDays(today(), 4)))
  expectSaved('closed', await service.ask(cancelReferral, { ...closing, openPlansConfirmed: true }, lead))
  const now = await outcomes()
  expect([now.get(visit), now.get(meanwhile)]).toEqual(['cancelledByService', 'cancelledByService'])
})

it('is cancelled too if the sender knows nothing of it, and the person gets the message to which they agreed', async () => {
  await agree()
  const closing = { id: ground.pathwayId, cancelReferralDate: today() }
  expectSaved('closed', await service.ask(cancelReferral, closing, lead))
  expect((await outcomes()).get(visit)).toBe('cancelledByService')
  await deliver(service, outside.courier)
  expect(outside.texts).toHaveLength(1)
})

it('does not promise a message that would come after the visit', async () => {
  await agree()
  await book({ appointmentDate: addDays(today(), 1), startTime: '08:30' })
  service.time.now = instantAt(today(), '18:30')
  expect(await closings.cancel('message')).toMatchObject({
    status: 400,
    body: { bookedAppointments: expect.stringContaining('would arrive too late') as string },
  })
  expect((await outcomes()).get(visit)).toBeNull()
})

it('waits for the morning again where it could not leave by day', async () => {
  await agree()
  expectSaved('closed', await closings.cancel('message'))
  service.time.now = instantAt(addDays(today(), 1), '02:00')
  await deliver(service, outside.courier)
  expect(outside.texts).toEqual([])
  service.time.now = instantAt(addDays(today(), 1), '09:30')
  await deliver(service, outside.courier)
  expect(outside.texts).toHaveLength(1)
})

it('rings nobody at night', async () => {
  await agree()
  service.time.now = instantAt(today(), '21:30')
  expectSaved('closed', await closings.cancel('message'))
  const { rows } = await service.db.owner.query<{ at: string }>(
    `select run_at as at from graphile_worker.jobs where task_identifier = 'sendCancellation'`,
  )
  expect(rows.map(({ at }) => Date.parse(at))).toEqual([instantAt(addDays(today(), 1), '09:00')])
  service.time.now = instantAt(addDays(today(), 1), '09:00')
  await deliver(service, outside.courier)
  expect(outside.texts).toHaveLength(1)
})

describe('a person who does not know that the visit is cancelled when the referral is closed (CS-53)', () => {
  let notify: Awaited<ReturnType<typeof startNotify>>
  beforeAll(async () => {
    notify = await startNotify(service)
  })
  afterAll(() => notify.standIn.close())

  const listed = async (): Promise<OutstandingRow[]> =>
    ((await service.ask(listOutstanding, {}, lead)).body as Outstanding).rows.filter(
      ({ pathwayId }) => pathwayId === ground.pathwayId,
    )
  const openTasks = async (): Promise<Task[]> =>
    ((await service.ask(tasksOfPathway, { pathwayId: ground.pathwayId }, lead)).body as Task[]).filter(
      ({ kind, closedAt }) => kind === 'manual' && closedAt === null,
    )
  /** The text leaves, and GOV.UK Notify calls back twice about a number that does not exist. */
  const fail = async (way: (typeof ways)[number]): Promise<void> => {
    await agree('07700 900002')
    expectSaved('closed', await closings[way]('message'))
    await deliver(service, notify.courier)
    const [taken] = notify.standIn.taken.slice(-1)
    await notify.standIn.proceed()
    expect(await listed()).toEqual([])
    await notify.standIn.proceed()
    taken?.ahead.push('permanent-failure')
    await notify.standIn.proceed()
  }

  it.each(ways)('is among what is outstanding until somebody has rung: %s', async (way) => {
    await fail(way)
    const [task, ...more] = await openTasks()
    expect(task?.text).toBe(
      `Ring the person: the text about the cancellation of the appointment of ${formatDate(addDays(today(), 2))} at 10:30 was not delivered`,
    )
    expect(more).toEqual([])
    expect(await listed()).toMatchObject([
      {
        ...{ what: 'cancellation', id: task?.id, due: today(), daysLate: 0, owner: null },
        item: `Appointment cancelled (${formatDate(addDays(today(), 2))})`,
        closed: way === 'cancel' ? 'cancelled' : 'discharged',
      },
    ])
    const closing = { id: task?.id ?? 0, version: task?.version, closedNote: 'Rang, and they know' }
    expectSaved('closed', await service.ask(closeTask, closing, lead))
    expect(await listed()).toEqual([])
  })

  it.each<[string, string]>([
    ['died', 'update patient set deceased_date = current_date where id = $1'],
    ['is registered in error', 'update patient set is_active = false where id = $1'],
    [
      'has the appointment all the same',
      `update appointment set outcome = null where pathway_id in (select id from pathway where patient_id = $1)`,
    ],
  ])('is not there any more if the person %s', async (_, change) => {
    await fail('cancel')
    expect(await listed()).toHaveLength(1)
    await service.db.owner.query(change, [ground.patientId])
    expect(await listed()).toEqual([])
  })

  it('is not there while the referral is open again: the task is on Today', async () => {
    await fail('cancel')
    expectSaved('open', await service.ask(reinstateReferral, { id: ground.pathwayId }, lead))
    expect(await listed()).toEqual([])
    const { unowned } = (await service.ask(getToday, {}, lead)).body as Today
    expect(unowned?.lines.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Ring the person/))
  })

  it('is there too if somebody had still to ring when the referral was closed', async () => {
    const { version } = (await view()).appointment.find(({ id }) => id === visit) ?? {}
    const cancelling = { id: visit, version, reason: 'cancelledByService' } as const
    expect((await service.ask(cancelBooking, cancelling, lead)).body).toMatchObject({ told: 'call' })
    expect(await listed()).toEqual([])
    expectSaved('closed', await closings.discharge('known'))
    expect(await listed()).toMatchObject([{ what: 'cancellation' }])
  })
})
