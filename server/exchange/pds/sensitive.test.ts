import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditExports, exportOutstanding, exportPeople } from '../../../contract/app/listExport.ts'
import {
  composeLetter,
  lettersOfPathway,
  listUnsentLetters,
  printedLetters,
  printLetters,
  signLetter,
  type ComposedLetter,
} from '../../../contract/care/letters/letter.ts'
import {
  acceptIncoming,
  declineIncoming,
  getIncoming,
  incomingLetter,
  listIncoming,
  type IncomingView,
} from '../../../contract/exchange/incoming/incomingReferral.ts'
import { checkPatient, tracePerson, type TraceReply } from '../../../contract/exchange/pds/pds.ts'
import {
  getSubjectArchive,
  getSubjectRequest,
  releaseSubjectRequest,
  reviewSubjectRequest,
  saveSubjectRequest,
  type SubjectRequest,
} from '../../../contract/governance/subjectRequest.ts'
import { askAudit } from '../../../contract/insight/audit/auditQuestion.ts'
import { reportPeople, runReport } from '../../../contract/insight/report.ts'
import { getPatient } from '../../../contract/patients/patient.ts'
import {
  searchDemographics,
  searchNhsNumber,
  searchPatients,
} from '../../../contract/patients/search/search.ts'
import { downloadDocument } from '../../../contract/pathways/document.ts'
import { getPathway } from '../../../contract/pathways/referral/pathway.ts'
import {
  exportDemographicsSearch,
  exportNhsNumberSearch,
  exportPatientSearch,
  exportWorkList,
} from '../../../contract/pathways/worklists/patientExports.ts'
import { printWorkList, workLists } from '../../../contract/pathways/worklists/workList.ts'
import type { Endpoint, InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { sheetTypes } from '../../../contract/platform/calls/sheet.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { deliver } from '../../testing/process/messages.ts'
import { startServerProcess, type ServerProcess } from '../../testing/process/serverProcess.ts'
import { testService, type TestService } from '../../testing/process/service.ts'
import { readPdf } from '../../testing/reading/readPdf.ts'
import { unzipped } from '../../testing/reading/unzipped.ts'
import { firstOf, referralInputOf } from '../../testing/world/factories.ts'
import type { TestUser } from '../../testing/world/users.ts'
import { templateFor } from '../../testing/known/knownLetters.ts'
import { aFhirClient, askToken, assertionOf } from '../testing/fhirClient.ts'
import { anIncoming, toldOf } from '../testing/incomingWorld.ts'
import { acceptedFrom, secrets, sensitivePerson } from '../testing/sensitivePerson.ts'
import { startStandIn, type StandIn } from './standIn/standIn.ts'

/*
 * PDS marks somebody as sensitive and sends all the same where they live. They are traced, referred, written to, listed,
 * reported, read by other software and given what is held about them; none of it says where they live.
 */

let service: TestService
let standIn: StandIn
/** Writes everything that it does to its log. */
let apart: ServerProcess
let lead: TestUser
let governance: TestUser
beforeAll(async () => {
  service = await testService()
  standIn = await startStandIn()
  standIn.fault = 'leaks'
  apart = await startServerProcess({
    DATABASE_URL: service.db.url,
    PDS_URL: standIn.settings.url,
    PDS_TOKEN_URL: standIn.settings.keys.tokenUrl,
    PDS_API_KEY: standIn.settings.keys.apiKey,
    PDS_KEY_ID: standIn.settings.keys.keyId,
    PDS_PRIVATE_KEY: standIn.settings.keys.privateKey,
    LOG_LEVEL: 'trace',
  })
  lead = await service.as('Team Lead')
  governance = await service.as('Information Governance')
  await service.db.owner.query(
    `insert into organisation (id, version, type, name, name_key, postcode, status_code, is_active)
     values ('Z99001', 1, 'GP Practices', 'Example Green Surgery', 'example green surgery', 'ZZ99 1AB', 'A', true)`,
  )
})
afterAll(async () => {
  await apart.stop()
  await standIn.close()
  await service.close()
})

/** Everything that left, with what it was unpacked to. */
const left = new Map<string, string>()

const keep = async (name: string, bytes: Buffer, type: string): Promise<string> => {
  let said = bytes.toString('latin1') + bytes.toString('utf8')
  if (type.includes('pdf')) {
    const { text, artifacts, title } = await readPdf(bytes)
    said += `${text}\n${text.replaceAll(/\s/g, '')}\n${artifacts}\n${title}`
  }
  if (bytes.subarray(0, 2).toString() === 'PK')
    for (const [file, content] of await unzipped(bytes))
      said += `\n${file}\n${await keep(`${name} ${file}`, content, file)}`
  left.set(name, said)
  return said
}

const send = async (
  name: string,
  path: string,
  { token, ...options }: { token: string; method?: string; headers?: Record<string, string>; body?: string },
): Promise<{ text: string; bytes: Buffer; headers: Headers; status: number }> => {
  const response = await apart.fetch(path, {
    ...options,
    headers: { authorization: `Bearer ${token}`, ...options.headers },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  const text = await keep(name, bytes, type)
  return { text, bytes, headers: response.headers, status: response.status }
}

/** Makes a call that must succeed. */
const ask = async <E extends Endpoint>(
  call: E,
  input: InputOf<E>,
  user = lead,
  path = call.path,
): Promise<{ text: string; bytes: Buffer; body: () => unknown }> => {
  const query = new URLSearchParams(input as Record<string, string>).toString()
  const { text, bytes, status } = await send(
    `${call.method} ${path} ${JSON.stringify(input).slice(0, 60)} ${left.size}`,
    call.method === 'GET' ? `${path}?${query}` : path,
    {
      token: user.accessToken,
      method: call.method,
      ...(call.method === 'GET'
        ? {}
        : {
            headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
            body: JSON.stringify(input),
          }),
    },
  )
  expect({ path, status, said: status === 200 ? '' : bytes.toString('utf8') }).toEqual({
    path,
    status: 200,
    said: '',
  })
  return { text, bytes, body: () => JSON.parse(bytes.toString('utf8')) as unknown }
}

const { nhsNumber } = sensitivePerson
const asked = { nhsNumber }
const named = { familyName: 'Hideaway', dateOfBirth: '1944-03-05' }
const days = { dateFrom: addDays(today(), -7), dateTo: today() }

/** Where the person is, as far as this service knows it: nothing but name and number was told. */
const anArrival = () =>
  anIncoming(service, {
    told: toldOf({
      person: {
        ...{ familyName: 'Hideaway', firstName: 'Rowena', dateOfBirth: named.dateOfBirth, nhsNumber },
        ...{ addressLine1: null, town: null, postcode: null, telephone: null, gpPractice: null },
      },
      rest: { redFlags: ['blackout'] },
    }),
  })

const accepted = async (): Promise<{ patientId: number; pathwayId: number }> => {
  const { id } = await anArrival()
  const { version, suggested } = (await ask(getIncoming, { id })).body() as IncomingView
  const { traceId, person } = (await ask(tracePerson, asked)).body() as TraceReply
  if (person === null) throw new Error('PDS found nobody')
  const { patientId: _, id: __, ...referral } = await referralInputOf(service, 0)
  return (
    await ask(acceptIncoming, {
      ...{ id, version },
      patient: {
        id: 0,
        ...acceptedFrom(person),
        ...{ familyName: 'Hideaway', genderId: person.genderId ?? suggested.genderId ?? 0 },
        // What the person says may be typed: letters need it.
        ...{ addressLine1: 'Care of the falls service', town: 'Exampleton', registeredGP: 'Z99001' },
        pdsTraceId: traceId,
      },
      referral: { ...referral, referralDate: today() },
    })
  ).body() as { patientId: number; pathwayId: number }
}

const write = async (pathwayId: number, recipient: 'gp' | 'patient'): Promise<void> => {
  const templateId = await templateFor(service, recipient, 'discharge')
  const { title, body: composed } = (
    await ask(composeLetter, { pathwayId, templateId })
  ).body() as ComposedLetter
  // What only the author knows.
  const body = composed.replaceAll(/\[[^\]]*\]/g, 'as agreed')
  const { id, documentId } = (
    await ask(signLetter, { id: 0, pathwayId, templateId, title, body, concernsConfirmed: true })
  ).body() as { id: number; documentId: number }
  await ask(downloadDocument, { id: documentId })
  const { id: print } = (await ask(printLetters, { ids: [id] })).body() as { id: number }
  const { text } = await ask(printedLetters, { id: print })
  expect(text).toContain('Hideaway')
}

const decline = async (): Promise<void> => {
  const { id } = await anArrival()
  const { letterId } = (
    await ask(declineIncoming, {
      ...{ id, version: 1 },
      declinedReferralId: await firstOf(service, 'declined_referral'),
    })
  ).body() as { letterId: number }
  await ask(incomingLetter, { id: letterId })
}

const giveCopy = async (patientId: number): Promise<void> => {
  const { id } = (
    await ask(
      saveSubjectRequest,
      { id: 0, patientId, askedDate: today(), requester: 'By letter', identityChecked: 'Passport' },
      governance,
    )
  ).body() as { id: number }
  const request = (await ask(getSubjectRequest, { id }, governance)).body() as SubjectRequest
  const decisions = request.items.map(({ key, fingerprint }) => ({ key, fingerprint, isReleased: true }))
  const { version } = (
    await ask(reviewSubjectRequest, { id, version: request.version, decisions }, governance)
  ).body() as { version: number }
  await ask(releaseSubjectRequest, { id, version }, governance)
  const { text } = await ask(getSubjectArchive, { id }, governance)
  expect(text).toContain('Hideaway')
}

/** What other software reads: all that it may. */
const readAsFhir = async (patientId: number): Promise<void> => {
  const client = await aFhirClient(service)
  const { body } = await askToken(service, await assertionOf(client))
  const token = String(body['access_token'])
  const get = (path: string, headers: Record<string, string> = {}) =>
    send(`FHIR ${path}`, `/fhir/R4/${path}`, { token, headers })
  for (const path of [
    `Patient/${patientId}`,
    `Patient/${patientId}/$everything`,
    `Patient/${patientId}/_history/1`,
    'Patient?family=Hideaway&birthdate=1944-03-05&_revinclude=Provenance:target',
    `ServiceRequest?patient=Patient/${patientId}&_include=ServiceRequest:subject`,
    `DocumentReference?patient=Patient/${patientId}&_include=DocumentReference:subject`,
    `Flag?patient=Patient/${patientId}`,
  ]) {
    const { status, text } = await get(path)
    expect({ path, status, text: status === 200 ? '' : text }).toEqual({ path, status: 200, text: '' })
  }
  const { text } = await send('FHIR search by POST', '/fhir/R4/Patient/_search', {
    token,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ identifier: `https://fhir.nhs.uk/Id/nhs-number|${nhsNumber}` }).toString(),
  })
  expect(text).toContain('Hideaway')
  const { headers } = await get('$export', { prefer: 'respond-async' })
  const at = String(headers.get('content-location')).replace(/^.*\/fhir\/R4\//, '')
  await deliver(service, { mail: null, sms: null })
  const manifest = await get(at)
  const { output } = JSON.parse(manifest.bytes.toString('utf8')) as {
    output: { type: string; url: string }[]
  }
  expect(output.map(({ type }) => type)).toContain('Patient')
  for (const { url } of output) await get(url.replace(/^.*\/fhir\/R4\//, ''))
}

const listAndReport = async (patientId: number): Promise<void> => {
  await ask(workLists.awaitingAssessment, {})
  await ask(printWorkList, { stage: 'awaitingAssessment', sheet: 'list' } as never)
  await ask(searchPatients, { text: 'Hideaway' })
  await ask(searchDemographics, { familyName: 'Hideaway' })
  await ask(searchNhsNumber, { nhsNumber })
  const report = { reportName: 'referralsByGpPractice', ...days }
  const number = { ...report, section: 0, row: null, column: 'referrals' }
  for (const type of sheetTypes) {
    for (const { text } of [
      await ask(exportWorkList, { type, stage: 'awaitingAssessment' }),
      await ask(exportPatientSearch, { type, text: 'Hideaway' }),
      await ask(exportDemographicsSearch, { type, familyName: 'Hideaway' }),
      await ask(exportNhsNumberSearch, { type, nhsNumber }),
      await ask(exportPeople, { type, ...number }, lead, `/api/report/${report.reportName}/people/export`),
    ])
      expect(text.toUpperCase()).toContain('HIDEAWAY')
    await ask(exportOutstanding, { type } as never)
    await ask(auditExports.patient, { type, ...days, patientId }, governance)
    await ask(auditExports.user, { type, ...days, userId: lead.userId }, governance)
  }
  await ask(reportPeople, number, lead, `/api/report/${report.reportName}/people`)
  for (const type of ['html', 'pdf', 'csv', 'xlsx'] as const)
    await ask(runReport, { ...report, type }, lead, `/api/report/${report.reportName}`)
  await ask(askAudit.patient, { ...days, patientId }, governance)
  await ask(askAudit.user, { ...days, userId: lead.userId }, governance)
}

describe('where a sensitive person is', () => {
  it('is in nothing that is shown, written, exported, read by other software, logged or stored', async () => {
    const found = (await ask(tracePerson, named)).body() as TraceReply
    expect(found).toMatchObject({ outcome: 'found', person: { isSensitive: true, familyName: 'Hideaway' } })
    const { patientId, pathwayId } = await accepted()
    await ask(checkPatient, { patientId })
    await ask(getPatient, { id: patientId })
    await ask(getPathway, { id: pathwayId })
    await decline()
    await ask(listIncoming, { shown: 'decided' })
    await ask(listUnsentLetters, {})
    await write(pathwayId, 'patient')
    await write(pathwayId, 'gp')
    await ask(lettersOfPathway, { pathwayId })
    await listAndReport(patientId)
    await readAsFhir(patientId)
    await giveCopy(patientId)

    for (const [name, said] of left) expect(secrets.exec(said)?.[0], name).toBeUndefined()
    expect(apart.log()).toContain('answered')
    expect(apart.log()).not.toMatch(secrets)
    expect(apart.log()).not.toMatch(/PRIVATE KEY|Hideaway/)
    expect(standIn.asked.length).toBeGreaterThanOrEqual(3)
  })

  it('is in no table of the database, the audit trail among them', async () => {
    const { rows: tables } = await service.db.owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const seen = new Set<string>()
    for (const { name } of tables) {
      const { rows } = await service.db.owner.query<{ said: string | null }>(
        `select string_agg(t::text, E'\\n') as said from ${name} as t`,
      )
      const said = rows[0]?.said ?? ''
      if (said.includes('Hideaway')) seen.add(name)
      expect(secrets.exec(said)?.[0], name).toBeUndefined()
    }
    for (const name of ['public.patient', 'public.letter', 'public.incoming_referral'])
      expect(seen).toContain(name)
  })
})
