import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { getPathway, savePathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { checklistParts, findingOf } from '../../../contract/pathways/records/fallsChecklist.ts'
import { fratItems } from '../../../contract/pathways/records/frat.ts'
import { toldOfFall } from '../../../contract/pathways/records/fall.ts'
import { followup, type Followup } from '../../../contract/pathways/records/followup.ts'
import { recordKindNames, type RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { treatmentPlan, type TreatmentPlan } from '../../../contract/pathways/records/treatmentPlan.ts'
import { aPathway } from '../../testing/world/factories.ts'
import { aGround, bodyOf, caseOf, saveRecordOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyStages } from '../worklists/verify.ts'
import { recordKindsOnServer } from './kinds.ts'

/*
 * A sender that knows only the specified fields leaves the additions out, and they keep their values (decision 2).
 * Whatever it changes is saved, and a save of all fields could have stored the same.
 */

type Fields = Record<string, unknown>

let service: TestService
let clinician: TestUser
let ground: Ground
let goalsAchievedId: number

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  ground = await aGround(service, clinician)
  const { sql } = service.db
  const yes = sql.selectFrom('goals_achieved').select('id').where('code', 'is distinct from', 'no')
  goalsAchievedId = (await yes.orderBy('id').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  expect((await verifyStages(service.db.sql)).differences).toEqual([])
  await service.close()
})

const ago = (days: number) => addDays(today(), -days)
/** The first day of a record. */
const day = ago(10)
/** Days that a later save may use instead. */
const done = [ago(9000), ago(11), day, ago(9), today()]
const planned = [...done, ago(-400)]

const allNo = Object.fromEntries(fratItems.map(({ field }) => [field, false]))

interface Additions {
  /** Fields of the specification; all other stored fields are additions. */
  specified: readonly string[]
  /** Saves with every addition. */
  full?: (ground: Ground) => Fields[]
  /** Changes by a sender of the specified fields. */
  changed: () => Fields[]
}

const told = {
  nextTryTime: 'morning',
  fallsSinceContact: 1,
  falls: [{ injury: true, longLie: false, ambulance: true }],
  exerciseHours: 60,
  confidence: 10,
  equipmentInUse: 'A stick',
  note: 'Shops alone',
  countsEarly: false,
  redFlagHeard: true,
  redFlagText: 'Fainted',
}

const kinds: Record<RecordKindName, Additions> = {
  frat: {
    specified: ['assessmentDate', 'teamMemberId', 'locationId', 'fratScore', 'dischargedTo'],
    full: () => [
      { assessmentDate: day, fratScore: 0, ...allNo },
      { assessmentDate: day, fratScore: 1, ...allNo, fallInLastYear: true },
    ],
    changed: () => [
      ...done.map((assessmentDate) => ({ assessmentDate })),
      ...[0, 5].map((fratScore) => ({ fratScore })),
    ],
  },
  wellbeing: {
    specified: ['assessmentDate', 'clinicianId', 'locationId'],
    changed: () => done.map((assessmentDate) => ({ assessmentDate })),
  },
  treatmentPlan: {
    specified: [
      'treatmentDate',
      'assessmentDate',
      'clinicianId',
      'locationId',
      'patientGoals',
      'goalsAchievedId',
      'goalsNotAchievedReason',
    ],
    full: () => [
      { treatmentDate: day, goalsAchievedId, endedDate: day },
      { treatmentDate: day, goalsAchievedId, endedDate: today() },
      { treatmentDate: ago(-20), goalsAchievedId, endedDate: today() },
    ],
    changed: () => [
      ...planned.map((treatmentDate) => ({ treatmentDate })),
      ...planned.map((treatmentDate) => ({ treatmentDate, goalsAchievedId: null })),
    ],
  },
  noPlanDecision: {
    specified: ['decisionDate', 'clinicianId', 'reason'],
    changed: () => done.map((decisionDate) => ({ decisionDate })),
  },
  exercise: {
    specified: ['exercisePlanDate', 'clinicianId', 'exercisePlan', 'completedDate'],
    full: () => [
      { completedDate: today(), endedHow: 'stopped', stoppedReason: 'unwell', elsewhereTo: null },
      { completedDate: today(), endedHow: 'elsewhere', stoppedReason: null, elsewhereTo: 'Leisure class' },
    ],
    changed: () => planned.map((exercisePlanDate) => ({ exercisePlanDate })),
  },
  exerciseAttendance: {
    specified: ['attendanceDate', 'exerciseTypeId', 'locationId'],
    full: () => [{ attendanceDate: day, attendanceStatus: '3', minutes: 480 }],
    changed: () => done.map((attendanceDate) => ({ attendanceDate })),
  },
  followup: {
    specified: ['callDate', 'clinicianId'],
    full: () => [
      { ...told, callDate: day, outcome: 'noAnswer', nextTryDate: day, letterSentDate: day },
      { ...told, callDate: day, outcome: 'ringBack', nextTryDate: ago(8), letterSentDate: today() },
      { ...told, callDate: day, outcome: 'died', nextTryDate: ago(-400), letterSentDate: ago(9) },
    ],
    changed: () => done.map((callDate) => ({ callDate })),
  },
  equipmentAssessment: {
    specified: ['equipmentId', 'other'],
    full: () => [
      {
        ...{ askedDate: ago(20), orderedDate: ago(19), fittedDate: day, reviewedDate: ago(9) },
        ...{ dueBackDate: ago(-30), ended: 'returned', endedDate: today() },
      },
      {
        ...{ askedDate: ago(20), orderedDate: day, fittedDate: null, reviewedDate: null },
        ...{ dueBackDate: null, ended: 'cancelled', endedDate: ago(9) },
      },
    ],
    changed: () => [{ other: 'left-handed' }, { other: null }],
  },
  onwardReferral: {
    specified: ['referralDate', 'referralClinicianId', 'referToId', 'referralMethodId'],
    full: () => [
      {
        ...{ receivedDate: day, answer: 'accepted', chaseDate: ago(-30), outcome: 'other' },
        ...{ outcomeDate: ago(9), outcomeNote: 'Seen by a colleague of theirs' },
      },
      {
        ...{ receivedDate: ago(9), answer: 'refused', chaseDate: null, outcome: null },
        ...{ outcomeDate: null, outcomeNote: 'Asked another service' },
      },
    ],
    changed: () => done.map((referralDate) => ({ referralDate })),
  },
  bmi: {
    specified: ['assessmentDate', 'bmi'],
    changed: () => [...done.map((assessmentDate) => ({ assessmentDate })), { bmi: 15 }, { bmi: 50 }],
  },
  // These two kinds are additions as a whole, so their senders know all of their fields.
  contactNote: {
    specified: ['contactDate', 'contactType', 'minutes', 'whoWasThere', 'note'],
    // A contact note never changes.
    changed: () => [],
  },
  fall: {
    specified: [...toldOfFall, 'fallDate', 'fallCount', 'periodFrom'],
    changed: () => done.map((fallDate) => ({ fallDate })),
  },
  measure: {
    specified: ['measuredDate', 'measure', 'value', 'unable', 'clinicianId'],
    full: () => [{ measuredDate: day, aid: 'frame' }],
    changed: () => [
      ...done.map((measuredDate) => ({ measuredDate })),
      { value: 20 },
      { value: null, unable: true },
    ],
  },
  medicinesReview: {
    specified: ['assessmentDate', 'fallRiskMedicines'],
    full: () => [
      {
        assessmentDate: day,
        reviewAskedDate: day,
        reviewDoneDate: today(),
        reviewedBy: 'GP',
        note: 'Halved',
      },
    ],
    changed: () => done.map((assessmentDate) => ({ assessmentDate })),
  },
  fallsChecklist: {
    specified: ['assessmentDate', 'clinicianId'],
    full: () => [
      Object.fromEntries(
        checklistParts.flatMap(({ field }) => [
          [field, 'referred'],
          [findingOf(field), 'Found'],
        ]),
      ),
    ],
    changed: () => done.map((assessmentDate) => ({ assessmentDate })),
  },
  appointment: {
    specified: ['appointmentType', 'appointmentDate', 'startTime', 'minutes', 'locationId', 'clinicianId'],
    full: () => [
      { outcome: 'didNotAttend', note: 'Nobody in' },
      { outcome: 'cancelledByPatient', note: null },
    ],
    changed: () => [...done.map((appointmentDate) => ({ appointmentDate })), { startTime: '16:00' }],
  },
}

const save = async (kind: RecordKindName, fields: Fields) => {
  const { status, body } = await saveRecordOf(service, clinician, caseOf(kind), ground, fields)
  expect({ fields, status, body }).toMatchObject({ status: 200 })
  return body as { id: number; version: number }
}
const read = async (kind: RecordKindName, id: number) =>
  (await service.ask(caseOf(kind).calls.get, { id }, clinician)).body as Fields & { version: number }
/** The stored fields of the record, as its save accepts them. */
const storedIn = (kind: RecordKindName, record: Fields): Fields => {
  const fields = [
    ...Object.keys(recordKindsOnServer[kind].columns),
    ...(kind === 'followup' ? ['falls'] : []),
  ]
  return Object.fromEntries(fields.map((field) => [field, record[field]]))
}
/** A save of this kind without its additions. */
const specifiedOnly = (kind: RecordKindName, fields: Fields): Fields => {
  const body = bodyOf(caseOf(kind), ground)
  const sent = (kind === 'wellbeing' ? body['assessment'] : body) as Fields
  const additions = Object.keys(sent).filter((field) => !kinds[kind].specified.includes(field))
  const without = Object.fromEntries(
    additions.filter((field) => field in storedIn(kind, {})).map((field) => [field, undefined]),
  )
  // Keeps a stored goals outcome.
  return kind === 'treatmentPlan'
    ? { ...without, goalsAchievedId: undefined, goalsNotAchievedReason: undefined, ...fields }
    : { ...without, ...fields }
}

describe.each(recordKindNames)('a specified save of %s', (kind) => {
  it('is taken after a save with all additions, and leaves what a full save could have stored', async () => {
    const { specified, full, changed } = kinds[kind]
    const additions = Object.keys(storedIn(kind, {})).filter((field) => !specified.includes(field))
    expect(full === undefined).toBe(additions.length === 0)
    const { id, ...first } = await save(kind, {})
    let { version } = first
    for (const all of full?.(ground) ?? [{}]) {
      expect(Object.keys(all)).toEqual(expect.arrayContaining(additions))
      for (const fields of changed()) {
        version = (await save(kind, { ...all, id, version })).version
        const before = await read(kind, id)
        version = (await save(kind, { ...specifiedOnly(kind, fields), id, version: before.version })).version
        const after = await read(kind, id)
        expect(after).toMatchObject(fields)
        version = (await save(kind, { ...storedIn(kind, after), id, version })).version
        expect(storedIn(kind, await read(kind, id))).toEqual(storedIn(kind, after))
      }
    }
    await service.ask(caseOf(kind).calls.delete, { id, version, ...caseOf(kind).parent(ground) }, clinician)
  })
})

describe.each(recordKindNames)('a %s sent back as it was read', (kind) => {
  it('with one specified field changed or cleared is saved, or refused at specified fields', async () => {
    const { specified, full, changed } = kinds[kind]
    // A signed record never changes.
    if (changed().length === 0) return
    const changes = [...changed(), ...specified.map((field) => ({ [field]: null }))]
    const allowed = [...specified, ...specified.map((field) => `${caseOf(kind).prefix}${field}`)]
    const { id, ...first } = await save(kind, {})
    let { version } = first
    for (const all of full?.(ground) ?? [{}])
      for (const fields of changes) {
        version = (await save(kind, { ...all, id, version })).version
        const asRead = storedIn(kind, await read(kind, id))
        const sent = { ...asRead, ...fields, id, version }
        const { status, body } = await saveRecordOf(service, clinician, caseOf(kind), ground, sent)
        if (status === 200) version = (body as { version: number }).version
        else {
          expect({ all, fields, status }).toMatchObject({ status: 400 })
          const refusedAt = Object.keys(body as Fields).filter((field) => field !== 'message')
          expect({ all, fields, unspecified: refusedAt.filter((field) => !allowed.includes(field)) }).toEqual(
            { all, fields, unspecified: [] },
          )
        }
      }
    await service.ask(caseOf(kind).calls.delete, { id, version, ...caseOf(kind).parent(ground) }, clinician)
  })
})

describe('a call that is moved by a sender that knows no next try', () => {
  const call = { callDate: day, outcome: 'noAnswer', nextTryDate: ago(8), nextTryTime: 'morning' }
  const moved = async (callDate: string) => {
    const { id, version } = await save('followup', { ...call, letterSentDate: ago(8) })
    await save('followup', { id, version, callDate })
    return (await service.ask(followup.get, { id }, clinician)).body as Followup
  }

  it('past the next try and the letter drops both', async () => {
    expect(await moved(ago(5))).toMatchObject({
      callDate: ago(5),
      outcome: 'noAnswer',
      nextTryDate: null,
      nextTryTime: null,
      letterSentDate: null,
    })
  })

  it('up to their day keeps both', async () => {
    const kept = { nextTryDate: ago(8), nextTryTime: 'morning', letterSentDate: ago(8) }
    expect(await moved(ago(8))).toMatchObject(kept)
  })
})

it('a treatment plan that is moved past its last day by a sender that knows none ends on its new day', async () => {
  const ended = { treatmentDate: ago(20), goalsAchievedId, endedDate: day }
  const { id, version } = await save('treatmentPlan', ended)
  const moved = { id, version, treatmentDate: ago(5), goalsAchievedId, endedDate: undefined }
  await save('treatmentPlan', moved)
  const plan = (await service.ask(treatmentPlan.get, { id }, clinician)).body as TreatmentPlan
  expect(plan).toMatchObject({ treatmentDate: ago(5), endedDate: ago(5) })
})

describe('a referral', () => {
  const received = async (sent: Fields) => {
    const { id, version, patientId } = await aPathway(service, clinician, {
      referralDate: ago(40),
      receivedDate: ago(39),
    })
    const changed = { id, version, patientId, ...sent }
    const { status, body } = await service.ask(savePathway, changed as never, clinician)
    const { pathway, stage } = (await service.ask(getPathway, { id }, clinician)).body as PathwayView
    return { status, body, receivedDate: pathway.receivedDate, stage }
  }

  it.each([ago(9000), ago(40), ago(39)])(
    'of %s keeps the day on which it was received',
    async (referralDate) => {
      expect(await received({ referralDate })).toMatchObject({
        status: 200,
        receivedDate: ago(39),
        stage: { since: ago(39) },
      })
    },
  )

  it.each([ago(38), ago(10), today()])('moved to %s was not received before it', async (referralDate) => {
    expect(await received({ referralDate })).toMatchObject({
      status: 200,
      receivedDate: null,
      stage: { since: referralDate },
    })
  })

  it('that says both is refused where they disagree', async () => {
    expect(await received({ referralDate: ago(10), receivedDate: ago(39) })).toMatchObject({
      status: 400,
      body: { receivedDate: 'The date is before the referral date' },
      receivedDate: ago(39),
    })
  })
})
