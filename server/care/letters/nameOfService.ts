import { readLetterhead } from './letterhead.ts'
import { causeOf } from '../../platform/db/connection/causeOf.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { ServiceNamed } from '../../platform/http/pages/ringLink.ts'

const keptForMs = 60_000
const unnamed: ServiceNamed = { name: 'this service', telephone: null }

export interface NameOfService {
  /** Reads the letterhead if that was long ago. */
  read: () => Promise<ServiceNamed>
  /** As it was read last, without a look into the database. */
  last: () => ServiceNamed
}

/** How the service is called on its letters. A page that refuses must not need the database. */
export const nameOfService = ({ db, clock }: Service, log: FastifyBaseLogger): NameOfService => {
  let last: ServiceNamed = unnamed
  let readAt = -Infinity
  const read = async (): Promise<ServiceNamed> => {
    if (clock() - readAt < keptForMs) return last
    readAt = clock()
    try {
      const { serviceName, telephone } = await readLetterhead(db.sql)
      last = { name: serviceName, telephone }
    } catch (error) {
      readAt = -Infinity
      log.warn(causeOf(error), 'the letterhead could not be read for a page outside')
    }
    return last
  }
  return { read, last: () => last }
}
