import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  bookSlot,
  cancelBooking,
  moveBooking,
  offerSlot,
  refuseSlot,
  type FreeSlot,
  type Telling,
} from '../../../contract/care/clinics/slot.ts'
import { composeLetter, type ComposedLetter } from '../../../contract/care/letters/letter.ts'
import { getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { saveReminderConsent } from '../../../contract/patients/flags/reminderConsent.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { instantAt } from '../../../contract/platform/dates/wallTime.ts'
import { aClinic, slotsOf } from '../../testing/known/knownClinics.ts'
import { aSignedLetter, templateFor } from '../../testing/known/knownLetters.ts'
import { deliver, startReceivers, type Receivers } from '../../testing/process/messages.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aGround, type Ground } from '../../testing/values/recordCases.ts'
import { aClinician, expectSaved, type Saved } from '../../testing/world/factories.ts'
import { tokenFor, type TestUser } from '../../testing/world/users.ts'

let service: TestService
let lead: TestUser
let outside: Receivers
let ground: Ground
let slots: FreeSlot[]
beforeAll(async () => {
  service = await testService({
    organisation: 'Example Vale',
    reminders: { telephone: '01632 960 001', textsPerDay: 1000 },
  })
  lead = await service.as('Team Lead')
  outside = await startReceivers()
})
afterAll(async () => {
  await outside.close()
  await service.close()
})
beforeEach(async () => {
  // In the daytime, whenever the test runs.
  service.time.now = instantAt(today(), '13:40')
  lead = await tokenFor(service.db, service.time.now, lead)
  ground = await aGround(service, lead)
  await change({ addressLine1: '1 Mill Lane', postcode: 'ZZ99 3WZ' })
  outside.texts.length = 0
  const clinicianId = await aClinician(service)
  await aClinic(service, lead, { clinicianId, forStage: 'awaitingAssessment' })
  slots = await slotsOf(service, lead, clinicianId)
})

const slotAt = (at: number): number => slots[at]?.id ?? 0

interface Told extends Saved {
  told: Telling
}
const book = async (at = 0): Promise<Told> =>
  (await service.ask(bookSlot, { slotId: slotAt(at), pathwayId: ground.pathwayId }, lead)).body as Told

const change = async (fields: object): Promise<void> => {
  const { body } = await service.ask(getPatient, { id: ground.patientId }, lead)
  const { pathways: _p, nextOfKin: _n, flags: _f, bmi: _b, names: _m, ...patient } = body as PatientView
  expectSaved('patient', await service.ask(savePatient, { ...patient, ...fields } as never, lead))
}

const agree = async (): Promise<void> => {
  await change({ phoneMobile: '07700 900123' })
  const asked = { id: 0, patientId: ground.patientId, askedDate: today() }
  const answer = { byText: true, byMail: false, isSilentNumber: false }
  expectSaved('answer', await service.ask(saveReminderConsent, { ...asked, ...answer }, lead))
}

const flag = async (kind: 'preferredFormat' | 'consentRefused', category: string): Promise<void> => {
  const input = {
    id: 0,
    patientId: ground.patientId,
    kind,
    category,
    detail: 'Said so',
    reviewDate: addDays(today(), 90),
  }
  expectSaved('flag', await service.ask(saveFlag, input as never, lead))
}

const openTasks = async (): Promise<string[]> =>
  ((await service.ask(tasksOfPathway, { pathwayId: ground.pathwayId }, lead)).body as Task[])
    .filter(({ kind, closedAt }) => kind === 'manual' && closedAt === null)
    .map(({ text }) => text)

it.each<[string, () => Promise<void>, Telling, RegExp[]]>([
  [
    'a letter, unless anything else is known',
    () => Promise.resolve(),
    'letter',
    [/^Send the letter: .+ is booked$/],
  ],
  ['a text, if they agreed to it', agree, 'text', []],
  [
    'a call, if they prefer it to letters',
    () => flag('preferredFormat', 'telephone'),
    'call',
    [/^Ring the person: .+ is booked$/],
  ],
  [
    'a letter, if they refused only to be rung',
    () => flag('consentRefused', 'calls'),
    'letter',
    [/^Send the letter/],
  ],
  ['nothing, if they refused to be contacted', () => flag('consentRefused', 'contact'), 'nobody', []],
])('who is booked gets %s', async (_, prepare, told, tasks) => {
  await prepare()
  expect(await book()).toMatchObject({ told })
  const open = await openTasks()
  expect(open).toHaveLength(tasks.length)
  for (const [at, words] of tasks.entries()) expect(open[at]).toMatch(words)
  await deliver(service, outside.courier)
  expect(outside.texts).toHaveLength(told === 'text' ? 1 : 0)
})

it('somebody rings if a letter would arrive too late', async () => {
  const clinicianId = await aClinician(service)
  await aClinic(service, lead, { clinicianId, firstDate: addDays(today(), 2) })
  slots = await slotsOf(service, lead, clinicianId)
  expect(await book()).toMatchObject({ told: 'call' })
})

it('a text says day and time once, and that of a booking that was moved meanwhile is not sent', async () => {
  await agree()
  const { id: appointmentId, version } = await book()
  const moving = { appointmentId, version, reason: 'cancelledByService', slotId: slotAt(1) } as const
  expect((await service.ask(moveBooking, moving, lead)).body).toMatchObject({ told: 'text' })
  await deliver(service, outside.courier)
  await deliver(service, outside.courier)
  expect(outside.texts).toHaveLength(1)
  expect(outside.texts[0]?.text).toMatch(
    new RegExp(
      `^The time has changed, and the earlier one is cancelled\\. You have an appointment on .+ at ${slots[1]?.startTime ?? ''}\\. If this does not suit you, please ring 01632 960 001\\. Example Vale$`,
    ),
  )
})

it('nobody hears of an offer that was refused before the message left', async () => {
  await agree()
  const offering = { slotId: slotAt(0), pathwayId: ground.pathwayId }
  const { id, version } = expectSaved('offer', await service.ask(offerSlot, offering, lead))
  expectSaved('refusal', await service.ask(refuseSlot, { id, version }, lead))
  await deliver(service, outside.courier)
  expect(outside.texts).toEqual([])
})

it('the task of a booking is closed by its move, by its cancellation, and by its letter', async () => {
  const { id: appointmentId, version } = await book()
  const moving = { appointmentId, version, reason: 'cancelledByPatient', slotId: slotAt(1) } as const
  const moved = (await service.ask(moveBooking, moving, lead)).body as Told
  expect(await openTasks()).toEqual([
    expect.stringMatching(/^Send the letter: the appointment is moved to .+ at .+$/),
  ])
  const cancelling = { id: moved.id, version: moved.version, reason: 'cancelledByPatient' } as const
  expectSaved('cancelled', await service.ask(cancelBooking, cancelling, lead))
  expect(await openTasks()).toEqual([expect.stringMatching(/^Send the letter: .+ is cancelled$/)])
  await sign('appointmentCancelled')
  expect(await openTasks()).toEqual([])
  const again = await book(2)
  expect(await openTasks()).toHaveLength(1)
  await sign('invitation', again.id)
  expect(await openTasks()).toEqual([])
})

const sign = async (
  occasion: 'invitation' | 'appointmentCancelled',
  appointmentId?: number,
): Promise<void> => {
  const templateId = await templateFor(service, 'patient', occasion)
  const asked = { pathwayId: ground.pathwayId, templateId, ...(appointmentId && { appointmentId }) }
  const { title, body } = (await service.ask(composeLetter, asked, lead)).body as ComposedLetter
  const finished = { title, body: body.replaceAll(/[[\]]/g, '') }
  await aSignedLetter(service, lead, ground.pathwayId, { ...asked, ...finished })
}

it('a time that has passed is neither moved nor cancelled, and nobody is told', async () => {
  const { id, version } = await book()
  await service.db.owner.query('update appointment set appointment_date = current_date - 3 where id = $1', [
    id,
  ])
  const reason = 'cancelledByService'
  const refused = { status: 409, body: { message: expect.stringContaining('has passed') as string } }
  expect(await service.ask(cancelBooking, { id, version, reason }, lead)).toMatchObject(refused)
  const moving = { appointmentId: id, version, reason, slotId: slotAt(1) } as const
  expect(await service.ask(moveBooking, moving, lead)).toMatchObject(refused)
  const { appointment } = (await service.ask(getPathway, { id: ground.pathwayId }, lead)).body as PathwayView
  expect(appointment.map(({ outcome }) => outcome)).toEqual([null])
})
