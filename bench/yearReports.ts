import type { Client } from 'pg'
import { addDays, addMonths, today } from '../contract/platform/dates/dates.ts'
import { listReports } from '../contract/insight/report.ts'
import { searchNhsNumber } from '../contract/patients/search/search.ts'
import { measure, median, together, type Asked, type Load, type Measured, type Noted } from './measure.ts'
import { noteFailures, report } from './report.ts'

const rounds = 3

/** Every report that staff may run, over the last year; and what searches feel while somebody runs one after another. */
export const measureReports = async (
  { product, headers, seconds }: Asked,
  client: Client,
  { atMostMs }: { atMostMs: number | undefined },
): Promise<Noted> => {
  const to = today()
  const days = { dateFrom: addDays(addMonths(to, -12), 1), dateTo: to, type: 'html' }
  const run = async (reportName: string): Promise<{ ms: number; status: number }> => {
    const began = performance.now()
    const response = await fetch(`${product.address}/api/report/${reportName}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ reportName, ...days }),
    })
    await response.text()
    return { ms: performance.now() - began, status: response.status }
  }

  const offered = await fetch(`${product.address}${listReports.path}`, { headers })
  const names = listReports.reply.parse(await offered.json()).map(({ name }) => name)
  const times: { name: string; ms: number }[] = []
  for (const name of names) {
    const { ms, status } = await run(name)
    if (status !== 200) noteFailures(`report ${name}`, { [status]: 1 })
    times.push({ name, ms: status === 200 ? ms : Infinity })
  }
  const slowest = times.toSorted((a, b) => b.ms - a.ms)[0]
  report({
    what: `Report of one year, the slowest of ${names.length} (${slowest?.name ?? ''})`,
    figure: slowest?.ms ?? Infinity,
    unit: 'ms',
    ...(atMostMs === undefined ? {} : { atMost: atMostMs }),
  })

  const { rows } = await client.query<{ nhsNumber: string }>(
    `select nhs_number as "nhsNumber" from patient where nhs_number is not null limit 1`,
  )
  const search: Load = {
    duration: seconds,
    method: 'POST',
    headers,
    requests: [{ path: searchNhsNumber.path, body: JSON.stringify(rows[0]) }],
  }
  const measured: Measured[] = []
  /** What searches have beside one report after another, of what they have alone: the middle of the rounds. */
  const besideReports = async (load: Load, figure: (measured: Measured) => number): Promise<number> => {
    const searches = async (): Promise<number> => {
      const one = await measure(product, load)
      measured.push(one)
      return figure(one)
    }
    const ratios: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const alone = await searches()
      let isOver = false
      const reporting = (async () => {
        for (let next = 0; !isOver; next += 1) await run(names[next % names.length] ?? '')
      })()
      const beside = await searches()
      isOver = true
      await reporting
      ratios.push(beside / alone)
    }
    return median(ratios)
  }
  report({
    what: 'Searches at 16 connections while reports are run, of their rate without',
    figure: await besideReports({ ...search, connections: 16 }, ({ perSecond }) => perSecond),
    unit: 'times',
    digits: 2,
    atLeast: 0.9,
  })
  report({
    what: 'A hundred searches a second while reports are run, times their time without',
    // A steady clinic, not all that the machine can do.
    figure: await besideReports({ ...search, connections: 4, overallRate: 100 }, ({ average }) => average),
    unit: 'times',
    digits: 2,
    atMost: 1.1,
  })
  const all = together(measured)
  noteFailures('searches beside reports', all.failures)
  return all
}
