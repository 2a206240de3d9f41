import type { Task, TaskList } from 'graphile-worker'
import { sql as raw, type Kysely } from 'kysely'
import type { DB } from '../types.ts'

/** Something that is done out of band. No payload holds a secret or a patient. */
export interface Job<Payload extends object> {
  name: string
  /** How often it is tried before it fails for good. */
  attempts: number
  /** Says what the payload looks like; never there. */
  readonly payload?: Payload
}

/**
 * Puts a job on the queue, in the caller's transaction where there is one.
 * @param from not before this, in milliseconds since the epoch; at once where it is absent
 */
export const queueJob = async <Payload extends object>(
  sql: Kysely<DB>,
  { name, attempts }: Job<Payload>,
  payload: Payload,
  from?: number,
): Promise<void> => {
  await raw`select graphile_worker.add_job(${name}::text, ${JSON.stringify(payload)}::json,
    run_at => to_timestamp(${from === undefined ? null : from / 1000}::double precision), max_attempts => ${attempts}::integer)`.execute(
    sql,
  )
}

/** What the queue does when it runs the job. */
export const taskOf = <Payload extends object>(
  { name }: Job<Payload>,
  work: (payload: Payload) => Promise<void>,
): TaskList => ({ [name]: ((payload: unknown) => work(payload as Payload)) satisfies Task })
