import type { FastifyInstance } from 'fastify'
import {
  countDifferences,
  leaveDifferences,
  listDifferences,
} from '../../../../contract/exchange/pds/differences.ts'
import { route } from '../../../platform/http/calls/route.ts'
import type { Rights } from '../../../platform/http/request/rights.ts'
import type { ExchangeService } from '../../settings/settings.ts'
import { leave, readCount, readDifferences } from './list.ts'

/** Those who may compare a record with PDS see where it is worth while. */
const capability = 'patient.write'
const reads: Rights = { capability, audit: 'read', idempotency: 'safe', rate: 'read', restricted: 'lists' }

/** What the nightly check with PDS found. */
export const serveDifferences = (app: FastifyInstance, service: ExchangeService): void => {
  const { sql } = service.db
  route(app, service, listDifferences, reads, async (call) => {
    const list = await readDifferences(sql, call.principal)
    call.showed({
      patientIds: list.rows.map(({ patientId }) => patientId),
      pathwayIds: list.rows.map(({ pathwayId }) => pathwayId),
    })
    return list
  })
  route(app, service, countDifferences, { ...reads, audit: 'none' }, () => readCount(sql))
  route(
    app,
    service,
    leaveDifferences,
    { capability, audit: 'write', idempotency: 'repeatable', rate: 'write' },
    (call, input) => call.write((writing) => leave(writing, input)),
  )
}
