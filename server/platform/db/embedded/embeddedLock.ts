import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { isAlive } from './isAlive.ts'

/** Another Surefoot already works on this data folder. */
export class AlreadyRunning extends Error {}

/** Any number will do, as long as it stays the same between releases. */
const lockKey = 7_386_001

/**
 * Claims the data for this process. PostgreSQL holds the lock for as long as our connection lives and lets go when
 * we die, however we die: nothing is left behind for the next start to judge.
 * A dead predecessor's connection may take a moment to be noticed, so we ask for up to two seconds.
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
