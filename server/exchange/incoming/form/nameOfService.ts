import { readLetterhead } from '../../../care/letters/letterhead.ts'
import { causeOf } from '../../../platform/db/connection/causeOf.ts'
import type { AccountsService } from '../../../accounts/settings/service.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { ExchangeService } from '../../settings/settings.ts'
import type { ServiceNamed } from './layout.ts'

export interface FormService extends ExchangeService, AccountsService {}

const keptForMs = 60_000
const unnamed: ServiceNamed = { name: 'this service', telephone: null }

export interface NameOfService {
  /** Reads the letterhead if that was long ago. */
  read: () => Promise<ServiceNamed>
  /** As it was read last, without a look into the database. */
  last: () => ServiceNamed
}

/** How the service is called on its letters. A page that refuses must not need the database. */
export const nameOfService = ({ db, clock }: FormService, log: FastifyBaseLogger): NameOfService => {
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
      log.warn(causeOf(error), 'the letterhead could not be read for the referral form')
    }
    return last
  }
  return { read, last: () => last }
}
