import type autocannon from 'autocannon'
import type { Client } from 'pg'
import { savePatient } from '../contract/patient.ts'
import { searchNhsNumber } from '../contract/search.ts'
import {
  measure,
  median,
  together,
  type Asked,
  type Load,
  type Measured,
  type Noted,
  type Served,
} from './measure.ts'
import { inventRegistrations } from './registration.ts'
import { report } from './report.ts'

const connections = 16
/** The first round warms up and does not count. */
const rounds = 1 + 3

/** The search that people do most, against a bare handler that runs the same statements through the same pool. */
export const measureSearches = async (
  { product, headers, seconds }: Asked,
  bare: Served,
  client: Client,
): Promise<Noted> => {
  const { rows } = await client.query<{ nhsNumber: string }>(
    `select nhs_number as "nhsNumber" from patient where nhs_number is not null limit 1`,
  )
  const search: Load = {
    connections,
    duration: seconds,
    method: 'POST',
    headers,
    requests: [{ path: searchNhsNumber.path, body: JSON.stringify(rows[0]) }],
  }
  const pairs: { product: Measured; bare: Measured }[] = []
  for (let each = 0; each < rounds; each += 1)
    pairs.push({ bare: await measure(bare, search), product: await measure(product, search) })
  const middle = (figure: (pair: { product: Measured; bare: Measured }) => number): number =>
    median(pairs.slice(1).map(figure))
  const what = 'NHS number search'
  report({ what, figure: middle((pair) => pair.product.perSecond), unit: '/s', atLeast: 1800 })
  report({
    what: `${what}, of a bare handler's rate`,
    figure: middle((pair) => pair.product.perSecond / pair.bare.perSecond),
    unit: 'times',
    digits: 2,
    atLeast: 0.7,
  })
  report({
    what: `${what}, of its processor time per request`,
    figure: middle((pair) => pair.product.cpuPerRequest / pair.bare.cpuPerRequest),
    unit: 'times',
    digits: 2,
    atMost: 1.3,
  })
  return together(pairs.flatMap((pair) => [pair.product, { ...pair.bare, megabytes: 0 }]))
}

export const measureCreates = async (
  { product, headers, seconds }: Asked,
  client: Client,
): Promise<Noted> => {
  const { rows } = await client.query<{ id: string }>(`select id from gender where code = '2'`)
  const nextBody = inventRegistrations(rows[0]?.id ?? '')
  const create: Load = {
    connections,
    duration: seconds,
    method: 'POST',
    headers,
    requests: [
      {
        path: savePatient.path,
        setupRequest: (request: autocannon.Request) => ({ ...request, body: nextBody() }),
      },
    ],
  }
  const measured: Measured[] = []
  for (let each = 0; each < rounds; each += 1) measured.push(await measure(product, create))
  const figure = median(measured.slice(1).map(({ perSecond }) => perSecond))
  report({ what: 'Create patient', figure, unit: '/s', atLeast: 850 })
  return together(measured)
}
