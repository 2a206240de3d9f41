import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import type { Client } from 'pg'
import { searchNhsNumber } from '../contract/patients/search/search.ts'
import { percentile } from '../server/testing/process/percentile.ts'
import { median, type Asked } from './measure.ts'
import { noteFailures, report } from './report.ts'

const connections = 16
/** The first round warms up and does not count. */
const rounds = 1 + 6
/** While one process holds it, no other seals (`seal_audit` in db/migrations/0046). */
const sealingLock = 7_386_005

/** The search that people do most while its events are being sealed, against the same while nothing is sealed. */
export const measureSealing = async ({ product, headers, seconds }: Asked, client: Client): Promise<void> => {
  const { rows } = await client.query<{ nhsNumber: string }>(
    `select nhs_number as "nhsNumber" from patient where nhs_number is not null limit 1`,
  )
  const search = async (): Promise<number> => {
    const times: number[] = []
    const result = await new Promise<autocannon.Result>((resolve, reject) => {
      const load = autocannon(
        {
          url: product.address,
          connections,
          duration: seconds,
          method: 'POST',
          headers,
          requests: [{ path: searchNhsNumber.path, body: JSON.stringify(rows[0]) }],
        },
        (error: Error | null, ended) => (error === null ? resolve(ended) : reject(error)),
      )
      load.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
    })
    if (result.non2xx + result.errors > 0)
      noteFailures('searches while sealing', { 'not 2xx': result.non2xx, unanswered: result.errors })
    return percentile(times, 0.95)
  }
  const whileSealed = async (): Promise<number> => {
    await caughtUp(client)
    return search()
  }
  const whileUnsealed = async (): Promise<number> => {
    await client.query('select pg_advisory_lock($1)', [sealingLock])
    const time = await search()
    await client.query('select pg_advisory_unlock($1)', [sealingLock])
    return time
  }
  const pairs: { on: number; off: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    // In turn first and second, so that a machine that grows slower or faster favours neither.
    const isSealedFirst = round % 2 === 0
    const first = await (isSealedFirst ? whileSealed() : whileUnsealed())
    const second = await (isSealedFirst ? whileUnsealed() : whileSealed())
    pairs.push(isSealedFirst ? { on: first, off: second } : { on: second, off: first })
  }
  const counted = pairs.slice(1)
  const middle = (figure: (pair: { on: number; off: number }) => number): number =>
    median(counted.map(figure))
  console.log(
    `  p95 with sealing ${middle(({ on }) => on).toFixed(2)} ms, without ${middle(({ off }) => off).toFixed(2)} ms`,
  )
  report({
    what: 'NHS number search, p95 with sealing, of that without',
    figure: middle(({ on, off }) => on / off),
    unit: 'times',
    digits: 2,
    atMost: 1.1,
  })
}

/** Waits until what was left unsealed is sealed, so that each round seals its own events. */
const caughtUp = async (client: Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ events: string }>('select events from audit_unsealed()')
    if (Number(rows[0]?.events) < 100) return
    await sleep(200)
  }
}
