import { clientNetwork } from './clientNetwork.ts'
import type { Rights } from '../request/rights.ts'

/** The classes limited here. Sign-in and forgot also have rules of their own, which are in the database. */
export type LimitedRate = Exclude<Rights['rate'], 'open' | 'forgot'>

/**
 * Calls of each class per minute for one user or FHIR client. An address may make `usersAtOneAddress` times as many, since a clinic
 * shares one; classes in which nobody is signed in are for one address.
 */
export type Rates = Record<LimitedRate, number>

export const usualRates: Rates = {
  'sign-in': 60,
  read: 1200,
  search: 240,
  write: 300,
  report: 60,
  upload: 120,
  fhir: 3000,
  form: 600,
  referral: 20,
  callback: 600,
  person: 600,
  personCode: 20,
}
const usersAtOneAddress = 20
/** Nobody is signed in there, so there is only an address to count. */
const ofAddress: ReadonlySet<LimitedRate> = new Set(['form', 'referral', 'callback', 'person', 'personCode'])

/** The rates for each of several processes. Together they let through no more than a single process would (DL-3). */
export const shareOf = (rates: Rates, processes: number): Rates =>
  Object.fromEntries(
    Object.entries(rates).map(([rate, times]) => [rate, Math.ceil(times / processes)]),
  ) as Rates

export interface RateLimits {
  /** Returns milliseconds to wait, or 0 if the call may proceed (DL-3). */
  take: (
    rate: Rights['rate'],
    who: { address: string } | { userId: number } | { clientId: number },
    now: number,
  ) => number
}

interface Bucket {
  tokens: number
  at: number
}

const minute = 60_000
const removeOldFrom = 20_000

/**
 * Keeps a token bucket per user and address in this process, so it needs no SQL. Several processes each get a share
 * (docs/decisions/0014-limits.md). Without rates, nothing is limited.
 */
export const rateLimitsOf = (rates: Rates | null): RateLimits => {
  const buckets = new Map<string, Bucket>()
  const removeOld = (now: number): void => {
    for (const [key, { at }] of buckets) if (now - at > minute) buckets.delete(key)
  }
  return {
    take: (rate, who, now) => {
      if (rates === null || rate === 'open' || rate === 'forgot') return 0
      const perMinute = rates[rate] * ('address' in who && !ofAddress.has(rate) ? usersAtOneAddress : 1)
      const key =
        'address' in who
          ? `${rate} from ${clientNetwork(who.address)}`
          : `${rate} by ${'userId' in who ? who.userId : `client ${who.clientId}`}`
      const { tokens, at } = buckets.get(key) ?? { tokens: perMinute, at: now }
      const refilled = Math.min(perMinute, tokens + ((now - at) / minute) * perMinute)
      if (refilled < 1) return Math.ceil(((1 - refilled) / perMinute) * minute)
      buckets.set(key, { tokens: refilled - 1, at: now })
      if (buckets.size > removeOldFrom) removeOld(now)
      return 0
    },
  }
}
