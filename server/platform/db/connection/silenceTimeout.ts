import type { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'

/** The socket of a `pg` connection, and whether no statement is running. The types of `pg` leave them out. */
export interface Wired {
  connection: { stream: Socket }
  readyForQuery: boolean
}

/**
 * Breaks a connection if the database is silent for `silenceMs` while a caller waits, for example because its machine
 * hangs or the network drops everything. The caller gets the error at once, and the pool opens another connection
 * (DU-7). A connection with no statement running may be silent, such as the one on which the job queue listens.
 */
export const refuseToWait = (pool: Pool, silenceMs: number): void => {
  const waitedFor = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => waitedFor.add(client))
  pool.on('release', (_, client) => waitedFor.delete(client))
  pool.on('connect', (client) => {
    const wired = client as unknown as Wired
    const { stream } = wired.connection
    stream.setTimeout(silenceMs)
    // A callback passed to setTimeout runs only at the first silence, which may occur while the connection is idle in
    // the pool.
    stream.on('timeout', () => {
      if (waitedFor.has(client) && !wired.readyForQuery)
        stream.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }))
    })
  })
}
