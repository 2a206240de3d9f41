import type { Task, TaskList } from 'graphile-worker'
import { sql as raw, type Kysely } from 'kysely'
import type { DB } from '../types.ts'

/** A background job. No payload contains a secret or patient data. */
export interface Job<Payload extends object> {
  name: string
  /** How often it is tried before it fails permanently. */
  attempts: number
  /** Carries the type of the payload; never set. */
  readonly payload?: Payload
}

/**
 * Puts a job on the queue, in the caller's transaction if there is one.
 * @param from earliest start in milliseconds since the epoch; at once if absent
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

/**
 * The function that the queue calls to run the job.
 * @param work also given what names the job: the same in each of its attempts, and in no other job
 */
export const taskOf = <Payload extends object>(
  { name }: Job<Payload>,
  work: (payload: Payload, jobKey: string) => Promise<void>,
): TaskList => ({
  [name]: ((payload: unknown, { job }) => work(payload as Payload, `${name}-${job.id}`)) satisfies Task,
})
