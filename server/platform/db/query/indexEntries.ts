import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { causeOf } from '../connection/causeOf.ts'
import { keepDoing } from '../jobs/keepDoing.ts'

/**
 * Every second, merges the pending entries of the word indexes and of the audit trail's indexes, so that no call ever
 * has to do it for the others (decision 125). Returns a function that stops it.
 */
export const startIndexEntries = (pool: Pool, log: FastifyBaseLogger): (() => Promise<void>) =>
  keepDoing(
    async () => {
      await pool.query('select take_in_index_entries()')
      return false
    },
    (error) => log.warn(causeOf(error), 'pending entries of indexes could not be merged, trying again'),
  )
