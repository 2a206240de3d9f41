import type { Client, DatabaseError, Pool, PoolClient } from 'pg'
import { takesNoWrites } from '../../errors.ts'

/** The part of a `pg` connection that reports PostgreSQL's errors. Its types leave it out. */
interface Telling {
  connection: { on: (event: 'errorMessage', heard: (error: DatabaseError) => void) => void }
}

/**
 * Closes a pool's connections once PostgreSQL refuses a write on one of them because it is now a standby. The same
 * address may lead to the server that has taken over, but only a new connection reaches it. Existing connections would
 * stay on the read-only server for as long as they are used (DU-7).
 */
export const leaveReadOnly = (pool: Pool): void => {
  /** True if the connection is in use, false if it is idle. */
  const isHeld = new Map<PoolClient, boolean>()
  const toClose = new WeakSet<PoolClient>()
  pool.on('connect', (client) => {
    isHeld.set(client, true)
    ;(client as unknown as Telling).connection.on('errorMessage', (error) => {
      if (!takesNoWrites(error)) return
      for (const [each, held] of isHeld)
        // A connection in use closes after its user has received the error. An idle one leaves the pool as if it were
        // broken.
        if (held) toClose.add(each)
        else each.emit('error', new Error('The database takes no writes'))
    })
  })
  pool.on('acquire', (client) => isHeld.set(client, true))
  pool.on('release', (_, client) => {
    isHeld.set(client, false)
    // The pool does not lend a connection that is ending.
    if (toClose.has(client)) void (client as unknown as Client).end()
  })
  pool.on('remove', (client) => isHeld.delete(client))
}
