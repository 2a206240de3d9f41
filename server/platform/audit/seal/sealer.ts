import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { causeOf } from '../../db/connection/causeOf.ts'
import { keepDoing } from '../../db/jobs/keepDoing.ts'
import type { Queryable } from './verify.ts'

/** A segment has 1,000 events at most; so many at once hold up nobody. */
const segmentsAtOnce = 5

/** Seals what can be sealed now. Returns how many segments that were; none while another process is at it. */
export const sealAudit = async (db: Queryable, most = segmentsAtOnce): Promise<number> => {
  const { rows } = await db.query<{ made: number }>('select seal_audit($1) as made', [most])
  return rows[0]?.made ?? 0
}

/** Seals the audit trail each second, sooner while there is much of it (DP-3). Returns how to stop. */
export const startSealer = (pool: Pool, log: FastifyBaseLogger): (() => Promise<void>) =>
  keepDoing(
    async () => (await sealAudit(pool)) === segmentsAtOnce,
    (error) => log.warn(causeOf(error), 'the audit trail could not be sealed, trying again'),
  )
