import type { FastifyInstance } from 'fastify'
import { personPath } from '../service.ts'

export interface Answer {
  status: number
  /** Where it leads, of a redirect. */
  to: string | null
  page: string
  headers: Record<string, unknown>
}

export interface Visitor {
  get: (path: string) => Promise<Answer>
  post: (path: string, sent: Readonly<Record<string, string>>) => Promise<Answer>
  /** Opens the page with a code and a date of birth. */
  open: (code: string, dateOfBirth: string) => Promise<Answer>
  /** Follows where an answer leads. */
  follow: (answer: Answer) => Promise<Answer>
  cookies: Map<string, string>
}

/** A browser of somebody who visits a page of their own: it keeps cookies and follows redirects. */
export const aVisitor = (app: FastifyInstance, remoteAddress = '192.0.2.7'): Visitor => {
  const cookies = new Map<string, string>()
  const ask = async (
    method: 'GET' | 'POST',
    url: string,
    sent?: Readonly<Record<string, string>>,
  ): Promise<Answer> => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(sent === undefined
          ? {}
          : { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
      },
      ...(sent === undefined ? {} : { payload: new URLSearchParams(sent).toString() }),
    })
    const { 'set-cookie': set } = answer.headers
    for (const cookie of [set ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const { location } = answer.headers
    return {
      status: answer.statusCode,
      to: typeof location === 'string' ? location : null,
      page: answer.body,
      headers: answer.headers,
    }
  }
  return {
    cookies,
    get: (path) => ask('GET', path),
    post: (path, sent) => ask('POST', path, sent),
    open: (code, dateOfBirth) => {
      const [year = '', month = '', day = ''] = dateOfBirth.split('-')
      return ask('POST', personPath, { code, 'birth-day': day, 'birth-month': month, 'birth-year': year })
    },
    follow: (answer) => ask('GET', answer.to ?? personPath),
  }
}
