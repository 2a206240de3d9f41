import type { FastifyInstance } from 'fastify'
import { inList } from '../request/inList.ts'

const againAfterMs = 60 * 60 * 1000

/**
 * Warns in the log, at most once an hour, that a peer forwards calls but is not a trusted proxy. All clients behind it
 * then count as one address, and one client's wrong passwords cause refusals for all (DL-3). Anyone can send the
 * header, so this is only a warning and changes nothing.
 */
export const warnOfUnknownProxies = (
  app: FastifyInstance,
  trusted: readonly string[],
  clock: () => number,
) => {
  const isTrusted = inList(trusted)
  let quietUntil = -Infinity
  app.addHook('onRequest', ({ headers, socket, log }, _, done) => {
    const { remoteAddress: peer = '' } = socket
    if (headers['x-forwarded-for'] !== undefined && !isTrusted(peer) && clock() >= quietUntil) {
      quietUntil = clock() + againAfterMs
      log.warn(
        { peer },
        'X-Forwarded-For comes from a peer that TRUSTED_PROXIES does not name: if it is your proxy, everybody behind it counts as one address',
      )
    }
    done()
  })
}
