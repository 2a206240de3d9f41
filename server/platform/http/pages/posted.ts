import type { FastifyRequest } from 'fastify'
import { Form, UnreadableForm } from './formBody.ts'

/** The form was sent from a page of another site. */
export class PostedElsewhere extends Error {}

/**
 * The form that was sent. A page of another site must not send one in somebody's name; old browsers do not say where
 * they are.
 */
export const readPosted = ({ headers, body }: FastifyRequest): URLSearchParams => {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new PostedElsewhere()
  if (!(body instanceof Form)) throw new UnreadableForm('The body is not a form.')
  const sent = new URLSearchParams()
  for (const [name, value] of body.pairs) sent.append(name, value)
  return sent
}
