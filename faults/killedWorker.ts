import { setTimeout as sleep } from 'node:timers/promises'
import { getPatient } from '../contract/patients/patient.ts'
import { freePort } from '../server/platform/db/embedded/freePort.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { auditFindings, lastIds } from '../server/testing/reading/auditFindings.ts'
import { startOwnDatabase } from '../server/testing/process/ownDatabase.ts'
import { pgBouncerProgram, startPgBouncer } from '../server/testing/process/pgBouncer.ts'
import { firstOf, type Fault, type Figure, type Outcome } from './fault.ts'
import { keepDoing } from './keepDoing.ts'
import { nginxProgram, startNginx } from './nginx.ts'
import {
  countByName,
  nameOf,
  problemsOfRecords,
  register,
  registerAgain,
  type Registered,
} from './registered.ts'
import { addLogin, addStaff, startService, type RealService } from './service.ts'

const writers = 8
const readers = 4

/** Two processes that serve: how they are begun, killed, and begun again. */
interface Pair {
  services: RealService[]
  /** Resolves when the one that was killed serves again. */
  killOne: (round: number) => Promise<void>
}

export const killedWorker: Fault = {
  name: 'killed-worker',
  says: 'Two processes serve behind nginx and PgBouncer, as workers of one machine and as two machines, and one of them is killed under load.',
  run: async ({ isLong, isNamed }) => {
    if (!isLong && !isNamed)
      return {
        outcomes: [],
        leftOut: 'only by its name or --long; scripts/workers.test.ts kills one each time',
      }
    const missing = [
      ...(nginxProgram === undefined ? ['nginx'] : []),
      ...(pgBouncerProgram === undefined ? ['pgbouncer'] : []),
    ]
    if (missing.length > 0)
      return { outcomes: [], leftOut: `not installed here: apt-get install ${missing.join(' ')}` }
    const database = await startOwnDatabase()
    const closing: (() => Promise<void>)[] = []
    try {
      const direct = await addLogin(database.ownerUrl, 'surefoot_killed_worker')
      const pooler = await startPgBouncer(direct, ['pool_mode = transaction', 'default_pool_size = 20'])
      closing.push(pooler.stop)
      const settings = {
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: direct,
        DATABASE_OWNER_URL: database.ownerUrl,
        SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'error',
        // Of one person, who is eight here.
        RATE_WRITE: '100000',
        RATE_READ: '100000',
      }
      const rounds = isLong ? 5 : 1
      const ofWorkers = await underKills('workers', await twoWorkers(settings), database.ownerUrl, rounds)
      const ofMachines = await underKills('machines', await twoMachines(settings), database.ownerUrl, rounds)
      return {
        outcomes: [...ofWorkers.outcomes, ...ofMachines.outcomes],
        figures: [...ofWorkers.figures, ...ofMachines.figures],
      }
    } finally {
      for (const close of closing) await close()
      await database.stop()
    }
  },
}

/** A key belongs to the user who sent it first. */
type Sent = Registered & { writer: number }

const twoWorkers = async (settings: Record<string, string>): Promise<Pair> => {
  const service = await startService(settings, ['--workers', '2'])
  return {
    services: [service],
    killOne: async (round) => {
      const number = 1 + (round % 2)
      const killed = service.workers().get(number) ?? 0
      process.kill(killed, 'SIGKILL')
      while ([killed, undefined].includes(service.workers().get(number))) await sleep(20)
    },
  }
}

/** As a service manager on each of them would, the one that was killed is begun again. */
const twoMachines = async (settings: Record<string, string>): Promise<Pair> => {
  const start = async (port: number): Promise<RealService> =>
    startService({ ...settings, MACHINES: '2', PORT: String(port) })
  const ports = [await freePort(), await freePort()]
  const services: RealService[] = []
  for (const port of ports) services.push(await start(port))
  return {
    services,
    killOne: async (round) => {
      const at = round % 2
      await services[at]?.end()
      services[at] = await start(ports[at] ?? 0)
    },
  }
}

const underKills = async (
  what: string,
  { services, killOne }: Pair,
  ownerUrl: string,
  rounds: number,
): Promise<{ outcomes: Outcome[]; figures: Figure[] }> => {
  const nginx = await startNginx(services.map(({ address }) => address))
  const first = what === 'workers' ? 70_000 : 80_000
  const sent: Sent[] = []
  const reads: number[] = []
  const back: number[] = []
  try {
    const people = await Promise.all([1, 2, 3].map(() => addStaff(ownerUrl, 'Admissions')))
    const headersOf = (n: number) => people[n % people.length]?.headers ?? {}
    await register(nginx.address, headersOf(0), nameOf(first), `${what}-first`)
    const since = await withClient(ownerUrl, (owner) => lastIds(owner, ['patient']))
    for (let round = 0; round < rounds; round += 1) {
      const endWriting = keepDoing(writers, async (writer) => {
        const n = first + sent.length + 1
        const one: Sent = { familyName: nameOf(n), key: `${what}-${n}`, status: 0, said: '', writer }
        sent.push(one)
        Object.assign(one, await register(nginx.address, headersOf(writer), one.familyName, one.key))
      })
      const endReading = keepDoing(readers, async () => {
        reads.push(await statusOf(`${nginx.address}${getPatient.path}?id=1`, headersOf(0)))
        await sleep(10)
      })
      await sleep(1_500)
      const began = performance.now()
      await killOne(round)
      back.push(performance.now() - began)
      await sleep(500)
      await Promise.all([endWriting(), endReading()])
    }
    const stored = await countByName(ownerUrl)
    const acknowledged = sent.filter(({ status }) => status === 200)
    // Who was answered that the service is busy was answered.
    const unheard = sent.filter(({ status }) => status === 0)
    const unread = reads.filter((status) => ![200, 503].includes(status))
    const again: Registered[] = []
    for (const one of sent.filter(({ status }) => status !== 200))
      again.push(await registerAgain(nginx.address, headersOf(one.writer), one))
    const after = await countByName(ownerUrl)
    const findings = await withClient(ownerUrl, (owner) => auditFindings(owner, since))
    const problems = [...findings, ...(await problemsOfRecords(ownerUrl))]
    const says = (sentence: string): string => `two ${what}: ${sentence}`
    return {
      outcomes: [
        {
          says: says(`each of ${acknowledged.length} acknowledged patients is stored`),
          held: acknowledged.length > 0 && acknowledged.every(({ familyName }) => stored.has(familyName)),
        },
        {
          says: says(
            `of ${rounds} kills no more failed than the calls under way (${unheard.length} of ${sent.length} writes, ${unread.length} of ${reads.length} reads)`,
          ),
          held: unheard.length <= writers * rounds && unread.length <= readers * rounds,
        },
        {
          says: says(
            `what was not acknowledged was sent again under its key and is there once (${again.length})`,
          ),
          held:
            again.every(({ status }) => status === 200) &&
            sent.every(({ familyName }) => after.get(familyName) === 1),
        },
        {
          says: says(
            `every stored patient has one event, the sealed audit trail fits, and every list is what the records say${firstOf(problems)}`,
          ),
          held: problems.length === 0,
        },
      ],
      figures: [
        {
          what: says('told that the service is busy'),
          figure: again.length - unheard.length,
          unit: 'writes',
        },
        { what: says('longest until the killed one served again'), figure: Math.max(...back), unit: 'ms' },
      ],
    }
  } finally {
    await nginx.stop()
    for (const service of services) await service.end()
  }
}

const statusOf = async (url: string, headers: Record<string, string>): Promise<number> => {
  try {
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    return response.status
  } catch {
    // Nobody answered: told by the status.
    return 0
  }
}
