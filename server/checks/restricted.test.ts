import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, today } from '../../contract/dates.ts'
import { downloadDocument } from '../../contract/document.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { saveFlag } from '../../contract/flags/flag.ts'
import { flagKindNames, flagKindOf } from '../../contract/flags/flagKinds.ts'
import {
  exportAccesses,
  exportDemographicsSearch,
  exportInError,
  exportMerges,
  exportOrganisations,
  exportUsers,
  listExports,
  lookupExports,
  exportNhsNumberSearch,
  exportPatientSearch,
  exportPeople,
  exportPossibleDuplicates,
  exportWorkList,
  auditExports,
} from '../../contract/listExport.ts'
import { savePatient } from '../../contract/patient.ts'
import { runReport } from '../../contract/report.ts'
import { getSubjectArchive, saveSubjectRequest } from '../../contract/subjectRequest.ts'
import { saveTask } from '../../contract/task.ts'
import { printWorkList, sheetNames } from '../../contract/workList.ts'
import { upload } from '../documents/testing/uploads.ts'
import { aClinician, patientInputOf, type Saved } from '../testing/factories.ts'
import { textsOf } from '../testing/hostileText.ts'
import { withField } from '../testing/inputFields.ts'
import type { KnownCall } from '../testing/knownCall.ts'
import { knownCalls } from '../testing/knownCalls.ts'
import { readPdf } from '../testing/readPdf.ts'
import { bodyOf, recordCases } from '../testing/recordCases.ts'
import { bearer, requestOf, type Wire } from '../testing/request.ts'
import type { TestUser } from '../testing/users.ts'
import { aWorld, canaries, type World } from '../testing/world.ts'

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

const textOf = (body: Buffer): string => {
  if (body.subarray(0, 5).toString() !== '%PDF-') return body.toString()
  const { text, artifacts } = readPdf(body)
  return `${text} ${artifacts}`
}

let sent = 0
const send = async (call: Endpoint, input: Wire, user: TestUser) => {
  const key: Record<string, string> =
    call.method === 'POST' && call.takesNoKey !== true ? { 'idempotency-key': `r-${(sent += 1)}` } : {}
  const { statusCode: status, rawPayload } = await world.service.app.inject(
    requestOf(call, input, { ...bearer(user), ...key }),
  )
  return { status, text: textOf(rawPayload) }
}

const tell = async (call: Endpoint, input: Wire): Promise<Wire> => {
  const told = textsOf(call)
    .filter(({ maximum, path }) => maximum > 40 && path.length === 1)
    .reduce((body, { path }) => withField(body, path, words), input)
  const { status, text } = await send(call, told, world.user)
  expect({ path: call.path, status, text }).toMatchObject({ status: 200 })
  return JSON.parse(text) as Wire
}

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
  for (const each of recordCases) await tell(each.calls.save, bodyOf(each, ground))
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
  'GET /api/audit/exports',
  'GET /api/audit/patient',
  'GET /api/audit/refused',
  'GET /api/audit/unusual',
  'GET /api/audit/user',
  'GET /api/dashboard/get',
  'GET /api/list/awaitingAssessment',
  'GET /api/list/awaitingDischarge',
  'GET /api/list/awaitingFollowup',
  'GET /api/list/awaitingSecondFollowup',
  'GET /api/list/awaitingTreatment',
  'GET /api/list/awaitingWellbeing',
  'GET /api/list/calls',
  'GET /api/list/inExercise',
  'GET /api/list/inTreatment',
  'GET /api/merge/all',
  'GET /api/owner/referrals',
  'GET /api/patient/recent',
  'GET /api/possibleDuplicate/all',
  'GET /api/registeredInError/all',
  'GET /api/restrictedAccess/all',
  'GET /api/restriction/all',
  'GET /api/restriction/get',
  'GET /api/retention/all',
  'GET /api/subjectRequest/all',
  'GET /api/today/get',
  'POST /api/list/search',
  'POST /api/patient/restrictedAccess',
  'POST /api/patient/searchDemographics',
  'POST /api/patient/searchNHSNumber',
  'POST /api/search/demographics',
  'POST /api/search/nhsNumber',
  'POST /api/search/patients',
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
    // Refused calls and files name whom an event is about, and no more.
    const told = [...files().map(([call]) => call), auditExports.refused, auditExports.exports]
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
    const counted = { reportName: 'referralsByGpPractice', dateFrom: addDays(today(), -60), dateTo: today() }
    const people = await send(
      exportPeople,
      { ...counted, ...csv, section: 0, measure: 'referrals', key: [] },
      curious,
    )
    expect(toldIn(people.text)).toEqual([])
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

  /** What needs no reason: setting and ending the restriction, and looking through reasons. */
  const open = ['/api/restriction/save', '/api/restriction/end', '/api/restrictedAccess/review']
  /** Somebody new. */
  const adds = ['/api/patient/save', '/api/falls/v1/save']
  it.each(
    ofPatients('write')
      .filter(({ call: { path } }) => !open.includes(path) && !adds.includes(path))
      .map((known) => [`${known.call.method} ${known.call.path}`, known] as const),
  )('is changed by nobody else by %s', async (_, { call, input }) => {
    const asked = await input(world)
    await restrictEverybody()
    const { status, text } = await send(call, asked, curious)
    expect({ status, text: JSON.parse(text) as unknown }).toMatchObject({
      status: 403,
      text: { code: 'reason-needed' },
    })
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
