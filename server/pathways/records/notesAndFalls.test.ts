import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { getSafetyNets, type SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import { getPathway, type PathwayView } from '../../../contract/pathways/referral/pathway.ts'
import type { ContactNote } from '../../../contract/pathways/records/contactNote.ts'
import { aGround, aRecord, caseOf, saveRecordOf, type Ground } from '../../testing/values/recordCases.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* Rules specific to contact notes and falls. */

let service: TestService
let clinician: TestUser
let colleague: TestUser
let teamLead: TestUser
let ground: Ground
const note = caseOf('contactNote')
const fall = caseOf('fall')

beforeAll(async () => {
  service = await testService()
  clinician = await service.as('Clinician')
  colleague = await service.as('Clinician')
  teamLead = await service.as('Team Lead')
  ground = await aGround(service, clinician)
})
afterAll(() => service.close())

const ago = (days: number) => addDays(today(), -days)
const viewOf = async ({ pathwayId }: Ground) =>
  (await service.ask(getPathway, { id: pathwayId }, clinician)).body as PathwayView
/** Input that adds to a note: text only. */
const addition = (addsToId: number, more: object = {}) => ({
  addsToId,
  minutes: null,
  whoWasThere: null,
  note: 'It was the left knee',
  ...more,
})

describe('a contact note', () => {
  it('is signed by who saved it and when, also after others delete and restore it', async () => {
    const { id } = await aRecord(service, clinician, note, ground)
    const signed = (await service.ask(note.calls.get, { id }, clinician)).body as ContactNote
    await service.ask(note.calls.delete, { id, version: 1 }, colleague)
    await service.ask(note.calls.restore, { id }, teamLead)
    const { recordedBy, recordedAt } = signed
    expect((await service.ask(note.calls.get, { id }, clinician)).body).toMatchObject({
      version: 3,
      recordedBy,
      recordedAt,
    })
  })

  it('is not changed by the database either, for anybody whom the application can be', async () => {
    const { id } = await aRecord(service, clinician, note, ground)
    const { sql } = service.db
    const refused = /permission denied/
    await expect(
      sql.updateTable('contact_note').set({ note: 'Otherwise' }).where('id', '=', id).execute(),
    ).rejects.toThrow(refused)
    await expect(
      sql.updateTable('contact_note').set({ created_by: colleague.userId }).where('id', '=', id).execute(),
    ).rejects.toThrow(refused)
    await expect(sql.deleteFrom('contact_note').where('id', '=', id).execute()).rejects.toThrow(refused)
  })

  it('is added to by anybody who may write one, each in their own name, and stays as it was', async () => {
    const { id } = await aRecord(service, clinician, note, ground)
    const before = (await service.ask(note.calls.get, { id }, clinician)).body
    const added = await aRecord(service, colleague, note, ground, addition(id))
    const { contactNote } = await viewOf(ground)
    expect(contactNote).toContainEqual(before)
    const authors = await service.db.owner.query<{ created_by: number }>(
      'select created_by::integer from contact_note where id = any($1) order by id',
      [[id, added.id]],
    )
    expect(authors.rows.map(({ created_by: by }) => by)).toEqual([clinician.userId, colleague.userId])
    expect(contactNote.find((each) => each.id === added.id)).toMatchObject({
      addsToId: id,
      contactDate: ago(6),
      contactType: 'visit',
      note: 'It was the left knee',
    })
  })

  it('is added to by text alone, on its own day, where it is there', async () => {
    const { id } = await aRecord(service, clinician, note, ground)
    const added = await aRecord(service, clinician, note, ground, addition(id))
    const gone = await aRecord(service, clinician, note, ground)
    await service.ask(note.calls.delete, { id: gone.id, version: 1 }, clinician)
    const other = await aRecord(service, clinician, note, await aGround(service, clinician))
    const notThere = { addsToId: 'The note that this adds to no longer exists' }
    const alone = 'An addition to a note has text only: write it in the note'
    const refusals: [object, object][] = [
      [addition(gone.id), notThere],
      [addition(other.id), notThere],
      [addition(987_654), notThere],
      [addition(added.id), { addsToId: 'Add to the note itself, not to what was added to it' }],
      [
        addition(id, { contactDate: ago(5) }),
        { contactDate: 'What is added to a note has the day and the type of that note' },
      ],
      [
        addition(id, { contactType: 'call' }),
        { contactDate: 'What is added to a note has the day and the type of that note' },
      ],
      [addition(id, { minutes: 5, whoWasThere: 'A son' }), { minutes: alone, whoWasThere: alone }],
    ]
    for (const [sent, body] of refusals)
      expect(
        await saveRecordOf(service, clinician, note, ground, sent as Record<string, unknown>),
      ).toMatchObject({ status: 400, body })
  })

  it.each([0, 600, null, ''])('takes %j minutes', async (minutes) => {
    const { id } = await aRecord(service, clinician, note, ground, { minutes })
    expect((await service.ask(note.calls.get, { id }, clinician)).body).toMatchObject({
      minutes: minutes === '' ? null : minutes,
    })
  })

  it.each([-1, 601, 7.5, '7,5', true])('refuses %j minutes', async (minutes) => {
    expect(await saveRecordOf(service, clinician, note, ground, { minutes })).toMatchObject({
      status: 400,
      body: { minutes: 'Enter whole minutes, from 0 to 600' },
    })
  })
})

describe('a fall', () => {
  const number = { fallDate: ago(1), fallCount: 2, periodFrom: ago(30) }
  const nothing = {
    ...{ isAbout: null, place: null, activity: null, injury: null },
    ...{ longLie: null, blackout: null, ambulance: null },
  }
  const save = (sent: Record<string, unknown>) => saveRecordOf(service, clinician, fall, ground, sent)
  const read = async (id: number) => (await service.ask(fall.calls.get, { id }, clinician)).body

  it.each([0, 2, 99])('may be a number of %j, of a period', async (fallCount) => {
    const { id } = await aRecord(service, clinician, fall, ground, { ...nothing, ...number, fallCount })
    expect(await read(id)).toMatchObject({ ...nothing, ...number, fallCount })
  })

  it('is one that is described, or a number: not both', async () => {
    expect(await save(number)).toMatchObject({
      status: 400,
      body: { fallCount: 'Describe one fall, or give a number of falls: not both' },
    })
    const refusals: [object, object][] = [
      [{ fallCount: null }, { fallCount: 'Enter how many falls there were; 0 is an answer' }],
      [{ periodFrom: null }, { periodFrom: 'Enter the first day of the period' }],
      [{ periodFrom: today() }, { periodFrom: 'The first day of the period is after its last' }],
      [{ fallCount: 100 }, { fallCount: 'Enter a whole number from 0 to 99' }],
    ]
    for (const [sent, body] of refusals)
      expect(await save({ ...nothing, ...number, ...sent })).toMatchObject({ status: 400, body })
  })

  it('that becomes a number keeps nothing that was told of it, and the other way round', async () => {
    const { id } = await aRecord(service, clinician, fall, ground)
    const silent = Object.fromEntries(Object.keys(nothing).map((field) => [field, undefined]))
    expect((await save({ ...silent, ...number, id, version: 1 })).status).toBe(200)
    expect(await read(id)).toMatchObject({ ...nothing, ...number })
    expect((await save({ id, version: 2, fallCount: null, place: 'The stairs' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ fallCount: null, periodFrom: null, place: 'The stairs' })
  })

  it('is the patient’s: it stands in each of their referrals', async () => {
    const on = await aGround(service, clinician)
    const { id } = await aRecord(service, clinician, fall, on, { pathwayId: on.pathwayId })
    expect((await viewOf(on)).fall.map((each) => each.id)).toEqual([id])
  })

  it('with a blackout sets no flag by itself; one that is answered stands, with its task', async () => {
    const on = await aGround(service, clinician)
    const flagsOf = async () =>
      ((await service.ask(getSafetyNets, { patientId: on.patientId }, clinician)).body as SafetyNets).flags
    await aRecord(service, clinician, fall, on, { blackout: true, longLie: true, injury: 'headInjury' })
    expect(await flagsOf()).toEqual([])
    const redFlags = [{ sign: 'blackout', action: 'sameDayGp', reviewDate: today() }]
    await aRecord(service, clinician, fall, on, { blackout: true, redFlags })
    expect(await flagsOf()).toMatchObject([{ kind: 'redFlag', category: 'blackout', source: 'fall' }])
    const tasks = await service.db.owner.query(
      `select from open_task where pathway_id = $1 and kind = 'redFlag'`,
      [on.pathwayId],
    )
    expect(tasks.rowCount).toBe(1)
  })
})

it('neither a note nor a fall moves anybody to another list, or begins a wait again', async () => {
  const on = await aGround(service, clinician)
  const { stage } = await viewOf(on)
  for (const contactType of ['call', 'visit']) {
    const { id } = await aRecord(service, clinician, note, on, { contactType, contactDate: today() })
    await aRecord(service, clinician, note, on, addition(id, { contactType, contactDate: today() }))
  }
  await aRecord(service, clinician, fall, on, { fallDate: today(), injury: 'fracture' })
  expect((await viewOf(on)).stage).toEqual(stage)
})
