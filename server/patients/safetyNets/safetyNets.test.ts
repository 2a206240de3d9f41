import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { deleteCapacity, saveCapacity } from '../../../contract/patients/flags/capacity.ts'
import type { FlagChip } from '../../../contract/patients/flags/chips.ts'
import { deleteContact, saveContact } from '../../../contract/patients/flags/contact.ts'
import { endFlag, flagHistory, reviewFlag, saveFlag } from '../../../contract/patients/flags/flag.ts'
import { flagKindNames, flagKindOf, type FlagKindName } from '../../../contract/patients/flags/flagKinds.ts'
import { redFlagSigns } from '../../../contract/reference/redFlagSigns.ts'
import { getSafetyNets, type SafetyNets } from '../../../contract/patients/flags/safetyNets.ts'
import type { WorkListRow } from '../../../contract/pathways/worklists/listColumns.ts'
import { listChoices } from '../../../contract/pathways/worklists/listFilters.ts'
import { cancelReferral, getPathway, savePathway } from '../../../contract/pathways/referral/pathway.ts'
import { getPatient, savePatient } from '../../../contract/patients/patient.ts'
import {
  searchDemographics,
  searchExternal,
  type PatientRow,
} from '../../../contract/patients/search/search.ts'
import { tasksOfPathway, type Task } from '../../../contract/pathways/task.ts'
import { searchWorkList, workLists } from '../../../contract/pathways/worklists/workList.ts'
import { withFlags } from '../flags/read.ts'
import { aPathway, aPatient, patientInputOf, type Saved } from '../../testing/world/factories.ts'
import { capacityOf, contactOf, redFlagOf } from '../../testing/known/knownSafetyNets.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aSharedPatient } from '../../testing/process/shared.ts'
import type { TestUser } from '../../testing/world/users.ts'

let service: TestService
let clerk: TestUser

beforeAll(async () => {
  service = await testService()
  clerk = await service.as('Admissions')
})
afterAll(() => service.close())

/** A complete flag of this kind. */
const flagOf = (kind: FlagKindName, patientId: number) => ({
  id: 0,
  patientId,
  kind,
  category: flagKindOf(kind).category?.choices[0]?.code ?? null,
  detail: 'Polish',
  reviewDate: addDays(today(), 30),
  ...(kind === 'redFlag' && { action: 'emergency' as const }),
})
const chipsOfPatient = async (id: number, user = clerk): Promise<string[]> => {
  const { flags } = (await service.ask(getPatient, { id }, user)).body as { flags: FlagChip[] }
  return flags.map(({ text, late }) => (late === null ? text : `${text}, ${late}`))
}
const nets = async (patientId: number): Promise<SafetyNets> =>
  (await service.ask(getSafetyNets, { patientId }, clerk)).body as SafetyNets
/** Moves the review date of a flag into the past, as time would. */
const letItPass = (id: number) =>
  service.db.owner.query('update patient_flag set review_date = $2 where id = $1', [id, addDays(today(), -9)])

describe('a flag', () => {
  it('is on the patient, the pathway, a row found and wherever withFlags is asked, in the same words', async () => {
    const { id: pathwayId, patientId } = await aPathway(service, clerk)
    for (const kind of flagKindNames)
      expect(await service.ask(saveFlag, flagOf(kind, patientId), clerk)).toMatchObject({ status: 200 })
    const chips = await chipsOfPatient(patientId)
    expect(chips).toEqual([
      'Red flag: blackout',
      'Safeguarding',
      'Consent refused: this service, Polish',
      'Home-visit risk',
      'Interpreter: Polish',
      'Reasonable adjustment: communication',
      'Preferred format: large print',
    ])
    const texts = (flags: readonly FlagChip[] | undefined) => flags?.map(({ text }) => text)
    const page = (await service.ask(getPathway, { id: pathwayId }, clerk)).body as { flags: FlagChip[] }
    expect(texts(page.flags)).toEqual(chips)
    const { familyName } = (await service.ask(getPatient, { id: patientId }, clerk)).body as {
      familyName: string
    }
    const found = (await service.ask(searchDemographics, { familyName }, clerk)).body as PatientRow[]
    expect(texts(found.find((row) => row.patientId === patientId)?.flags)).toEqual(chips)
    const [listed, unknown] = await withFlags(service.db.sql, [{ patientId }, { patientId: 999_999 }], clerk)
    expect([texts(listed?.flags), unknown?.flags]).toEqual([chips, []])
  })

  it('says when its review day is past, until somebody reviews it', async () => {
    const { id: patientId } = await aPatient(service, clerk)
    const { id } = (await service.ask(saveFlag, flagOf('homeVisitRisk', patientId), clerk)).body as Saved
    await letItPass(id)
    expect(await chipsOfPatient(patientId)).toEqual([
      `Home-visit risk, review was due ${formatDate(addDays(today(), -9))}`,
    ])
    const past = { id, version: 1, reviewDate: addDays(today(), -1) }
    expect(await service.ask(reviewFlag, past, clerk)).toMatchObject({
      status: 400,
      body: { reviewDate: 'Choose today or a later day' },
    })
    const ahead = { id, version: 1, reviewDate: addDays(today(), 60) }
    expect((await service.ask(reviewFlag, ahead, clerk)).status).toBe(200)
    expect(await chipsOfPatient(patientId)).toEqual(['Home-visit risk'])
    expect((await nets(patientId)).flags[0]).toMatchObject({ reviewDate: ahead.reviewDate, endedAt: null })
    expect((await nets(patientId)).flags[0]?.reviewedBy).not.toBeNull()
  })

  it('ends with a word, stays listed, and is not changed any more', async () => {
    const { id: patientId } = await aPatient(service, clerk)
    const flag = flagOf('safeguarding', patientId)
    const saved = (await service.ask(saveFlag, flag, clerk)).body as Saved
    const silent = await service.ask(endFlag, { ...saved, endedNote: ' ' }, clerk)
    expect(silent).toMatchObject({ status: 400, body: { endedNote: 'Say why the flag ends' } })
    const ended = await service.ask(endFlag, { ...saved, endedNote: 'Enquiry closed' }, clerk)
    expect(ended).toMatchObject({ status: 200, body: { version: 2 } })
    expect(await chipsOfPatient(patientId)).toEqual([])
    expect((await nets(patientId)).flags).toMatchObject([{ id: saved.id, endedNote: 'Enquiry closed' }])
    const changed = await service.ask(saveFlag, { ...flag, id: saved.id, version: 2 }, clerk)
    expect(changed.status).toBe(409)
    const again = await service.ask(endFlag, { id: saved.id, version: 2, endedNote: 'Twice' }, clerk)
    expect(again).toMatchObject({ status: 200, body: { version: 2 } })
  })

  it('has a history in the words of its form', async () => {
    const { id: patientId } = await aPatient(service, clerk)
    const flag = flagOf('interpreter', patientId)
    const saved = (await service.ask(saveFlag, flag, clerk)).body as Saved
    await service.ask(saveFlag, { ...flag, ...saved, detail: 'Welsh' }, clerk)
    expect((await service.ask(flagHistory, { id: saved.id }, clerk)).body).toMatchObject([
      { what: 'recorded' },
      { what: 'changed', fields: [{ name: 'Language', before: 'Polish', after: 'Welsh' }] },
    ])
  })

  it('that somebody else changed meanwhile is told of in the words of its form', async () => {
    const { id: patientId } = await aPatient(service, clerk)
    const flag = flagOf('redFlag', patientId)
    const saved = (await service.ask(saveFlag, flag, clerk)).body as Saved
    const changed = { ...flag, ...saved, detail: 'Found on the stairs', reviewDate: addDays(today(), 2) }
    await service.ask(saveFlag, changed, clerk)
    const late = await service.ask(saveFlag, { ...flag, ...saved, category: 'headInjury' }, clerk)
    expect(late).toMatchObject({
      status: 409,
      body: { conflict: { changes: [{ fields: ['What was found', 'To be dealt with by'] }] } },
    })
  })

  it.each<[string, object, object]>([
    ['a kind that there is not', { kind: 'allergy' }, { kind: 'Choose the flag' }],
    ['no review day', { reviewDate: '' }, { reviewDate: 'Review Date required' }],
    ['a review day in the past', { reviewDate: '2026-01-05' }, { reviewDate: 'Choose today or a later day' }],
    ['a red flag without its sign', { category: null }, { category: 'Choose the sign' }],
    ['a sign that there is not', { category: 'largePrint' }, { category: 'Choose from the list' }],
    ['a red flag without what was done', { action: null }, { action: 'Say what was done' }],
    [
      'an interpreter without a language',
      { kind: 'interpreter', category: null, action: null, detail: '' },
      { detail: 'Language required' },
    ],
    [
      'consent refused to nothing',
      { kind: 'consentRefused', category: null, action: null, detail: null },
      { detail: 'Say what was refused' },
    ],
    [
      'an adjustment without a category',
      { kind: 'reasonableAdjustment', category: '', action: null },
      { category: 'Choose a category' },
    ],
    [
      'an action without a red flag',
      { kind: 'safeguarding', category: null },
      { action: 'Only a red flag says what was done' },
    ],
  ])('is refused with %s', async (_, wrong, message) => {
    const { id: patientId } = await aPatient(service, clerk)
    const refused = await service.ask(saveFlag, { ...flagOf('redFlag', patientId), ...wrong }, clerk)
    expect(refused).toMatchObject({ status: 400, body: message })
    expect(await chipsOfPatient(patientId)).toEqual([])
  })

  it('stays what it is, and with its patient', async () => {
    const [mine, theirs] = [await aPatient(service, clerk), await aPatient(service, clerk)]
    const saved = (await service.ask(saveFlag, flagOf('safeguarding', mine.id), clerk)).body as Saved
    const other = await service.ask(saveFlag, { ...flagOf('homeVisitRisk', mine.id), ...saved }, clerk)
    expect(other).toMatchObject({ status: 400, body: { kind: expect.stringContaining('cannot be changed') } })
    const moved = await service.ask(saveFlag, { ...flagOf('safeguarding', theirs.id), ...saved }, clerk)
    expect(moved.status).toBe(409)
    const ended = await service.ask(endFlag, { ...saved, patientId: theirs.id, endedNote: 'Gone' }, clerk)
    expect(ended.status).toBe(409)
  })

  it('of one sign is open once: two people who raise it at once make one', async () => {
    const { id: patientId } = await aPatient(service, clerk)
    const colleague = await service.as('Clinician')
    const replies = await Promise.all([
      service.ask(saveFlag, redFlagOf(patientId), clerk),
      service.ask(saveFlag, redFlagOf(patientId), colleague),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('takes each of the eight signs, and another', async () => {
    const { id: patientId } = await aPatient(service, clerk)
    for (const { code } of redFlagSigns)
      expect(await service.ask(saveFlag, { ...redFlagOf(patientId), category: code }, clerk)).toMatchObject({
        status: 200,
      })
    expect(redFlagSigns).toHaveLength(9)
    expect((await nets(patientId)).flags).toHaveLength(9)
  })
})

describe('a work list', () => {
  it('has the chips of each patient, and is narrowed by one kind of them', async () => {
    const [polish, risky, refused, none] = [
      await aPathway(service, clerk),
      await aPathway(service, clerk),
      await aPathway(service, clerk),
      await aPathway(service, clerk),
    ]
    await service.ask(saveFlag, flagOf('interpreter', polish.patientId), clerk)
    for (const { patientId } of [polish, risky])
      await service.ask(saveFlag, flagOf('homeVisitRisk', patientId), clerk)
    const over = (await service.ask(saveFlag, flagOf('interpreter', none.patientId), clerk)).body as Saved
    await service.ask(endFlag, { ...over, endedNote: 'Speaks English' }, clerk)
    await service.db.owner.query(`update patient set time_consent_refused = '09:30' where id = $1`, [
      refused.patientId,
    ])
    const mine = [polish, risky, refused, none].map(({ id }) => id)
    const listed = async (flag?: string) =>
      (
        (await service.ask(searchWorkList, { stage: 'awaitingAssessment', flag }, clerk))
          .body as WorkListRow[]
      ).filter(({ pathwayId }) => mine.includes(pathwayId))
    const who = async (flag: string) => (await listed(flag)).map(({ pathwayId }) => pathwayId)
    const all = new Map((await listed()).map(({ pathwayId, flags = [] }) => [pathwayId, flags]))
    expect(mine.map((id) => all.get(id)?.map(({ text }) => text))).toEqual([
      ['Home-visit risk', 'Interpreter: Polish'],
      ['Home-visit risk'],
      ['Consent refused: 09:30'],
      [],
    ])
    expect(await who('Interpreter')).toEqual([polish.id])
    expect((await who('Home-visit risk')).sort()).toEqual([polish.id, risky.id].sort())
    expect(await who('Consent refused')).toEqual([refused.id])
    expect(await who('Nothing of the kind')).toEqual([])
    const { body } = await service.ask(listChoices, { stage: 'awaitingAssessment' }, clerk)
    expect((body as { flag: string[] }).flag).toEqual(
      expect.arrayContaining(['Consent refused', 'Home-visit risk', 'Interpreter']),
    )
    const reply = await service.ask(workLists.awaitingAssessment, { flag: 'Interpreter' }, clerk)
    const inAddress = (reply.body as WorkListRow[]).map(({ pathwayId }) => pathwayId)
    expect(inAddress.filter((id) => mine.includes(id))).toEqual([polish.id])
  })
})

describe('people outside the service (PR-4)', () => {
  it('see what the person needs, never red flags, safeguarding, risk or another patient, nor what staff typed', async () => {
    const { details, pathwayId } = await aSharedPatient(service, clerk)
    const external = await service.as('External')
    await service.ask(searchExternal, details, external)
    const { patient } = (await service.ask(getPathway, { id: pathwayId }, clerk)).body as {
      patient: { id: number; genderId: number }
    }
    for (const kind of flagKindNames) await service.ask(saveFlag, flagOf(kind, patient.id), clerk)
    await aPatient(service, clerk, {
      familyName: details.familyName,
      firstName: 'Edna',
      dateOfBirth: addDays(details.dateOfBirth, 40),
    })
    const seen = [
      'Consent refused: this service',
      'Interpreter: Polish',
      'Reasonable adjustment: communication',
      'Preferred format: large print',
    ]
    expect(await chipsOfPatient(patient.id, external)).toEqual(seen)
    const page = (await service.ask(getPathway, { id: pathwayId }, external)).body as { flags: FlagChip[] }
    expect(page.flags.map(({ text }) => text)).toEqual(seen)
    expect((await service.ask(getSafetyNets, { patientId: patient.id }, external)).status).toBe(403)
  })

  it('are kept from the other kinds by the database itself', async () => {
    const { id: patientId } = await aPatient(service, clerk)
    for (const kind of flagKindNames) await service.ask(saveFlag, flagOf(kind, patientId), clerk)
    const client = await service.db.owner.connect()
    try {
      await client.query('begin; set local role surefoot_reader')
      const { rows } = await client.query<{ kind: FlagKindName }>(
        'select kind from patient_flag where patient_id = $1',
        [patientId],
      )
      expect(rows.map(({ kind }) => kind).sort()).toEqual(
        flagKindNames.filter((kind) => flagKindOf(kind).isShared).sort(),
      )
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('derived chips (CS-1)', () => {
  it('follow the consent screen', async () => {
    const input = await patientInputOf(service)
    const { id } = await aPatient(service, clerk, input)
    await service.ask(
      savePatient,
      { ...input, id, version: 1, consentRefusedDate: '2026-03-03', timeConsentRefused: '14:30' },
      clerk,
    )
    expect(await chipsOfPatient(id)).toEqual(['Consent refused: 03-Mar-2026 14:30'])
    await service.ask(
      savePatient,
      { ...input, id, version: 2, consentRefusedDate: null, timeConsentRefused: null },
      clerk,
    )
    expect(await chipsOfPatient(id)).toEqual([])
  })

  it.each<[string, object, boolean]>([
    ['the same name, born years apart', { firstName: 'Edna', dateOfBirth: '1950-05-05' }, true],
    ['the same name in other letters', { firstName: 'ÉDNA', dateOfBirth: '1950-05-05' }, true],
    ['the same name, not known when born', { firstName: 'Edna', dateOfBirth: null }, true],
    ['the initial, born within a year', { firstName: 'Edith', dateOfBirth: '1932-01-01' }, true],
    ['the initial, born later', { firstName: 'Edith', dateOfBirth: '1932-08-01' }, false],
    ['another initial, born the same day', { firstName: 'Maud', dateOfBirth: '1931-07-14' }, false],
  ])('say a similar name of another patient with %s', async (what, other, isSimilar) => {
    const familyName = `Like ${what.replaceAll(/[^a-z]/gi, '').slice(0, 24)}`
    const notDuplicateOf: number[] = []
    const { id } = await aPatient(service, clerk, {
      familyName,
      firstName: 'Edna',
      dateOfBirth: '1931-07-14',
    })
    expect(await chipsOfPatient(id)).toEqual([])
    notDuplicateOf.push(id)
    const { id: alike } = await aPatient(service, clerk, { familyName, ...other, notDuplicateOf })
    expect(await chipsOfPatient(id)).toEqual(isSimilar ? ['Similar name'] : [])
    expect(await chipsOfPatient(alike)).toEqual(isSimilar ? ['Similar name'] : [])
    expect((await nets(id)).similarNames.map((each) => each.id)).toEqual(isSimilar ? [alike] : [])
    await service.db.owner.query('update patient set is_active = false where id = $1', [alike])
    expect(await chipsOfPatient(id)).toEqual([])
  })
})

describe('an open red flag', () => {
  it('is asked about when the referral is closed, by a screen that asks', async () => {
    const lead = await service.as('Team Lead')
    const { id, patientId, version } = await aPathway(service, clerk)
    await service.ask(saveFlag, redFlagOf(patientId), clerk)
    const discharge = { id, patientId, version, dischargeDate: today() }
    const asked = await service.ask(savePathway, { ...discharge, openPlansConfirmed: false }, lead)
    expect(asked).toMatchObject({
      status: 400,
      body: {
        openPlansConfirmed: expect.stringContaining(
          `The red flag “blackout” is open, to be dealt with by ${formatDate(addDays(today(), 1))}.`,
        ),
      },
    })
    const cancelled = { id, version, cancelReferralDate: today() }
    const alsoAsked = await service.ask(cancelReferral, { ...cancelled, openPlansConfirmed: false }, lead)
    expect(alsoAsked).toMatchObject({
      status: 400,
      body: { openPlansConfirmed: expect.stringContaining('red flag') },
    })
    expect((await service.ask(savePathway, discharge, lead)).status).toBe(200)
  })
})

describe('an assessment of capacity', () => {
  it('is recorded, changed and deleted, and needs who, what and on what basis', async () => {
    const { id: patientId } = await aPatient(service, clerk)
    const saved = (await service.ask(saveCapacity, capacityOf(patientId), clerk)).body as Saved
    const { id: _new, patientId: _of, ...fields } = capacityOf(patientId)
    expect((await nets(patientId)).capacity).toMatchObject([{ ...saved, ...fields }])
    await service.ask(saveCapacity, { ...capacityOf(patientId), ...saved, isAble: 'yes' }, clerk)
    expect((await nets(patientId)).capacity).toMatchObject([{ isAble: true, version: 2 }])
    const blank = { id: 0, patientId, decision: '', isAble: '', assessedDate: '', assessor: '', basis: '' }
    expect(await service.ask(saveCapacity, blank as never, clerk)).toMatchObject({
      status: 400,
      body: {
        decision: 'Say which decision',
        isAble: 'Say whether the person is able to decide',
        assessedDate: 'Date Assessed required',
        assessor: 'Assessor required',
        basis: 'Say what this rests on',
      },
    })
    expect((await service.ask(deleteCapacity, { id: saved.id, version: 2 }, clerk)).status).toBe(200)
    expect((await nets(patientId)).capacity).toEqual([])
  })
})

describe('contacts', () => {
  it('are several; the preferred one stands first', async () => {
    const { id: patientId } = await aPatient(service, clerk)
    const second = { ...contactOf(patientId), name: 'Daniel Ashworth', isEmergency: true }
    const { id } = (await service.ask(saveContact, second, clerk)).body as Saved
    await service.ask(saveContact, { ...contactOf(patientId), isPreferred: true }, clerk)
    await service.ask(
      saveContact,
      { id: 0, patientId, name: 'Warden', role: 'Warden', mayLeaveMessage: '' },
      clerk,
    )
    expect((await nets(patientId)).contacts).toMatchObject([
      { name: 'Ruth Marlowe', isPreferred: true, mayLeaveMessage: false },
      { name: 'Daniel Ashworth', isEmergency: true },
      { name: 'Warden', isPreferred: false, isEmergency: false, mayLeaveMessage: null },
    ])
    expect((await service.ask(deleteContact, { id, version: 1 }, clerk)).status).toBe(200)
    expect((await nets(patientId)).contacts).toHaveLength(2)
  })
})

describe('a red flag and its task', () => {
  const openTasks = async (pathwayId: number) =>
    ((await service.ask(tasksOfPathway, { pathwayId }, clerk)).body as Task[])
      .filter(({ closedAt }) => closedAt === null)
      .map(({ kind, dueDate }) => `${kind} ${dueDate}`)

  it('opens with the save, moves with a review and closes with the end, on each open referral', async () => {
    const { id: pathwayId, patientId } = await aPathway(service, clerk, { referralDate: today() })
    const saved = (await service.ask(saveFlag, redFlagOf(patientId), clerk)).body as Saved
    expect(await openTasks(pathwayId)).toEqual([`redFlag ${addDays(today(), 1)}`])
    const later = { ...saved, reviewDate: addDays(today(), 4) }
    const reviewed = (await service.ask(reviewFlag, later, clerk)).body as Saved
    expect(await openTasks(pathwayId)).toEqual([`redFlag ${addDays(today(), 4)}`])
    expect((await service.ask(endFlag, { ...reviewed, endedNote: 'Seen by the GP' }, clerk)).status).toBe(200)
    expect(await openTasks(pathwayId)).toEqual([])
  })

  it('that nobody answered ends only with what was done', async () => {
    const { patientId } = await aPathway(service, clerk)
    const { rows } = await service.db.owner.query<{ id: number }>(
      `insert into patient_flag (patient_id, kind, category, review_date, source)
       values ($1, 'redFlag', 'longLie', $2, 'followup') returning id::integer`,
      [patientId, today()],
    )
    const end = { id: rows[0]?.id ?? 0, version: 1, endedNote: 'She is fine' }
    expect(await service.ask(endFlag, end, clerk)).toMatchObject({
      status: 400,
      body: { action: 'Say what was done' },
    })
    expect((await service.ask(endFlag, { ...end, action: 'sameDayGp' }, clerk)).status).toBe(200)
    expect((await nets(patientId)).flags).toMatchObject([{ action: 'sameDayGp', endedNote: 'She is fine' }])
    const other = (await service.ask(saveFlag, flagOf('homeVisitRisk', patientId), clerk)).body as Saved
    expect(
      await service.ask(endFlag, { ...other, endedNote: 'Dog gone', action: 'clinic' }, clerk),
    ).toMatchObject({
      status: 400,
      body: { action: 'Only a red flag says what was done' },
    })
  })

  it('is ended by those who may write clinical records, not only by who set it', async () => {
    const narrow = await testService({ admissionsWriteClinical: false })
    const desk = await narrow.as('Admissions')
    const clinician = await narrow.as('Clinician')
    const { id: patientId } = await aPatient(narrow, desk)
    const saved = (await narrow.ask(saveFlag, redFlagOf(patientId), desk)).body as Saved
    const risk = (await narrow.ask(saveFlag, flagOf('homeVisitRisk', patientId), desk)).body as Saved
    const end = { ...saved, endedNote: 'Seen by the GP' }
    expect((await narrow.ask(endFlag, end, desk)).status).toBe(403)
    expect((await narrow.ask(endFlag, { ...risk, endedNote: 'Dog gone' }, desk)).status).toBe(200)
    expect((await narrow.ask(endFlag, end, clinician)).status).toBe(200)
    await narrow.close()
  })
})
