import { setImmediate } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { getDiary } from '../../../contract/care/appointments/diary.ts'
import { getClinic } from '../../../contract/care/clinics/clinic.ts'
import { clinicBookings } from '../../../contract/care/clinics/slot.ts'
import { toldOnPage } from '../../../contract/care/person/questions.ts'
import { visitWork } from '../../../contract/care/visits/visits.ts'
import { printDashboard } from '../../../contract/insight/dashboard/dashboard.ts'
import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import { uploadDocument } from '../../../contract/pathways/document.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { endpoints } from '../../../contract/app/endpoints.ts'
import { printedLetters } from '../../../contract/care/letters/letter.ts'
import { incomingLetter, searchIncoming } from '../../../contract/exchange/incoming/incomingReferral.ts'
import { anIncoming, toldOf } from '../../exchange/testing/incomingWorld.ts'
import { listFaults, listTemplate } from '../../../contract/exchange/caseFinding/caseFinding.ts'
import { exportListedPeople } from '../../../contract/exchange/caseFinding/listedPeople.ts'
import { aList, anUpload } from '../known/knownCaseFinding.ts'
import { declined as aDeclined } from '../known/knownIncoming.ts'
import { listedPeople } from '../../../contract/exchange/caseFinding/listedPeople.ts'
import { listExports } from '../../../contract/app/listExport.ts'
import { assignOwner, handOver, ownedReferrals } from '../../../contract/pathways/owner.ts'
import { askAudit } from '../../../contract/insight/audit/auditQuestion.ts'
import { mergePatients } from '../../../contract/governance/merge.ts'
import { lookupCalls } from '../../../contract/reference/lookupCalls.ts'
import { stages } from '../../../contract/stages/stage.ts'
import { getMonthEndPack } from '../../../contract/insight/monthEndPack.ts'
import { reportPeople, runReport } from '../../../contract/insight/report.ts'
import { getToday } from '../../../contract/pathways/today.ts'
import { printWorkList } from '../../../contract/pathways/worklists/workList.ts'
import { formOfLetter } from '../../pathways/documents/testing/uploads.ts'
import { catalogue } from '../../insight/catalogue/catalogue.ts'
import {
  growCaseload,
  growClientReads,
  growClinic,
  grownBy,
  growHistory,
  growList,
  growQuestions,
  growRecord,
  growWorld,
  openPathways,
} from '../world/growWorld.ts'
import { knownCalls } from '../known/knownCalls.ts'
import { aPrint } from '../known/knownLetters.ts'
import { aWaiting } from '../known/knownVisits.ts'
import { refusedCalls } from '../values/refusedCalls.ts'
import { bearer, requestOf, type Wire } from '../values/request.ts'
import { aWorld, type World } from '../world/world.ts'

/* docs/develop/round-trips.csv: how often each call asks the database, and that none asks more often because there is more to show. */

const page = '../../../docs/develop/round-trips.csv'

let world: World
const asked = vi.spyOn(Client.prototype, 'query')
beforeAll(async () => {
  // What the service writes each minute would be counted as asked by the call of that moment.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  world = await aWorld()
})
afterAll(async () => {
  asked.mockRestore()
  await world.service.close()
  vi.useRealTimers()
})

/** A call as it is counted, under the name of its row. */
interface Counted {
  name: string
  call: Endpoint
  input: (world: World) => Promise<Wire>
  /** It is refused, or changes nothing: what it does when it succeeds is counted nowhere. */
  isRefused: boolean
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`
const counted = (
  call: Endpoint,
  input: Counted['input'],
  { name = nameOf(call), isRefused = false } = {},
): Counted => ({ name, call, input, isRefused })

const lastYear = { dateFrom: addDays(today(), -365), dateTo: today() }
const behindOneNumber = {
  ...lastYear,
  reportName: 'referralsReceived',
  section: 0,
  row: null,
  column: 'undecided',
}

/** What is read to be saved as a file: by the call that shows it. */
const shownBy = (file: Endpoint): Counted['input'] => {
  const shown = file.path.replace(/\/export$/, '')
  const known = knownCalls.find(({ call }) => [shown, `${shown}/all`, `${shown}/search`].includes(call.path))
  return async (given) => ({
    ...(file.path.startsWith(reportPeople.path) ? behindOneNumber : await known?.input(given)),
    type: 'csv',
  })
}

const calls: readonly Counted[] = [
  ...knownCalls.map(({ call, input }) => counted(call, input)),
  ...refusedCalls.map(({ call, input }) => counted(call, input, { isRefused: true })),
  ...catalogue.map(({ name }) =>
    counted(runReport, async () => ({ ...lastYear, reportName: name, type: 'html' }), {
      name: `POST /api/report/${name}`,
    }),
  ),
  counted(reportPeople, async () => behindOneNumber),
  counted(printDashboard, async () => lastYear),
  counted(getMonthEndPack, async () => ({})),
  counted(printedLetters, async (given) => ({ id: (await aPrint(given)).id })),
  counted(incomingLetter, async (given) => ({ id: (await aDeclined(given)).letterId })),
  counted(listFaults, anUpload),
  counted(listTemplate, async () => ({})),
  counted(exportListedPeople, async (given) => ({ id: (await aList(given)).id, type: 'csv' })),
  counted(printWorkList, async () => ({ stage: 'awaitingAssessment', sheet: 'list' })),
  ...listExports.map((file) => counted(file, shownBy(file))),
  counted(uploadDocument, async () => ({})),
]

const requestFor = async ({ call }: Counted, input: Wire) => {
  const headers = call.path.startsWith('/api/') ? bearer(world.user) : {}
  if (call.encoding === 'multipart') {
    const form = await formOfLetter(world.service, world.pathway.id)
    return { method: call.method, url: call.path, ...form, headers: { ...form.headers, ...headers } }
  }
  const request = requestOf(call, input, headers)
  return { ...request, url: String(request.url).replace('{reportName}', String(input['reportName'])) }
}

const textOf = ([statement]: readonly unknown[]): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text)
const isOfTransaction = (statement: string): boolean =>
  /^(begin|start transaction|commit|rollback)\b/i.test(statement)

/** Until nothing is asked any more, by what goes on behind the reply either. */
const untilQuiet = async (): Promise<void> => {
  const isBusy = () =>
    [...world.service.db.pools.values()].some(
      (pool) => pool.totalCount > pool.idleCount || pool.waitingCount > 0,
    )
  do await setImmediate()
  while (isBusy())
}

/** The longest list anywhere in a reply. */
const longestIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  return Math.max(Array.isArray(value) ? value.length : 0, ...Object.values(value).map(longestIn))
}

/**
 * A list with anything in it may ask what an empty one need not, such as which of its patients are withheld; of twenty rows each
 * would ask twenty times.
 */
const askedOnce = 3

interface Count {
  name: string
  statements: string[]
  rows: number
  status: number
}

/** The call on the list of its stage with everybody on it, who then stands where they stood. */
const withAllOnList = async <T>(stage: string | undefined, work: () => Promise<T>): Promise<T> => {
  if (stage === undefined) return work()
  const { owner } = world.service.db
  const { rows } = await owner.query<{ id: string; stage: string }>(
    'select pathway_id::text as id, stage from work_list',
  )
  await owner.query('update work_list set stage = $1', [stage])
  const done = await work()
  await owner.query(
    `update work_list set stage = stood.stage from unnest($1::bigint[], $2::text[]) as stood (id, stage) where pathway_id = stood.id`,
    [rows.map(({ id }) => id), rows.map((row) => row.stage)],
  )
  return done
}

/** What is sent again within seconds gets the first reply (DU-4): how fast the machine is must not decide what is counted. */
const forgetReplies = () => world.service.db.owner.query('delete from request_replay')

/** Beside what everybody has more of: twenty of what this call is about. */
const growFor = async (path: string, input: Wire): Promise<void> => {
  if (path.endsWith('/history')) await growHistory(world, input['id'])
  if (path === ownedReferrals.path || path === handOver.path) await growCaseload(world, input['clinicianId'])
  if (path.startsWith(askAudit.client.path)) await growClientReads(world, input['clientId'])
  if (path === getToday.path) await growCaseload(world)
  if (path === listedPeople.path) await growList(world, input['id'])
  if (path === getClinic.path || path === clinicBookings.path) await growClinic(world, input['id'])
  if (path === searchIncoming.path)
    for (let more = 0; more < grownBy; more += 1)
      await anIncoming(world.service, { told: toldOf({ person: { familyName: 'Sought' } }) })
  if (path === toldOnPage.path) await growQuestions(world, input['pathwayId'])
  if (path === visitWork.path) for (let more = 0; more < grownBy; more += 1) await aWaiting(world)
  if (path === getDiary.path)
    await world.service.db.owner.query('update appointment set clinician_id = $1, appointment_date = $2', [
      input['clinicianId'],
      input['from'],
    ])
  if (path === assignOwner.path) input['pathwayIds'] = await openPathways(world)
}

const count = async (each: Counted, isMore: boolean): Promise<Count> => {
  const { path } = each.call
  await forgetReplies()
  const input = await each.input(world)
  await forgetReplies()
  if (isMore) await growFor(path, input)
  if (path === mergePatients.path) await growRecord(world, input['mergedId'], isMore ? grownBy : 1)
  const request = await requestFor(each, input)
  const { answered, statements } = await withAllOnList(
    stages.find((stage) => path === `/api/list/${stage}`) ?? stages.find((stage) => stage === input['stage']),
    async () => {
      await untilQuiet()
      asked.mockClear()
      const answered = await world.service.app.inject(request)
      await untilQuiet()
      return { answered, statements: asked.mock.calls.map(textOf) }
    },
  )
  const isJson = String(answered.headers['content-type']).startsWith('application/json')
  return {
    name: each.name,
    statements,
    rows: isJson ? longestIn(answered.json()) : 0,
    status: answered.statusCode,
  }
}

/** Calls whose replies have lists that do not become longer here, with the reason. */
const doesNotGrow: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(lookupCalls).map(({ get }) => [nameOf(get), 'where it is used, by table']),
  ),
  'GET /api/user/profile': 'the roles of a person',
  'GET /api/role/all': 'roles are few',
  'GET /api/organisation/getView': 'where it is used, by table',
  'GET /api/user/getView': 'the roles of a person',
  'GET /api/user/sessions': 'the same rows as the own sessions, which grow',
  'POST /api/gp/search': 'one code finds one practice',
  'POST /api/search/nhsNumber': 'a number finds one patient, and the list is of the flags',
  'POST /api/caseFinding/check': 'as many as were sent',
  'POST /api/caseFinding/load': 'as many as were sent',
  'POST /api/patient/searchNHSNumber': 'a number finds one patient, and the list is of the flags',
  'GET /api/patient/recent': 'eight at most',
  'GET /api/wellbeing/get': 'the concerns of one assessment',
  'POST /api/measure/saveSitting': 'as many as were sent',
  'GET /api/followup/get': 'the falls of one call',
  'GET /api/merge/preview': 'what two records hold, by table',
  'GET /api/merge/get': 'what one merge moved, by table',
  'GET /api/restriction/get': 'one restriction at a time',
  'GET /api/appointment/get': 'the messages about one appointment, in one statement',
  'GET /api/appointment/bankHolidays': 'those of a month',
  'GET /api/changes/follow': 'empty but as a stream, which asks for all who follow together',
  'GET /api/fhirClient/get': 'the types of one client',
  'GET /api/fhirSubscription/list': 'the addresses of one client, in one statement',
  'GET /api/pds/differences': 'nobody here differs from PDS',
  'GET /api/fhirLaunch/apps': 'one statement over all apps',
  'GET /api/incomingReferral/get': 'letters and likely matches of one referral',
  'GET /api/caseFinding/late': 'one statement over all lists',
  'GET /api/csds/all': 'one statement over all submissions, of which few are made in a month',
  'GET /api/letter/compose': 'the lines of one letter',
  'GET /api/letterTemplate/get': 'the versions of one template',
  'GET /api/letterAddress/all': 'one statement over all practices',
  'GET /api/slot/candidates': 'five at most',
  'GET /api/list/choices': 'what the filters offer, once each',
  'GET /api/visit/get': 'both sides of one entry',
}

const hasList = ({ reply }: Endpoint): boolean =>
  JSON.stringify(z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' })).includes('"type":"array"')

const head = 'call,"refused, or changes nothing",round trips,of them begin and commit,20 rows or more'

const rowOf = ({ name, statements, rows }: Count, isRefused: boolean): string =>
  [
    name,
    isRefused ? 'yes' : '',
    statements.length,
    statements.filter(isOfTransaction).length || '',
    rows >= grownBy ? 'yes' : '',
  ].join(',')

describe('the database is asked as often as docs/develop/round-trips.csv says', () => {
  it('by every call, and no oftener when there is more to show', { timeout: 600_000 }, async () => {
    const named = new Set(calls.map(({ call }) => nameOf(call)))
    expect(endpoints.map(nameOf).filter((name) => !named.has(name))).toEqual([])
    const few = new Map<string, Count>()
    for (const each of calls) few.set(each.name, await count(each, false))
    await growWorld(world)
    const many: Count[] = []
    for (const each of calls) many.push(await count(each, true))

    const failed = calls.filter(({ isRefused }, place) => !isRefused && many[place]?.status !== 200)
    expect(failed.map(({ name }) => name)).toEqual([])
    const grown = many.flatMap(({ name, statements }) => {
      const before = few.get(name)?.statements.length ?? 0
      return statements.length > before + askedOnce ? [`${name}: ${before}, then ${statements.length}`] : []
    })
    expect(grown).toEqual([])
    const lists = calls.filter(({ call, isRefused }) => !isRefused && hasList(call))
    const short = lists.filter(({ name }) => (many.find((one) => one.name === name)?.rows ?? 0) < grownBy)
    expect(short.map(({ name }) => name).toSorted()).toEqual(Object.keys(doesNotGrow).toSorted())

    const isRefused = (one: Count): boolean => calls.find(({ name }) => name === one.name)?.isRefused === true
    const rows = [false, true].flatMap((refused) =>
      many.filter((one) => isRefused(one) === refused).map((one) => rowOf(one, refused)),
    )
    await expect([head, ...rows, ''].join('\n')).toMatchFileSnapshot(page)
  })
})
