import type { FastifyInstance } from 'fastify'
import {
  approveClient,
  getClient,
  listClients,
  revokeClient,
  saveClient,
} from '../../../contract/exchange/client.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import { fhirPath, tokenPath, type ExchangeService } from '../settings/settings.ts'
import { approve, readClient, readClients, revoke, saveClientRow } from './clients.ts'

const reads: Rights = { capability: 'administration.read', audit: 'none', idempotency: 'safe', rate: 'read' }
const writes = { audit: 'write', idempotency: 'repeatable', rate: 'write' } as const

/** The register of software that may read the record as FHIR. */
export const serveClients = (app: FastifyInstance, service: ExchangeService): void => {
  const { sql } = service.db
  const day = () => today(service.clock())
  const publicUrl = service.fhir?.publicUrl ?? ''
  route(app, service, listClients, reads, async () => ({
    isOffered: service.fhir !== null,
    base: `${publicUrl}${fhirPath}`,
    tokenUrl: `${publicUrl}${tokenPath}`,
    clients: await readClients(sql, day()),
  }))
  route(app, service, getClient, reads, (_, { id }) => readClient(sql, id, day()))
  route(
    app,
    service,
    saveClient,
    { ...writes, capability: 'administration.write', idempotency: 'create' },
    (call, input) => call.write((writing) => saveClientRow(writing, input, service.fhir?.keyHosts ?? [])),
  )
  route(app, service, approveClient, { ...writes, capability: 'fhirClient.approve' }, (call, input) =>
    call.write((writing) => approve(writing, input, service.clock())),
  )
  route(
    app,
    service,
    revokeClient,
    { ...writes, capability: ['administration.write', 'fhirClient.approve'] },
    (call, input) => call.write((writing) => revoke(writing, input, service.clock())),
  )
}
