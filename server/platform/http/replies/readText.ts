import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'

/** Refuses a JSON body that is not UTF-8; reading puts U+FFFD in place of what is not (IO-4). */
export const readOnlyText = (app: FastifyInstance): void => {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) return readJson(request, body.toString('utf8'), done)
    done(Object.assign(new Error('The body is not UTF-8'), { statusCode: 400 }))
    return undefined
  })
}

/**
 * Whether percent-encoded text, as a query or a form has it, is UTF-8; a percent sign by itself stands for itself. The
 * usual readers put U+FFFD in place of what is not, or leave it encoded, and it would be stored as if somebody had
 * written it.
 */
export const isReadable = (encoded: string): boolean => {
  try {
    decodeURIComponent(encoded.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}
