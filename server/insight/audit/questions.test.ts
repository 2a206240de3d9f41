import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askAudit,
  columnsOfQuestion,
  getAuditSeal,
  type AuditPerson,
  type AuditRow,
} from '../../../contract/insight/audit/auditQuestion.ts'
import { auditQuestions } from '../../../contract/insight/audit/auditQuestionNames.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { auditExports } from '../../../contract/app/listExport.ts'
import { getPatient } from '../../../contract/patients/patient.ts'
import { frat } from '../../../contract/pathways/records/frat.ts'
import { unusualInWords } from '../../../contract/insight/audit/unusualReading.ts'
import { aClient } from '../../testing/known/knownFhirClients.ts'
import { aPatient, type Saved } from '../../testing/world/factories.ts'
import { aWorld, canaries, type World } from '../../testing/world/world.ts'
import { sealAudit } from '../../platform/audit/seal/sealer.ts'
import type { TestUser } from '../../testing/world/users.ts'

/* DP-5: the questions Information Governance asks of the audit trail, and that asking is itself recorded. */

let world: World
let auditor: TestUser
let reader: TestUser
beforeAll(async () => {
  world = await aWorld()
  const { service } = world
  auditor = await service.as('Information Governance')
  reader = await service.as('Clinician')
})
afterAll(() => world.service.close())

const period = { dateFrom: addDays(today(), -3), dateTo: today() }

interface Answer {
  rows: AuditRow[]
  isMore: boolean
  people: AuditPerson[]
  patient: { name: string }
}
const answerTo = async (asked: Promise<{ status: number; body: unknown }>): Promise<Answer> => {
  const { status, body } = await asked
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as Answer
}

const nameOf = async (user: TestUser): Promise<string> =>
  (
    await world.service.db.sql
      .selectFrom('app_user')
      .select('display_name')
      .where('id', '=', user.userId)
      .executeTakeFirstOrThrow()
  ).display_name

/** Writes events as if they had happened at another time. */
const leave = async (
  user: TestUser,
  patient: Saved,
  { at = 'now()', kind = 'read', action = 'GET /api/patient/get' } = {},
): Promise<void> => {
  await world.service.db.owner.query(
    `insert into audit_event (at, kind, action, status, user_id, role, patient_ids, request_id)
     values (${at}, $1, $2, 200, $3, 'Clinician', array[$4::bigint], 'left')`,
    [kind, action, user.userId, patient.id],
  )
}

describe('who opened this patient', () => {
  it('names everybody who did, how often and when, in words, newest first', async () => {
    const { service, patient } = world
    for (let time = 0; time < 3; time += 1) await service.ask(getPatient, { id: patient.id }, reader)
    await service.ask(frat.history, { id: world.frat.id }, reader)
    const {
      rows,
      people,
      patient: about,
    } = await answerTo(service.ask(askAudit.patient, { patientId: patient.id, ...period }, auditor))
    expect(about.name).toContain(canaries.familyName)
    const name = await nameOf(reader)
    expect(rows.slice(0, 2)).toMatchObject([
      { who: name, what: 'Looked at: What happened to one FRAT, oldest first', address: '127.0.0.1' },
      { who: name, what: 'Looked at: One patient with next of kin, referrals and BMIs' },
    ])
    expect(people[0]).toMatchObject({ who: name, opened: 4, changed: 0, listed: 0 })
    expect(people.find(({ changed }) => changed > 0)).toMatchObject({ who: await nameOf(world.user) })
  })

  it('has those who saw the patient on a list apart from those who opened the record', async () => {
    const { service, patient, other } = world
    await service.db.owner.query(
      `insert into audit_event (kind, action, status, user_id, role, patient_ids, request_id)
       values ('read', 'POST /api/list/search', 200, $1, 'Clinician', array[$2::bigint, $3], 'left')`,
      [world.colleague.userId, patient.id, other.patientId],
    )
    const { people, rows } = await answerTo(
      service.ask(askAudit.patient, { patientId: patient.id, ...period }, auditor),
    )
    expect(people.find(({ listed }) => listed > 0)).toMatchObject({ opened: 0, listed: 1 })
    expect(rows[0]?.what).toContain('with 2 patients')
    expect(JSON.stringify(rows)).not.toContain(canaries.otherFamilyName)
  })

  it('is asked of a patient who is there, for days in order, and is itself in the audit trail', async () => {
    const { service, patient } = world
    expect((await service.ask(askAudit.patient, { patientId: 999_999_999, ...period }, auditor)).status).toBe(
      404,
    )
    const { status, body } = await service.ask(
      askAudit.patient,
      { patientId: patient.id, dateFrom: today(), dateTo: addDays(today(), -1) },
      auditor,
    )
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { dateTo: 'Date To must be on or after Date From' },
    })
    await service.ask(auditExports.patient, { patientId: patient.id, ...period, type: 'csv' }, auditor)
    const { rows } = await answerTo(
      service.ask(askAudit.patient, { patientId: patient.id, ...period }, auditor),
    )
    expect(rows.slice(0, 2)).toMatchObject([
      {
        who: await nameOf(auditor),
        what: 'Looked at: Save the answer of the audit trail (patient) as a spreadsheet',
      },
      { who: await nameOf(auditor), what: expect.stringContaining('Who opened or changed') as string },
    ])
  })
})

describe('what this user did', () => {
  it('tells whose records, with their names, and what was refused', async () => {
    const { service, patient } = world
    const somebody = await service.as('Clinician')
    await service.ask(getPatient, { id: patient.id }, somebody)
    await service.ask(askAudit.patient, { patientId: patient.id, ...period }, somebody)
    const { rows } = await answerTo(
      service.ask(askAudit.user, { userId: somebody.userId, ...period }, auditor),
    )
    expect(rows).toMatchObject([
      { what: expect.stringMatching(/^Refused, not allowed: /) as string, patient: null },
      {
        what: expect.stringMatching(/^Looked at: /) as string,
        patientId: patient.id,
        nhsNumber: canaries.nhsNumber,
      },
    ])
    expect((await service.ask(askAudit.user, { userId: 999_999_999, ...period }, auditor)).status).toBe(404)
  })
})

describe('what a FHIR client read', () => {
  const aRead = (client: Saved, action: string, patients: readonly Saved[], user: TestUser | null = null) =>
    world.service.db.owner.query(
      `insert into audit_event (kind, action, status, user_id, patient_ids, request_id, criteria)
       values ('read', $1, 200, $2, $3, 'left', $4)`,
      [
        action,
        user?.userId ?? null,
        patients.map(({ id }) => id),
        { fhirClient: client.id, fhirClientName: 'Hospital record', parameters: ['identifier'] },
      ],
    )

  it('tells which software, for whom, whose records, and nothing of another client', async () => {
    const { service, patient } = world
    const [client, another] = [await aClient(world), await aClient(world)]
    await aRead(client, 'GET /fhir/R4/Patient', [patient, { id: world.other.patientId, version: 1 }])
    await aRead(client, 'GET /fhir/R4/Patient/{id}', [patient], reader)
    await aRead(another, 'GET /fhir/R4/Condition', [patient])
    const { rows } = await answerTo(service.ask(askAudit.client, { clientId: client.id, ...period }, auditor))
    expect(rows).toMatchObject([
      {
        ...{ who: `${await nameOf(reader)} with FHIR client: Hospital record`, userId: reader.userId },
        ...{ what: 'Looked at: Patient (FHIR)', nhsNumber: canaries.nhsNumber },
      },
      {
        ...{ who: 'FHIR client: Hospital record', userId: null },
        ...{ what: 'Looked at: Patient (FHIR), with 2 patients', patient: '2 patients' },
      },
    ])
    const { people } = await answerTo(
      service.ask(askAudit.patient, { patientId: patient.id, ...period }, auditor),
    )
    expect(people).toContainEqual(
      expect.objectContaining({ who: 'FHIR client: Hospital record', opened: 1, listed: 1 }),
    )
    expect(people).toContainEqual(
      expect.objectContaining({
        who: `${await nameOf(reader)} with FHIR client: Hospital record`,
        opened: 1,
      }),
    )
  })

  it('is asked of a client that is registered, for a month at most', async () => {
    const { service } = world
    const ask = (clientId: number, dateFrom: string) =>
      service.ask(askAudit.client, { clientId, dateFrom, dateTo: today() }, auditor)
    expect((await ask(999_999_999, today())).status).toBe(404)
    const { id } = await aClient(world)
    expect(await ask(id, addDays(today(), -31))).toMatchObject({
      status: 400,
      body: { dateTo: 'Choose at most 31 days' },
    })
  })
})

describe('unusual reading', () => {
  const ask = async (): Promise<AuditRow[]> =>
    (await answerTo(world.service.ask(askAudit.unusual, period, auditor))).rows

  const reasonsOf = async (user: TestUser): Promise<string[]> => {
    const name = await nameOf(user)
    return (await ask()).filter(({ who }) => who === name).map(({ what }) => what)
  }

  /** A user with this name. Their reading takes place in the middle of a working day, so the hour is not unusual. */
  const named = async (firstName: string, familyName: string): Promise<TestUser> => {
    const user = await world.service.as('Clinician')
    await world.service.db.owner.query(
      `update app_user set first_name = $2, family_name = $3, display_name = $2 || ' ' || $3 || ' ' || id where id = $1`,
      [user.userId, firstName, familyName],
    )
    return user
  }

  /** Noon in London on the most recent past weekday. It lies within the 30 days that the question covers. */
  const noon = `(select max(day) + interval '12 hours' from generate_series(date_trunc('day', now() at time zone 'Europe/London')
    - interval '3 days', date_trunc('day', now() at time zone 'Europe/London') - interval '1 day', interval '1 day') as day
    where extract(isodow from day) < 6) at time zone 'Europe/London'`
  const care = { at: noon, kind: 'write', action: 'POST /api/patient/save' }

  it('finds a patient of the same name, of the same family name, and of the same address', async () => {
    const { service, user } = world
    const relative = await named('Wilma', 'Quorndon')
    const home = { addressLine1: '3 Plumbago Row', postcode: 'ZZ9 9ZZ' }
    const self = await aPatient(service, user, { familyName: 'QUORNDON', firstName: 'Wílma', ...home })
    const cousin = await aPatient(service, user, { familyName: 'Quorndon', firstName: 'Ada' })
    const lodger = await aPatient(service, user, { familyName: 'Overmantle', firstName: 'Bo', ...home })
    const stranger = await aPatient(service, user, { familyName: 'Overmantle', firstName: 'Cy' })
    for (const patient of [self, cousin, lodger, stranger]) {
      await leave(relative, patient, { at: noon })
      await leave(relative, patient, care)
    }
    expect(await reasonsOf(relative)).toEqual([
      unusualInWords.ownName,
      unusualInWords.ownAddress,
      unusualInWords.sameFamilyName,
    ])
  })

  it('finds reading without care, until something is changed or a referral is owned', async () => {
    const { service } = world
    const curious = await named('Otto', 'Vansittart')
    await leave(curious, world.patient, { at: noon })
    await leave(curious, world.patient, { at: noon })
    const name = await nameOf(curious)
    expect((await ask()).filter(({ who }) => who === name)).toMatchObject([
      { what: unusualInWords.noCare, times: 2, patientId: world.patient.id },
    ])
    // Some changes do not count as care: importing data from another system, and restricting the record.
    for (const action of ['command import', 'POST /api/restriction/save'])
      await leave(curious, world.patient, { ...care, action })
    expect(await reasonsOf(curious)).toEqual([unusualInWords.noCare])
    await leave(curious, world.patient, { ...care, at: `now() - interval '20 days'` })
    expect(await reasonsOf(curious)).toEqual([])
    const owner = await named('Ida', 'Vansittart')
    await leave(owner, world.patient, { at: noon })
    expect(await reasonsOf(owner)).toEqual([unusualInWords.noCare])
    await service.db.owner.query(
      `with mine as (insert into clinician (family_name, first_name, display_name) values ('V', 'I', 'I V') returning id),
         me as (update app_user set clinician_id = mine.id from mine where app_user.id = $1)
       insert into pathway_owner (pathway_id, clinician_id) select $2, id from mine
       on conflict (pathway_id) do update set clinician_id = excluded.clinician_id`,
      [owner.userId, world.pathway.id],
    )
    expect(await reasonsOf(owner)).toEqual([])
  })

  it('finds many patients in one hour, and reading at night and at weekends', async () => {
    const { service } = world
    const quick = await named('Pia', 'Ockenden')
    await service.db.owner.query(
      `insert into audit_event (at, kind, action, status, user_id, role, patient_ids, request_id)
       select ${noon}, 'read', 'GET /api/patient/get', 200, $1, 'Clinician', array[n::bigint], 'left'
       from generate_series(1000001, 1000031) as n`,
      [quick.userId],
    )
    expect(await reasonsOf(quick)).toEqual([unusualInWords.manyInAnHour])
    const late = await named('Abe', 'Ockenden')
    await leave(late, world.patient, { at: `${noon} + interval '9 hours'` })
    await leave(late, world.patient, care)
    expect(await reasonsOf(late)).toEqual([unusualInWords.outOfHours])
  })

  it('says so where there is too much to compare within the time that a screen waits', async () => {
    const { owner } = world.service.db
    const slowed = (seconds: number) =>
      owner.query(`create or replace function london_day(day date) returns timestamptz language plpgsql stable as
        'begin perform pg_sleep(${seconds}); return day::timestamp at time zone ''Europe/London''; end'`)
    await slowed(3)
    try {
      const { status, body } = await world.service.ask(askAudit.unusual, period, auditor)
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { dateTo: 'That is too much to compare at once. Choose fewer days' },
      })
    } finally {
      await slowed(0)
    }
  })

  it('is asked for a month at most', async () => {
    const { status, body } = await world.service.ask(
      askAudit.unusual,
      { dateFrom: addDays(today(), -31), dateTo: today() },
      auditor,
    )
    expect({ status, body }).toMatchObject({ status: 400, body: { dateTo: 'Choose at most 31 days' } })
  })
})

describe('refused calls and exports', () => {
  it('tell who, what and how often', async () => {
    const { service } = world
    const somebody = await service.as('Clinician')
    await service.ask(askAudit.refused, period, somebody)
    await service.parts.refusals.flush()
    await service.ask(auditExports.refused, { ...period, type: 'csv' }, auditor)
    const refused = await answerTo(service.ask(askAudit.refused, period, auditor))
    expect(refused.rows[0]).toMatchObject({
      who: await nameOf(somebody),
      what: 'Refused, not allowed: Calls that were refused',
    })
    const exported = await answerTo(service.ask(askAudit.exports, period, auditor))
    expect(exported.rows[0]).toMatchObject({ who: await nameOf(auditor) })
    expect(exported.rows.every(({ what }) => !what.startsWith('Refused'))).toBe(true)
  })
})

describe('every answer as a file', () => {
  const inputs = async () => ({
    patient: { patientId: world.patient.id },
    user: { userId: world.user.userId },
    client: { clientId: (await aClient(world)).id },
    unusual: {},
    refused: {},
    exports: {},
  })

  it.each(auditQuestions)(
    '%s: has the columns and rows of the screen, and names its patients in the audit trail',
    async (question) => {
      const { service } = world
      const input = { ...(await inputs())[question], ...period }
      const shown = await answerTo(service.ask(askAudit[question], input as never, auditor))
      const sheet = { ...input, type: 'csv' as const, sortBy: 'at' }
      const { status, body, headers } = await service.ask(auditExports[question], sheet as never, auditor)
      expect(status).toBe(200)
      expect(headers['content-disposition']).toMatch(/filename="[a-z-]+\.csv"/)
      const [head, ...rows] = parse((body as Buffer).toString().replace('\ufeff', '')) as string[][]
      expect(head).toEqual(columnsOfQuestion[question].map(({ title }) => title))
      const whats = rows.map((row) => row[head?.indexOf('What') ?? -1])
      for (const { what } of shown.rows) expect(whats).toContain(what)
      const { rows: events } = await service.db.owner.query<{ patient_ids: string[]; action: string }>(
        `select action, patient_ids::text[] from audit_event where request_id = $1`,
        [headers['x-request-id']],
      )
      const ids = shown.rows.flatMap(({ patientId }) => (patientId === null ? [] : [String(patientId)]))
      expect(events).toMatchObject([{ action: `POST /api/audit/${question}/export` }])
      expect(events[0]?.patient_ids).toEqual(expect.arrayContaining(ids))
    },
  )
})

it('the seal tells how far the trail is sealed, to those who look after it', async () => {
  const { service } = world
  while ((await sealAudit(service.db.pool)) > 0);
  const { status, body } = await service.ask(getAuditSeal, {}, auditor)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { unsealed: 0, oldestUnsealedAt: null, lastAnchor: null, lastCheck: null },
  })
  expect((body as { segments: number }).segments).toBeGreaterThan(0)
  expect((await service.ask(getAuditSeal, {}, reader)).status).toBe(403)
})
