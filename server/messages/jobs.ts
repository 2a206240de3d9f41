import { sql as raw, type Kysely } from 'kysely'
import type { DB } from '../db/types.ts'

/** Why a notice goes to a user: so that they hear of what somebody else may have done. */
export type Happening =
  | 'password changed'
  | 'new device'
  | 'second factor set up'
  | 'second factor removed'
  | 'passkey added'
  | 'passkey removed'

/** What is done out of band, by name, with what each needs to know. No payload holds a secret or a patient. */
export interface Jobs {
  resetByMail: { userName: string }
  resetBySms: { userName: string }
  notice: {
    userId: number
    happening: Happening
    at: string
    device?: string
    /** What a new password did to the other ways of signing in, in words. */
    ways?: { removed: string[]; kept: string[] }
  }
  /** To an administrator: too many searches of a user found nobody (trust AZ-6). */
  searchClosed: { userId: number; aboutUserId: number; at: string }
  /** That a report which somebody scheduled is ready, or could not be counted. */
  reportNotice: { runId: number }
}

const attempts: Record<keyof Jobs, number> = {
  resetByMail: 6,
  resetBySms: 3,
  notice: 12,
  searchClosed: 12,
  reportNotice: 12,
}

/** Puts a job on the queue, in the caller's transaction where there is one. */
export const queueJob = async <Name extends keyof Jobs>(
  sql: Kysely<DB>,
  name: Name,
  payload: Jobs[Name],
): Promise<void> => {
  await raw`select graphile_worker.add_job(${name}::text, ${JSON.stringify(payload)}::json,
    max_attempts => ${attempts[name]}::integer)`.execute(sql)
}
