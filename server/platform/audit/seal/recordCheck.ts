import type { Queryable, Verified } from './verify.ts'

/** Stores the result of a check for the administrators' page. */
export const recordCheck = async (db: Queryable, startedAt: Date, verified: Verified): Promise<void> => {
  const { segments, events, archivedEvents, anchors, problems } = verified
  await db.query(
    `insert into audit_check (started_at, ended_at, segments, events, archived_events, anchors, problems, first_problem)
     values ($1, clock_timestamp(), $2, $3, $4, $5, $6, $7)`,
    [startedAt, segments, events, archivedEvents, anchors, problems.length, problems[0] ?? null],
  )
}
