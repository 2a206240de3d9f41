import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { endFlag } from '../../../contract/patients/flags/flag.ts'
import { getSafetyNets, type SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient } from '../../../contract/patients/patient.ts'
import { callOutcomes, type CallOutcome } from '../../../contract/stages/callOutcome.ts'
import { followup, type Followup } from '../../../contract/pathways/records/followup.ts'
import { aGround, aRecord, caseOf, saveRecordOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { verifyStages } from '../worklists/verify.ts'

let service: TestService
let clinician: TestUser
let ground: Ground

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
})
beforeEach(async () => {
  // Care ended 100 days ago, so a call is due.
  const { exerciseId: id, ...made } = await aGround(service, clinician)
  const exercise = { id, version: 1, exercisePlanDate: ago(150), completedDate: ago(100) }
  await aRecord(service, clinician, caseOf('exercise'), { ...made, exerciseId: id }, exercise)
  ground = { ...made, exerciseId: id }
})
afterAll(async () => {
  expect((await verifyStages(service.db.sql)).differences).toEqual([])
  await service.close()
})

const ago = (days: number) => addDays(today(), -days)
const save = (fields: Record<string, unknown> = {}) =>
  saveRecordOf(service, clinician, caseOf('followup'), ground, fields)
const saved = async (fields: Record<string, unknown> = {}) => {
  const { status, body } = await save(fields)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as { id: number; version: number }
}
const read = async (id: number) => (await service.ask(followup.get, { id }, clinician)).body as Followup
const view = async () =>
  (await service.ask(getPathway, { id: ground.pathwayId }, clinician)).body as PathwayView
const stageNow = async () => {
  const { stage } = await view()
  return stage.open ? stage.stage : stage.closed
}
const deathOf = async () =>
  (
    (await service.ask(getPatient, { id: ground.patientId }, clinician)).body as {
      deceasedDate: string | null
    }
  ).deceasedDate

const unreached: [CallOutcome, string][] = callOutcomes.flatMap(({ code }): [CallOutcome, string][] =>
  code === 'reached' ? [] : [[code, code === 'died' ? 'awaitingDischarge' : 'awaitingFollowup']],
)

describe('a call', () => {
  it('of the specification is taken as before and counts', async () => {
    const { id } = await saved()
    expect(await read(id)).toMatchObject({
      outcome: null,
      nextTryDate: null,
      nextTryTime: null,
      fallsSinceContact: null,
      falls: [],
      exerciseHours: null,
      confidence: null,
      equipmentInUse: null,
      note: null,
      redFlagHeard: null,
      redFlagText: null,
      letterSentDate: null,
    })
    expect(await stageNow()).toBe('awaitingSecondFollowup')
  })

  it.each([['reached', 'awaitingSecondFollowup'] as const, ...unreached])(
    'with the outcome %s leaves the pathway %s',
    async (outcome, stage) => {
      await saved({ outcome })
      expect(await stageNow()).toBe(stage)
      expect((await view()).followup.map((call) => call.outcome)).toEqual([outcome])
    },
  )

  const told = {
    outcome: 'reached',
    fallsSinceContact: 3,
    falls: [
      { injury: true, longLie: false, ambulance: true },
      { injury: false, longLie: null, ambulance: false },
    ],
    exerciseHours: 2.5,
    confidence: 0,
    equipmentInUse: 'A stick and a perching stool',
    note: 'Goes to the shop again',
    redFlagHeard: true,
    redFlagText: 'Fainted in the kitchen; the practice was rung',
  }
  it('keeps what was told, and tells it again', async () => {
    const { id } = await saved(told)
    expect(await read(id)).toMatchObject(told)
    const { body } = await service.ask(followup.history, { id }, clinician)
    const [recorded] = body as { fields: { name: string; after: string }[] }[]
    expect(recorded?.fields.find(({ name }) => name === 'What came of each fall')?.after).toBe(
      'fall 1: injury, ambulance; fall 2: no harm noted',
    )
  })

  const openFlags = async () => {
    const { patientId } = ground
    const { flags } = (await service.ask(getSafetyNets, { patientId }, clinician)).body as SafetyNets
    return flags
  }
  const chips = async () => (await view()).flags.map(({ text }) => text)

  it('in which a red flag was heard and not named raises one that nobody answered, in the words of the call', async () => {
    const { id, version } = await saved(told)
    expect(await openFlags()).toMatchObject([
      { category: 'other', detail: told.redFlagText, action: null, reviewDate: today(), source: 'followup' },
    ])
    expect(await chips()).toEqual([`Red flag: “${told.redFlagText}” (not answered)`])
    // Saving the same call again raises no second flag; another call with a flag raises another.
    await saved({ id, version, redFlagHeard: true, note: 'Corrected' })
    expect(await openFlags()).toHaveLength(1)
    await saved({ redFlagHeard: true })
    expect(await chips()).toEqual([
      `Red flag: “${told.redFlagText}” (not answered); another sign (not answered)`,
    ])
  })

  it('that says only later that a red flag was heard raises it then', async () => {
    const { id, version } = await saved({ redFlagText: 'Not sure' })
    expect(await openFlags()).toEqual([])
    await saved({ id, version, redFlagHeard: true })
    expect(await openFlags()).toMatchObject([{ category: 'other', detail: 'Not sure' }])
  })

  it('that names the red flag brings its answer, on the chip of the patient', async () => {
    const answer = { action: 'sameDayGp', reviewDate: today() }
    await saved({ ...told, redFlags: [{ sign: 'blackout', ...answer, detail: 'In the kitchen' }] })
    expect(await openFlags()).toMatchObject([
      { category: 'blackout', ...answer, detail: 'In the kitchen', source: 'followup' },
    ])
    expect(await chips()).toEqual(['Red flag: blackout'])
  })

  it('that tells of a long lie raises its red flag, answered or not, once for each fall that is new', async () => {
    const fall = { injury: false, longLie: true, ambulance: false }
    const { id, version } = await saved({ fallsSinceContact: 4, falls: [fall] })
    expect(await openFlags()).toMatchObject([
      { category: 'longLie', action: null, reviewDate: today(), source: 'followup' },
    ])
    expect(await chips()).toEqual(['Red flag: long lie (not answered)'])
    const answered = { sign: 'longLie', action: 'sameDayGp', reviewDate: today() }
    const again = await saved({ id, version, redFlags: [answered] })
    expect(await openFlags()).toMatchObject([{ category: 'longLie', action: 'sameDayGp' }])
    // Once ended, the flag is not raised again when the same fall is saved, but when another is added.
    const [flag] = await openFlags()
    const { patientId } = ground
    const ending = { id: flag?.id ?? 0, version: flag?.version, patientId, endedNote: 'Seen' }
    expect((await service.ask(endFlag, ending, clinician)).status).toBe(200)
    const noted = await saved({ ...again, note: 'Corrected', falls: [fall] })
    const other = await saved({ ...noted, falls: [fall, { injury: true }] })
    expect(await chips()).toEqual([])
    await saved({ ...other, falls: [fall, fall] })
    expect(await chips()).toEqual(['Red flag: long lie (not answered)'])
  })

  it('takes the answer to another sign for the one that was not answered', async () => {
    const { id, version } = await saved(told)
    const answer = { sign: 'other', action: 'clinic', reviewDate: today() }
    await saved({ id, version, redFlags: [answer] })
    expect(await openFlags()).toMatchObject([
      { category: 'other', action: 'clinic', detail: told.redFlagText },
    ])
  })

  it('refuses a red flag that does not say what was done', async () => {
    const redFlags = [{ sign: 'blackout', action: '', reviewDate: today() }]
    expect(await save({ redFlags })).toMatchObject({
      status: 400,
      body: { 'redFlags.0.action': 'Say what was done' },
    })
    expect(await openFlags()).toEqual([])
  })

  it('leaves as it was what a later save does not send, and drops falls with their number', async () => {
    const { id, version } = await saved(told)
    const again = await saved({ id, version, note: 'Corrected' })
    expect(await read(id)).toMatchObject({ ...told, note: 'Corrected' })
    await saved({ id, version: again.version, fallsSinceContact: 1 })
    expect((await read(id)).falls).toEqual(told.falls.slice(0, 1))
  })

  it('counts the falls that are described when nobody counts them', async () => {
    const { id, version } = await saved({ falls: told.falls })
    expect((await read(id)).fallsSinceContact).toBe(2)
    await saved({ id, version, falls: [{}] })
    expect(await read(id)).toMatchObject({
      fallsSinceContact: 2,
      falls: [{ injury: null, longLie: null, ambulance: null }],
    })
  })

  it.each([
    ['a next try before the call', { outcome: 'noAnswer', nextTryDate: ago(4) }, 'nextTryDate'],
    ['a letter before the call', { outcome: 'noAnswer', letterSentDate: ago(4) }, 'letterSentDate'],
    ['a letter of tomorrow', { outcome: 'noAnswer', letterSentDate: ago(-1) }, 'letterSentDate'],
    ['more falls than were counted', { fallsSinceContact: 1, falls: [{}, {}] }, 'fallsSinceContact'],
    ['falls below none', { fallsSinceContact: -1 }, 'fallsSinceContact'],
    ['a confidence above ten', { confidence: 11 }, 'confidence'],
    ['hours beyond a week of exercise', { exerciseHours: 61 }, 'exerciseHours'],
    ['another time of day', { nextTryTime: 'midnight' }, 'nextTryTime'],
    ['an outcome that is none', { outcome: 'asleep' }, 'outcome'],
  ])('with %s is refused at its field', async (_, fields, field) => {
    expect(await save(fields)).toMatchObject({ status: 400, body: { [field]: expect.any(String) } })
    expect((await view()).followup).toEqual([])
  })
})

describe('a call that tells of a death', () => {
  it('records its date on the patient, although the call was made later, in one audit row', async () => {
    await saved({ outcome: 'died', callDate: ago(2), deceasedDate: ago(5) })
    expect(await deathOf()).toBe(ago(5))
    expect((await view()).stage).toMatchObject({ stage: 'awaitingDischarge', since: ago(5), deceased: true })
    const { rows } = await service.db.owner.query<{ records: { entity: string }[] }>(
      `select records from audit_event where action = 'POST /api/followup/save' order by id desc limit 1`,
    )
    expect(rows[0]?.records.map(({ entity }) => entity).sort()).toEqual(['followup', 'patient'])
  })

  it('is taken without the date, and marks every open referral of the patient until it is deleted', async () => {
    const call = await saved({ outcome: 'died' })
    expect(await deathOf()).toBeNull()
    expect((await view()).stage).toMatchObject({ stage: 'awaitingDischarge', since: ago(3), deceased: true })
    await service.ask(followup.delete, call, clinician)
    expect(await stageNow()).toBe('awaitingFollowup')
  })

  it('may be corrected with the date, and no other call takes one', async () => {
    const { id, version } = await saved({ outcome: 'died' })
    await saved({ id, version, deceasedDate: ago(4), deathBeforeRecordsConfirmed: true })
    expect(await deathOf()).toBe(ago(4))
    expect(await save({ outcome: 'inHospital', deceasedDate: ago(4) })).toMatchObject({
      status: 400,
      body: { deceasedDate: expect.stringContaining('only with a choice') },
    })
  })

  it('asks once more when there are records after the date, and keeps nothing of it until then', async () => {
    await saved({ outcome: 'noAnswer', callDate: ago(4) })
    const died = { outcome: 'died', callDate: ago(1), deceasedDate: ago(6) }
    expect(await save(died)).toMatchObject({
      status: 400,
      body: { deathBeforeRecordsConfirmed: expect.any(String) },
    })
    expect([await deathOf(), await stageNow()]).toEqual([null, 'awaitingFollowup'])
    await saved({ ...died, deathBeforeRecordsConfirmed: true })
    expect(await deathOf()).toBe(ago(6))
  })
})
