import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { isAlive } from './isAlive.ts'

/** Another Surefoot is already running on this data folder. */
export class AlreadyRunning extends Error {}

/** An arbitrary number that must stay the same between releases. */
const lockKey = 7_386_001

/**
 * Claims the data for this process. PostgreSQL keeps the lock as long as our connection lives and releases it when this
 * process dies, however it dies, so the next start finds no stale lock. PostgreSQL may take a moment to notice that the
 * connection of a dead predecessor is gone, so this retries for up to two seconds.
 */
export const takeApplicationLock = async (superuser: Client, folder: string): Promise<void> => {
  const began = Date.now()
  for (;;) {
    const { rows } = await superuser.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockKey,
    ])
    if (rows[0]?.taken === true) return
    const holder = await findHolder(superuser)
    const waitMs = holder !== undefined && isAlive(holder) ? 300 : 2_000
    if (Date.now() - began > waitMs) throw new AlreadyRunning(sentence(folder, holder))
    await sleep(50)
  }
}

const sentence = (folder: string, holder: number | undefined): string =>
  `Surefoot is already running on the data in ${folder}${holder === undefined ? '' : ` (process ${holder})`}: ` +
  'please stop it first, or start this one with another DATA_FOLDER.'

const findHolder = async (superuser: Client): Promise<number | undefined> => {
  const { rows } = await superuser.query<{ name: string }>(
    `select application_name as name
       from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and objid = $1::bigint::oid`,
    [lockKey],
  )
  const pid = rows[0]?.name.match(/^surefoot (\d+)$/)?.[1]
  return pid === undefined ? undefined : Number(pid)
}
