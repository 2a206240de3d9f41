import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { causeOf } from '../connection/causeOf.ts'
import { keepDoing } from '../jobs/keepDoing.ts'

/**
 * Takes into the indexes of words and of the audit trail what waits beside them, each second, so that nobody's call ever does it for
 * all (decision 125). Returns how to stop.
 */
export const startIndexEntries = (pool: Pool, log: FastifyBaseLogger): (() => Promise<void>) =>
  keepDoing(
    async () => {
      await pool.query('select take_in_index_entries()')
      return false
    },
    (error) => log.warn(causeOf(error), 'entries of indexes could not be taken in, trying again'),
  )
