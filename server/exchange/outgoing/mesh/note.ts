import { sql as raw, type Kysely } from 'kysely'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { DB } from '../../../platform/db/types.ts'
import { MeshRefused } from './api/refusal.ts'
import { NoReply } from './api/request.ts'

/** Asks MESH, and notes for the status of the service whether it answered. What it refused about one letter is an answer. */
export const noteMesh = async <Reply>(
  sql: Kysely<DB>,
  now: () => number,
  ask: () => Promise<Reply>,
): Promise<Reply> => {
  try {
    const reply = await ask()
    await note(sql, now(), null)
    return reply
  } catch (error) {
    await note(sql, now(), problemOf(error))
    throw error
  }
}

const problemOf = (error: unknown): string | null => {
  if (error instanceof NoReply) return 'MESH did not answer.'
  if (!(error instanceof MeshRefused)) return 'It could not be asked.'
  const { status, message } = error
  return status >= 500 || status === 401 || status === 403 || status === 429 ? message : null
}

/** Not more often than each minute while nothing changes, because every letter notes it. */
const note = async (sql: Kysely<DB>, now: number, problem: string | null): Promise<void> => {
  await raw`
    update mesh_state set tried_at = ${instantOf(now)}, problem = ${problem},
      succeeded_at = ${problem === null ? instantOf(now) : raw`succeeded_at`}
    where problem is distinct from ${problem}::text or tried_at is null
      or tried_at < ${instantOf(now)}::timestamptz - interval '1 minute'`.execute(sql)
}

export const noteGreeting = async (sql: Kysely<DB>, now: number): Promise<void> => {
  await raw`update mesh_state set greeted_at = ${instantOf(now)}`.execute(sql)
}
