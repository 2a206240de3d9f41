import type { Client, DatabaseError, Pool, PoolClient } from 'pg'
import { takesNoWrites } from '../../errors.ts'

/** The part of a connection of `pg` that tells what PostgreSQL refuses; not in its types. */
interface Telling {
  connection: { on: (event: 'errorMessage', heard: (error: DatabaseError) => void) => void }
}

/**
 * Closes the connections of a pool once PostgreSQL refuses a write on one of them, because it is a standby now. The same address may
 * lead to the one that has taken over, and only a new connection finds it: these would stay with a server that takes no writes for as
 * long as they are used (DU-7).
 */
export const leaveReadOnly = (pool: Pool): void => {
  /** Each is held by somebody, or waits. */
  const isHeld = new Map<PoolClient, boolean>()
  const toClose = new WeakSet<PoolClient>()
  pool.on('connect', (client) => {
    isHeld.set(client, true)
    ;(client as unknown as Telling).connection.on('errorMessage', (error) => {
      if (!takesNoWrites(error)) return
      for (const [each, held] of isHeld)
        // Whoever holds one ends with it first, and hears of the refusal. One that waits leaves the pool as if it were broken.
        if (held) toClose.add(each)
        else each.emit('error', new Error('The database takes no writes'))
    })
  })
  pool.on('acquire', (client) => isHeld.set(client, true))
  pool.on('release', (_, client) => {
    isHeld.set(client, false)
    // The pool gives away none that is ending.
    if (toClose.has(client)) void (client as unknown as Client).end()
  })
  pool.on('remove', (client) => isHeld.delete(client))
}
