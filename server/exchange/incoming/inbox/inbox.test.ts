import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  acceptIncoming,
  askForMore,
  countIncoming,
  declineIncoming,
  getIncoming,
  incomingLetter,
  listIncoming,
  printIncomingLetter,
  recordAnswer,
  reopenIncoming,
  type IncomingRow,
  type IncomingView,
} from '../../../../contract/exchange/incoming/incomingReferral.ts'
import type { Source } from '../../../../contract/exchange/incoming/source.ts'
import type { InputOf } from '../../../../contract/platform/calls/endpoint.ts'
import { addDays, today } from '../../../../contract/platform/dates/dates.ts'
import { instantAt } from '../../../../contract/platform/dates/wallTime.ts'
import { formatDate } from '../../../../contract/platform/words/format.ts'
import { getSafetyNets, type SafetyNets } from '../../../../contract/patients/flags/safetyNets.ts'
import { getPathway, type PathwayView } from '../../../../contract/pathways/referral/pathway.ts'
import { workLists } from '../../../../contract/pathways/worklists/workList.ts'
import { pdfText } from '../../../testing/reading/pdfText.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import { aPathway, aPatient, firstOf, type Saved } from '../../../testing/world/factories.ts'
import type { TestUser } from '../../../testing/world/users.ts'
import { purgeIncoming } from './purge.ts'
import { anIncoming, toldOf } from '../../testing/incomingWorld.ts'

let service: TestService
let admissions: TestUser
let reason: number
beforeAll(async () => {
  service = await testService()
  admissions = await service.as('Admissions')
  reason = await firstOf(service, 'declined_referral')
})
afterAll(() => service.close())

const view = async (id: number): Promise<IncomingView> =>
  (await service.ask(getIncoming, { id }, admissions)).body as IncomingView
const listed = async (shown: 'undecided' | 'decided' = 'undecided'): Promise<IncomingRow[]> =>
  ((await service.ask(listIncoming, { shown }, admissions)).body as { rows: IncomingRow[] }).rows
const counted = async () =>
  (await service.ask(countIncoming, {}, admissions)).body as { undecided: number; late: number }
const onList = async (patientId: number): Promise<boolean> =>
  ((await service.ask(workLists.awaitingAssessment, {}, admissions)).body as { patientId: number }[]).some(
    (row) => row.patientId === patientId,
  )
const decline = (id: number, more: object = {}) =>
  service.ask(declineIncoming, { id, version: 1, declinedReferralId: reason, ...more }, admissions)

/** What the form sends when nothing is changed in it. */
const acceptInput = async (
  { id, version, told, suggested }: IncomingView,
  more: Partial<InputOf<typeof acceptIncoming>> = {},
): Promise<InputOf<typeof acceptIncoming>> => {
  const person = told?.person
  return {
    ...{ id, version },
    patient: {
      id: 0,
      familyName: person?.familyName ?? '',
      firstName: person?.firstName ?? '',
      dateOfBirth: person?.dateOfBirth ?? '',
      nhsNumber: person?.nhsNumber ?? '',
      genderId: suggested.genderId ?? 0,
      addressLine1: person?.addressLine1 ?? '',
      postcode: person?.postcode ?? '',
      phoneHome: person?.telephone ?? '',
    },
    referral: {
      referralDate: today(),
      referrerId: suggested.referrerId ?? (await firstOf(service, 'referrer')),
      referralMethodId: suggested.referralMethodId ?? (await firstOf(service, 'method')),
    },
    ...more,
  }
}

describe('a referral in the inbox', () => {
  it('is no patient, and on no list, until it is accepted', async () => {
    const count = async (table: 'patient' | 'pathway' | 'work_list') =>
      Number(
        (
          await service.db.sql
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('rows'))
            .executeTakeFirstOrThrow()
        ).rows,
      )
    const all = async () => [await count('patient'), await count('pathway'), await count('work_list')]
    const before = await all()
    const { id } = await anIncoming(service)
    expect(await all()).toEqual(before)
    expect((await listed()).map((row) => row.id)).toContain(id)
  })

  it('is shown with source, sender, due day, red flags and what NG249 says', async () => {
    const receivedAt = instantAt('2026-11-27', '16:30') // A Friday.
    const told = toldOf({
      answers: { couldNotGetUp: 'yes' },
      rest: { redFlags: ['longLie'], urgency: 'urgent' },
    })
    const { id, reference } = await anIncoming(service, { receivedAt, told })
    expect(reference).toMatch(/^[A-Z3-9]{4}-[A-Z3-9]{4}$/)
    expect(await view(id)).toMatchObject({
      reference,
      source: 'relative',
      state: 'waiting',
      decideBy: '2026-12-01',
      due: '2026-12-01',
      sender: 'Carol Tranter, Daughter',
      isUrgent: true,
      redFlags: ['longLie'],
      eligibility: 'comprehensive',
      eligibilityReasons: ['two or more falls in the last year', 'could not get up without help'],
      told: { person: { familyName: told.person.familyName }, reason: told.reason },
      matches: 0,
      likelyMatches: [],
    })
  })

  it('is stored once, however often its message comes', async () => {
    const messageId = 'message-1'
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map(() => anIncoming(service, { messageId, source: 'bars' })),
    )
    expect(new Set(replies.map(({ reference }) => reference)).size).toBe(1)
    expect(replies.filter(({ isNew }) => isNew)).toHaveLength(1)
    // The same id from another source is another message.
    expect((await anIncoming(service, { messageId, source: 'ers' })).isNew).toBe(true)
  })

  it('is late after the second working day, and once the sender was to be asked again', async () => {
    const before = await counted()
    const receivedAt = instantAt(addDays(today(), -7), '09:00')
    const { id } = await anIncoming(service, { receivedAt })
    expect(await counted()).toMatchObject({ undecided: before.undecided + 1, late: before.late + 1 })
    expect(await view(id)).toMatchObject({ isLate: true })
    const chaseDate = addDays(today(), 3)
    const asked = await service.ask(
      askForMore,
      { id, version: 1, askedWhat: 'Which practice?', chaseDate },
      admissions,
    )
    expect(asked.status).toBe(200)
    expect(await view(id)).toMatchObject({
      state: 'asked',
      due: chaseDate,
      isLate: false,
      askedWhat: 'Which practice?',
    })
    const { version } = asked.body as Saved
    await service.ask(recordAnswer, { id, version, answer: 'Willow Lane' }, admissions)
    expect(await view(id)).toMatchObject({ state: 'waiting', isLate: true, answer: 'Willow Lane' })
  })

  it.each([
    ['Clinician', 200],
    ['Team Lead', 200],
    ['External', 403],
    ['System Administrator', 403],
    ['Information Governance', 403],
  ] as const)('%s who reads it gets %d', async (profile, status) => {
    const { id } = await anIncoming(service)
    const user = await service.as(profile)
    expect((await service.ask(getIncoming, { id }, user)).status).toBe(status)
    expect((await service.ask(listIncoming, {}, user)).status).toBe(status)
  })
})

describe('likely matches', () => {
  it('come from the rules of registering, the same NHS number first', async () => {
    const told = toldOf()
    const { familyName, nhsNumber } = told.person
    const same = await aPatient(service, admissions, { familyName: 'Quiller', nhsNumber: nhsNumber ?? '' })
    const alike = await aPathway(service, admissions, {
      patientId: (
        await aPatient(service, admissions, {
          familyName,
          firstName: 'Win',
          dateOfBirth: told.person.dateOfBirth ?? '',
        })
      ).id,
    })
    const { id } = await anIncoming(service, { told })
    const shown = await view(id)
    expect(shown.likelyMatches).toMatchObject([
      { id: same.id, reasons: expect.arrayContaining(['Same NHS number']), openReferrals: 0 },
      { id: alike.patientId, openReferrals: 1, isDeceased: false },
    ])
    expect((await listed()).find((row) => row.id === id)?.matches).toBe(2)
  })
})

describe('accepting', () => {
  it('registers the person and refers them in one step, waiting since the day it came in', async () => {
    const receivedAt = instantAt(addDays(today(), -4), '11:00')
    const { id } = await anIncoming(service, {
      receivedAt,
      told: toldOf({ rest: { redFlags: ['blackout', 'longLie'] } }),
    })
    const shown = await view(id)
    const referralDate = addDays(today(), -4)
    const input = await acceptInput(shown)
    const reply = await service.ask(
      acceptIncoming,
      { ...input, referral: { ...input.referral, referralDate } },
      admissions,
    )
    expect(reply.status).toBe(200)
    const { patientId, pathwayId } = reply.body as { patientId: number; pathwayId: number }
    const { pathway, patient, stage } = (await service.ask(getPathway, { id: pathwayId }, admissions))
      .body as PathwayView
    expect(pathway).toMatchObject({ referralDate, receivedDate: referralDate })
    expect(patient).toMatchObject({
      familyName: shown.familyName,
      nhsNumber: shown.nhsNumber,
      names: { gender: 'Female' },
    })
    expect(stage).toMatchObject({ stage: 'awaitingAssessment', since: referralDate })
    expect(await onList(patientId)).toBe(true)
    const { flags } = (await service.ask(getSafetyNets, { patientId }, admissions)).body as SafetyNets
    expect(flags.map(({ category, action, source }) => [category, action, source]).sort()).toEqual([
      ['blackout', null, 'incoming'],
      ['longLie', null, 'incoming'],
    ])
    expect(await view(id)).toMatchObject({
      state: 'accepted',
      patientId,
      pathwayId,
      due: null,
      matches: null,
    })
    expect((await listed()).map((row) => row.id)).not.toContain(id)
  })

  it('adds only the referral if the person is registered', async () => {
    const told = toldOf()
    const { id: patientId } = await aPatient(service, admissions, { nhsNumber: told.person.nhsNumber ?? '' })
    const { id } = await anIncoming(service, { told })
    const { patient: _, ...input } = await acceptInput(await view(id))
    expect((await service.ask(acceptIncoming, { ...input, patientId }, admissions)).status).toBe(200)
    expect(await onList(patientId)).toBe(true)
  })

  it('keeps the UBRN of the referral, which no second open referral may have', async () => {
    const ubrn = '000070009001'
    const { id } = await anIncoming(service, { source: 'ers', told: toldOf({ rest: { ubrn } }) })
    const input = await acceptInput(await view(id))
    // What is typed does not replace what e-RS said.
    const typed = { ...input, referral: { ...input.referral, ubrn: '999988887777' } }
    const { status, body } = await service.ask(acceptIncoming, typed, admissions)
    expect(status).toBe(200)
    const { pathwayId } = body as { pathwayId: number }
    const shown = (await service.ask(getPathway, { id: pathwayId }, admissions)).body as PathwayView
    expect(shown.pathway.ubrn).toBe(ubrn)
    const again = await anIncoming(service, { source: 'ers', told: toldOf({ rest: { ubrn } }) })
    expect(
      await service.ask(acceptIncoming, await acceptInput(await view(again.id)), admissions),
    ).toMatchObject({
      status: 400,
      body: { 'referral.ubrn': expect.stringContaining('Another open referral has this UBRN.') },
    })
    expect(await view(again.id)).toMatchObject({ state: 'waiting' })
  })

  it('asks if the patient has another NHS number than was sent', async () => {
    const { id: patientId } = await aPatient(service, admissions)
    const { id } = await anIncoming(service)
    const { patient: _, ...input } = await acceptInput(await view(id))
    expect(await service.ask(acceptIncoming, { ...input, patientId }, admissions)).toMatchObject({
      status: 400,
      body: { otherNumberConfirmed: expect.stringContaining('another NHS number than was sent') },
    })
    const sure = { ...input, patientId, otherNumberConfirmed: true }
    expect((await service.ask(acceptIncoming, sure, admissions)).status).toBe(200)
  })

  it('saves nothing if any of it is refused', async () => {
    const told = toldOf()
    const { id: patientId } = await aPatient(service, admissions, { nhsNumber: told.person.nhsNumber ?? '' })
    const { id } = await anIncoming(service, { told })
    const input = await acceptInput(await view(id))
    expect(await service.ask(acceptIncoming, input, admissions)).toMatchObject({
      status: 400,
      body: { 'patient.nhsNumber': expect.any(String) },
    })
    const early = { ...input, patientId, referral: { ...input.referral, referralDate: addDays(today(), 1) } }
    delete early.patient
    expect((await service.ask(acceptIncoming, early, admissions)).status).toBe(400)
    const neither = { ...input }
    delete neither.patient
    expect(await service.ask(acceptIncoming, neither, admissions)).toMatchObject({
      status: 400,
      body: { patientId: 'Choose the registered patient, or register a new one' },
    })
    expect(await onList(patientId)).toBe(false)
    expect(await view(id)).toMatchObject({ state: 'waiting', version: 1 })
  })

  it('asks about a likely duplicate, and about a second open referral', async () => {
    const told = toldOf()
    const { familyName, dateOfBirth } = told.person
    const { id: patientId } = await aPatient(service, admissions, {
      familyName,
      firstName: 'Winifred',
      dateOfBirth: dateOfBirth ?? '',
    })
    await aPathway(service, admissions, { patientId })
    const { id } = await anIncoming(service, { told })
    const input = await acceptInput(await view(id))
    expect(await service.ask(acceptIncoming, input, admissions)).toMatchObject({
      status: 409,
      body: { code: 'likely-duplicate', duplicates: [{ id: patientId }] },
    })
    const { patient: _, ...known } = input
    const sure = { ...known, patientId, otherNumberConfirmed: true }
    expect(await service.ask(acceptIncoming, sure, admissions)).toMatchObject({
      status: 400,
      body: { 'referral.secondReferral': expect.stringContaining('already has an open referral') },
    })
  })

  it('is done once, when two colleagues press at the same time', async () => {
    const { id } = await anIncoming(service)
    const input = await acceptInput(await view(id))
    const replies = await Promise.all([
      service.ask(acceptIncoming, input, admissions),
      service.ask(acceptIncoming, input, await service.as('Clinician')),
      decline(id),
    ])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(2)
  })

  it('offers again what was chosen last for the same kind of sender', async () => {
    const referrerId = (
      await service.db.sql
        .selectFrom('referrer')
        .select('id')
        .where('name', '=', 'Carer')
        .executeTakeFirstOrThrow()
    ).id
    const first = await anIncoming(service, { told: toldOf({ sender: { role: 'Niece' } }) })
    const shown = await view(first.id)
    expect(shown.suggested.referrerId).not.toBe(referrerId)
    const input = await acceptInput(shown)
    await service.ask(acceptIncoming, { ...input, referral: { ...input.referral, referrerId } }, admissions)
    const second = await anIncoming(service, { told: toldOf({ sender: { role: 'Niece' } }) })
    expect((await view(second.id)).suggested.referrerId).toBe(referrerId)
  })
})

describe('a sender that takes messages', () => {
  const answers = async (id: number) =>
    (
      await service.db.sql
        .selectFrom('sender_answer')
        .select(['kind', 'state', 'says'])
        .where('incoming_referral_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ kind, state, says }) => [kind, state, (says as { outcome: string }).outcome])

  it('is told of the decision in its transaction, and not of one that was undone before', async () => {
    const { id } = await anIncoming(service, { source: 'bars' })
    const { version } = (await decline(id)).body as Saved
    expect(await answers(id)).toEqual([['interim', 'waiting', 'declined']])
    expect((await view(id)).answers).toMatchObject([{ outcome: 'declined', state: 'waiting' }])
    await service.ask(reopenIncoming, { id, version }, admissions)
    expect(await answers(id)).toEqual([['interim', 'dropped', 'declined']])
    const input = await acceptInput(await view(id))
    expect((await service.ask(acceptIncoming, input, admissions)).status).toBe(200)
    expect(await answers(id)).toEqual([
      ['interim', 'dropped', 'declined'],
      ['interim', 'waiting', 'accepted'],
    ])
  })

  it('is nobody who used the form', async () => {
    const { id } = await anIncoming(service)
    await decline(id)
    expect(await answers(id)).toEqual([])
  })
})

describe('what was declined', () => {
  it('is removed 90 days after the decision, but for what a report counts', async () => {
    const { id } = await anIncoming(service)
    const { version, letterId } = (await decline(id, { declinedNote: 'Known to us' })).body as Saved & {
      letterId: number
    }
    const { id: kept } = await anIncoming(service)
    const days = (count: number) => service.time.now + count * 24 * 60 * 60_000
    await purgeIncoming(service.db.pool, days(89))
    expect((await view(id)).told).not.toBeNull()
    await purgeIncoming(service.db.pool, days(91))
    expect(await view(id)).toMatchObject({
      told: null,
      familyName: null,
      declinedNote: null,
      state: 'declined',
    })
    expect((await view(kept)).told).not.toBeNull()
    expect((await service.ask(incomingLetter, { id: letterId }, admissions)).status).toBe(404)
    expect(await service.ask(reopenIncoming, { id, version: version + 1 }, admissions)).toMatchObject({
      status: 409,
    })
    const { rows } = await service.db.owner.query(
      'select nhs_number, declined_referral_id from incoming_referral where id = $1',
      [id],
    )
    expect(rows).toEqual([{ nhs_number: null, declined_referral_id: reason }])
  })
})

describe('declining', () => {
  it('gives the reason, writes the letter and takes it off the list', async () => {
    const { id, reference } = await anIncoming(service, {
      source: 'professional',
      told: toldOf({ sender: { name: 'Dr Ana Bright', role: 'GP', organisation: 'Willow Lane Surgery' } }),
    })
    const { familyName } = await view(id)
    const reply = await decline(id, { declinedNote: 'Seen by us until last month.' })
    expect(reply.status).toBe(200)
    const { letterId } = reply.body as { letterId: number }
    const pdf = await service.ask(incomingLetter, { id: letterId }, admissions)
    const text = await pdfText(pdf.body as Buffer)
    for (const words of [
      'Dr Ana Bright',
      'Willow Lane Surgery',
      familyName ?? '',
      'Seen by us until last month',
      reference,
    ])
      expect(text).toContain(words.replaceAll(' ', ''))
    expect(await view(id)).toMatchObject({
      state: 'declined',
      declinedNote: 'Seen by us until last month.',
      hasLetterToPrint: true,
    })
    expect((await listed('decided'))[0]?.id).toBe(id)
    await service.ask(printIncomingLetter, { id: letterId, version: 1 }, admissions)
    expect(await view(id)).toMatchObject({ hasLetterToPrint: false })
  })

  it('asks for the reason', async () => {
    const { id } = await anIncoming(service)
    expect(await decline(id, { declinedReferralId: '' })).toMatchObject({
      status: 400,
      body: { declinedReferralId: 'Say why the referral is declined' },
    })
  })

  it('addresses the letter to the person if a relative or the person wrote', async () => {
    const { id } = await anIncoming(service)
    const { told } = await view(id)
    const { letterId } = (await decline(id)).body as { letterId: number }
    const pdf = await service.ask(incomingLetter, { id: letterId }, admissions)
    const text = await pdfText(pdf.body as Buffer)
    expect(text).toContain(told?.person.addressLine1?.replaceAll(' ', '') ?? 'no address')
    expect(text).toContain(`Dear${told?.person.firstName}`)
  })

  it.each<
    readonly [
      source: Source,
      consent: 'yes' | 'no' | 'bestInterests' | null,
      letterTo: string,
      outcome: string,
    ]
  >([
    ['relative', 'yes', '', 'a letter'],
    ['relative', 'yes', 'person', 'a letter'],
    ['relative', 'yes', 'none', 'no letter'],
    ['relative', 'no', '', 'The person may not know of the referral. Choose whether they get a letter'],
    ['relative', null, '', 'The person may not know of the referral. Choose whether they get a letter'],
    [
      'relative',
      'bestInterests',
      '',
      'The person may not know of the referral. Choose whether they get a letter',
    ],
    ['relative', 'no', 'person', 'a letter'],
    ['relative', 'no', 'none', 'no letter'],
    ['relative', 'no', 'sender', 'Choose from the list'],
    ['self', 'yes', '', 'a letter'],
    ['self', 'yes', 'none', 'Only a relative can be told without a letter'],
    ['professional', 'yes', 'none', 'Only a relative can be told without a letter'],
    ['professional', 'no', '', 'a letter'],
  ])('by %s, consent %s, and the choice %j: %s', async (source, consent, letterTo, outcome) => {
    const { id } = await anIncoming(service, { source, told: toldOf({ rest: { consent } }) })
    const { status, body } = (await decline(id, { letterTo })) as {
      status: number
      body: { letterId?: number | null; letterTo?: string }
    }
    if (status === 400) {
      expect(body.letterTo).toBe(outcome)
      return expect(await view(id)).toMatchObject({ state: 'waiting', letters: [] })
    }
    expect({ status, outcome: body.letterId === null ? 'no letter' : 'a letter' }).toEqual({
      status: 200,
      outcome,
    })
    expect((await view(id)).letters).toHaveLength(outcome === 'a letter' ? 1 : 0)
  })

  it('can be undone, with the letter that was not sent', async () => {
    const { id } = await anIncoming(service)
    const { version, letterId } = (await decline(id)).body as Saved & { letterId: number }
    expect((await service.ask(reopenIncoming, { id, version }, admissions)).status).toBe(200)
    expect(await view(id)).toMatchObject({ state: 'waiting', declinedReferralId: null, letters: [] })
    expect((await service.ask(incomingLetter, { id: letterId }, admissions)).status).toBe(404)
    expect(await decline(id, { version: version + 1 })).toMatchObject({ status: 200 })
  })

  it('is refused for what is decided already', async () => {
    const { id } = await anIncoming(service)
    const { version } = (await decline(id)).body as Saved
    expect(await decline(id, { version })).toMatchObject({
      status: 409,
      body: { message: `This referral was declined on ${formatDate(today())}. Nothing was saved.` },
    })
  })
})
