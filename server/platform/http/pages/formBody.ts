import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isReadable } from '../replies/readText.ts'

/** A form that is not text. */
export class UnreadableForm extends Error {}

/** The parameters of a form or query in order; a name may come more than once. */
export type Pairs = readonly (readonly [name: string, value: string])[]

/** The body of a call that takes a form. A class, so that no other body is taken for one. */
export class Form {
  readonly pairs: Pairs
  constructor(pairs: Pairs) {
    this.pairs = pairs
  }
}

export const readPairs = (text: string): Pairs => {
  if (!isReadable(text)) throw new UnreadableForm('The parameters are not text in UTF-8.')
  const pairs = [...new URLSearchParams(text)]
  // PostgreSQL's text cannot contain NUL (IO-4).
  if (pairs.some((pair) => pair.some((part) => part.includes('\u0000'))))
    throw new UnreadableForm('A parameter has a character that cannot be used.')
  return pairs
}

/** Lets the calls of `app` take a form and no other body. */
export const takeForms = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => {
      if (!isUtf8(body)) throw new UnreadableForm('The parameters are not text in UTF-8.')
      return new Form(readPairs(body.toString('utf8')))
    },
  )
}
