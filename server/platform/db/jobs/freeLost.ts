import type { Pool } from 'pg'

/**
 * Longer than any job takes, with two exceptions: the reports resume `reportRun` themselves, and `checkAudit` reads the
 * whole trail.
 */
const lostAfterMinutes = 15
const longer = ['reportRun', 'checkAudit']

/**
 * Releases the jobs and queues of processes that were killed while working; they would otherwise wait four hours.
 * Examples are a letter, a password reset, the search for duplicates. A job runs again, or fails if it may be tried
 * only once.
 */
export const freeLost = async (pool: Pool): Promise<void> => {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs
     where locked_at < now() - make_interval(mins => $1) and task_identifier <> all($2)
     having count(*) > 0`,
    [lostAfterMinutes, longer],
  )
}
