import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cluster, RunningDatabase } from './cluster.ts'
import { killWithin } from './killWithin.ts'
import { askMembers, askPatroni } from './patroni.ts'

/** Something that happens to a machine, or is done to one, while people work. */
export interface Accident {
  name: string
  /** One sentence: what happens. */
  says: string
  /** Whether the standby takes over. */
  promotes: boolean
  /** Does it. Returns how to repair it afterwards, as an operator would. */
  strike: (cluster: Cluster) => Promise<() => Promise<void>>
}

const nothingToMend = async (): Promise<void> => undefined

const named = ({ databases }: Cluster, name: string | null): RunningDatabase => {
  const found = databases.find((each) => each.name === name)
  if (found === undefined) throw new Error(`Patroni has no such machine now: ${name}`)
  return found
}

/** All that runs on it ends in the same moment. It comes back when it is mended. */
const lose = async (machine: RunningDatabase): Promise<() => Promise<void>> => {
  const programs = [machine.etcd, machine.patroni]
  for (const { leave } of programs) leave()
  await killWithin(machine.folder)
  return async () => {
    for (const { begin } of programs) begin()
  }
}

/** In this order; each leaves the cluster whole. */
export const accidents: readonly Accident[] = [
  {
    name: 'killed-product',
    says: 'One of the two processes of the product is ended by kill -9',
    promotes: false,
    strike: async ({ serving }) => {
      serving[0]?.product.kill()
      return nothingToMend
    },
  },
  {
    name: 'restarted-poolers',
    says: 'Both poolers are started again in the same moment',
    promotes: false,
    strike: async ({ serving }) => {
      await Promise.all(serving.map(({ pooler }) => pooler.stop()))
      for (const { pooler } of serving) pooler.begin()
      return nothingToMend
    },
  },
  {
    name: 'killed-postgres',
    says: 'PostgreSQL of the primary is ended by kill -9, and Patroni beside it lives',
    promotes: false,
    strike: async (cluster) => {
      const { primary } = await askMembers(cluster.databases)
      const { folder } = named(cluster, primary)
      const [pid] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      return nothingToMend
    },
  },
  {
    name: 'lost-standby',
    says: 'The machine of the standby is lost: PostgreSQL, Patroni and etcd',
    promotes: false,
    strike: async (cluster) => lose(named(cluster, (await askMembers(cluster.databases)).synchronous)),
  },
  {
    name: 'switchover',
    says: 'The standby is made the primary as for an upgrade, by Patroni',
    promotes: true,
    strike: async (cluster) => {
      const { primary, synchronous } = await askMembers(cluster.databases)
      const login = Buffer.from(`patroni:${cluster.plan.passwords.rest}`).toString('base64')
      const { isOk, text } = await askPatroni(
        named(cluster, primary),
        {
          path: '/switchover',
          method: 'POST',
          headers: { authorization: `Basic ${login}`, 'content-type': 'application/json' },
          timeout: 60_000,
        },
        JSON.stringify({ leader: primary, candidate: synchronous }),
      )
      if (!isOk) throw new Error(`Patroni did not switch over: ${text}`)
      return nothingToMend
    },
  },
  {
    name: 'killed-patroni',
    says: 'Patroni of the primary is ended by kill -9, and its PostgreSQL goes on without it',
    promotes: true,
    strike: async (cluster) => {
      const { patroni } = named(cluster, (await askMembers(cluster.databases)).primary)
      await patroni.kill()
      return async () => patroni.begin()
    },
  },
  {
    name: 'lost-primary',
    says: 'The machine of the primary is lost: PostgreSQL, Patroni and etcd',
    promotes: true,
    strike: async (cluster) => lose(named(cluster, (await askMembers(cluster.databases)).primary)),
  },
]
