import type { Pool } from 'pg'

/** Longer than anything on the queue takes, but for these two: one is taken up by the reports themselves, one reads the whole trail. */
const lostAfterMinutes = 15
const longer = ['reportRun', 'checkAudit']

/**
 * Gives back the jobs of processes that were killed at work, and the queues that they held, which would wait four hours
 * otherwise: a letter, a reset of a password, the search for duplicates. A job is done again, or fails where it may be tried
 * once only.
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
