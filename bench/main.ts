import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { addDays } from '../contract/dates.ts'
import { checkDigitOf } from '../contract/nhsNumber.ts'
import { tokenReply } from '../contract/session.ts'
import { loadDemonstration } from '../db/seed/demonstration.ts'
import { demonstrationPassword } from '../db/seed/demonstration/users.ts'
import { loadReferenceData } from '../db/seed/load.ts'
import { startEmbedded } from '../server/db/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { withClient } from '../server/db/withClient.ts'

/*
 * `npm run bench`: the speeds that the design asks for (design section 5), as ratios taken in one run. It judges
 * nothing; it prints what was measured beside the target.
 */
const connections = 16
const seconds = Number(process.env['SUREFOOT_BENCH_SECONDS'] ?? 6)
const rounds = 3

interface Served {
  child: ChildProcess
  address: string
}
type Load = Omit<autocannon.Options, 'url'>

interface Measured {
  perSecond: number
  cpuPerRequest: number
  megabytes: number
  failures: number
}

const serve = async (mode: string, databaseUrl: string): Promise<Served> => {
  const child = fork(join(import.meta.dirname, 'served.ts'), [mode, databaseUrl])
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return { child, address }
}

const usageOf = async (child: ChildProcess) => {
  child.send('usage')
  const [usage] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage; memory: number }]
  return { microseconds: usage.cpu.user + usage.cpu.system, memory: usage.memory }
}

const measure = async ({ child, address }: Served, options: Load): Promise<Measured> => {
  const before = await usageOf(child)
  const result = await autocannon({ url: address, connections, duration: seconds, ...options })
  const after = await usageOf(child)
  const done = result['2xx']
  return {
    perSecond: done / result.duration,
    cpuPerRequest: (after.microseconds - before.microseconds) / Math.max(1, done),
    megabytes: after.memory / 2 ** 20,
    failures: result.non2xx + result.errors,
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const round = (value: number, digits = 0): string => value.toFixed(digits)

const signIn = async (address: string): Promise<Record<string, string>> => {
  const response = await fetch(`${address}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      username: 'clinician',
      password: demonstrationPassword,
    }),
  })
  const { access_token: token } = tokenReply.parse(await response.json())
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

const folder = await mkdtemp(join(tmpdir(), 'surefoot-bench-'))
await chmod(folder, 0o755)
const database = await startEmbedded({ dataFolder: folder })
const children: ChildProcess[] = []
try {
  await migrate(database.ownerUrl)
  await loadReferenceData(database.ownerUrl)
  await loadDemonstration(database.ownerUrl)
  const { nhsNumber, genderId } = await withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ nhsNumber: string; genderId: string }>(
      `select nhs_number as "nhsNumber", gender_id as "genderId" from patient where nhs_number is not null limit 1`,
    )
    if (rows[0] === undefined) throw new Error('There is no patient to search for')
    return rows[0]
  })
  const product = await serve('product', database.applicationUrl)
  const bare = await serve('bare', database.applicationUrl)
  children.push(product.child, bare.child)
  const headers = await signIn(product.address)

  const search: Load = {
    method: 'POST',
    headers,
    requests: [{ path: '/api/search/nhsNumber', body: JSON.stringify({ nhsNumber }) }],
  }
  const searches: { product: Measured; bare: Measured }[] = []
  for (let each = 0; each <= rounds; each += 1)
    searches.push({ bare: await measure(bare, search), product: await measure(product, search) })
  const counted = searches.slice(1)
  const rate = median(counted.map((pair) => pair.product.perSecond))
  const ratio = median(counted.map((pair) => pair.product.perSecond / pair.bare.perSecond))
  const cpu = median(counted.map((pair) => pair.product.cpuPerRequest / pair.bare.cpuPerRequest))
  console.log(`NHS number search, ${connections} connections, signed in, with its audit row`)
  console.log(`  ${round(rate)} requests/s (target 1,800)`)
  console.log(`  ${round(ratio, 2)} of a bare handler's rate (target at least 0.7)`)
  console.log(`  ${round(cpu, 2)} times its processor time per request (target at most 1.3)`)
  console.log(
    `  failures: ${counted.reduce((sum, pair) => sum + pair.product.failures + pair.bare.failures, 0)}`,
  )

  let nine = 999_500_000
  const nextNumber = (): string => {
    for (;;) {
      nine += 1
      const check = checkDigitOf(`${nine}0`)
      if (check < 10) return `${nine}${check}`
    }
  }
  const body = (): string =>
    JSON.stringify({
      id: 0,
      // Letters far apart, so that nobody looks like somebody else's second record.
      familyName: [...String(nine * 7919)].map((digit) => 'bdfghklmnp'[Number(digit)]).join(''),
      firstName: 'Pat',
      genderId,
      nhsNumber: nextNumber(),
      dateOfBirth: addDays('1930-01-01', nine % 10_000),
    })
  const create: Load = {
    method: 'POST',
    headers,
    requests: [
      {
        path: '/api/patient/save',
        setupRequest: (request: autocannon.Request) => ({ ...request, body: body() }),
      },
    ],
  }
  const creates: Measured[] = []
  for (let each = 0; each <= rounds; each += 1) creates.push(await measure(product, create))
  console.log(`Create patient, ${connections} connections`)
  console.log(
    `  ${round(median(creates.slice(1).map(({ perSecond }) => perSecond)))} patients/s (target 850)`,
  )
  console.log(`  failures: ${creates.reduce((sum, { failures }) => sum + failures, 0)}`)
  console.log(
    `Server memory under this load: ${round(creates.at(-1)?.megabytes ?? 0)} MiB (target at most 250)`,
  )
} finally {
  for (const child of children) child.kill()
  await database.stop()
  await rm(folder, { recursive: true, force: true })
}
