import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { freePort } from '../../server/platform/db/embedded/freePort.ts'

/** A machine that takes part in the vote, and has a database unless it is the witness. */
export interface Voter {
  /** As in the examples of deploy/cluster. */
  name: string
  exampleHost: string
  folder: string
  ports: { client: number; peer: number }
}

export interface DatabaseMachine extends Voter {
  ports: Voter['ports'] & { postgres: number; rest: number }
}

export interface ServingMachine {
  name: string
  folder: string
  ports: { primary: number; replica: number; pooler: number; product: number }
}

/** Where everything lies and listens; each machine has a folder and ports of its own on this one. */
export interface Plan {
  folder: string
  databases: readonly DatabaseMachine[]
  voters: readonly Voter[]
  serving: readonly ServingMachine[]
  passwords: Readonly<
    Record<'rest' | 'superuser' | 'replicator' | 'rewinder' | 'owner' | 'login' | 'poolerAdmin', string>
  >
}

export const makePlan = async (folder: string): Promise<Plan> => {
  const taken = new Set<number>()
  const port = async (): Promise<number> => {
    const free = await freePort()
    if (taken.has(free)) return port()
    taken.add(free)
    return free
  }
  const voter = async (name: string, exampleHost: string): Promise<Voter> => ({
    name,
    exampleHost,
    folder: join(folder, name),
    ports: { client: await port(), peer: await port() },
  })
  const database = async (name: string, exampleHost: string): Promise<DatabaseMachine> => {
    const { ports, ...rest } = await voter(name, exampleHost)
    return { ...rest, ports: { ...ports, postgres: await port(), rest: await port() } }
  }
  const serving = async (name: string): Promise<ServingMachine> => ({
    name,
    folder: join(folder, name),
    ports: { primary: await port(), replica: await port(), pooler: await port(), product: await port() },
  })
  const databases = [await database('db1', '10.0.0.21'), await database('db2', '10.0.0.22')]
  const password = (): string => randomBytes(12).toString('hex')
  return {
    folder,
    databases,
    voters: [...databases, await voter('witness', '10.0.0.23')],
    serving: [await serving('web1'), await serving('web2')],
    passwords: {
      rest: password(),
      superuser: password(),
      replicator: password(),
      rewinder: password(),
      owner: password(),
      login: password(),
      poolerAdmin: password(),
    },
  }
}
