import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { causeOf } from '../../db/connection/causeOf.ts'
import { keepDoing } from '../../db/jobs/keepDoing.ts'
import type { Queryable } from './verify.ts'

/** A segment has at most 1,000 events, so sealing this many at once does not hold up other work. */
const segmentsAtOnce = 5

/** Seals what can be sealed now. Returns the number of segments sealed: 0 while another process is sealing. */
export const sealAudit = async (db: Queryable, most = segmentsAtOnce): Promise<number> => {
  const { rows } = await db.query<{ made: number }>('select seal_audit($1) as made', [most])
  return rows[0]?.made ?? 0
}

/** Seals the audit trail every second, and sooner while there is a backlog (DP-3). Returns a function that stops it. */
export const startSealer = (pool: Pool, log: FastifyBaseLogger): (() => Promise<void>) =>
  keepDoing(
    async () => (await sealAudit(pool)) === segmentsAtOnce,
    (error) => log.warn(causeOf(error), 'the audit trail could not be sealed, trying again'),
  )
