import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { downloadDocument } from '../../../contract/pathways/document.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { saveFlag } from '../../../contract/patients/flags/flag.ts'
import { flagKindNames, flagKindOf } from '../../../contract/patients/flags/flagKinds.ts'
import {
  exportAccesses,
  exportInError,
  exportMerges,
  exportOutstanding,
  exportOrganisations,
  exportUsers,
  listExports,
  lookupExports,
  exportPeople,
  exportPossibleDuplicates,
  auditExports,
} from '../../../contract/app/listExport.ts'
import {
  exportDemographicsSearch,
  exportNhsNumberSearch,
  exportPatientSearch,
  exportWorkList,
} from '../../../contract/pathways/worklists/patientExports.ts'
import { savePatient } from '../../../contract/patients/patient.ts'
import {
  listPossibleDuplicates,
  type PossibleDuplicate,
} from '../../../contract/patients/search/possibleDuplicate.ts'
import { reportPeople, runReport, withheldHeader } from '../../../contract/insight/report.ts'
import type { PatientRow } from '../../../contract/patients/search/search.ts'
import { getSubjectArchive, saveSubjectRequest } from '../../../contract/governance/subjectRequest.ts'
import { saveTask } from '../../../contract/pathways/task.ts'
import { getToday, type Today } from '../../../contract/pathways/today.ts'
import { printWorkList, searchWorkList, sheetNames } from '../../../contract/pathways/worklists/workList.ts'
import { upload } from '../../pathways/documents/testing/uploads.ts'
import { aClinician, aPathway, aPatient, patientInputOf, type Saved } from '../world/factories.ts'
import { textsOf } from '../values/hostileText.ts'
import { withField } from '../values/inputFields.ts'
import type { KnownCall } from '../known/knownCall.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { readPdf } from '../reading/readPdf.ts'
import { bodyOf, recordCases } from '../values/recordCases.ts'
import { bearer, requestOf, type Wire } from '../values/request.ts'
import type { TestUser } from '../world/users.ts'
import { aWorld, canaries, type World } from '../world/world.ts'
import { representatives, shapeOfCall } from '../../../contract/testing/representatives.ts'

/*
 * Trust T18, decision 81: of a restricted record nobody reads where the person is found, or anything of the care, who has no
 * part in the care and gave no reason. Every call that reads or writes something of a patient is made by somebody who holds all
 * rights that staff can hold and has no part in the care of anybody.
 */

let world: World
let curious: TestUser
let document: Saved

const words = 'Zwimbleforth plinthious'
const whereabouts = {
  addressLine1: canaries.address,
  postcode: 'ZZ77 7ZZ',
  phoneHome: '01632 960123',
  phoneMobile: '07700 900321',
  email: canaries.email,
}
const secrets = [...Object.values(whereabouts), canaries.comments, canaries.nextOfKin, words].map((text) =>
  text.toLowerCase().replaceAll(' ', ''),
)
/** What the text tells of the record, however it is spaced. */
const toldIn = (text: string): string[] => {
  const found = text.toLowerCase().replaceAll(/\s|&nbsp;/g, '')
  return secrets.filter((secret) => found.includes(secret))
}

const textOf = async (body: Buffer): Promise<string> => {
  if (body.subarray(0, 5).toString() !== '%PDF-') return body.toString()
  const { text, artifacts } = await readPdf(body)
  return `${text} ${artifacts}`
}

let sent = 0
const send = async (call: Endpoint, input: Wire, user: TestUser) => {
  const key: Record<string, string> =
    call.method === 'POST' && call.takesNoKey !== true ? { 'idempotency-key': `r-${(sent += 1)}` } : {}
  const { statusCode: status, rawPayload } = await world.service.app.inject(
    requestOf(call, input, { ...bearer(user), ...key }),
  )
  return { status, text: await textOf(rawPayload) }
}

const tell = async (call: Endpoint, input: Wire): Promise<Wire> => {
  const told = textsOf(call)
    .filter(({ maximum, path }) => maximum > 40 && path.length === 1)
    .reduce((body, { path }) => withField(body, path, words), input)
  const { status, text } = await send(call, told, world.user)
  expect({ path: call.path, status, text }).toMatchObject({ status: 200 })
  return JSON.parse(text) as Wire
}

/** The same, as if the sender had seen another version of whatever it changes. */
const withVersion = (input: Wire, version: number): Wire =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      /version$/i.test(name)
        ? version
        : typeof value === 'object' && value !== null && !Array.isArray(value) && 'version' in value
          ? { ...value, version }
          : value,
    ]),
  )

/** Everybody who is there now, so that no list has anybody else; long ago, so that no merge is older. */
const restrictEverybody = () =>
  world.service.db.owner.query(
    `insert into patient_restriction (patient_id, kind, reason, created_at)
     select id, 'publicPerson', 'Known from television', '2020-01-01' from patient
     where not exists (select from patient_restriction where patient_id = patient.id and ended_at is null)`,
  )

beforeAll(async () => {
  world = await aWorld()
  const { service, user, patient, pathway, ground } = world
  const identity = {
    familyName: canaries.familyName,
    nhsNumber: canaries.nhsNumber,
    dateOfBirth: canaries.dateOfBirth,
  }
  const input = { ...(await patientInputOf(service, { ...identity, ...whereabouts })), ...patient }
  const saved = await service.ask(savePatient, { ...input, registeredGP: world.practice }, user)
  expect(saved.status).toBe(200)
  // Where exercise goes on is said only of a plan that goes on elsewhere.
  const ended = { completedDate: addDays(today(), -1), endedHow: 'elsewhere' }
  for (const each of recordCases)
    await tell(each.calls.save, { ...bodyOf(each, ground), ...(each.kind === 'exercise' && ended) })
  for (const kind of flagKindNames) {
    const category = flagKindOf(kind).category?.choices.at(-1)?.code ?? null
    const action = kind === 'redFlag' ? { action: 'emergency' } : {}
    await tell(saveFlag, {
      id: 0,
      patientId: patient.id,
      kind,
      category,
      reviewDate: addDays(today(), 9),
      ...action,
    })
  }
  await tell(saveTask, { id: 0, pathwayId: pathway.id, dueDate: today() })
  document = (await upload(service, user, pathway.id)).body as Saved
  curious = await service.as('Team Lead', 'System Administrator', 'Information Governance')
  await service.db.owner.query('update app_user set clinician_id = $2 where id = $1', [
    curious.userId,
    await aClinician(service),
  ])
})
afterAll(() => world.service.close())

const ofPatients = (use: 'read' | 'write'): KnownCall[] =>
  knownCalls.filter(({ patientData }) => patientData?.use === use)

/** Calls that answer all the same: lists by name, and what is of the restriction and of the audit trail itself. */
const lists = [
  'GET /api/appointment/diary',
  'GET /api/audit/client',
  'GET /api/audit/exports',
  'GET /api/audit/patient',
  'GET /api/audit/refused',
  'GET /api/audit/unusual',
  'GET /api/audit/user',
  'GET /api/class/people',
  'GET /api/class/register',
  'GET /api/clinic/bookings',
  'GET /api/dashboard/get',
  'GET /api/letter/sent',
  'GET /api/letter/unsent',
  'GET /api/list/awaitingAssessment',
  'GET /api/list/awaitingDischarge',
  'GET /api/list/awaitingFollowup',
  'GET /api/list/awaitingSecondFollowup',
  'GET /api/list/awaitingTreatment',
  'GET /api/list/awaitingWellbeing',
  'GET /api/list/calls',
  'GET /api/list/inExercise',
  'GET /api/list/inTreatment',
  'GET /api/list/outstanding',
  'GET /api/merge/all',
  'GET /api/owner/referrals',
  'GET /api/patient/recent',
  'GET /api/possibleDuplicate/all',
  'GET /api/registeredInError/all',
  'GET /api/restrictedAccess/all',
  'GET /api/restriction/all',
  'GET /api/restriction/get',
  'GET /api/retention/all',
  'GET /api/slot/candidates',
  'GET /api/subjectRequest/all',
  'GET /api/today/get',
  'GET /api/visit/work',
  'POST /api/fhirLaunch/ask',
  'POST /api/list/search',
  'POST /api/patient/restrictedAccess',
  'POST /api/patient/searchDemographics',
  'POST /api/patient/searchNHSNumber',
  'POST /api/search/demographics',
  'POST /api/search/nhsNumber',
  'POST /api/search/patients',
  // Restricted records stay behind.
  'POST /api/visit/take',
  // To whom a restricted record is not there.
  'POST /api/search/external',
]

describe('a restricted record', () => {
  it('is what its carers read', async () => {
    await restrictEverybody()
    const { pathway, patient } = world
    const reads = ofPatients('read')
    const page = reads.find(({ call: { path } }) => path === '/api/pathway/get')
    const one = reads.find(({ call: { path } }) => path === '/api/patient/get')
    const told = [
      await send(page?.call as Endpoint, { id: pathway.id }, world.user),
      await send(one?.call as Endpoint, { id: patient.id }, world.user),
    ].flatMap(({ status, text }) => [status, ...toldIn(text)])
    expect(new Set(told)).toEqual(new Set([200, ...secrets]))
  })

  const opened: string[] = []
  it.each(ofPatients('read').map((known) => [`${known.call.method} ${known.call.path}`, known] as const))(
    'is told to nobody else by %s',
    async (name, { call, input }) => {
      const asked = await input(world)
      await restrictEverybody()
      // What another test asked a reason for is restricted to this one again.
      const stranger =
        name === 'POST /api/patient/restrictedAccess'
          ? await world.service.as('Team Lead', 'Information Governance')
          : curious
      const { status, text } = await send(call, asked, stranger)
      expect(toldIn(text)).toEqual([])
      if (status === 200) opened.push(name)
      else
        expect({ status, text: JSON.parse(text) as unknown }).toMatchObject({
          status: 403,
          text: { code: 'reason-needed' },
        })
    },
  )

  it('stays on the lists, which answer', () => {
    expect(opened.toSorted()).toEqual(lists.toSorted())
  })

  const csv = { type: 'csv' as const }
  const days = { dateFrom: addDays(today(), -7), dateTo: today() }
  const files = (): [Endpoint, Wire][] => [
    [exportWorkList, { ...csv, stage: 'awaitingAssessment' }],
    [exportNhsNumberSearch, { ...csv, nhsNumber: canaries.nhsNumber }],
    [exportDemographicsSearch, { ...csv, familyName: canaries.familyName }],
    [exportPatientSearch, { ...csv, text: canaries.familyName }],
    [exportPossibleDuplicates, csv],
    [exportMerges, csv],
    [exportOutstanding, csv],
    [exportInError, csv],
    [exportAccesses, csv],
    [auditExports.patient, { ...csv, ...days, patientId: world.patient.id }],
    [auditExports.user, { ...csv, ...days, userId: world.user.userId }],
    [auditExports.unusual, { ...csv, ...days }],
    ...sheetNames.map((sheet): [Endpoint, Wire] => [printWorkList, { stage: 'awaitingAssessment', sheet }]),
  ]
  it('is by name, and no more, in every file and on every sheet', async () => {
    // On the list on which all the others are.
    await world.service.db.owner.query(`update work_list set stage = 'awaitingAssessment'`)
    await restrictEverybody()
    const ofPeople = listExports.filter(
      (call) =>
        !Object.values<Endpoint>(lookupExports).includes(call) &&
        ![exportOrganisations, exportUsers, exportPeople].includes(call as never),
    )
    // Refused calls, files and what a FHIR client read name whom an event is about, and no more.
    const told = [
      ...files().map(([call]) => call),
      ...[auditExports.refused, auditExports.exports, auditExports.client],
    ]
    expect(ofPeople.filter((call) => !told.includes(call)).map(({ path }) => path)).toEqual([])
    for (const [call, input] of files()) {
      const { status, text } = await send(call, input, curious)
      expect({ path: call.path, status, told: toldIn(text) }).toEqual({
        path: call.path,
        status: 200,
        told: [],
      })
      if ('stage' in input || 'nhsNumber' in input || 'familyName' in input || 'text' in input) {
        expect(text.toLowerCase()).toContain(canaries.familyName.toLowerCase())
        expect(text).toContain('Restricted record')
      }
    }
  })

  it('is counted among the people behind a number of a report, and not named there', async () => {
    await restrictEverybody()
    const counted = { reportName: 'referralsByGpPractice', dateFrom: addDays(today(), -60), dateTo: today() }
    const number = { ...counted, section: 0, row: null, column: 'referrals' }
    const path = reportPeople.path.replace('{reportName}', counted.reportName)
    const { status, body, headers } = await world.service.ask({ ...reportPeople, path }, number, curious)
    expect({ status, body }).toEqual({ status: 200, body: [] })
    expect(Number(headers[withheldHeader])).toBeGreaterThan(0)
    expect(headers[withheldHeader]).toBe(headers['x-total-count'])
    const filePath = exportPeople.path.replace('{reportName}', counted.reportName)
    const file = await send({ ...exportPeople, path: filePath }, { ...number, ...csv }, curious)
    expect({ status: file.status, text: file.text.toLowerCase() }).toEqual({
      status: 200,
      text: expect.not.stringContaining(canaries.familyName.toLowerCase()) as string,
    })
  })

  it('is not found or placed by where the person lives on a work list, and is on it all the same', async () => {
    const { service, user } = world
    await service.db.owner.query(`update work_list set stage = 'awaitingAssessment'`)
    await restrictEverybody()
    const { id } = await aPatient(service, user, { postcode: 'ZZ99 9ZZ', registeredGP: world.practice })
    await aPathway(service, user, { patientId: id })
    const listed = async (narrowed: object): Promise<PatientRow[]> => {
      const { body } = await service.ask(
        searchWorkList,
        { stage: 'awaitingAssessment', ...narrowed },
        curious,
      )
      return body as PatientRow[]
    }
    const all = await listed({})
    expect(all.map(({ isWithheld = false }) => isWithheld)).toContain(false)
    const withheld = all.filter(({ isWithheld }) => isWithheld).map(({ patientId }) => patientId)
    expect(withheld).toContain(world.patient.id)
    const idsOf = (rows: readonly PatientRow[]) => rows.map(({ patientId }) => patientId)
    for (const district of ['ZZ77', 'AB1'])
      expect(idsOf(await listed({ district })).toSorted()).toEqual(withheld.toSorted())
    expect(idsOf(await listed({ surgery: 'No such surgery' })).toSorted()).toEqual(withheld.toSorted())
    for (const q of ['zz77', 'sampletown'])
      expect((await listed({ q })).filter(({ isWithheld = false }) => isWithheld)).toEqual([])
    expect(idsOf(await listed({ q: canaries.familyName }))).toContain(world.patient.id)
    // Without a postcode it comes last, in whichever direction.
    for (const sort of ['postcode', '-postcode', 'registeredGP'] as const)
      expect(
        idsOf(await listed({ sort }))
          .slice(-withheld.length)
          .toSorted(),
      ).toEqual(withheld.toSorted())
  })

  it('has on Today what is to be done, and not what for', async () => {
    const { service, patient, user } = world
    const pathway = await aPathway(service, user, { patientId: patient.id, secondReferral: true })
    await service.db.owner.query(
      `insert into task (pathway_id, kind, cause, due_date, text)
       values ($1, 'redFlag', 'red flag 77', current_date, 'Red flag: ${words}'),
         ($1, 'onwardReferral', 'onward referral 77', current_date, 'Ask what came of the onward referral to ${words}')`,
      [pathway.id],
    )
    await restrictEverybody()
    const { body } = await service.ask(getToday, {}, curious)
    const { unowned } = body as Today
    const lines = unowned?.lines.filter(({ patientId }) => patientId === world.patient.id)
    expect(lines?.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Red flag open', 'Onward referral without an outcome']),
    )
    expect(toldIn(JSON.stringify(body))).toEqual([])
  })

  it('has nothing in common with a possible duplicate that is told', async () => {
    const { service, patient, user } = world
    const { id } = await aPatient(service, user, { postcode: whereabouts.postcode })
    await service.db.owner.query(
      `insert into possible_duplicate (patient_id, other_id, reasons) values (least($1::bigint, $2), greatest($1::bigint, $2), '{"same postcode"}')`,
      [patient.id, id],
    )
    await service.db.owner.query(
      `insert into patient_restriction (patient_id, kind, reason) select $1, 'other', 'Known'
       where not exists (select from patient_restriction where patient_id = $1 and ended_at is null)`,
      [patient.id],
    )
    const { body } = await service.ask(listPossibleDuplicates, {}, curious)
    const pair = (body as PossibleDuplicate[]).find(({ later }) => later.id === id)
    expect(pair).toMatchObject({ reasons: ['Withheld'], first: { postcode: null } })
  })

  it.each(['equipmentIssued', 'treatmentOutcomes', 'declinedReferrals'])(
    'has no words in the single entries of the report %s',
    async (reportName) => {
      const input = { reportName, type: 'csv', dateFrom: addDays(today(), -400), dateTo: today() }
      const path = runReport.path.replace('{reportName}', reportName)
      const { status, text } = await send({ ...runReport, path }, input, curious)
      expect({ status, told: toldIn(text) }).toEqual({ status: 200, told: [] })
    },
  )

  it('has no document that can be had or added', async () => {
    await restrictEverybody()
    const had = await send(downloadDocument, { id: document.id }, curious)
    const added = await upload(world.service, curious, world.pathway.id)
    expect([had.status, added.status]).toEqual([403, 403])
    expect((await send(downloadDocument, { id: document.id }, world.user)).status).toBe(200)
  })

  it('leaves in no archive for the patient that somebody else asks for', async () => {
    const asked = {
      id: 0,
      patientId: world.patient.id,
      askedDate: today(),
      requester: 'By letter',
      identityChecked: 'Passport',
    }
    const { id } = JSON.parse((await send(saveSubjectRequest, asked, world.user)).text) as Saved
    await restrictEverybody()
    const { status, text } = await send(getSubjectArchive, { id }, curious)
    expect({ isRefused: status >= 400, told: toldIn(text) }).toEqual({ isRefused: true, told: [] })
  })

  /**
   * What needs no reason: setting and ending the restriction, looking through reasons, and handing in what then waits for a
   * person.
   */
  const open = [
    '/api/restriction/save',
    '/api/restriction/end',
    '/api/restrictedAccess/review',
    '/api/visit/handIn',
  ]
  /** Somebody new. */
  const adds = ['/api/patient/save', '/api/falls/v1/save', '/api/incomingReferral/accept']
  it.each(
    representatives(
      ofPatients('write').filter(({ call: { path } }) => !open.includes(path) && !adds.includes(path)),
      ({ call }) => shapeOfCall(call),
    ).map((known) => [`${known.call.method} ${known.call.path}`, known] as const),
  )('is changed by nobody else by %s', async (_, { call, input }) => {
    const asked = await input(world)
    await restrictEverybody()
    // Who changed it since is told no sooner than the rest.
    for (const sending of [asked, withVersion(asked, 1_000_000)]) {
      const { status, text } = await send(call, sending, curious)
      expect({ status, text: JSON.parse(text) as unknown }).toMatchObject({
        status: 403,
        text: { code: 'reason-needed' },
      })
    }
    const { rows } = await world.service.db.owner.query<{ action: string }>(
      `select action from audit_event where user_id = $1 and kind = 'write' and patient_ids <> '{}'`,
      [curious.userId],
    )
    expect(rows).toEqual([])
  })

  it('is named to who registers somebody alike, without where that person lives', async () => {
    const { service, patient } = world
    const again = {
      ...(await patientInputOf(service)),
      familyName: canaries.familyName,
      dateOfBirth: canaries.dateOfBirth,
    }
    const { status, text } = await send(savePatient, again as Wire, curious)
    expect({ status, told: toldIn(text) }).toEqual({ status: 409, told: [] })
    expect((JSON.parse(text) as { duplicates: Saved[] }).duplicates.map(({ id }) => id)).toContain(patient.id)
  })
})
