import type { TestDatabase } from './database.ts'

/** Locks the pathway table, so that no counting can progress while the work is done. */
export const whileCountingStands = async <T>(
  { owner }: Pick<TestDatabase, 'owner'>,
  work: () => Promise<T>,
): Promise<T> => {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('lock table pathway in access exclusive mode')
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** The backends that count now, as process ids. */
export const countingBackends = async ({ owner }: Pick<TestDatabase, 'owner'>): Promise<number[]> => {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and state = 'active' and query ilike '%with facts as%' and pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => pid)
}
