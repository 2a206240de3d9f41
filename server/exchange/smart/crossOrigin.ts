import type { FastifyInstance } from 'fastify'
import { today } from '../../../contract/platform/dates/dates.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { ExchangeService } from '../settings/settings.ts'
import { isActive } from './tokens.ts'

const open: Rights = { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'read' }

const hour = 3600

/**
 * Lets pages of active apps read the replies of the calls of `app`: those at the origins of their addresses to return
 * to, and no other page. No cookie or password ever goes along (Fetch standard, CORS).
 * @param paths the addresses that browsers ask about before they call
 */
export const answerOtherOrigins = (
  app: FastifyInstance,
  { db, clock }: ExchangeService,
  paths: readonly string[],
): void => {
  const isOfApp = async (origin: string): Promise<boolean> => {
    const { rowCount } = await db.pool.query({
      name: 'find the app of an origin',
      text: `select from fhir_client where kind = 'app' and ${isActive}
        and exists (select from unnest(redirect_urls) as url where starts_with(url, $1 || '/')) limit 1`,
      values: [origin, today(clock())],
    })
    return rowCount === 1
  }
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined) return
    reply.header('vary', 'Origin')
    if (!/^https?:\/\/[\w.:-]{1,255}$/.test(origin) || !(await isOfApp(origin))) return
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', 'etag, last-modified, retry-after, www-authenticate')
  })
  for (const path of paths)
    app.options(path, { config: { rights: open } }, (_, reply) =>
      reply
        .code(204)
        .header('access-control-allow-methods', 'GET, POST')
        .header('access-control-allow-headers', 'authorization, content-type, accept, prefer, if-none-match')
        .header('access-control-max-age', hour)
        .send(),
    )
}
