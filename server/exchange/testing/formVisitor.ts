import type { FormSource } from '../../../contract/exchange/incoming/source.ts'
import type { TestService } from '../../testing/process/service.ts'

/* Somebody at the public referral form, with a browser that has no script. */

export type Sent = Record<string, string | readonly string[]>

/** Answers that are right on every page, for each who refers. */
export const rightAnswers = (source: FormSource): (readonly [page: string, sent: Sent])[] => [
  ['signs', { signs: 'none' }],
  [
    'person',
    {
      firstName: 'Maud',
      familyName: 'Thistlewood',
      'dateOfBirth-day': '27',
      'dateOfBirth-month': '3',
      'dateOfBirth-year': '1942',
      gender: 'female',
    },
  ],
  ['address', { addressLine1: '1 High Street', addressLine2: '', town: 'Exampleton', postcode: 'zz10 1aa' }],
  ['contact', { telephone: '07700 900123', otherTelephone: '', email: 'maud@example.org' }],
  ['practice', { gpPractice: 'Mill Road Surgery', nhsNumber: '999 000 0018' }],
  ['falls', { falls: 'more', injured: 'yes', unsteady: 'yes', frail: 'unknown' }],
  [
    'reason',
    {
      reason: 'I fell in the garden',
      needs: ['hearing', 'largePrint'],
      language: '',
      more: '',
      urgency: 'routine',
    },
  ],
  ...(source === 'self'
    ? []
    : ([
        [
          'sender',
          {
            senderName: 'Bob Thistlewood',
            senderRole: 'Son',
            senderOrganisation: 'Ward 7',
            senderTelephone: '07700 900456',
            senderEmail: 'bob@example.org',
            consent: 'yes',
          },
        ],
      ] as const)),
]

interface Answered {
  status: number
  /** Where a redirect leads. */
  to: string | null
  html: string
  headers: Record<string, unknown>
}

export interface Visitor {
  cookie: string | null
  get: (address: string) => Promise<Answered>
  post: (address: string, sent: Sent, headers?: Record<string, string>) => Promise<Answered>
  /** Begins the form and fills in every page, with other answers where they are given. */
  fill: (source: FormSource, others?: Sent) => Promise<void>
  /** Sends what was filled in, no sooner than a person can. */
  send: () => Promise<Answered>
}

export const bodyOf = (sent: Sent): string => {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(sent)) for (const each of [value].flat()) body.append(name, each)
  return body.toString()
}

export const aVisitor = (service: TestService, address = '192.0.2.1'): Visitor => {
  const call = async (
    method: 'GET' | 'POST',
    url: string,
    payload: string | null,
    headers: Record<string, string> = {},
  ): Promise<Answered> => {
    const response = await service.app.inject({
      method,
      url,
      remoteAddress: address,
      headers: {
        ...(visitor.cookie === null ? {} : { cookie: `other=1; refer=${visitor.cookie}` }),
        ...(payload === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(payload === null ? {} : { payload }),
    })
    const set = String(response.headers['set-cookie'] ?? '')
    const token = /^refer=([^;]*);/.exec(set)?.[1]
    if (token !== undefined) visitor.cookie = token === '' ? null : token
    return {
      status: response.statusCode,
      to: response.headers.location ?? null,
      html: response.body,
      headers: response.headers,
    }
  }
  const visitor: Visitor = {
    cookie: null,
    get: (url) => call('GET', url, null),
    post: (url, sent, headers) => call('POST', url, bodyOf(sent), headers),
    fill: async (source, others = {}) => {
      await visitor.post('/refer', { source })
      for (const [page, sent] of rightAnswers(source)) {
        const own = Object.fromEntries(Object.entries(others).filter(([name]) => Object.hasOwn(sent, name)))
        await visitor.post(`/refer/${page}`, { ...sent, ...own })
      }
    },
    send: async () => {
      service.time.now += 11_000
      return visitor.post('/refer/send', {})
    },
  }
  return visitor
}

/** The incoming referrals, oldest first. */
export const inboxOf = async ({ db }: TestService) =>
  (
    await db.owner.query<{ id: string; source: string; reference: string; told: Record<string, never> }>(
      'select id, source, reference, told from incoming_referral order by id',
    )
  ).rows
