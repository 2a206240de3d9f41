import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { saveReminderConsent } from '../../../contract/patients/flags/reminderConsent.ts'
import { savePathway, cancelReferral } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { appointment, type Appointment } from '../../../contract/pathways/records/appointment.ts'
import { instantAt } from '../../../contract/platform/dates/wallTime.ts'
import { expectSaved } from '../../testing/world/factories.ts'
import { deliver, startReceivers, type Receivers } from '../../testing/process/messages.ts'
import { aGround, caseOf, saveRecordOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { queueReminders } from './reminders.ts'

const telephone = '01632 960 001'
let service: TestService
let silent: TestService
let lead: TestUser
let outside: Receivers
beforeAll(async () => {
  service = await testService({
    organisation: 'Example Vale',
    reminders: { telephone, textsPerDay: 1000 },
  })
  silent = await testService({ organisation: 'Example Vale' }, {}, service.db)
  lead = await service.as('Team Lead')
  outside = await startReceivers()
})
afterAll(async () => {
  await outside.close()
  await silent.app.close()
  await service.close()
})

let ground: Ground
let booked: { id: number; version: number }
beforeEach(async () => {
  // Earlier tests may have left reminders unsent; they must not be sent here.
  await service.db.owner.query('update appointment set is_active = false')
  ground = await aGround(service, lead)
  outside.mails.length = 0
  outside.texts.length = 0
  booked = await book()
})

/** An appointment booked last week for the day after tomorrow. */
const book = async (fields: object = {}) => {
  const saved = expectSaved(
    'appointment',
    await saveRecordOf(service, lead, caseOf('appointment'), ground, {
      ...{ appointmentDate: addDays(today(), 2), outcome: null, ...fields },
    }),
  )
  await service.db.owner.query(
    `update appointment set created_at = created_at - interval '7 days' where id = $1`,
    [saved.id],
  )
  return saved
}

const agree = async (answer: object = {}) =>
  expectSaved(
    'answer',
    await service.ask(
      saveReminderConsent,
      {
        ...{ id: 0, patientId: ground.patientId, askedDate: addDays(today(), -3) },
        ...{ byText: true, byMail: true, isSilentNumber: false, ...answer },
      },
      lead,
    ),
  )

const change = async (fields: object) => {
  const { body } = await service.ask(getPatient, { id: ground.patientId }, lead)
  const { pathways: _p, nextOfKin: _n, flags: _f, bmi: _b, names: _m, ...patient } = body as PatientView
  expectSaved('patient', await service.ask(savePatient, { ...patient, ...fields } as never, lead))
}

const reached = { phoneMobile: '+44 7700 900123', email: 'edna@example.org' }

/** Runs the queue at this time of the current day. */
const work = async (time = '10:20', of = service) => {
  const { now } = of.time
  of.time.now = instantAt(today(), time)
  try {
    await of.db.owner.query(`select graphile_worker.add_job('queueReminders')`)
    await deliver(of, outside.courier)
  } finally {
    of.time.now = now
  }
}

const stored = async () => (await service.ask(appointment.get, { id: booked.id }, lead)).body as Appointment

it('says day and time, and nothing of the service or the person', async () => {
  await change(reached)
  await agree()
  await work()
  await work()
  expect(outside.texts.map(({ to }) => to)).toEqual(['07700900123'])
  expect(outside.mails).toEqual([])
  const [sent] = outside.texts
  expect(sent?.text).toMatch(
    /^We will visit you on [A-Z][a-z]+day \d{1,2} [A-Z][a-z]+ \d{4} at 10:30\. If this does not suit you, please ring 01632 960 001\. Example Vale$/,
  )
  expect((await stored()).remindedAt).not.toBeNull()
  const { rows } = await service.db.owner.query<{ records: unknown; patient_ids: number[] }>(
    `select records, patient_ids::integer[] from audit_event where action = 'appointment reminder' and pathway_ids = array[$1::bigint]`,
    [ground.pathwayId],
  )
  expect(rows).toEqual([
    { records: [{ entity: 'appointment', id: booked.id }], patient_ids: [ground.patientId] },
  ])
})

it('goes by mail where that was agreed, without a word of the product', async () => {
  await change({ email: reached.email })
  await agree({ byText: false })
  await work()
  expect(outside.texts).toEqual([])
  expect(outside.mails).toMatchObject([{ to: ['edna@example.org'] }])
  const [mail] = outside.mails
  expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/surefoot|fall|clinic|okafor/i)
})

describe('is not sent', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['to a patient who was never asked', () => change(reached)],
    [
      'to a patient who said no',
      async () => [await change(reached), await agree({ byText: false, byMail: false })],
    ],
    [
      'to a patient who said no later',
      async () => [
        await change(reached),
        await agree(),
        await agree({ byText: false, byMail: false, askedDate: today() }),
      ],
    ],
    [
      'to a silent number',
      async () => [await change(reached), await agree({ byMail: false, isSilentNumber: true })],
    ],
    [
      'to a number that is no mobile of the United Kingdom',
      async () => [await change({ phoneMobile: '01632 960 123' }), await agree({ byMail: false })],
    ],
    [
      'to the dead',
      async () => [
        await change(reached),
        await agree(),
        await change({ deceasedDate: today(), deathBeforeRecordsConfirmed: true }),
      ],
    ],
    [
      'to a patient who refused to be contacted',
      async () => [
        await change(reached),
        await agree(),
        await service.ask(
          saveFlag,
          {
            ...{ id: 0, patientId: ground.patientId, kind: 'consentRefused', category: 'contact' },
            ...{ detail: 'Wants no messages', reviewDate: addDays(today(), 90) },
          } as never,
          lead,
        ),
      ],
    ],
    [
      'of a referral that was cancelled',
      async () => [
        await change(reached),
        await agree(),
        await service.ask(
          cancelReferral,
          { id: ground.pathwayId, cancelReferralDate: today(), bookedAppointments: 'known' },
          lead,
        ),
      ],
    ],
    [
      'of an appointment that was cancelled',
      async () => [
        await change(reached),
        await agree(),
        await saveRecordOf(service, lead, caseOf('appointment'), ground, {
          ...booked,
          ...{ appointmentDate: addDays(today(), 2), outcome: 'cancelledByPatient' },
        }),
      ],
    ],
    [
      'of an appointment that was deleted',
      async () => [await change(reached), await agree(), await service.ask(appointment.delete, booked, lead)],
    ],
  ])('%s', async (_, story) => {
    await story()
    await work()
    expect([outside.texts, outside.mails]).toEqual([[], []])
  })

  it.each([
    ['before nine', '08:59', 0],
    ['from nine on', '09:00', 1],
    ['after six', '18:00', 0],
  ])('%s o’clock or is, by the clock in London', async (_, time, sent) => {
    await change(reached)
    await agree()
    await work(time)
    expect(outside.texts).toHaveLength(sent)
  })

  it.each([
    ['on the day itself', 0, 0],
    ['on the day before, where it could not be sent two days before', 1, 1],
    ['three days before', 3, 0],
  ])('%s, or is', async (_, days, sent) => {
    await service.ask(appointment.delete, booked, lead)
    await change(reached)
    await agree()
    await book({ appointmentDate: addDays(today(), days) })
    await work()
    expect(outside.texts).toHaveLength(sent)
  })

  it('by an installation that sends none', async () => {
    await change(reached)
    await agree()
    await work('10:20', silent)
    expect(outside.texts).toEqual([])
  })

  it('of what was booked today, which the person knows', async () => {
    await service.db.owner.query('update appointment set created_at = now() where id = $1', [booked.id])
    await change(reached)
    await agree()
    await work()
    expect(outside.texts).toEqual([])
  })
})

describe('is dropped when it is about to leave', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'to somebody who has died meanwhile',
      () => change({ deceasedDate: today(), deathBeforeRecordsConfirmed: true }),
    ],
    ['to somebody who said no meanwhile', () => agree({ byText: false, byMail: false, askedDate: today() })],
    [
      'to a number that is silent meanwhile',
      () => agree({ byMail: false, isSilentNumber: true, askedDate: today() }),
    ],
    [
      'of an appointment that was moved meanwhile',
      () =>
        saveRecordOf(service, lead, caseOf('appointment'), ground, {
          ...booked,
          ...{ appointmentDate: addDays(today(), 9), outcome: null },
        }),
    ],
    [
      'of a referral that was closed meanwhile',
      () =>
        service.ask(
          savePathway,
          {
            ...{ id: ground.pathwayId, patientId: ground.patientId, dischargeDate: today() },
            ...{ openPlansConfirmed: true, bookedAppointments: 'known' },
          },
          lead,
        ),
    ],
  ])('%s', async (_, meanwhile) => {
    await change(reached)
    await agree()
    expect(await queueReminders(service.db.sql, today())).toBe(1)
    await meanwhile()
    await work()
    expect([outside.texts, outside.mails]).toEqual([[], []])
    expect((await stored()).remindedAt).toBeNull()
  })
})

it('is tried again after a failure, and sent once', async () => {
  await change(reached)
  await agree()
  outside.refusing.next = 1
  await work()
  expect(outside.texts).toEqual([])
  await work()
  await work()
  expect(outside.texts).toHaveLength(1)
})

it('is sent again for an appointment that was moved after it', async () => {
  await change(reached)
  await agree()
  await work()
  const moved = { ...booked, appointmentDate: addDays(today(), 1), startTime: '15:00', outcome: null }
  expectSaved('appointment', await saveRecordOf(service, lead, caseOf('appointment'), ground, moved))
  await work()
  expect(outside.texts.map(({ text }) => / at (\d\d:\d\d)\./.exec(text)?.[1])).toEqual(['10:30', '15:00'])
})
