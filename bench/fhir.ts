import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { clientPurposes, typesOfPurpose } from '../contract/exchange/client.ts'
import { getPatient } from '../contract/patients/patient.ts'
import { searchNhsNumber } from '../contract/patients/search/search.ts'
import { fhirPath } from '../server/exchange/settings/settings.ts'
import { percentile } from '../server/testing/process/percentile.ts'
import { measure, memoryOf, type Asked, type Load, type Noted, type Served } from './measure.ts'
import { noteFailures, report } from './report.ts'

/* The record as FHIR, beside the calls of the screens that read the same. */

/** A client with a token for as long as the benchmark runs. How clients get tokens is not measured. */
const aToken = async (client: Client): Promise<string> => {
  const [purpose] = clientPurposes
  const types = typesOfPurpose(purpose.code)
  const token = randomBytes(24).toString('base64url')
  await client.query(
    `with somebody as (select min(id) as id from app_user), registered as (
       insert into fhir_client (client_id, name, organisation, contact, purpose, types, jwks, expires_date, approved_at, approved_by)
       select gen_random_uuid()::text, 'Benchmark', 'Benchmark', 'nobody', $1, $2, '{}', current_date + 1, now(), id from somebody
       returning id)
     insert into fhir_token (hash, client_id, scopes, issued_at, expires_at)
     select $3, id, $4, now(), now() + interval '1 day' from registered`,
    [
      ...[purpose.code, types, createHash('sha256').update(token).digest()],
      types.map((type) => `system/${type}.rs`),
    ],
  )
  return token
}

interface Ask {
  path: string
  headers: Record<string, string>
  body?: string
}

/** Milliseconds of each answer, with so many callers at once. */
const timesOf = async (
  { address }: Served,
  asks: readonly Ask[],
  { callers, warming }: { callers: number; warming: number },
): Promise<number[]> => {
  const times: number[] = []
  let next = 0
  const call = async (): Promise<void> => {
    for (let place = next; place < asks.length; place = next) {
      next += 1
      const { path, headers, body } = asks[place] as Ask
      const began = performance.now()
      const response = await fetch(`${address}${path}`, {
        headers,
        ...(body === undefined ? {} : { method: 'POST', body }),
      })
      await response.text()
      if (!response.ok) throw new Error(`${path} answered ${response.status}`)
      if (place >= warming) times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return times
}

const manyTimes = <Value>(values: readonly Value[], count: number): Value[] =>
  Array.from({ length: count }, (_, place) => values[place % values.length] as Value)

const nhsNumberSystem = 'https://fhir.nhs.uk/Id/nhs-number'

interface Person {
  id: number
  nhsNumber: string
}

/**
 * @param signIn a session lives shorter than all of it takes
 * @param startWorking starts the server that writes the export, once nothing else is measured: it begins with work that waited
 */
export const measureFhir = async (
  signIn: () => Promise<Asked>,
  startWorking: () => Promise<Served>,
  client: Client,
): Promise<Noted> => {
  const bearer = { authorization: `Bearer ${await aToken(client)}` }
  const { rows: people } = await client.query<Person>(
    `select patient.id::integer as id, patient.nhs_number as "nhsNumber" from work_list join patient on patient.id = patient_id
     where patient.nhs_number is not null order by random() limit 2000`,
  )
  const asked = await signIn()
  await measureReading(asked, bearer, people)
  await measureEverything(asked, bearer, client)
  const search = searchesOf(bearer, people)
  const found = await measureSearches(asked, search, people)
  const working = await startWorking()
  await measureExport(working, bearer, search)
  working.child.kill()
  return found
}

const measureReading = async (
  { product, headers }: Asked,
  bearer: Record<string, string>,
  people: readonly Person[],
): Promise<void> => {
  const p95 = async (asks: readonly Ask[]): Promise<number> =>
    percentile(await timesOf(product, manyTimes(asks, 4_400), { callers: 4, warming: 400 }), 0.95)
  const screen = await p95(people.map(({ id }) => ({ path: `${getPatient.path}?id=${id}`, headers })))
  const fhir = await p95(people.map(({ id }) => ({ path: `${fhirPath}/Patient/${id}`, headers: bearer })))
  report({ what: 'A patient as FHIR, p95', figure: fhir, unit: 'ms', digits: 1 })
  report({
    what: '  times that of patient/get',
    figure: fhir / screen,
    unit: 'times',
    digits: 2,
    atMost: 1.5,
  })
}

const measureEverything = async (
  { product, seconds }: Asked,
  bearer: Record<string, string>,
  client: Client,
): Promise<void> => {
  const { rows } = await client.query<{ id: number }>(
    `with long as (
       select max(exercise.id) as exercise, pathway.patient_id as patient from exercise
       join pathway on pathway.id = exercise.pathway_id group by pathway.patient_id order by random() limit 200),
     attended as (
       insert into exercise_attendance (exercise_id, attendance_date, exercise_type_id, location_id)
       select exercise, current_date - session, (select min(id) from exercise_type), (select min(id) from location)
       from long, generate_series(1, 48) as session)
     select patient::integer as id from long`,
  )
  const load = (connections: number): Load => ({
    ...{ connections, duration: seconds, headers: bearer },
    requests: rows.map(({ id }) => ({ path: `${fhirPath}/Patient/${id}/$everything?_count=200` })),
  })
  // PostgreSQL plans a statement five times in each connection before it keeps a plan: as many callers as connections have it kept.
  await measure(product, load(16))
  const found = await measure(product, load(4))
  noteFailures('Everything of a patient', found.failures)
  report({
    what: 'Everything of a patient with 60 records, 4 connections, p99',
    figure: found.p99,
    unit: 'ms',
    digits: 1,
    atMost: 60,
  })
}

const searchesOf = (bearer: Record<string, string>, people: readonly Person[]): Omit<Load, 'duration'> => ({
  connections: 16,
  method: 'POST',
  headers: { ...bearer, 'content-type': 'application/x-www-form-urlencoded' },
  requests: people.map(({ nhsNumber }) => ({
    path: `${fhirPath}/Patient/_search`,
    body: new URLSearchParams({ identifier: `${nhsNumberSystem}|${nhsNumber}` }).toString(),
  })),
})

const measureSearches = async (
  { product, headers, seconds }: Asked,
  search: Omit<Load, 'duration'>,
  people: readonly Person[],
): Promise<Noted> => {
  const onScreen: Load = {
    ...{ connections: 16, duration: seconds, method: 'POST', headers },
    requests: people.map(({ nhsNumber }) => ({
      path: searchNhsNumber.path,
      body: JSON.stringify({ nhsNumber }),
    })),
  }
  const fhir: Load = { ...search, duration: seconds }
  await measure(product, fhir)
  await measure(product, onScreen)
  const [screen, found] = [await measure(product, onScreen), await measure(product, fhir)]
  noteFailures('FHIR searches by NHS number', found.failures)
  report({ what: 'FHIR searches by NHS number, 16 connections', figure: found.perSecond, unit: '/s' })
  report({
    what: '  times those of the screen',
    figure: found.perSecond / screen.perSecond,
    unit: 'times',
    digits: 2,
    atLeast: 0.7,
  })
  return found
}

/** An export of everything, and searches beside it, in the same process as in a small service. */
const measureExport = async (
  working: Served,
  bearer: Record<string, string>,
  search: Omit<Load, 'duration'>,
): Promise<void> => {
  const root = `${working.address}${fhirPath}`
  const begun = await fetch(`${root}/$export`, { headers: { ...bearer, prefer: 'respond-async' } })
  const status = `${root}${new URL(begun.headers.get('content-location') ?? '').pathname.slice(fhirPath.length)}`
  const began = performance.now()
  const memory: number[] = []
  for (;;) {
    const response = await fetch(status, { headers: bearer })
    if (response.status === 200) {
      const { output } = (await response.json()) as { output: { count: number }[] }
      const seconds = (performance.now() - began) / 1000
      const count = output.reduce((sum, { count: each }) => sum + each, 0)
      report({ what: 'FHIR export, resources', figure: count, unit: '' })
      report({ what: '  in a second', figure: count / seconds, unit: '/s', atLeast: 3_000 })
      break
    }
    if (response.status !== 202) throw new Error(`The export answered ${response.status}`)
    await response.text()
    memory.push((await memoryOf(working)).resident)
    await sleep(500)
  }
  report({
    what: '  memory, the second half of the time beside the first',
    figure: Math.max(...memory.slice(memory.length / 2)) / Math.max(...memory.slice(0, memory.length / 2)),
    unit: 'times',
    digits: 2,
    atMost: 1.1,
  })
  await fetch(status, { method: 'DELETE', headers: bearer })
  await measureBesideExport(working, bearer, search)
}

const measureBesideExport = async (
  working: Served,
  bearer: Record<string, string>,
  search: Omit<Load, 'duration'>,
): Promise<void> => {
  const root = `${working.address}${fhirPath}`
  const load: Load = { ...search, duration: 6 }
  await measure(working, load)
  const alone = await measure(working, load)
  const begun = await fetch(`${root}/$export`, { headers: { ...bearer, prefer: 'respond-async' } })
  const beside = await measure(working, load)
  const status = `${root}${new URL(begun.headers.get('content-location') ?? '').pathname.slice(fhirPath.length)}`
  const { status: code } = await fetch(status, { headers: bearer })
  if (code !== 202) throw new Error('The export ended before the searches beside it')
  await fetch(status, { method: 'DELETE', headers: bearer })
  report({
    what: '  searches beside it, times those without',
    figure: beside.perSecond / alone.perSecond,
    unit: 'times',
    digits: 2,
    atLeast: 0.9,
  })
}
