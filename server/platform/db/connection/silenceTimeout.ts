import type { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'

/** The parts of a connection of `pg` that hold its socket, and whether no statement is under way; not in its types. */
export interface Wired {
  connection: { stream: Socket }
  readyForQuery: boolean
}

/**
 * Breaks a connection on which the database has been silent for so long while somebody waited, as when its machine
 * hangs or the network swallows everything. Whoever waits gets the error at once, and the pool opens another (DU-7).
 * One that was asked nothing may be silent, such as that on which the job queue listens.
 */
export const refuseToWait = (pool: Pool, silenceMs: number): void => {
  const waitedFor = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => waitedFor.add(client))
  pool.on('release', (_, client) => waitedFor.delete(client))
  pool.on('connect', (client) => {
    const wired = client as unknown as Wired
    const { stream } = wired.connection
    stream.setTimeout(silenceMs)
    // A callback of setTimeout would hear of the first silence alone, which may be one in the pool.
    stream.on('timeout', () => {
      if (waitedFor.has(client) && !wired.readyForQuery)
        stream.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }))
    })
  })
}
