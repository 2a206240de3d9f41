import type { FastifyRequest } from 'fastify'
import { Form } from '../../../platform/http/pages/formBody.ts'
import { trapName } from './pages.ts'

/** Why the form does not go on. A page says so in plain words (refusedPages.ts), and nothing is stored. */
export type Refusal =
  | 'gone'
  | 'program'
  | 'elsewhere'
  | 'unreadable'
  | 'tooFast'
  | 'tooOften'
  | 'tooLarge'
  | 'full'
  | 'busy'
  | 'unconfirmed'
  | 'unknownPage'
  | 'failed'

export class FormRefused extends Error {
  readonly why: Refusal
  readonly retryAfterMs: number | undefined
  constructor(why: Refusal, retryAfterMs?: number) {
    super(`The referral form refused: ${why}`)
    this.why = why
    this.retryAfterMs = retryAfterMs
  }
}

/** The form that was sent. What a person at this form cannot send is refused here, before any work for it. */
export const readPost = ({ headers, body }: FastifyRequest): URLSearchParams => {
  // A page of another site must not send this form in somebody's name. Old browsers do not say where they are.
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new FormRefused('elsewhere')
  if (!(body instanceof Form)) throw new FormRefused('unreadable')
  const sent = new URLSearchParams()
  for (const [name, value] of body.pairs) sent.append(name, value)
  if ((sent.get(trapName) ?? '') !== '') throw new FormRefused('program')
  return sent
}

/** The referral of this browser was sent: the reference is all that is left to show. */
export class AlreadySent extends Error {}

const cookieName = 'refer'

/** The token of the browser; null if it has none. */
export const tokenOf = ({ headers }: FastifyRequest): string | null =>
  /(?:^|;\s*)refer=([\w-]{43})(?:;|$)/.exec(headers.cookie ?? '')?.[1] ?? null

/** Ends with the browser's session. Only pages of the form receive it, and no script. */
export const cookieOf = (token: string, path: string, isSecure: boolean): string =>
  `${cookieName}=${token}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`

export const cookieEnded = (path: string, isSecure: boolean): string =>
  `${cookieOf('', path, isSecure)}; Max-Age=0`
