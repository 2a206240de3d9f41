import type { Client } from 'pg'
import { nextHeader } from '../contract/paging.ts'
import { getPathway } from '../contract/pathway/pathway.ts'
import { searchDemographics, type DemographicsSearch } from '../contract/search.ts'
import { allCounters, counters } from '../contract/counters.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { workLists, workListSorts } from '../contract/workList.ts'
import { measure, p99, together, type Asked, type Measured, type Noted } from './measure.ts'
import { noteFailures, report } from './report.ts'
import { largestStage } from './fill.ts'

/** Long enough for a hundredth of the requests to be several. */
const roundOf = (seconds: number): number => Math.max(1, seconds / 4)

/** The first page of 50 and one that follows, of the largest list, in every order both ways. */
export const measureLists = async ({
  product,
  headers,
  seconds,
}: Asked): Promise<Noted & { average: number }> => {
  const { path } = workLists[largestStage]
  const measured: (Measured & { sort: string })[] = []
  for (const sort of workListSorts.flatMap((name) => [name, `-${name}`])) {
    const first = `${path}?limit=50&sort=${sort}`
    const { headers: said } = await fetch(product.address + first, { headers })
    const after = said.get(nextHeader)
    const requests = [first, ...(after === null ? [] : [`${first}&after=${after}`])].map((each) => ({
      path: each,
    }))
    const load = { connections: 4, duration: roundOf(seconds), headers, requests }
    measured.push({ sort, ...(await measure(product, load)) })
  }
  for (const { sort, failures } of measured) noteFailures(`list by ${sort}`, failures)
  const slowest = measured.toSorted((a, b) => b.p99 - a.p99)[0]
  report({
    what: `Work list page of 50, 4 connections, p99 of the slowest sort (${slowest?.sort ?? ''})`,
    figure: slowest?.p99 ?? 0,
    unit: 'ms',
    atMost: 25,
  })
  const average = measured.reduce((sum, each) => sum + each.average, 0) / measured.length
  return { ...together(measured), average }
}

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
    figure: p99(await timesOf(() => answer(allCounters))),
    unit: 'ms',
    digits: 1,
    atMost: 5,
  })
  report({
    what: 'The eight counters in eight calls at once, p99',
    figure: p99(await timesOf(() => Promise.all(Object.values(counters).map(answer)))),
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
  const measured: (Measured & { asked: string })[] = []
  for (let bits = 1; bits < 2 ** terms.length; bits += 1) {
    const asked = terms.filter((_, bit) => (bits & (1 << bit)) !== 0)
    const requests = rows.map((row) => ({
      path: searchDemographics.path,
      body: JSON.stringify(Object.fromEntries(asked.map((term) => [term, row[term]]))),
    }))
    const load = { connections: 16, duration: roundOf(seconds), method: 'POST', headers, requests } as const
    measured.push({ asked: asked.join(', '), ...(await measure(product, load)) })
  }
  for (const { asked, failures } of measured) noteFailures(`demographics by ${asked}`, failures)
  const slowest = measured.toSorted((a, b) => b.p99 - a.p99)[0]
  report({
    what: `Demographics search, 16 connections, p99 of the slowest (${slowest?.asked ?? ''})`,
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
  const measured = await measure(product, { connections: 4, duration: seconds, headers, requests })
  noteFailures('pathway views', measured.failures)
  report({ what: 'Whole pathway view, 4 connections, p99', figure: measured.p99, unit: 'ms', atMost: 20 })
  return measured
}
