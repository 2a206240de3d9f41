import { forEachStage, type Stage } from '../../../contract/stages/stage.ts'
import type { AuditSeal } from '../../../contract/insight/audit/auditQuestion.ts'
import { readSeal } from '../../platform/audit/seal/status.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { countAll } from '../../pathways/worklists/countAll.ts'

/** The state of the service's work, according to the database. */
export interface Measured {
  queue: {
    /** Due and not started. */
    waiting: number
    /** How long the first of these has waited. */
    oldestSeconds: number
    /** Abandoned after the last attempt. */
    failed: number
  }
  seal: AuditSeal
  lists: Record<Stage, { people: number; late: number }>
}

export const measure = async (service: Pick<Service, 'db' | 'clock' | 'auditAnchor'>): Promise<Measured> => {
  const { db } = service
  const { rows } = await db.pool.query<{ waiting: number; oldest: number; failed: number }>(
    `select count(*) filter (where is_due) as waiting,
       coalesce(extract(epoch from clock_timestamp() - min(run_at) filter (where is_due)), 0)::float8 as oldest,
       count(*) filter (where locked_at is null and attempts >= max_attempts) as failed
     from (select *, locked_at is null and attempts < max_attempts and run_at <= now() as is_due
       from graphile_worker.jobs) as job`,
  )
  const [queue] = rows
  if (queue === undefined) throw new Error('PostgreSQL answered without a row')
  const counted = await countAll(service)
  return {
    queue: { waiting: queue.waiting, oldestSeconds: queue.oldest, failed: queue.failed },
    seal: await readSeal(db.sql, service.auditAnchor?.place ?? null),
    lists: forEachStage((stage) => ({ people: counted[stage].count, late: counted[stage].late })),
  }
}
