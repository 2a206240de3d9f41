import type { Client } from 'pg'
import { listChoices } from '../contract/pathways/worklists/listFilters.ts'
import { nextHeader } from '../contract/platform/calls/paging.ts'
import { workLists, workListSorts } from '../contract/pathways/worklists/workList.ts'
import { largestStage } from './fill.ts'
import { inRounds, together, type Asked, type Load, type Noted } from './measure.ts'
import { noteFailures, report } from './report.ts'

/** Every order of a list, both ways. */
const sortsBothWays = workListSorts.flatMap((sort) => [sort, `-${sort}`])

/** The first page of 50 of the largest list, and the one that follows where one does. */
const pagesOf = async (
  { product, headers }: Pick<Asked, 'product' | 'headers'>,
  narrowed: Record<string, string>,
): Promise<{ path: string }[]> => {
  const first = `${workLists[largestStage].path}?${new URLSearchParams({ limit: '50', ...narrowed })}`
  const answer = await fetch(product.address + first, { headers })
  await answer.text()
  const after = answer.headers.get(nextHeader)
  return [{ path: first }, ...(after === null ? [] : [{ path: `${first}&after=${after}` }])]
}

/** The first page of 50 and one that follows, of the largest list, in every order both ways. */
export const measureLists = async ({
  product,
  headers,
  seconds,
}: Asked): Promise<Noted & { average: number }> => {
  const loads = new Map<string, Load>()
  for (const sort of sortsBothWays) {
    const requests = await pagesOf({ product, headers }, { sort })
    loads.set(sort, { connections: 4, duration: Math.max(1, seconds / 4), headers, requests })
  }
  const measured = await inRounds(product, loads)
  for (const { name, failures } of measured) noteFailures(`list by ${name}`, failures)
  const slowest = measured.toSorted((a, b) => b.p99 - a.p99)[0]
  report({
    what: `Work list page of 50, 4 connections, p99 of the slowest sort (${slowest?.name ?? ''})`,
    figure: slowest?.p99 ?? 0,
    unit: 'ms',
    atMost: 25,
  })
  const average = measured.reduce((sum, each) => sum + each.average, 0) / measured.length
  return { ...together(measured), average }
}

/** Milliseconds that a page took, by what narrowed the list. */
export type PageTimes = ReadonlyMap<string, number>

/** One of each kind: what most rows have where rows have a value, and the first of the flags. */
const filtersOf = async (
  { product, headers }: Asked,
  client: Client,
): Promise<Record<string, Record<string, string>>> => {
  const { rows } = await client.query<{ referrer: string; surgery: string; district: string }>(
    `select mode() within group (order by referrer) as referrer, mode() within group (order by registered_gp) as surgery,
       mode() within group (order by district) as district
     from work_list where stage = $1`,
    [largestStage],
  )
  const [{ referrer, surgery, district } = { referrer: '', surgery: '', district: '' }] = rows
  const asked = await fetch(`${product.address}${listChoices.path}?stage=${largestStage}`, { headers })
  const [flag = ''] = listChoices.reply.parse(await asked.json()).flag
  return {
    late: { due: 'late' },
    'due this week': { due: 'thisWeek' },
    'due later': { due: 'later' },
    'nobody owns': { owner: 'Unowned' },
    'a referrer': { referrer },
    'a practice': { surgery },
    'a district': { district },
    'a flag': { flag },
    'a word': { q: 'ann' },
    'two words': { q: 'ann smith' },
  }
}

/** By each filter, in every order both ways. */
export const measureFilters = async (
  asked: Asked,
  client: Client,
  atFirst: PageTimes | null,
): Promise<Noted & { times: PageTimes }> => {
  const { product, headers, seconds } = asked
  const loads = new Map<string, Load>()
  for (const [name, filter] of Object.entries(await filtersOf(asked, client))) {
    const pages = await Promise.all(sortsBothWays.map((sort) => pagesOf(asked, { sort, ...filter })))
    loads.set(name, { connections: 4, duration: seconds, headers, requests: pages.flat() })
  }
  const measured = await inRounds(product, loads)
  for (const { name, p99, failures } of measured) {
    noteFailures(`list by ${name}`, failures)
    report({
      what: `Filtered page of 50, every order, 4 connections, p99: ${name}`,
      figure: p99,
      unit: 'ms',
      atMost: 25,
    })
  }
  const times = new Map(measured.map(({ name, average }) => [name, average]))
  if (atFirst !== null) {
    const growth = measured.map(({ name, average }) => ({
      name,
      times: average / (atFirst.get(name) ?? average),
    }))
    const most = growth.toSorted((a, b) => b.times - a.times)[0]
    report({
      what: `A filtered page, times the time at the first size, the most (${most?.name ?? ''})`,
      figure: most?.times ?? 0,
      unit: 'times',
      digits: 1,
      atMost: 2,
    })
  }
  return { ...together(measured), times }
}
