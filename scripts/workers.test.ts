import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { getPatient, savePatient, searchGp } from '../contract/patients/patient.ts'
import { getProfile, idempotencyKeyHeader, token } from '../contract/accounts/session.ts'
import { countByName, nameOf, register, registerAgain, type Registered } from '../faults/registered.ts'
import { addStaff, startService, type RealService, type Staff } from '../faults/service.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { makeTemporaryFolder, remove } from '../server/platform/db/embedded/embeddedTesting.ts'
import { freePort } from '../server/platform/db/embedded/freePort.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'

/* `npm run serve -- --workers 2`: what two processes share, and what happens when one is killed. */

const failures = 6
const searches = 10

let service: RealService
let ownerUrl: string
let usual: Record<string, string>
let staff: Staff
let metricsPort: number

beforeAll(async () => {
  const folder = await makeTemporaryFolder()
  const database = await startEmbedded({ dataFolder: folder })
  ownerUrl = database.ownerUrl
  metricsPort = await freePort()
  usual = {
    DATABASE_URL: database.applicationUrl,
    DATABASE_OWNER_URL: ownerUrl,
    SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
    SECOND_FACTOR_FOR: 'nobody',
    STOP_DEADLINE_SECONDS: '2',
    SIGN_INS_PER_ADDRESS: String(failures),
    RATE_SEARCH: String(searches),
    // One person is six here.
    RATE_WRITE: '100000',
  }
  service = await startService({ ...usual, METRICS_PORT: String(metricsPort) }, ['--workers', '2'])
  staff = await addStaff(ownerUrl, 'Admissions')
  return async () => {
    await service.end()
    await database.stop()
    await remove(folder)
  }
})

interface Answer {
  status: number
  body: string
  /** Which of the two answered, as its log says. */
  worker: number | undefined
}

/** On a connection of its own, so that it goes to the worker whose turn it is. */
const call = async (
  { method, path }: { method: string; path: string },
  {
    headers = {},
    body,
    query = '',
  }: { headers?: Record<string, string>; body?: string; query?: string } = {},
): Promise<Answer> => {
  const asking = request(`${service.address}${path}${query}`, { method, headers, agent: false })
  asking.end(body)
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of response) text += String(part)
  const id = response.headers['x-request-id']
  const answered = () => service.lines().find(({ requestId }) => requestId === id)
  await expect.poll(answered).toBeDefined()
  return { status: response.statusCode ?? 0, body: text, worker: answered()?.worker }
}

const workersOf = (answers: readonly Answer[]): Set<number | undefined> =>
  new Set(answers.map(({ worker }) => worker))

const signIn = (username: string, password: string): Promise<Answer> =>
  call(token, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
  })

const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => of(n))

describe('two workers', () => {
  it('answer in turn, know one session, and are watched at a port each', async () => {
    const answers: Answer[] = []
    for (let n = 0; n < 4; n += 1) answers.push(await call(getProfile, { headers: staff.headers }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(workersOf(answers)).toEqual(new Set([1, 2]))
    for (const port of [metricsPort, metricsPort + 1])
      expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(
        `surefoot_requests_total{method="GET",route="${getProfile.path}",status="200"} 2`,
      )
  })

  it('make one patient of one key that is sent to both at once', async () => {
    const body = JSON.stringify({ id: 0, familyName: nameOf(1), genderId: 2, nhsNumberUnknown: true })
    const headers = { ...staff.headers, [idempotencyKeyHeader]: 'one-key' }
    const answers = await Promise.all(times(6, () => call(savePatient, { headers, body })))
    expect(workersOf(answers)).toEqual(new Set([1, 2]))
    expect(new Set(answers.map(({ status, body: said }) => `${status} ${said}`)).size).toBe(1)
    expect((await countByName(ownerUrl)).get(nameOf(1))).toBe(1)
  })

  it('share out the calls of a minute', async () => {
    const answers: Answer[] = []
    for (let n = 0; n < 2 * searches; n += 1)
      answers.push(await call(searchGp, { headers: staff.headers, body: JSON.stringify({ search: 'rook' }) }))
    expect(workersOf(answers)).toEqual(new Set([1, 2]))
    const passed = answers.filter(({ status }) => status === 200)
    expect(passed.length).toBe(searches)
    expect(answers.filter(({ status }) => status === 429).length).toBe(searches)
  })

  it('lose nothing that was acknowledged when one is killed, and have another in its place', async () => {
    const writers = 6
    const sent: Registered[] = []
    let isOver = false
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        const number = 1_000 * (writer + 1) + n
        sent.push(await register(service.address, staff.headers, nameOf(number), `killed-${number}`))
        // A share of the processors is left to the worker that begins.
        await sleep(50)
      }
    }
    const writing = Promise.all(times(writers, write))
    await expect.poll(() => sent.length).toBeGreaterThan(3 * writers)
    const killed = service.workers().get(2) ?? 0
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => service.workers().get(2) ?? killed, { timeout: 120_000 }).not.toBe(killed)
    await sleep(200)
    isOver = true
    await writing
    // No more than the calls that were under way.
    expect(sent.filter(({ status }) => status === 0).length).toBeLessThanOrEqual(writers)
    const stored = await countByName(ownerUrl)
    for (const { familyName } of sent.filter(({ status }) => status === 200))
      expect(stored.get(familyName)).toBe(1)
    const again: Registered[] = []
    for (const one of sent.filter(({ status }) => status !== 200))
      again.push(await registerAgain(service.address, staff.headers, one))
    expect(again.filter(({ status }) => status !== 200)).toEqual([])
    const after = await countByName(ownerUrl)
    expect(sent.map(({ familyName }) => after.get(familyName)).filter((count) => count !== 1)).toEqual([])
    const [line] = service.lines().filter(({ level }) => level === 'error')
    expect(line).toMatchObject({
      worker: 2,
      // At once where the tests before took a minute.
      msg: expect.stringMatching(
        `^worker 2 \\(process ${killed}\\) was ended by SIGKILL; another is started (in 0.5 seconds|now)$`,
      ) as string,
    })
    const query = '?id=1'
    const answers = await Promise.all(times(4, () => call(getPatient, { headers: staff.headers, query })))
    expect(workersOf(answers)).toEqual(new Set([1, 2]))
  })

  it('count guesses at passwords together', async () => {
    const answers: Answer[] = []
    for (let n = 0; n < failures; n += 1) answers.push(await signIn(`nobody${n}`, `a wrong guess ${n}`))
    expect(answers.map(({ status }) => status)).toEqual(times(failures, () => 400))
    const right: Answer[] = []
    for (let n = 0; n < 2; n += 1) right.push(await signIn(staff.userName, staff.password))
    expect(workersOf([...answers, ...right])).toEqual(new Set([1, 2]))
    expect(right.map(({ status }) => status)).toEqual([400, 400])
    await withClient(ownerUrl, (owner) => owner.query('delete from sign_in_bucket'))
    expect((await signIn(staff.userName, staff.password)).status).toBe(200)
  })

  it('end together when the process above them is told to, and answer what is under way', async () => {
    const pids = [...service.workers().values()]
    const ended = once(service.child, 'exit')
    const under = times(4, (n) => register(service.address, staff.headers, nameOf(90_000 + n), `end-${n}`))
    await sleep(5)
    service.child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    const acknowledged = (await Promise.all(under)).filter(({ status }) => status === 200)
    const stored = await countByName(ownerUrl)
    for (const { familyName } of acknowledged) expect(stored.get(familyName)).toBe(1)
    expect(pids.filter(isThere)).toEqual([])
  })
})

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

it('end, and are not begun again and again, where the first cannot serve', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const said = await startService({ ...usual, PORT: String(port) }, ['--workers', '2']).then(
    () => 'started',
    (error: Error) => error.message,
  )
  taken.close()
  expect(said).toMatch(/ended with 1:/)
  expect(said.match(/EADDRINUSE/g)?.length).toBe(1)
  expect(said).toMatch(
    /"msg":"worker 1 \(process \d+\) ended with 1 before it was ready: see its last log lines"/,
  )
})
