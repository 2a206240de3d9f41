import type autocannon from 'autocannon'
import type { Client } from 'pg'
import { getPathway } from '../contract/pathways/referral/pathway.ts'
import { savePatient } from '../contract/patients/patient.ts'
import { searchDemographics, searchNhsNumber } from '../contract/patients/search/search.ts'
import { workLists } from '../contract/pathways/worklists/workList.ts'
import { largestStage } from './fill.ts'
import {
  measure,
  median,
  recordStatements,
  replayOn,
  together,
  type Asked,
  type Load,
  type Measured,
  type Noted,
  type Served,
} from './measure.ts'
import { hasPgbench, pgbenchOn } from './pgbench.ts'
import type { Recorded } from './recording.ts'
import { inventRegistrations, type Registration } from './registration.ts'
import type { Replay } from './replay.ts'
import { noteFailures, report } from './report.ts'

/*
 * What people do most, beside what it could cost at best: the statements that the product sends for one such call are written
 * down, and a bare node:http handler sends the same, through the same pools, and answers the same bytes.
 */

const loads = [1, 16, 64] as const
/** The first round warms up and does not count. */
const rounds = 1 + 3

interface Case {
  what: string
  method: 'GET' | 'POST'
  path: string
  /** What is sent, and which of its texts must be others each time. */
  body?: () => { text: string; fresh: Replay['fresh'] }
}

interface Pair {
  product: Measured
  bare: Measured
}

const casesOn = async (client: Client): Promise<Case[]> => {
  const { rows } = await client.query<{
    nhsNumber: string
    familyName: string
    dateOfBirth: string
    id: number
    gender: number
  }>(
    `select nhs_number as "nhsNumber", family_name as "familyName", date_of_birth::text as "dateOfBirth", pathway.id,
       (select id from gender where code = '2')::integer as gender
     from patient join pathway on pathway.patient_id = patient.id
     where nhs_number is not null and date_of_birth is not null order by pathway.id desc limit 1`,
  )
  const [one] = rows
  if (one === undefined) throw new Error('Nobody to look for')
  const always = (body: object) => () => ({ text: JSON.stringify(body), fresh: [] })
  const register = inventRegistrations(one.gender)
  return [
    {
      what: 'Exact search',
      method: 'POST',
      path: searchNhsNumber.path,
      body: always({ nhsNumber: one.nhsNumber }),
    },
    {
      what: 'Name with birth date',
      method: 'POST',
      path: searchDemographics.path,
      body: always({ familyName: one.familyName, dateOfBirth: one.dateOfBirth }),
    },
    { what: 'List of 50', method: 'GET', path: `${workLists[largestStage].path}?limit=50` },
    { what: 'Whole pathway', method: 'GET', path: `${getPathway.path}?id=${one.id}` },
    {
      what: 'Create patient',
      method: 'POST',
      path: savePatient.path,
      body: () => {
        const person = register()
        return { text: JSON.stringify(person), fresh: freshOf(person) }
      },
    },
  ]
}

/** What of a registration is somebody's own, and the days that are looked for beside the day of birth, which are locked. */
const freshOf = ({ nhsNumber, familyName, dateOfBirth }: Registration): Replay['fresh'] => {
  const [year = '', month = '', day = ''] = dateOfBirth.split('-')
  const days = [
    dateOfBirth,
    `${year}-${day}-${month}`,
    `${Number(year) - 1}-${month}-${day}`,
    `${Number(year) + 1}-${month}-${day}`,
  ]
  return [
    { recorded: nhsNumber, next: 'nhsNumber' },
    { recorded: familyName, next: 'name' },
    ...days.map((recorded) => ({ recorded, next: 'day' as const })),
  ]
}

/** One call of the product, written down for the bare server. @returns its statements */
const prepareBare = async (
  { product, headers }: Asked,
  bare: Served,
  { method, path, body }: Case,
): Promise<Recorded[]> => {
  const ask = async (): Promise<{ reply: string; fresh: Replay['fresh'] }> => {
    const { text, fresh } = body?.() ?? { text: undefined, fresh: [] }
    const response = await fetch(product.address + path, {
      method,
      headers,
      ...(text === undefined ? {} : { body: text }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return { reply: await response.text(), fresh }
  }
  // What is only asked once is asked before.
  await ask()
  let last = { reply: '', fresh: [] as Replay['fresh'] }
  const statements = await recordStatements(product, async () => {
    last = await ask()
  })
  await replayOn(bare, { statements, ...last })
  return statements
}

const middle = (pairs: readonly Pair[], figure: (pair: Pair) => number): number =>
  median(pairs.slice(1).map(figure))

/** What the design asks for at 16 connections. @param exact searches a second */
const targetsOf = (what: string, exact: number): { atLeast?: number; ofBare?: number; cpu?: number } =>
  ({
    'Exact search': { ofBare: 0.9, cpu: 1.2 },
    'Name with birth date': { atLeast: 0.8 * exact },
    'List of 50': { atLeast: 0.6 * exact },
    'Create patient': { atLeast: 1_000, ofBare: 0.6 },
  })[what] ?? {}

/** What only reads, and so can be sent again as it is. */
const withPgbench: ReadonlySet<string> = new Set(['Exact search', 'Name with birth date', 'List of 50'])

/** Rates, times and processor time of each case, at each number of connections. */
export const measureBeside = async (
  asked: Asked,
  bare: Served,
  client: Client,
  databaseUrl: string,
): Promise<Noted> => {
  const { product, headers, seconds } = asked
  const noted: Noted[] = []
  let exact = 0
  const isPgbenchHere = await hasPgbench()
  if (!isPgbenchHere) console.log('The same statements by pgbench: not here, since it is not on the path')
  for (const each of await casesOn(client)) {
    const statements = await prepareBare(asked, bare, each)
    const { what, method, path, body } = each
    const pgbench = isPgbenchHere && withPgbench.has(what) ? pgbenchOn(databaseUrl, statements) : null
    const request: autocannon.Request =
      body === undefined
        ? { path }
        : { path, setupRequest: (sent: autocannon.Request) => ({ ...sent, body: body().text }) }
    for (const connections of loads) {
      const name = `${what}, ${connections} connection${connections === 1 ? '' : 's'}`
      const load: Load = { connections, duration: seconds, method, headers, requests: [request] }
      const pairs: Pair[] = []
      const alone: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        // In turn first and second, so that a machine that grows slower or faster favours neither.
        const [first, second] = round % 2 === 0 ? [bare, product] : [product, bare]
        const [one, other] = [await measure(first, load), await measure(second, load)]
        pairs.push(first === bare ? { bare: one, product: other } : { bare: other, product: one })
        if (pgbench !== null && connections === 16) alone.push(await pgbench(connections, seconds))
      }
      noted.push(...pairs.map((pair) => pair.product))
      noteFailures(name, together(pairs.map((pair) => pair.product)).failures)
      noteFailures(`${name}, bare`, together(pairs.map((pair) => pair.bare)).failures)
      const perSecond = middle(pairs, (pair) => pair.product.perSecond)
      if (what === 'Exact search' && connections === 16) exact = perSecond
      const { atLeast, ofBare, cpu } = connections === 16 ? targetsOf(what, exact) : {}
      report({ what: name, figure: perSecond, unit: '/s', ...(atLeast === undefined ? {} : { atLeast }) })
      report({ what: `  p50`, figure: middle(pairs, (pair) => pair.product.p50), unit: 'ms', digits: 1 })
      report({ what: `  p99`, figure: middle(pairs, (pair) => pair.product.p99), unit: 'ms', digits: 1 })
      report({
        what: `  of the bare rate (${Math.round(middle(pairs, (pair) => pair.bare.perSecond))}/s)`,
        figure: middle(pairs, (pair) => pair.product.perSecond / pair.bare.perSecond),
        unit: 'times',
        digits: 2,
        ...(ofBare === undefined ? {} : { atLeast: ofBare }),
      })
      report({
        what: `  processor time of a request, times the bare one's (${Math.round(middle(pairs, (pair) => pair.bare.cpuPerRequest))} µs)`,
        figure: middle(pairs, (pair) => pair.product.cpuPerRequest / pair.bare.cpuPerRequest),
        unit: 'times',
        digits: 2,
        ...(cpu === undefined ? {} : { atMost: cpu }),
      })
      if (alone.length > 0) {
        const perSecond = median(alone.slice(1))
        report({
          what: `  of the rate of the same statements by pgbench (${Math.round(perSecond)}/s)`,
          figure: middle(pairs, (pair) => pair.product.perSecond) / perSecond,
          unit: 'times',
          digits: 2,
        })
      }
      report({
        what: '  part of a processor that the load generator took',
        figure: middle(pairs, (pair) => pair.product.generator),
        unit: '',
        digits: 2,
      })
    }
  }
  return together(noted)
}
