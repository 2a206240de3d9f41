import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  countFallsOfMonth,
  getFallsCalendar,
  settleCalendarReply,
  type FallsCalendar,
} from '../../../contract/care/fallsCalendar/calendar.ts'
import { getToday, type Today } from '../../../contract/pathways/today.ts'
import { tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import { getPathway, savePathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { saveReminderConsent } from '../../../contract/patients/flags/reminderConsent.ts'
import { addDays, addMonths, today } from '../../../contract/platform/dates/dates.ts'
import { instantAt } from '../../../contract/platform/dates/wallTime.ts'
import {
  agreesToCalendar,
  aCalendarPerson,
  type CalendarPerson,
} from '../../testing/known/knownFallsCalendar.ts'
import { deliver } from '../../testing/process/messages.ts'
import { startNotify } from '../../testing/process/notify.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { expectSaved } from '../../testing/world/factories.ts'
import { tokenFor, type TestUser } from '../../testing/world/users.ts'

/* The falls calendar through the real job, GOV.UK Notify’s stand-in and its callback over HTTP. */

let service: TestService
let notify: Awaited<ReturnType<typeof startNotify>>
let lead: TestUser
beforeAll(async () => {
  service = await testService({
    organisation: 'Example Vale',
    reminders: { telephone: '01632 960 001', textsPerDay: 100_000 },
    fallsCalendar: { saysFalls: false },
  })
  notify = await startNotify(service)
  lead = await service.as('Team Lead')
})
afterAll(async () => {
  vi.useRealTimers()
  await notify.standIn.close()
  await service.close()
})

/** The last day of the month that is asked about. */
const start = '2026-06-15'
let telephones = 0
const aTelephone = (): string => `0770090${String(1000 + (telephones += 1))}`
/** Every clock of the service shows this time. */
const goTo = async (day: string, time = '10:25'): Promise<void> => {
  const now = instantAt(day, time)
  vi.useFakeTimers({ toFake: ['Date'], now })
  service.time.now = now
  lead = await tokenFor(service.db, now, lead)
}
beforeEach(async () => {
  // Nobody of an earlier test is asked.
  await service.db.owner.query('update falls_calendar_consent set is_active = false')
  await goTo(start)
  notify.standIn.taken = []
  notify.standIn.received = []
  notify.standIn.nextFaults = []
})
afterEach(() => {
  service.parts.accounts.fallsCalendar = { saysFalls: false }
})

const run = async (job: string): Promise<void> => {
  await service.db.owner.query('select graphile_worker.add_job($1)', [job])
  await deliver(service, notify.courier)
}
const ask = (): Promise<void> => run('askFallsCalendars')
/** Care ended a month before. */
const person = (
  ways: Parameters<typeof aCalendarPerson>[2]['ways'] = { byText: true },
  more: { phoneMobile?: string; email?: string } = {},
): Promise<CalendarPerson & { phone: string }> => {
  const phone = more.phoneMobile ?? aTelephone()
  return aCalendarPerson(service, lead, {
    ...{ endedDate: addMonths(start, -1), ways, phoneMobile: phone },
    ...(more.email !== undefined && { email: more.email }),
  }).then((made) => ({ ...made, phone }))
}
const calendar = async ({ pathwayId }: CalendarPerson): Promise<FallsCalendar> =>
  (await service.ask(getFallsCalendar, { pathwayId }, lead)).body as FallsCalendar
const question = async (of: CalendarPerson) => {
  const [latest] = (await calendar(of)).questions
  if (latest === undefined) throw new Error('Nothing was asked')
  return latest
}
const tasks = async ({ pathwayId }: CalendarPerson): Promise<{ text: string; dueDate: string }[]> =>
  ((await service.ask(tasksOfPathway, { pathwayId }, lead)).body as Task[])
    .filter(({ kind, closedAt }) => kind.startsWith('calendar') && closedAt === null)
    .map(({ text, dueDate }) => ({ text, dueDate }))
const reply = (from: string, text: string, options: { id?: string; at?: number; isLost?: boolean } = {}) =>
  notify.standIn.receive(from, text, { at: service.time.now, ...options })
const texted = (): string[] => notify.standIn.taken.map(({ to }) => to)

describe('a question', () => {
  it('goes by text on the day after the month, once, by day, and says nothing of falls', async () => {
    const edna = await person()
    await goTo(start, '08:59')
    await ask()
    await goTo(start, '18:00')
    await ask()
    expect(texted()).toEqual([])
    await goTo(addDays(start, 1), '09:25')
    await ask()
    await ask()
    expect(texted()).toEqual([edna.phone])
    expect(await question(edna)).toMatchObject({
      monthNumber: 1,
      falls: null,
      tries: [{ channel: 'text', state: 'sent', askedDate: addDays(start, 1) }],
    })
    const { rows } = await service.db.owner.query<{ purpose: string }>(
      'select purpose from sent_message where pathway_id = $1',
      [edna.pathwayId],
    )
    expect(rows).toEqual([{ purpose: 'fallsCalendar' }])
  })

  it.each([
    [false, /^Your monthly question: how many times from .+ to .+\? Reply with a number only/],
    [true, /^How many falls did you have from .+ to .+\?/],
  ])('says falls only where the setting does: %s', async (saysFalls, words) => {
    service.parts.accounts.fallsCalendar = { saysFalls }
    await person()
    await goTo(addDays(start, 1))
    const sent: string[] = []
    await service.db.owner.query(`select graphile_worker.add_job('askFallsCalendars')`)
    const { notify: _, ...plain } = notify.courier
    await deliver(service, { ...plain, sms: async ({ text }) => void sent.push(text) })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatch(words)
    expect(sent[0]?.includes('fall')).toBe(saysFalls)
    expect(sent[0]).toMatch(/call 111, or 999 .+ Reply STOP/)
    // The alphabet of text messages.
    expect(sent[0]).toMatch(/^[\x20-\x7e]+$/)
  })

  it.each<[string, Parameters<typeof aCalendarPerson>[2]['ways'], string[], number]>([
    ['by mail to who agreed to that', { byMail: true }, ['edna@example.org'], 0],
    ['as a call to who agreed to that alone', { byCall: true }, [], 1],
    ['as a call to a silent number', { byText: true, isSilentNumber: true }, [], 1],
    ['to nobody who said no', {}, [], 0],
  ])('goes %s', async (_, ways, to, calls) => {
    const edna = await person(ways, { email: 'edna@example.org' })
    await goTo(addDays(start, 1))
    await ask()
    await run('settleTasks')
    expect(texted()).toEqual(to)
    expect(await tasks(edna)).toHaveLength(calls)
  })

  it('becomes a call where the number is silent for reminders', async () => {
    const edna = await person()
    const asked = { id: 0, patientId: edna.patientId, askedDate: start }
    const answer = { byText: true, byMail: false, isSilentNumber: true }
    expectSaved('answer', await service.ask(saveReminderConsent, { ...asked, ...answer }, lead))
    await goTo(addDays(start, 1))
    await ask()
    expect(texted()).toEqual([])
    expect((await question(edna)).tries).toMatchObject([{ channel: 'call' }])
  })

  it.each([
    ...ends(),
    ['refused to be contacted', async ({ patientId }: CalendarPerson) => refuse(patientId)] as const,
  ])('is not sent to who %s between it and its message', async (_, end) => {
    const edna = await person()
    await goTo(addDays(start, 1))
    // The job that sends it comes late.
    await service.db.owner.query(`select graphile_worker.add_job('askFallsCalendars')`)
    notify.standIn.nextFaults = [{ status: 429, error: 'RateLimitError' }]
    const { sms: _2, notify: _3, mail } = notify.courier
    await deliver(service, { mail, sms: async () => Promise.reject(new Error('Not yet')) })
    await end(edna)
    await deliver(service, notify.courier)
    expect(texted()).toEqual([])
    await goTo(addDays(start, 5))
    await ask()
    expect(texted()).toEqual([])
    await goTo(addDays(start, 12))
    await run('settleTasks')
    expect(await tasks(edna)).toEqual([])
  })

  it('is asked once more after four days of silence, then somebody rings, and a number closes the task', async () => {
    const edna = await person()
    for (const day of [1, 2, 4, 5, 6, 8, 9, 10]) {
      await goTo(addDays(start, day))
      await ask()
      await run('settleTasks')
      expect(texted()).toHaveLength(day < 5 ? 1 : 2)
      expect(await tasks(edna)).toHaveLength(day < 9 ? 0 : 1)
    }
    const { id, version } = await question(edna)
    expectSaved('count', await service.ask(countFallsOfMonth, { id, version, falls: 2 }, lead))
    expect(await question(edna)).toMatchObject({
      falls: 2,
      countedFrom: 'call',
      acceptedBy: expect.any(String) as string,
    })
    expect(await tasks(edna)).toEqual([])
  })
})

const change = async (patientId: number, fields: object): Promise<void> => {
  const { body } = await service.ask(getPatient, { id: patientId }, lead)
  const { pathways: _p, nextOfKin: _n, flags: _f, bmi: _b, names: _m, ...patient } = body as PatientView
  expectSaved('patient', await service.ask(savePatient, { ...patient, ...fields } as never, lead))
}
const die = (patientId: number): Promise<void> =>
  change(patientId, { deceasedDate: today(), deathBeforeRecordsConfirmed: true })
const refuse = async (patientId: number): Promise<void> => {
  const flag = { id: 0, patientId, kind: 'consentRefused', category: 'contact', detail: 'Said so' }
  expectSaved(
    'flag',
    await service.ask(saveFlag, { ...flag, reviewDate: addDays(today(), 90) } as never, lead),
  )
}
const discharge = async (id: number, patientId: number): Promise<void> => {
  const { pathway } = (await service.ask(getPathway, { id }, lead)).body as PathwayView
  const { version } = pathway
  const sent = { id, version, patientId, dischargeDate: today(), openPlansConfirmed: true }
  expectSaved('discharge', await service.ask(savePathway, sent as never, lead))
}

describe('a reply by text', () => {
  let edna: CalendarPerson & { phone: string }
  beforeEach(async () => {
    edna = await person()
    await goTo(addDays(start, 1))
    await ask()
    await goTo(addDays(start, 1), '11:00')
  })

  it('counts once, however often it comes', async () => {
    const id = randomUUID()
    for (const _ of [1, 2, 3]) expect(await reply(edna.phone, '2', { id })).toBe(204)
    expect(await reply(edna.phone, 'Two falls')).toBe(204)
    const { falls, countedFrom, acceptedBy, replies } = await question(edna)
    expect({ falls, countedFrom, acceptedBy }).toEqual({ falls: 2, countedFrom: 'text', acceptedBy: null })
    expect(replies.map(({ outcome, words }) => [outcome, words])).toEqual([
      ['repeated', 'Two falls'],
      ['counted', '2'],
    ])
    expect(await tasks(edna)).toEqual([])
    await goTo(addDays(start, 6))
    await ask()
    expect(texted()).toHaveLength(1)
  })

  it('that no callback brought is fetched, and counts once if one comes after all', async () => {
    const id = randomUUID()
    await reply(edna.phone, '1', { id, isLost: true })
    expect(await question(edna)).toMatchObject({ falls: null })
    await run('fetchReceivedTexts')
    await run('fetchReceivedTexts')
    await reply(edna.phone, '1', { id })
    expect(await question(edna)).toMatchObject({ falls: 1, replies: [{ outcome: 'counted' }] })
  })

  it.each<[string, boolean]>([
    ['none thanks', false],
    ['two, hurt my wrist', true],
  ])('“%s” waits for a person, on the same day if it may tell of an injury', async (words, isUrgent) => {
    await reply(edna.phone, words)
    expect(await question(edna)).toMatchObject({ falls: null })
    expect(await tasks(edna)).toEqual([
      {
        text: expect.stringMatching(isUrgent ? /read the reply today/ : /read the reply \(/) as string,
        dueDate: addDays(start, isUrgent ? 1 : 2),
      },
    ])
    // Nobody is asked again meanwhile, and nobody rings.
    await goTo(addDays(start, 10))
    await ask()
    await run('settleTasks')
    expect(texted()).toHaveLength(1)
    expect(await tasks(edna)).toHaveLength(1)
    const [waiting] = (await question(edna)).replies
    const { id = 0, version = 0, falls } = waiting ?? {}
    expectSaved('reply', await service.ask(settleCalendarReply, { id, version, as: 'counted' }, lead))
    expect(await question(edna)).toMatchObject({
      falls,
      countedFrom: 'text',
      acceptedBy: expect.any(String) as string,
    })
    expect(await tasks(edna)).toEqual([])
    const again = await service.ask(settleCalendarReply, { id, version, as: 'read' }, lead)
    expect(again.status).toBe(409)
  })

  it.each(['STOP', 'stop.', '“Unsubscribe”', 'Please stop'])(
    '“%s” stops it until they agree again',
    async (words) => {
      await reply(edna.phone, words)
      expect((await calendar(edna)).state).toBe('stopped')
      expect(await tasks(edna)).toEqual([])
      await goTo(addDays(start, 6))
      await ask()
      await goTo(addMonths(addDays(start, 1), 1))
      await ask()
      await run('settleTasks')
      expect(texted()).toHaveLength(1)
      expect(await tasks(edna)).toEqual([])
      await agreesToCalendar(service, lead, edna.patientId, { byText: true }, today())
      await ask()
      expect(texted()).toHaveLength(2)
    },
  )

  it('that differs from the first is read by somebody, and the first stands', async () => {
    await reply(edna.phone, '0')
    await reply(edna.phone, '3')
    expect(await question(edna)).toMatchObject({ falls: 0 })
    expect(await tasks(edna)).toHaveLength(1)
    const { id, version } = await question(edna)
    const refused = await service.ask(countFallsOfMonth, { id, version, falls: 3 }, lead)
    expect(refused).toMatchObject({ status: 400, body: { reason: 'Say why the number changes' } })
    const corrected = { id, version, falls: 3, reason: 'She meant this month' }
    expectSaved('count', await service.ask(countFallsOfMonth, corrected, lead))
    expect(await question(edna)).toMatchObject({ falls: 3, correctionReason: 'She meant this month' })
    expect(await tasks(edna)).toEqual([])
  })

  it('from a telephone of two people is sorted by somebody', async () => {
    const albert = await person({ byText: true }, { phoneMobile: edna.phone })
    await ask()
    expect(texted()).toEqual([edna.phone, edna.phone])
    const id = randomUUID()
    await reply(edna.phone, '2', { id })
    for (const each of [edna, albert]) {
      expect(await question(each)).toMatchObject({ falls: null, replies: [{ outcome: 'toSort', falls: 2 }] })
      expect(await tasks(each)).toEqual([
        { text: expect.stringMatching(/say whose/) as string, dueDate: addDays(start, 2) },
      ])
    }
    const [hers] = (await question(edna)).replies
    const [his] = (await question(albert)).replies
    await service.ask(settleCalendarReply, { id: hers?.id ?? 0, version: 1, as: 'counted' }, lead)
    await service.ask(settleCalendarReply, { id: his?.id ?? 0, version: 1, as: 'notTheirs' }, lead)
    expect(await question(edna)).toMatchObject({ falls: 2 })
    expect(await question(albert)).toMatchObject({
      falls: null,
      replies: [{ outcome: 'notTheirs', words: '' }],
    })
    await reply(edna.phone, 'STOP')
    expect([(await calendar(edna)).state, (await calendar(albert)).state]).toEqual(['stopped', 'stopped'])
  })

  it.each(ends())('after they %s counts nowhere, and words are shown', async (_, end) => {
    await end(edna)
    await reply(edna.phone, '2')
    await reply(edna.phone, 'Mum fell twice')
    expect(await question(edna)).toMatchObject({ falls: null, replies: [] })
    expect((await calendar(edna)).otherReplies.map(({ outcome, words }) => [outcome, words])).toEqual([
      ['toRead', 'Mum fell twice'],
      ['notCounted', '2'],
    ])
  })

  it('that somebody has to read is a red flag on Today, once, where the referral is closed', async () => {
    await discharge(edna.pathwayId, edna.patientId)
    const id = randomUUID()
    await reply(edna.phone, 'I fell and broke my hip', { id })
    await reply(edna.phone, 'I fell and broke my hip', { id })
    await reply(edna.phone, 'two I think')
    const { rows } = await service.db.owner.query(
      'select category, source, action, detail from patient_flag where patient_id = $1 order by id',
      [edna.patientId],
    )
    const raised = (words: string) => ({
      ...{ category: 'other', source: 'fallsCalendar', action: null },
      detail: expect.stringContaining(words) as string,
    })
    expect(rows).toEqual([raised('may tell of an injury'), raised('is to be read by somebody')])
    expect(JSON.stringify(rows)).not.toContain('hip')
    await goTo(addDays(start, 2))
    const onToday = JSON.stringify((await service.ask(getToday, {}, lead)).body)
    expect(onToday).toContain('Red flag: another sign. No referral is open')
  })

  it('that may tell of an injury is a task and no red flag while the referral is open', async () => {
    await reply(edna.phone, 'I fell and broke my hip')
    expect(await tasks(edna)).toHaveLength(1)
    const { rows } = await service.db.owner.query('select from patient_flag where patient_id = $1', [
      edna.patientId,
    ])
    expect(rows).toEqual([])
  })

  it('of who has another number by now is known by the number that was asked', async () => {
    await change(edna.patientId, { phoneMobile: aTelephone() })
    await reply(edna.phone, '1')
    expect(await question(edna)).toMatchObject({ falls: 1 })
  })

  it('from a telephone that nobody knows is no reply, and is counted on Today of a Team Lead for a week', async () => {
    const before = await service.db.owner.query('select from falls_calendar_reply')
    const counted = async (by: TestUser) => ((await service.ask(getToday, {}, by)).body as Today).unknownTexts
    const earlier = (await counted(lead))?.count ?? 0
    const id = randomUUID()
    for (const from of ['07700900999', 'Bank', '85858']) expect(await reply(from, '2')).toBe(204)
    for (const again of ['one', 'two']) expect(await reply('07700900999', again, { id })).toBe(204)
    expect((await service.db.owner.query('select from falls_calendar_reply')).rowCount).toBe(before.rowCount)
    expect(await counted(lead)).toMatchObject({ count: earlier + 4, lastAt: expect.any(String) as string })
    expect(await counted(await service.as('Clinician'))).toBeUndefined()
    await goTo(addDays(today(service.time.now), 8))
    expect(await counted(lead)).toEqual({ count: 0, lastAt: null })
  })

  it('with what PostgreSQL cannot store is kept without it', async () => {
    expect(await reply(edna.phone, 'one \u0000 I think \ud800')).toBe(204)
    expect((await question(edna)).replies).toMatchObject([
      { words: 'one  I think \ufffd', outcome: 'toRead' },
    ])
  })

  it('is in the audit trail with whose it is, and without its words', async () => {
    await reply(edna.phone, 'two, hurt my wrist')
    const { rows } = await service.db.owner.query<{ records: unknown }>(
      `select records from audit_event where action = 'falls calendar reply' and $1 = any(pathway_ids)`,
      [edna.pathwayId],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/wrist/)
  })
})

function ends(): [string, (of: CalendarPerson) => Promise<void>][] {
  return [
    ['died', async ({ patientId }) => die(patientId)],
    ['stopped', async ({ patientId }) => agreesToCalendar(service, lead, patientId, {}, today())],
    ['were discharged', async ({ pathwayId, patientId }) => discharge(pathwayId, patientId)],
  ]
}

it('falls per person-year have the days of the months that were answered', async () => {
  const edna = await person()
  await goTo(addDays(start, 1))
  await ask()
  await reply(edna.phone, '2')
  const { periodFrom, periodTo } = await question(edna)
  const days = (Date.parse(periodTo) - Date.parse(periodFrom)) / 86_400_000 + 1
  expect((await calendar(edna)).rates).toMatchObject({
    before: null,
    during: { falls: 0, days: 60 },
    after: { falls: 2, days },
  })
})
