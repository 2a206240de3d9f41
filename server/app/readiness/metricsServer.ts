import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { causeOf } from '../../platform/db/connection/causeOf.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsSettings {
  host: string
  /** 0 lets the system choose a port. */
  port: number
  /** Required as a bearer token; null lets anyone who can reach the port read the metrics. */
  token: string | null
}

/** Serves `/metrics` on its own address, which no proxy exposes (decision 96). */
export const serveMetrics = async (
  { text }: Pick<Metrics, 'text'>,
  { host, port, token }: MetricsSettings,
  log: FastifyBaseLogger,
): Promise<{ address: string; close: () => Promise<void> }> => {
  const mayAsk = (authorization = ''): boolean =>
    token === null || timingSafeEqual(sha256(authorization), sha256(`Bearer ${token}`))
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end()
    if (!mayAsk(request.headers.authorization))
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    text().then(
      (metrics) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(metrics),
      (error: unknown) => {
        log.error(causeOf(error), 'the metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  // Exclusive, even if several processes share the product's port.
  await once(server.listen({ port, host, exclusive: true }), 'listening')
  const { address, port: chosen } = server.address() as AddressInfo
  return {
    address: `http://${address.includes(':') ? `[${address}]` : address}:${chosen}/metrics`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
