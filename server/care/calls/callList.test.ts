import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  getCallList,
  type CallList,
  type CallListRow,
} from '../../../contract/pathways/worklists/callList.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { endFlag, saveFlag, type Flag } from '../../../contract/patients/flags/flag.ts'
import { getSafetyNets, type SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { usualTargets } from '../../../contract/stages/due.ts'
import { getPatient, savePatient, type PatientView } from '../../../contract/patients/patient.ts'
import { getStageTargets, saveStageTargets } from '../../../contract/pathways/worklists/stageTargets.ts'
import type { CallOutcome } from '../../../contract/stages/callOutcome.ts'
import { getToday, type Today } from '../../../contract/pathways/today.ts'
import { aGround, aRecord, caseOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

interface Call {
  ago: number
  outcome?: CallOutcome
  /** Days from today; negative for a day in the past. */
  next?: number
}
interface Person {
  who: string
  /** Days from today until the call is due: three months after care ended or the patient was reached. */
  due: number
  calls?: Call[]
  patient?: Record<string, unknown>
  /** What the consentRefused flag refuses; null if it does not say. */
  refused?: string | null
  /** Undefined if not on the list. `due` and `until` (the last day in time) are days from today. */
  listed?: { due: number; until: number; tries: number; stage?: CallListRow['stage'] }
}

const window = usualTargets.awaitingFollowup
const people: Person[] = [
  { who: 'the window has not opened', due: window + 1 },
  { who: 'the window opens today', due: window, listed: { due: window, until: 2 * window, tries: 0 } },
  { who: 'due tomorrow', due: 1, listed: { due: 1, until: window + 1, tries: 0 } },
  {
    who: 'due tomorrow for the second time',
    due: 1,
    calls: [{ ago: 85, outcome: 'reached' }],
    listed: { due: 1, until: window + 1, tries: 0, stage: 'awaitingSecondFollowup' },
  },
  { who: 'due today', due: 0, listed: { due: 0, until: window, tries: 0 } },
  { who: 'the last day in time', due: -window, listed: { due: -window, until: 0, tries: 0 } },
  { who: 'late by a day', due: -window - 1, listed: { due: -window - 1, until: -1, tries: 0 } },
  { who: 'late by a month', due: -44, listed: { due: -44, until: -30, tries: 0 } },
  {
    who: 'nobody answered, no next try',
    due: -3,
    calls: [{ ago: 2, outcome: 'noAnswer' }],
    listed: { due: -3, until: window - 3, tries: 1 },
  },
  { who: 'next try tomorrow', due: -40, calls: [{ ago: 2, outcome: 'noAnswer', next: 1 }] },
  {
    who: 'asked to be rung back today',
    due: -40,
    calls: [{ ago: 2, outcome: 'ringBack', next: 0 }],
    listed: { due: 0, until: 0, tries: 1 },
  },
  {
    who: 'the second try was for yesterday',
    due: 3,
    calls: [
      { ago: 6, outcome: 'wrongNumber', next: -5 },
      { ago: 4, outcome: 'spokeToOther', next: -1 },
    ],
    listed: { due: -1, until: -1, tries: 2 },
  },
  {
    who: 'reached after tries',
    due: 80,
    calls: [{ ago: 6, outcome: 'noAnswer', next: -5 }, { ago: 4 }],
  },
  {
    who: 'tried again after being reached',
    due: 5,
    calls: [
      { ago: 90, outcome: 'noAnswer' },
      { ago: 85, outcome: 'reached' },
      { ago: 1, outcome: 'noAnswer', next: 0 },
    ],
    listed: { due: 0, until: 0, tries: 1, stage: 'awaitingSecondFollowup' },
  },
  { who: 'in hospital, next try agreed', due: -3, calls: [{ ago: 2, outcome: 'inHospital', next: 12 }] },
  { who: 'in hospital, late', due: -40, calls: [{ ago: 2, outcome: 'inHospital', next: 12 }] },
  {
    who: 'in hospital, then nobody answered and no other day was agreed',
    due: -3,
    calls: [
      { ago: 5, outcome: 'inHospital', next: 12 },
      { ago: 2, outcome: 'noAnswer' },
    ],
  },
  {
    who: 'in hospital until today, tried too early without another day',
    due: -3,
    calls: [
      { ago: 5, outcome: 'inHospital', next: 0 },
      { ago: 2, outcome: 'noAnswer' },
    ],
    listed: { due: 0, until: 0, tries: 2 },
  },
  {
    who: 'in hospital, then tried on the agreed day without another',
    due: -3,
    calls: [
      { ago: 5, outcome: 'inHospital', next: -2 },
      { ago: 2, outcome: 'noAnswer' },
    ],
    listed: { due: -3, until: window - 3, tries: 2 },
  },
  {
    who: 'in hospital, then another day',
    due: -3,
    calls: [
      { ago: 5, outcome: 'inHospital', next: 12 },
      { ago: 2, outcome: 'ringBack', next: 0 },
    ],
    listed: { due: 0, until: 0, tries: 2 },
  },
  {
    who: 'in hospital, then declined',
    due: -3,
    calls: [
      { ago: 5, outcome: 'inHospital', next: 12 },
      { ago: 2, outcome: 'declined' },
    ],
  },
  { who: 'declined', due: -3, calls: [{ ago: 2, outcome: 'declined' }] },
  { who: 'died, as a call says', due: -3, calls: [{ ago: 2, outcome: 'died' }] },
  { who: 'died, by the date of death', due: -3, patient: { deceasedDate: addDays(today(), -1) } },
  { who: 'refused consent', due: -3, patient: { consentRefusedDate: addDays(today(), -50) } },
  { who: 'refused the service, as a flag says', due: -3, refused: 'service' },
  { who: 'refused to be contacted', due: -3, refused: 'contact' },
  { who: 'refused to be rung', due: -3, refused: 'calls' },
  { who: 'refused something that nobody chose', due: -3, refused: null },
  {
    who: 'refused that the service shares',
    due: -3,
    refused: 'sharing',
    listed: { due: -3, until: window - 3, tries: 0 },
  },
  {
    who: 'refused something else',
    due: -3,
    refused: 'other',
    listed: { due: -3, until: window - 3, tries: 0 },
  },
]

let service: TestService
let clinician: TestUser
let list: CallList
const ids = new Map<string, Ground>()

const day = (days: number) => addDays(today(), days)
/** A patient whose care ended a hundred days ago. */
const meet = async ({ who, due, calls = [], patient, refused }: Person): Promise<void> => {
  const ground = await aGround(service, clinician)
  ids.set(who, ground)
  const ended = { id: ground.exerciseId, version: 1, exercisePlanDate: day(-150), completedDate: day(-100) }
  await aRecord(service, clinician, caseOf('exercise'), ground, ended)
  for (const { ago, outcome, next } of calls)
    await aRecord(service, clinician, caseOf('followup'), ground, {
      callDate: day(-ago),
      ...(outcome !== undefined && { outcome }),
      ...(next !== undefined && { nextTryDate: day(next) }),
    })
  if (patient !== undefined) {
    const { body } = await service.ask(getPatient, { id: ground.patientId }, clinician)
    const { names: _names, ...record } = body as PatientView
    const { status } = await service.ask(savePatient, { ...record, ...patient } as never, clinician)
    expect(status).toBe(200)
  }
  if (refused !== undefined) {
    const flag = { patientId: ground.patientId, kind: 'consentRefused', category: refused } as const
    const more = { id: 0, detail: 'As she said', reviewDate: day(30) }
    expect((await service.ask(saveFlag, { ...flag, ...more }, clinician)).status).toBe(200)
  }
  // Set the due date directly, because three months vary in length; the test is about reading the row.
  await service.db.owner.query('update work_list set due = $1 where pathway_id = $2', [
    day(due),
    ground.pathwayId,
  ])
}

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  for (const person of people) await meet(person)
  list = (await service.ask(getCallList, {}, clinician)).body as CallList
})
afterAll(() => service.close())

it.each(people.map((person) => [person.who, person] as const))('%s', (who, { listed, calls = [] }) => {
  const row = list.rows.find(({ pathwayId }) => pathwayId === ids.get(who)?.pathwayId)
  if (listed === undefined) {
    expect(row).toBeUndefined()
    return
  }
  expect(row).toMatchObject({
    due: day(listed.due),
    inTimeUntil: day(listed.until),
    tries: listed.tries,
    stage: listed.stage ?? 'awaitingFollowup',
    lastOutcome: listed.tries === 0 ? null : calls.at(-1)?.outcome,
  })
})

it('has late calls first, and counts who is due but not to be rung', () => {
  const until = list.rows.map(({ inTimeUntil }) => inTimeUntil)
  expect(until).toEqual(until.toSorted())
  expect(list).toMatchObject({
    total: people.filter(({ listed }) => listed !== undefined).length,
    leftOut: { consentRefused: 5, declined: 2 },
  })
})

it('counts apart whose day has come and whose window alone is open', () => {
  const ahead = people.filter(({ listed }) => (listed?.due ?? 0) > 0)
  expect(ahead.map(({ who }) => who)).toEqual([
    'the window opens today',
    'due tomorrow',
    'due tomorrow for the second time',
  ])
  expect(list).toMatchObject({
    toRingNow: list.total - ahead.length,
    dueSoon: { total: ahead.length, days: window },
  })
  const asListed = ahead.map(({ who }) => ids.get(who)?.pathwayId)
  expect(new Set(list.rows.slice(-ahead.length).map(({ pathwayId }) => pathwayId))).toEqual(new Set(asListed))
})

it('has somebody again whose flag of refused calls ended, and Today follows it', async () => {
  const { pathwayId, patientId } = ids.get('refused to be rung') as Ground
  const isListed = async () =>
    ((await service.ask(getCallList, {}, clinician)).body as CallList).rows.some(
      (row) => row.pathwayId === pathwayId,
    )
  // Staff who own no referrals see everyone's calls.
  const clerk = await service.as('Admissions')
  const isOnToday = async () =>
    ((await service.ask(getToday, {}, clerk)).body as Today).calls.lines.some(
      (line) => line.pathwayId === pathwayId,
    )
  expect([await isListed(), await isOnToday()]).toEqual([false, false])
  const { flags } = (await service.ask(getSafetyNets, { patientId }, clinician)).body as SafetyNets
  const [{ id, version }] = flags as [Flag]
  await service.ask(endFlag, { id, version, endedNote: 'She asks to be rung again' }, clinician)
  expect([await isListed(), await isOnToday()]).toEqual([true, true])
})

it('gives the mobile number, else home, else work', async () => {
  const ground = ids.get('due today')
  const numberWith = async (columns: string) => {
    await service.db.owner.query(`update patient set ${columns} where id = $1`, [ground?.patientId])
    const { rows } = (await service.ask(getCallList, {}, clinician)).body as CallList
    return rows.find(({ pathwayId }) => pathwayId === ground?.pathwayId)?.telephone
  }
  expect(await numberWith('phone_work = null')).toBeNull()
  expect(await numberWith(`phone_work = '01632 960 003'`)).toBe('01632 960 003')
  expect(await numberWith(`phone_home = '01632 960 001'`)).toBe('01632 960 001')
  expect(await numberWith(`phone_mobile = '07700 900 002'`)).toBe('07700 900 002')
})

it('has what a person said on their own page, until somebody has seen to it', async () => {
  const pathwayId = ids.get('due today')?.pathwayId
  const row = async () =>
    ((await service.ask(getCallList, {}, clinician)).body as CallList).rows.find(
      (each) => each.pathwayId === pathwayId,
    )
  const said = async () => (await row())?.saidOnPage
  const ofWait = async () => (await row())?.saidOfWait
  expect(await said()).toBeNull()
  await service.db.owner.query(
    `insert into person_answer (pathway_id, kind, told, told_at) values ($1, 'wait', '{"answer":"worse"}', clock_timestamp())`,
    [pathwayId],
  )
  expect(await said()).toMatchObject({ words: 'Got worse' })
  expect(await ofWait()).toMatchObject({ words: 'Got worse' })
  await service.db.owner.query(
    `update person_answer set settled_at = clock_timestamp(), settled_how = 'seen' where pathway_id = $1`,
    [pathwayId],
  )
  expect(await said()).toBeNull()
  // Seen, and still worth knowing for somebody who rings.
  expect(await ofWait()).toMatchObject({ words: 'Got worse' })
  const told = { falls: 1, described: [{ hurt: true, longLie: false, ambulance: false }], isAllWell: false }
  const left = { fallenInYear: null, unsteady: null, worried: null, confidence: null, exerciseDays: null }
  await service.db.owner.query(
    `insert into person_answer (pathway_id, kind, told, told_at) values ($1, 'questions', $2, clock_timestamp())`,
    [pathwayId, JSON.stringify({ ...told, ...left, note: null })],
  )
  expect(await said()).toMatchObject({ words: '1 fall since the last contact. Fall 1: hurt' })
  // That all is well does not hide it.
  await service.db.owner.query(
    `insert into person_answer (pathway_id, kind, told, told_at) values ($1, 'questions', $2, clock_timestamp())`,
    [pathwayId, JSON.stringify({ falls: 0, described: [], isAllWell: true, ...left, note: null })],
  )
  expect(await said()).toMatchObject({ words: '1 fall since the last contact. Fall 1: hurt' })
})

it('is in the audit trail with everybody it showed, and is for those who make calls', async () => {
  const { rows } = await service.db.owner.query<{ patient_ids: number[] }>(
    `select to_jsonb(patient_ids) as patient_ids from audit_event where action = 'GET /api/list/calls' order by id limit 1`,
  )
  expect(rows[0]?.patient_ids.toSorted((a, b) => a - b)).toEqual(
    list.rows.map(({ patientId }) => patientId).sort((a, b) => a - b),
  )
  for (const profile of ['External', 'Information Governance', 'System Administrator'] as const)
    expect((await service.ask(getCallList, {}, await service.as(profile))).status).toBe(403)
})

it('follows the targets that the Team Lead sets', async () => {
  const lead = await service.as('Team Lead')
  const set = (days: number) =>
    service.ask(
      saveStageTargets,
      { ...usualTargets, ...identity, awaitingFollowup: days, awaitingSecondFollowup: 1 },
      lead,
    )
  const { version } = (await service.ask(getStageTargets, {}, lead)).body as { version: number }
  const identity = { id: 1, version }
  expect((await set(window + 1)).status).toBe(200)
  const { rows, toRingNow, dueSoon } = (await service.ask(getCallList, {}, clinician)).body as CallList
  // With a short window, a call that is not due yet can have an earlier deadline. Calls already due still come first.
  expect(rows.findIndex(({ due }) => due > today())).toBe(toRingNow)
  expect(dueSoon.days).toBe(window + 1)
  const early = ids.get('the window has not opened')?.pathwayId
  expect(rows.find(({ pathwayId }) => pathwayId === early)).toMatchObject({
    due: day(window + 1),
    inTimeUntil: day(2 * window + 2),
  })
})

it('brings back on the day of the next try who asked to be rung back', async () => {
  const ground = ids.get('due today') as Ground
  const has = async () =>
    ((await service.ask(getCallList, {}, clinician)).body as CallList).rows.some(
      ({ pathwayId }) => pathwayId === ground.pathwayId,
    )
  expect(await has()).toBe(true)
  const { id, version } = await aRecord(service, clinician, caseOf('followup'), ground, {
    callDate: today(),
    outcome: 'ringBack',
    nextTryDate: day(5),
  })
  expect(await has()).toBe(false)
  await aRecord(service, clinician, caseOf('followup'), ground, {
    id,
    version,
    callDate: today(),
    nextTryDate: today(),
  })
  expect(await has()).toBe(true)
})
