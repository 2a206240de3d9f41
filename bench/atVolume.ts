import type { Client } from 'pg'
import { getPathway } from '../contract/pathways/referral/pathway.ts'
import { searchDemographics, type DemographicsSearch } from '../contract/patients/search/search.ts'
import { allCounters, counters } from '../contract/stages/counters.ts'
import type { Endpoint } from '../contract/platform/calls/endpoint.ts'
import { percentile } from '../server/testing/process/percentile.ts'
import { inRounds, measure, together, type Asked, type Load, type Noted } from './measure.ts'
import { noteFailures, report } from './report.ts'

/** Long enough for a hundredth of the requests to be several. */
const roundOf = (seconds: number): number => Math.max(1, seconds / 4)

/** All in the one call that the home page asks for, which has a target; and the eight of the specification at once. */
export const measureCounters = async ({ product, headers }: Asked): Promise<void> => {
  const answer = async ({ path }: Endpoint): Promise<unknown> =>
    (await fetch(`${product.address}${path}`, { headers })).text()
  const timesOf = async (ask: () => Promise<unknown>): Promise<number[]> => {
    const times: number[] = []
    for (let time = 0; time < 220; time += 1) {
      const began = performance.now()
      await ask()
      if (time >= 20) times.push(performance.now() - began)
    }
    return times
  }
  report({
    what: 'All counters and who is late in one call, p99',
    figure: percentile(await timesOf(() => answer(allCounters)), 0.99),
    unit: 'ms',
    digits: 1,
    atMost: 5,
  })
  report({
    what: 'The eight counters in eight calls at once, p99',
    figure: percentile(await timesOf(() => Promise.all(Object.values(counters).map(answer))), 0.99),
    unit: 'ms',
    digits: 1,
  })
}

/** Every combination of terms, those of many patients one after the other, as people would ask for them. */
export const measureDemographics = async (
  { product, headers, seconds }: Asked,
  client: Client,
): Promise<Noted> => {
  const { rows } = await client.query<DemographicsSearch>(
    `select family_name as "familyName", first_name as "firstName", date_of_birth::text as "dateOfBirth",
       gender_id::integer as gender
     from patient where date_of_birth is not null and first_name is not null order by id desc limit 500`,
  )
  const terms = ['familyName', 'firstName', 'dateOfBirth', 'gender'] as const
  const loads = new Map<string, Load>()
  for (let bits = 1; bits < 2 ** terms.length; bits += 1) {
    const asked = terms.filter((_, bit) => (bits & (1 << bit)) !== 0)
    const requests = rows.map((row) => ({
      path: searchDemographics.path,
      body: JSON.stringify(Object.fromEntries(asked.map((term) => [term, row[term]]))),
    }))
    const load = { connections: 16, duration: roundOf(seconds), method: 'POST', headers, requests } as const
    loads.set(asked.join(', '), load)
  }
  const measured = await inRounds(product, loads)
  for (const { name, failures } of measured) noteFailures(`demographics by ${name}`, failures)
  const slowest = measured.toSorted((a, b) => b.p99 - a.p99)[0]
  report({
    what: `Demographics search, 16 connections, p99 of the slowest (${slowest?.name ?? ''})`,
    figure: slowest?.p99 ?? 0,
    unit: 'ms',
    atMost: 50,
  })
  return together(measured)
}

export const measurePathways = async (
  { product, headers, seconds }: Asked,
  client: Client,
): Promise<Noted> => {
  const { rows } = await client.query<{ id: string }>('select id from pathway order by id desc limit 1000')
  const requests = rows.map(({ id }) => ({ path: `${getPathway.path}?id=${id}` }))
  const load = { connections: 4, duration: seconds, headers, requests }
  // Each connection plans each statement five times before PostgreSQL keeps a plan.
  await measure(product, load)
  const measured = await measure(product, load)
  noteFailures('pathway views', measured.failures)
  report({ what: 'Whole pathway view, 4 connections, p99', figure: measured.p99, unit: 'ms', atMost: 20 })
  return measured
}
