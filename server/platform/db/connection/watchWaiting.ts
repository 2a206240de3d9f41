import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

export interface WatchedWaiting {
  /** What the watched connection last waited for and which process blocked it, as part of a sentence. */
  inWords: () => string | null
  end: () => Promise<void>
}

interface Waiting {
  table: string | null
  blockers: string
}

/** Often enough to see a wait of one second. */
const everyMs = 200

/**
 * Watches, on a connection of its own, which processes block another connection. Once a wait has ended, the database no
 * longer knows what blocked it.
 */
export const watchWaiting = async (url: string, waiter: Client): Promise<WatchedWaiting> => {
  const { rows } = await waiter.query<{ pid: number }>('select pg_backend_pid() as pid')
  const client = new Client({ connectionString: url, application_name: 'surefoot start' })
  // Whatever breaks this connection also breaks the watched one, which reports it.
  client.on('error', () => undefined)
  await client.connect()
  const stopped = new AbortController()
  let seen: Waiting | null = null
  const look = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const found = await client.query<Waiting>(whomItWaitsFor, [rows[0]?.pid])
      seen = found.rows[0] ?? seen
      await sleep(everyMs, undefined, { signal: stopped.signal })
    }
  }
  const looking = look().catch(() => undefined)
  return {
    inWords: () =>
      seen && `${seen.table === null ? 'a lock' : `the table ${seen.table}`}, which ${seen.blockers} uses`,
    end: async () => {
      stopped.abort()
      await looking
      await client.end()
    },
  }
}

/** Leaves out the text of statements, which may contain user input. */
const whomItWaitsFor = `
  select
    (select relation::regclass::text from pg_locks where pid = $1 and not granted and locktype = 'relation' limit 1) as table,
    string_agg(format('process %s (%s, as %s)', blocker.pid, coalesce(nullif(application_name, ''), 'without a name'), usename),
      ' and ' order by blocker.pid) as blockers
  from unnest(pg_blocking_pids($1)) as blocker (pid) join pg_stat_activity using (pid)
  having count(*) > 0`
