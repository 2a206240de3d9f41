import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  allLists,
  checkList,
  getList,
  listFaults,
  listTemplate,
  loadList,
  sendToTriage,
  startListUpload,
  type CaseFindingRow,
  type CaseFindingView,
  type ListReport,
} from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { listColumns } from '../../../contract/exchange/caseFinding/columns.ts'
import {
  askForMore,
  declineIncoming,
  getIncoming,
  incomingLetter,
  inviteIncoming,
  listIncoming,
  recordAnswer,
  reopenIncoming,
  type IncomingRow,
  type IncomingView,
} from '../../../contract/exchange/incoming/incomingReferral.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { formatLongDate } from '../../../contract/platform/words/format.ts'
import { pdfText } from '../../testing/reading/pdfText.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { aPathway, aPatient, firstOf } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { anIncoming, toldOf } from '../testing/incomingWorld.ts'
import {
  checked,
  csvOf,
  described,
  loaded,
  somebody,
  uploaded,
  type Listed,
} from '../testing/caseFindingWorld.ts'

let service: TestService
let admissions: TestUser
let reason: number
beforeAll(async () => {
  service = await testService()
  admissions = await service.as('Admissions')
  reason = await firstOf(service, 'declined_referral')
  await service.db.sql
    .updateTable('letterhead')
    .set({ telephone: '01632 960 100', service_name: 'Fernhill Falls Service' })
    .execute()
})
afterAll(() => service.close())

const listView = async (id: number): Promise<CaseFindingView> =>
  (await service.ask(getList, { id }, admissions)).body as CaseFindingView
const lists = async (): Promise<CaseFindingRow[]> =>
  ((await service.ask(allLists, {}, admissions)).body as { rows: CaseFindingRow[] }).rows
const send = (id: number, count: number, version?: number, user = admissions) =>
  service.ask(sendToTriage, { id, count, ...(version !== undefined && { version }) }, user)
const inbox = async (): Promise<IncomingRow[]> =>
  ((await service.ask(listIncoming, {}, admissions)).body as { rows: IncomingRow[] }).rows
const incoming = async (id: number): Promise<IncomingView> =>
  (await service.ask(getIncoming, { id }, admissions)).body as IncomingView
const peopleOf = async (listId: number) =>
  service.db.sql
    .selectFrom('listed_person')
    .selectAll()
    .where('list_id', '=', listId)
    .orderBy('row_number')
    .execute()
const counted = async (table: 'case_finding_list' | 'listed_person' | 'incoming_referral' | 'patient') =>
  Number(
    (
      await service.db.sql
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows,
  )

/** A list of one person, sent to triage. */
const sentOne = async (person: Listed = somebody()): Promise<{ listId: number; incomingId: number }> => {
  const list = await loaded(service, csvOf([person]), admissions)
  expect((await send(list.id, 1)).status).toBe(200)
  const [row] = await peopleOf(list.id)
  return { listId: list.id, incomingId: row?.incoming_referral_id ?? 0 }
}

describe('the dry run', () => {
  it('counts what the file would do and stores nothing', async () => {
    const numbers = async () => [await counted('case_finding_list'), await counted('listed_person')]
    const before = await numbers()
    const people = [somebody(), somebody(), somebody({ 'Opted out': 'Yes' })]
    const twice = { ...somebody(), nhsNumber: people[0]?.nhsNumber ?? '' }
    const { status, body } = await checked(
      service,
      csvOf([...people, twice, { familyName: 'Nobody' }, { ...somebody(), dateOfBirth: '01/01/2090' }]),
      admissions,
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ rows: 6, added: 3, repeated: 1, refused: 2, incomplete: 0, listedBefore: 0 },
      notSent: { died: 0, optedOut: 1, openReferral: 0, inInbox: 0, declined: 0 },
      faults: [
        { row: 5, text: 'Row 2 names the same person: this row is left out', isRefused: false },
        {
          row: 6,
          text: expect.stringContaining('There is no NHS number and no date of birth'),
          isRefused: true,
        },
        { row: 7, column: 'DOB', text: 'The day is in the future', isRefused: true },
      ],
    })
    expect(await numbers()).toEqual(before)
  })

  it('says who is not sent to triage, and why', async () => {
    const [open, dead, waiting, declined] = [somebody(), somebody(), somebody(), somebody()]
    const pathway = await aPathway(service, admissions)
    const patient = await service.db.sql
      .selectFrom('pathway')
      .innerJoin('patient', 'patient.id', 'pathway.patient_id')
      .select(['patient.nhs_number', 'patient.id'])
      .where('pathway.id', '=', pathway.id)
      .executeTakeFirstOrThrow()
    const died = await aPatient(service, admissions, { nhsNumber: dead.nhsNumber ?? '' })
    await service.db.sql
      .updateTable('patient')
      .set({ deceased_date: addDays(today(), -5) })
      .where('id', '=', died.id)
      .execute()
    await anIncoming(service, { told: toldOf({ person: { nhsNumber: waiting.nhsNumber ?? '' } }) })
    const refused = await anIncoming(service, {
      told: toldOf({ person: { nhsNumber: declined.nhsNumber ?? '' } }),
    })
    await service.ask(declineIncoming, { id: refused.id, version: 1, declinedReferralId: reason }, admissions)
    const { body } = await checked(
      service,
      csvOf([{ ...open, nhsNumber: patient.nhs_number ?? '' }, dead, waiting, declined, somebody()]),
      admissions,
    )
    expect(body.notSent).toEqual({ died: 1, optedOut: 0, openReferral: 1, inInbox: 1, declined: 1 })
  })

  it('refuses a file without columns that say who somebody is, and quotes none of it', async () => {
    const { status, body } = await checked(service, 'Tranter,Winifred,1941\r\nHolt,Ann,1940', admissions)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('No column is called Family name, nor NHS number or Date of birth')
    expect(JSON.stringify(body)).not.toContain('Tranter')
  })

  it('names columns that are not read', async () => {
    const { body } = await checked(service, csvOf([somebody({ 'Shoe size': '6' })]), admissions)
    expect(body.unreadColumns).toEqual(['Shoe size'])
  })

  it('reads another encoding and separator', async () => {
    const text = 'NHS No;Last name;Given name;Date of Birth\r\n;Müller;Zoë;04-Mar-1941'
    const { id, body } = await checked(service, Buffer.from(text, 'latin1'), admissions)
    expect(body).toMatchObject({ rows: 1, added: 1, refused: 0 })
    const { body: done } = await service.ask(loadList, { id, ...described() }, admissions)
    const [person] = await peopleOf((done as { id: number }).id)
    expect(person?.told).toMatchObject({
      person: { familyName: 'Müller', firstName: 'Zoë', dateOfBirth: '1941-03-04', nhsNumber: null },
    })
  })

  it('gives every fault as a file without formulas', async () => {
    const { id } = await checked(
      service,
      csvOf([{ ...somebody(), dateOfBirth: '=HYPERLINK("x")' }, somebody()]),
      admissions,
    )
    const { body } = await service.ask(listFaults, { id }, admissions)
    expect(String(body)).toContain('This is not a day, such as 04/03/1941')
    expect(String(body)).toContain(`"'=HYPERLINK(""x"")"`)
  })

  it('refuses more rows than the screen takes', async () => {
    const header = 'NHS Number,Surname,DOB\r\n'
    const { status, body } = await checked(service, header + ',Holt,04/03/1941\r\n'.repeat(5001), admissions)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('The list has 5001 rows. At most 5000')
  })
})

describe('loading', () => {
  it('stores the list with each row as it was said', async () => {
    const person = somebody({
      ...{ Telephone: 'not known', Mobile: '07700 900 101', 'Incident date': '02/03/2026', Blackout: 'Y' },
      ...{ eFI: '0.31', Reason: 'Fell in the bath' },
    })
    const list = await loaded(service, csvOf([person]), admissions)
    expect(list).toMatchObject({ kind: 'frailty', people: 1, sent: 0, toSend: 1, toSendNamed: 1 })
    const [stored] = await peopleOf(list.id)
    expect(stored).toMatchObject({
      row_number: 2,
      nhs_number: person.nhsNumber,
      eligibility: 'comprehensive',
      told: {
        person: { otherTelephone: '07700 900 101', telephone: null, postcode: person.more?.['Postcode'] },
        sender: { organisation: 'Willow Lane Surgery' },
        answers: { falls: 'more', frail: 'yes', blackout: 'yes' },
        redFlags: ['blackout'],
        legalBasis: described().legalBasis,
      },
    })
    expect(JSON.stringify(stored?.told)).toContain('Fell in the bath\\nIncident on 02-Mar-2026.\\neFI: 0.31.')
  })

  it('twice changes nothing, and a corrected file adds only those who are new', async () => {
    const people = [somebody(), somebody(), { ...somebody(), dateOfBirth: 'soon' }]
    const first = await loaded(service, csvOf(people), admissions)
    const before = await counted('listed_person')
    expect((await loaded(service, csvOf(people), admissions)).id).toBe(first.id)
    expect(await counted('listed_person')).toBe(before)
    const corrected = people.map((person) => ({ ...person, dateOfBirth: '04/03/1941' }))
    const second = await loaded(service, csvOf(corrected), admissions)
    expect(second.id).not.toBe(first.id)
    expect((await peopleOf(second.id)).map(({ row_number }) => row_number)).toEqual([4])
    const reordered = await loaded(service, csvOf(corrected.toReversed()), admissions)
    expect(reordered.id).toBe(second.id)
  })

  it.each([
    ['no legal basis', { legalBasis: '' }, 'legalBasis'],
    ['a blank legal basis', { legalBasis: '  ' }, 'legalBasis'],
    ['no sender', { sender: '' }, 'sender'],
    ['a day in the future', { listDate: addDays(today(), 1) }, 'listDate'],
    ['a day over a year ago', { listDate: addDays(today(), -400) }, 'listDate'],
    ['another kind', { kind: 'gossip' }, 'kind'],
  ])('is refused with %s', async (_, changes, field) => {
    const { id } = await checked(service, csvOf([somebody()]), admissions)
    const before = await counted('case_finding_list')
    const { status, body } = await service.ask(
      loadList,
      { id, ...described(), ...changes } as InputOf<typeof loadList>,
      admissions,
    )
    expect([status, Object.keys(body as object)]).toEqual([400, [field]])
    expect(await counted('case_finding_list')).toBe(before)
  })

  it('is refused before the check, for another user, and where no row is good', async () => {
    const id = await uploaded(service, csvOf([somebody()]), admissions)
    expect((await service.ask(loadList, { id, ...described() }, admissions)).status).toBe(409)
    const other = await service.as('Team Lead')
    expect((await service.ask(checkList, { id, ...described() }, other)).status).toBe(404)
    const bad = await checked(service, csvOf([{ familyName: 'Nobody' }]), admissions)
    expect((await service.ask(loadList, { id: bad.id, ...described() }, admissions)).status).toBe(409)
  })

  it('is for Admissions and Team Leads', async () => {
    const may = async (role: Parameters<TestService['as']>[0]) =>
      (await service.ask(startListUpload, {}, await service.as(role))).status
    expect(await Promise.all([may('Admissions'), may('Team Lead')])).toEqual([200, 200])
    for (const role of ['Clinician', 'System Administrator', 'Information Governance', 'External'] as const)
      expect(await may(role)).toBe(403)
  })

  it('leaves counts and no names in the audit trail', async () => {
    const person = somebody()
    const list = await loaded(service, csvOf([person]), admissions)
    const { rows } = await service.db.owner.query<{ events: string }>(
      `select coalesce(string_agg(concat(criteria, records), ' '), '') as events from audit_event where action like '%caseFinding%'`,
    )
    expect(rows[0]?.events).toContain('"people": 1')
    expect(rows[0]?.events).not.toContain(person.familyName)
    expect(rows[0]?.events).not.toContain(person.nhsNumber)
    expect(list.people).toBe(1)
  })

  it('gives a template whose columns are all read', async () => {
    const template = String((await service.ask(listTemplate, {}, admissions)).body)
    const row = listColumns.map(({ field }) =>
      field === 'familyName' ? 'Holt' : field === 'dateOfBirth' ? '04/03/1941' : '',
    )
    const { body } = await checked(service, `${template.trim()}\r\n${row.join(',')}\r\n`, admissions)
    expect(body).toMatchObject({ rows: 1, added: 1, refused: 0, unreadColumns: [] })
  })
})

describe('a round', () => {
  it('sends those whom NG249 names first, then red flags, then by row', async () => {
    const plain = { 'Falls in last year': '', Frail: '' }
    const people = [
      somebody(plain),
      somebody({ ...plain, 'Long lie': 'Yes', 'Falls in last year': 'unknown' }),
      somebody(),
      somebody({ ...plain, 'Falls in last year': '0', Blackout: 'no' }),
      somebody({ Blackout: 'yes' }),
    ]
    const list = await loaded(service, csvOf(people), admissions)
    const order: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const { body } = await send(list.id, 1)
      expect((body as { sent: number }).sent).toBe(1)
      const sent = (await peopleOf(list.id)).filter(({ incoming_referral_id: id }) => id !== null)
      const [next] = sent.map(({ row_number }) => row_number).filter((row) => !order.includes(row))
      order.push(next ?? 0)
    }
    expect(order).toEqual([3, 6, 4, 2, 5])
    expect(await listView(list.id)).toMatchObject({ sent: 5, toSend: 0 })
  })

  it('makes referrals of source case finding, once each, and due in two working days', async () => {
    const people = [somebody(), somebody(), somebody()]
    const list = await loaded(service, csvOf(people), admissions)
    const { body } = await send(list.id, 2, list.version)
    expect(body).toMatchObject({ sent: 2, version: list.version + 1 })
    const mine = (await inbox()).filter(({ nhsNumber }) =>
      people.some((each) => each.nhsNumber === nhsNumber),
    )
    expect(mine).toHaveLength(2)
    expect(mine[0]).toMatchObject({
      source: 'caseFinding',
      state: 'waiting',
      sender: 'Willow Lane Surgery',
      isLate: false,
    })
    const view = await incoming(mine[0]?.id ?? 0)
    expect(view.told?.legalBasis).toBe(described().legalBasis)
    const { message_id } = await service.db.sql
      .selectFrom('incoming_referral')
      .select('message_id')
      .where('id', '=', view.id)
      .executeTakeFirstOrThrow()
    expect(message_id).toMatch(new RegExp(`^list ${list.id} row [23]$`))
    // What was seen before is out of date.
    expect((await send(list.id, 1, list.version)).status).toBe(409)
    const [one, two] = await Promise.all([send(list.id, 5), send(list.id, 5)])
    expect([one, two].map(({ body: said }) => (said as { sent: number }).sent).toSorted()).toEqual([0, 1])
  })

  it('never sends who is known, dead, in the inbox, opted out or declined', async () => {
    const [dead, waiting, out, fine] = [somebody(), somebody(), somebody({ 'Opted out': 'Y' }), somebody()]
    const [renumbered, diedByPds] = [somebody(), somebody()]
    const died = await aPatient(service, admissions, { nhsNumber: dead.nhsNumber ?? '' })
    const list = await loaded(service, csvOf([dead, waiting, out, fine, renumbered, diedByPds]), admissions)
    // Known only after the list was loaded.
    await service.db.sql
      .updateTable('patient')
      .set({ deceased_date: today() })
      .where('id', '=', died.id)
      .execute()
    await service.db.sql
      .insertInto('former_number')
      .values({ patient_id: died.id, nhs_number: renumbered.nhsNumber ?? '' })
      .execute()
    const { id: patientId } = await aPatient(service, admissions, { nhsNumber: diedByPds.nhsNumber ?? '' })
    await service.db.sql
      .insertInto('pds_check')
      .values({
        patient_id: patientId,
        asked_at: new Date().toISOString(),
        kinds: ['died'],
        found_at: new Date().toISOString(),
      })
      .execute()
    await anIncoming(service, { told: toldOf({ person: { nhsNumber: waiting.nhsNumber ?? '' } }) })
    expect((await send(list.id, 100)).body).toMatchObject({ sent: 1 })
    expect(await listView(list.id)).toMatchObject({
      ...{ sent: 1, toSend: 0 },
      notSent: { died: 3, optedOut: 1, openReferral: 0, inInbox: 1, declined: 0 },
    })
    const sent = (await peopleOf(list.id)).filter(({ incoming_referral_id: id }) => id !== null)
    expect(sent.map(({ nhs_number }) => nhs_number)).toEqual([fine.nhsNumber])
  })

  it('finds somebody without a number by names and date of birth', async () => {
    const person = { ...somebody(), nhsNumber: '' }
    await anIncoming(service, {
      told: toldOf({
        person: {
          nhsNumber: null,
          familyName: person.familyName.toUpperCase(),
          firstName: 'ivy',
          dateOfBirth: person.dateOfBirth?.split('/').toReversed().join('-') ?? '',
        },
      }),
    })
    const { body } = await checked(service, csvOf([person]), admissions)
    expect(body.notSent.inInbox).toBe(1)
  })

  it.each([0, 101, 1.5])('of %s people is refused', async (count) => {
    const list = await loaded(service, csvOf([somebody()]), admissions)
    expect((await send(list.id, count)).status).toBe(400)
  })

  it('is refused for a clinician', async () => {
    const list = await loaded(service, csvOf([somebody()]), admissions)
    expect((await send(list.id, 1, undefined, await service.as('Clinician'))).status).toBe(403)
  })
})

const answerBy = addDays(today(), 14)
const invite = (id: number, more: object = {}) =>
  service.ask(inviteIncoming, { id, version: 1, chaseDate: answerBy, ...more }, admissions)

describe('an invitation', () => {
  it('is a letter to the person that says who we are, who named them, and how to say no', async () => {
    const person = somebody()
    const { incomingId } = await sentOne(person)
    const { status, body } = await invite(incomingId)
    expect(status).toBe(200)
    const { letterId } = body as { letterId: number }
    const words = await pdfText(
      (await service.ask(incomingLetter, { id: letterId }, admissions)).body as Buffer,
    )
    const { reference, state, chaseDate, letters, invitation } = await incoming(incomingId)
    expect({ state, chaseDate, invitation }).toEqual({
      state: 'asked',
      chaseDate: answerBy,
      invitation: 'invited',
    })
    expect(letters).toMatchObject([{ id: letterId, printedAt: null }])
    for (const said of [
      `Dear Ivy ${person.familyName}`,
      'We are Fernhill Falls Service',
      'Willow Lane Surgery gave us your name',
      'You did not ask for this',
      `by ${formatLongDate(answerBy)}`,
      '01632 960 100',
      '/refer',
      reference,
      'You may say no',
      'take you off our list for good',
      person.more?.['Address 1'] ?? '-',
    ])
      expect(words).toContain(said.replaceAll(/\s/g, ''))
    // The frailty that the practice recorded is nobody's business who opens the letter.
    expect(words).not.toMatch(/frail/i)
  })

  it('waits for the answer, which is then decided', async () => {
    const { incomingId } = await sentOne()
    await invite(incomingId)
    const { version } = await incoming(incomingId)
    await service.ask(recordAnswer, { id: incomingId, version, answer: 'Would like to come' }, admissions)
    expect(await incoming(incomingId)).toMatchObject({
      state: 'waiting',
      answer: 'Would like to come',
      invitation: 'invited',
    })
    expect((await invite(incomingId, { version: version + 1 })).status).toBe(409)
  })

  it('that was not printed is not sent after a decision', async () => {
    const { incomingId } = await sentOne()
    const { letterId } = (await invite(incomingId)).body as { letterId: number }
    await service.ask(declineIncoming, { id: incomingId, version: 2, declinedReferralId: reason }, admissions)
    expect((await service.ask(incomingLetter, { id: letterId }, admissions)).status).toBe(404)
  })

  it.each([
    ['today', today()],
    ['in over four weeks', addDays(today(), 29)],
  ])('cannot be answered by %s', async (_, chaseDate) => {
    const { incomingId } = await sentOne()
    expect((await invite(incomingId, { chaseDate })).status).toBe(400)
  })

  it('is for people of lists only', async () => {
    const { id } = await anIncoming(service)
    expect((await invite(id)).status).toBe(409)
  })

  it('needs an address', async () => {
    const { incomingId } = await sentOne(somebody({ 'Address 1': '' }))
    expect((await incoming(incomingId)).invitation).toBe('noAddress')
    expect((await invite(incomingId)).status).toBe(409)
    const ask = { id: incomingId, version: 1, askedWhat: 'Rang, will ring back', chaseDate: answerBy }
    expect((await service.ask(askForMore, ask, admissions)).status).toBe(200)
  })

  it('is never written to, nor printed for, somebody whose death is known', async () => {
    const person = somebody()
    const { incomingId } = await sentOne(person)
    const { letterId } = (await invite(incomingId)).body as { letterId: number }
    const second = await sentOne()
    const died = await aPatient(service, admissions, { nhsNumber: person.nhsNumber ?? '' })
    await service.db.sql
      .updateTable('patient')
      .set({ deceased_date: today() })
      .where('id', '=', died.id)
      .execute()
    expect((await service.ask(incomingLetter, { id: letterId }, admissions)).status).toBe(409)
    expect((await incoming(incomingId)).invitation).toBe('died')
    expect((await invite(second.incomingId)).status).toBe(200)
    const third = somebody()
    const named = await sentOne(third)
    const dead = await aPatient(service, admissions, { nhsNumber: third.nhsNumber ?? '' })
    await service.db.sql
      .updateTable('patient')
      .set({ deceased_date: today() })
      .where('id', '=', dead.id)
      .execute()
    const { status, body } = await invite(named.incomingId)
    expect([status, JSON.stringify(body)]).toEqual([409, expect.stringContaining('died')])
  })
})

describe('somebody who asked not to be contacted', () => {
  it('is not contacted because of a later list of another sender', async () => {
    const person = somebody({ 'Opted out': 'Yes' })
    await loaded(service, csvOf([person]), admissions)
    const later = { ...person, more: { ...person.more, 'Opted out': '' } }
    const list = await loaded(service, csvOf([later, somebody()]), admissions, { sender: 'Another Practice' })
    expect(list).toMatchObject({ toSend: 1, notSent: { optedOut: 1 } })
    expect((await peopleOf(list.id)).map(({ is_opted_out }) => is_opted_out)).toEqual([true, false])
  })

  it('may have said so in answer to an invitation, which goes for every list', async () => {
    const person = somebody()
    const { incomingId } = await sentOne(person)
    const before = await loaded(service, csvOf([person]), admissions, { sender: 'Before Practice' })
    await service.ask(
      declineIncoming,
      { id: incomingId, version: 1, declinedReferralId: reason, doNotContact: true },
      admissions,
    )
    const later = await loaded(service, csvOf([person]), admissions, { sender: 'Later Practice' })
    for (const { id } of [before, later])
      expect((await listView(id)).notSent).toMatchObject({ optedOut: 1, declined: 0 })
    await service.ask(reopenIncoming, { id: incomingId, version: 2 }, admissions)
    expect((await listView(later.id)).notSent).toMatchObject({ optedOut: 0, inInbox: 1 })
  })

  it('is neither invited nor rung', async () => {
    const person = somebody()
    const { incomingId } = await sentOne(person)
    await loaded(service, csvOf([{ ...person, more: { 'Opted out': 'yes' } }]), admissions, {
      sender: 'Other',
    })
    expect((await incoming(incomingId)).invitation).toBe('optedOut')
    expect((await invite(incomingId)).status).toBe(409)
    const ask = { id: incomingId, version: 1, askedWhat: 'Rang', chaseDate: answerBy }
    expect((await service.ask(askForMore, ask, admissions)).status).toBe(409)
  })

  it('is noted for case finding only', async () => {
    const { id } = await anIncoming(service)
    const input = { id, version: 1, declinedReferralId: reason, doNotContact: true }
    expect((await service.ask(declineIncoming, input, admissions)).status).toBe(409)
    expect((await incoming(id)).state).toBe('waiting')
  })
})

it('says which lists there are, the latest first, to everybody who triages', async () => {
  await loaded(service, csvOf([somebody()]), admissions, { sender: 'Last Practice', listDate: today() })
  expect((await lists())[0]).toMatchObject({ sender: 'Last Practice', people: 1, sent: 0, kind: 'frailty' })
  expect((await service.ask(allLists, {}, await service.as('Clinician'))).status).toBe(200)
  expect((await service.ask(allLists, {}, await service.as('External'))).status).toBe(403)
})

it('loads 5,000 rows', async () => {
  const people = Array.from({ length: 5000 }, () => somebody())
  const { id, body } = await checked(service, csvOf(people), admissions, { sender: 'Large' })
  expect(body.added).toBe(5000)
  const done = await service.ask(loadList, { id, ...described({ sender: 'Large' }) }, admissions)
  expect((done.body as { report: ListReport }).report.added).toBe(5000)
})
