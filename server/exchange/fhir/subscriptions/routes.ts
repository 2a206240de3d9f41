import type { FastifyInstance } from 'fastify'
import {
  addSubscription,
  changeSubscription,
  listSubscriptions,
  renewSubscriptionSecret,
} from '../../../../contract/exchange/subscription.ts'
import { route } from '../../../platform/http/calls/route.ts'
import type { Rights } from '../../../platform/http/request/rights.ts'
import type { ExchangeService } from '../../settings/settings.ts'
import { addSubscriptionRow, changeSubscriptionRow, readSubscriptions, renewSecret } from './register.ts'

const writes: Rights = {
  ...{ capability: 'administration.write', audit: 'write', idempotency: 'repeatable', rate: 'write' },
}

/** Where FHIR clients are told of changes (decision 162). */
export const serveSubscriptions = (app: FastifyInstance, service: ExchangeService): void => {
  route(
    app,
    service,
    listSubscriptions,
    { capability: 'administration.read', audit: 'none', idempotency: 'safe', rate: 'read' },
    (_, { clientId }) => readSubscriptions(service.db.sql, clientId),
  )
  route(app, service, addSubscription, { ...writes, idempotency: 'create' }, (call, input) =>
    call.write((writing) => addSubscriptionRow(writing, input, service.fhir?.keyHosts ?? [])),
  )
  route(app, service, changeSubscription, writes, (call, input) =>
    call.write((writing) => changeSubscriptionRow(writing, input)),
  )
  route(app, service, renewSubscriptionSecret, writes, async (call, input) => {
    const { secretKey, clock } = service
    const secret = await call.write((writing) => renewSecret(writing, input, { secretKey, now: clock() }))
    return { secret }
  })
}
