import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { isDatabaseAway, isWorthRetrying, PartFailure } from '../../errors.ts'

/*
 * A streaming replica for long reads. Users see no less there than on the database itself: the replica is read only
 * once it has everything that was committed, by anyone, when the read was requested (decision 115).
 */

export interface Replica {
  /** Throws an error that says why the replica cannot be read now. */
  check: () => Promise<void>
  /**
   * Reads the replica, or the database if the replica is behind, unreachable, or cancels the read to apply what it
   * receives.
   * @param there reads the replica
   * @param here reads the database
   */
  read: <T>(there: () => Promise<T>, here: () => Promise<T>) => Promise<T>
}

/** Longer than the lag of a nearby replica, and short compared with a report. */
const patienceMs = 500
const lookEveryMs = 20
const tellEveryMs = 60_000
/** An unusable replica is left alone for this long: each check may take as long as the wait for a connection. */
const restMs = 10_000

interface Place {
  position: string
  cluster: string
  name: string
}

/**
 * @param database the database's pool
 * @param replica the replica's pool
 * @param onNotUsed receives the reason why the database was read instead, at most once a minute
 */
export const openReplica = (database: Pool, replica: Pool, onNotUsed: (why: Error) => void): Replica => {
  let restsUntil = -Infinity
  let toldAt = -Infinity

  const rest = (why: Error): void => {
    const now = performance.now()
    restsUntil = now + restMs
    if (now - toldAt < tellEveryMs) return
    toldAt = now
    onNotUsed(why)
  }

  const check = async (): Promise<void> => {
    const { rows } = await database.query<Place>(`
      select pg_current_wal_lsn()::text as position, system_identifier::text as cluster, current_database() as name
      from pg_control_system()`)
    const { position, cluster, name } = rows[0] as Place
    const until = performance.now() + patienceMs
    for (;;) {
      const found = await replica.query<{ isOurs: boolean; isThere: boolean | null }>(
        `select pg_is_in_recovery() and system_identifier::text = $2 and current_database() = $3 as "isOurs",
           pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere"
         from pg_control_system()`,
        [position, cluster, name],
      )
      const { isOurs = false, isThere = null } = found.rows[0] ?? {}
      if (!isOurs) throw new PartFailure('replica', 'it is not a replica of this database')
      if (isThere === true) return
      if (performance.now() > until) throw new PartFailure('replica', 'it is behind the database')
      await sleep(lookEveryMs)
    }
  }

  const isUsable = async (): Promise<boolean> => {
    if (performance.now() < restsUntil) return false
    try {
      await check()
      return true
    } catch (error) {
      rest(error as Error)
      return false
    }
  }

  return {
    check,
    read: async (there, here) => {
      if (!(await isUsable())) return here()
      try {
        return await there()
      } catch (error) {
        if (!isDatabaseAway(error) && !isWorthRetrying(error)) throw error
        rest(error as Error)
        return here()
      }
    },
  }
}
