import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appointment, type Appointment } from '../../../../contract/pathways/records/appointment.ts'
import { tasksOfPathway, type Task } from '../../../../contract/pathways/task.ts'
import { saveFlag } from '../../../../contract/patients/flags/flag.ts'
import { saveReminderConsent } from '../../../../contract/patients/flags/reminderConsent.ts'
import { getPatient, savePatient, type PatientView } from '../../../../contract/patients/patient.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { instantAt } from '../../../../contract/platform/dates/wallTime.ts'
import { formatDate } from '../../../../contract/platform/words/format.ts'
import { deliver } from '../../../testing/process/messages.ts'
import { startNotify } from '../../../testing/process/notify.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aGround, caseOf, saveRecordOf, type Ground } from '../../../testing/values/recordCases.ts'
import { expectSaved } from '../../../testing/world/factories.ts'
import { tokenFor, type TestUser } from '../../../testing/world/users.ts'

/* Reminders by e-mail through GOV.UK Notify: the job sends them, and Notify calls back or is asked, all over HTTP. */

let service: TestService
let notify: Awaited<ReturnType<typeof startNotify>>
let lead: TestUser
let ground: Ground
let appointmentId: number
beforeAll(async () => {
  service = await testService({
    organisation: 'Example Vale',
    reminders: { telephone: '01632 960 001', textsPerDay: 1000 },
  })
  notify = await startNotify(service)
  lead = await service.as('Team Lead')
})
afterAll(async () => {
  await notify.standIn.close()
  await service.close()
})
beforeEach(async () => {
  service.time.now = instantAt(today(), '10:20')
  lead = await tokenFor(service.db, service.time.now, lead)
  // Earlier tests left appointments, of which nobody is to be reminded.
  await service.db.owner.query('update appointment set is_active = false')
  ground = await aGround(service, lead)
  const visit = { appointmentDate: addDays(today(), 2), outcome: null }
  appointmentId = expectSaved(
    'appointment',
    await saveRecordOf(service, lead, caseOf('appointment'), ground, visit),
  ).id
  await service.db.owner.query(
    `update appointment set created_at = created_at - interval '7 days' where id = $1`,
    [appointmentId],
  )
  notify.standIn.taken = []
})

/** The person agreed to e-mails at this address, and the job that reminds people runs. */
const remind = async (email: string): Promise<void> => {
  const { body } = await service.ask(getPatient, { id: ground.patientId }, lead)
  const { pathways: _p, nextOfKin: _n, flags: _f, bmi: _b, names: _m, ...patient } = body as PatientView
  expectSaved('patient', await service.ask(savePatient, { ...patient, email } as never, lead))
  const asked = { id: 0, patientId: ground.patientId, askedDate: addDays(today(), -3) }
  const answer = { byText: false, byMail: true, isSilentNumber: false }
  expectSaved('answer', await service.ask(saveReminderConsent, { ...asked, ...answer }, lead))
  await run('queueReminders')
}
const run = async (job: string): Promise<void> => {
  await service.db.owner.query('select graphile_worker.add_job($1)', [job])
  await deliver(service, notify.courier)
}
const isNotToBeRung = async (): Promise<void> => {
  const flag = { id: 0, patientId: ground.patientId, kind: 'consentRefused', category: 'calls' }
  const input = { ...flag, detail: 'Said so', reviewDate: addDays(today(), 90) }
  expectSaved('flag', await service.ask(saveFlag, input as never, lead))
}

const message = async () =>
  ((await service.ask(appointment.get, { id: appointmentId }, lead)).body as Appointment).messages?.[0]
const tasks = async (): Promise<string[]> =>
  ((await service.ask(tasksOfPathway, { pathwayId: ground.pathwayId }, lead)).body as Task[])
    .filter(({ kind }) => kind === 'manual')
    .map(({ text }) => text)
const about = () =>
  `the e-mail about the appointment of ${formatDate(addDays(today(), 2))} at 10:30 was not delivered`

/** GOV.UK Notify sends it, and hears what became of it. */
const comeToEnd = async (): Promise<void> => {
  await notify.standIn.proceed()
  await notify.standIn.proceed()
}

/** How it becomes known what became of an e-mail: GOV.UK Notify calls back, or says nothing and is asked an hour later. */
const ways: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'a callback',
    async () => {
      notify.standIn.callback = notify.callback
      await comeToEnd()
    },
  ],
  [
    'asking',
    async () => {
      notify.standIn.callback = null
      await comeToEnd()
      service.time.now += 61 * 60_000
      lead = await tokenFor(service.db, service.time.now, lead)
      await run('askAboutMessages')
    },
  ],
]

describe.each(ways)('a reminder by e-mail of which is known by %s', (_, hear) => {
  it('that it was delivered stands beside the appointment, and leaves nothing to do', async () => {
    await remind('edna@example.org')
    expect(notify.standIn.taken).toMatchObject([{ kind: 'email', to: 'edna@example.org' }])
    expect(await message()).toMatchObject({ purpose: 'reminder', channel: 'mail', state: 'sent' })
    await hear()
    expect(await message()).toMatchObject({ state: 'delivered', why: null, numberEnd: null })
    expect(await tasks()).toEqual([])
  })

  it.each<[string, string, () => Promise<void>, () => string]>([
    ['does not exist', 'perm-fail@example.org', async () => undefined, () => `Ring the person: ${about()}`],
    ['is full', 'temp-fail@example.org', async () => undefined, () => `Ring the person: ${about()}`],
    [
      'does not exist, of a person who asked meanwhile not to be rung,',
      'perm-fail@example.org',
      isNotToBeRung,
      () => `Write to the person: ${about()}`,
    ],
  ])('that its address %s is one task, however often it is heard', async (_words, to, meanwhile, task) => {
    await remind(to)
    await meanwhile()
    await hear()
    expect(await message()).toMatchObject({ state: 'failed' })
    expect(await tasks()).toEqual([task()])
    const [taken] = notify.standIn.taken
    taken?.ahead.push(taken.status)
    await hear()
    expect(await tasks()).toEqual([task()])
    // Nothing is sent again.
    await run('queueReminders')
    expect(notify.standIn.taken).toHaveLength(1)
  })
})
