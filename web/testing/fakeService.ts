import { vi } from 'vitest'
import { fileKindNames } from '../../contract/pathways/document.ts'
import type { TokenPair, UserProfile } from '../../contract/accounts/session.ts'

/** One request as the service received it. */
export interface Seen {
  method: string
  path: string
  query: Record<string, string>
  headers: Headers
  body: string
  /** Whether the page has aborted the request. */
  isGivenUp: () => boolean
}

export type Answer = (seen: Seen) => Response | Promise<Response>

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

export const pair = (name: string): TokenPair => ({
  access_token: `access ${name}`,
  refresh_token: `refresh ${name}`,
  token_type: 'bearer',
  expires_in: 600,
})

export const profileOf = (...roles: UserProfile['roles']): UserProfile => ({
  user: {
    id: 7,
    userName: 'priya',
    familyName: 'Nair',
    firstName: 'Priya',
    displayName: 'Priya Nair',
    clinicianId: null,
    teamMemberId: null,
  },
  roles,
  defaultRole: roles[0]?.name ?? '',
  defaultRoleState: (roles[0]?.name ?? '').toLowerCase(),
  owes: null,
  settings: {
    postcodeAnywhereKey: null,
    addressSearch: false,
    pds: 'off',
    receivesReferrals: false,
    caseFinding: false,
    visits: false,
    outbox: false,
    demonstration: false,
    declineDemands: false,
    documentKinds: fileKindNames,
    admissionsWriteClinical: true,
  },
})

/** Replaces the service behind `fetch`; returns the list of all requests. Paths without an answer get 404. */
export const fakeService = (answers: Record<string, Answer>): Seen[] => {
  const seen: Seen[] = []
  vi.stubGlobal('fetch', async (address: URL | string, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(address, location.origin)
    const asked: Seen = {
      method: init.method ?? 'GET',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : '',
      isGivenUp: () => init.signal?.aborted === true,
    }
    seen.push(asked)
    const answer = answers[asked.path] ?? (() => json({ message: 'Not Found' }, 404))
    const response = await answer(asked)
    init.signal?.throwIfAborted()
    return response
  })
  return seen
}
