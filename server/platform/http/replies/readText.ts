import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'

/** Refuses a JSON body that is not UTF-8. Decoding it would replace invalid bytes with U+FFFD (IO-4). */
export const readOnlyText = (app: FastifyInstance): void => {
  const readJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) return readJson(request, body.toString('utf8'), done)
    done(Object.assign(new Error('The body is not UTF-8'), { statusCode: 400 }))
    return undefined
  })
}

/**
 * Whether percent-encoded text from a query or form is UTF-8. A lone percent sign counts as itself. The usual decoders
 * replace invalid bytes with U+FFFD or leave them encoded, and the result would be stored as if a user had typed it.
 */
export const isReadable = (encoded: string): boolean => {
  try {
    decodeURIComponent(encoded.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}
