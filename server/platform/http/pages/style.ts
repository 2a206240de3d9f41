import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { sha256 } from '../../crypto/sha256.ts'
import { compressOnce } from '../openapi/compressOnce.ts'
import type { Rights } from '../request/rights.ts'

/** The style of the design system, without its fonts, which another organisation serves. */
const designSystem = (): string =>
  readFileSync(fileURLToPath(import.meta.resolve('nhsuk-frontend/dist/nhsuk/nhsuk-frontend.min.css')), 'utf8')
    .replaceAll(/@font-face\{[^}]*\}/g, '')
    .replace(/\/\*# sourceMappingURL=.*$/m, '')

const open: Rights = { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'open' }

/**
 * Serves the style of pages without a script: the design system and a few rules of their own. Made once for each process.
 * @returns its address, which contains a hash of the text, so that browsers may keep it for ever
 */
export const serveStyle = (app: FastifyInstance, folder: string, own: string): string => {
  const text = designSystem() + own
  const path = `${folder}/style-${sha256(text).toString('hex').slice(0, 16)}.css`
  const sent = compressOnce(() => text)
  app.get(path, { config: { rights: open } }, async ({ headers }, reply) => {
    const { body, coding } = await sent(headers['accept-encoding'])
    if (coding !== null) reply.header('content-encoding', coding)
    return reply
      .type('text/css; charset=utf-8')
      .header('vary', 'accept-encoding')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(body)
  })
  return path
}
