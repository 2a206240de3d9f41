import type { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'

/** The part of a connection of `pg` that holds its socket; not in its types. */
interface Wired {
  connection: { stream: Socket }
}

/**
 * Breaks a connection on which the database has been silent for so long while somebody waited, as when its machine
 * hangs or the network swallows everything. Whoever waits is told at once, and the pool opens another (trust DU-7).
 */
export const refuseToWait = (pool: Pool, silenceMs: number): void => {
  const waitedFor = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => waitedFor.add(client))
  pool.on('release', (_, client) => waitedFor.delete(client))
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as Wired).connection
    stream.setTimeout(silenceMs, () => {
      if (waitedFor.has(client))
        stream.destroy(Object.assign(new Error('The database is silent'), { code: 'ETIMEDOUT' }))
    })
  })
}
