import autocannon from 'autocannon'
import { getProfile } from '../contract/accounts/session.ts'
import { percentile } from '../server/testing/process/percentile.ts'
import { memoryOf, type Asked } from './measure.ts'
import { report } from './report.ts'

const signIns = 1000
const atOnce = 250
const callsAlone = 400

/** What staff feel while strangers at many addresses try a thousand names at once (DL-2). */
export const measureFlood = async ({ product, headers }: Asked): Promise<void> => {
  const call = async (): Promise<number> => {
    const began = performance.now()
    const response = await fetch(`${product.address}${getProfile.path}`, { headers })
    await response.text()
    return response.ok ? performance.now() - began : Infinity
  }
  const alone: number[] = []
  for (let index = 0; index < callsAlone; index += 1) alone.push(await call())

  const { resident: before } = await memoryOf(product)
  const flood = Promise.resolve(
    autocannon({
      url: product.address,
      connections: atOnce,
      amount: signIns,
      timeout: 30,
      requests: Array.from({ length: signIns }, (_, index) => ({
        method: 'POST' as const,
        path: '/oauth/token',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `198.51.${index >> 8}.${index & 255}`,
        },
        body: new URLSearchParams({
          grant_type: 'password',
          username: `nobody ${index}`,
          password: `guess ${index}`,
        }).toString(),
      })),
    }),
  )
  let isOver = false
  void flood.finally(() => (isOver = true))
  const beside: number[] = []
  while (!isOver) beside.push(await call())
  const { statusCodeStats, errors } = await flood
  const answered = Object.entries(statusCodeStats ?? {}).map(([status, { count }]) => `${count} × ${status}`)
  console.log(
    `  flood of ${signIns}: ${[...answered, ...(errors > 0 ? [`${errors} unanswered`] : [])].join(', ')}`,
  )
  report({
    what: 'Profile beside a flood of sign-ins, p95, times without',
    figure: percentile(beside, 0.95) / percentile(alone, 0.95),
    unit: 'times',
    digits: 1,
    atMost: 2,
  })
  report({
    what: 'Memory that the flood adds',
    figure: (await memoryOf(product)).resident - before,
    unit: 'MiB',
    atMost: 200,
  })
}
