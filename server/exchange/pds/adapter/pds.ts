import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { today } from '../../../../contract/platform/dates/dates.ts'
import type { PdsSettings } from '../settings.ts'
import { away, type NationalAnswer } from './answer.ts'
import { openBucket } from './bucket.ts'
import { contentTypeOf, fetchWhole, Unreachable } from './fetchWhole.ts'
import { readAnswer } from './readAnswer.ts'
import { openTokens, TokenRefused } from './token.ts'

/** What a search knows of the person. */
export interface PersonSought {
  familyName: string
  firstName: string | null
  dateOfBirth: string
  gender: 'male' | 'female' | 'other' | null
  postcode: string | null
}

/** How closely a search must match. */
export interface Closeness {
  /** Also names and addresses of before. */
  history?: true
  /** Names that sound alike. */
  fuzzy?: true
}

/** Asks the Personal Demographics Service who somebody is. Each method is one question and never throws. */
export interface Demographics {
  retrieve: (nhsNumber: string) => Promise<NationalAnswer>
  search: (sought: PersonSought, closeness?: Closeness) => Promise<NationalAnswer>
  /** Throws unless the service answers. Asks about nobody. */
  reach: () => Promise<void>
  /** When the service last answered this process; null if never. */
  lastSuccessAt: () => string | null
}

interface Limits {
  waitMs: number
  perSecond: number
  /** How long a question waits for its turn. */
  turnMs: number
}

/** The service allows each application five questions a second. */
const usualLimits: Limits = { waitMs: 5_000, perSecond: 5, turnMs: 2_000 }

/**
 * Opens the adapter.
 * @param limits shorter in tests; a process that is one of several has a share of the questions
 */
export const openDemographics = (
  { url, keys }: Pick<PdsSettings, 'url' | 'keys'>,
  limits: Partial<Limits> = {},
  clock: () => number = Date.now,
): Demographics => {
  const { waitMs, perSecond, turnMs } = { ...usualLimits, ...limits }
  const tokens = keys === null ? null : openTokens(keys, clock, waitMs)
  const takeTurn = openBucket(perSecond, turnMs, clock)
  let answeredAt: number | null = null
  /** The service asked to be left alone until then. */
  let quietUntil = 0

  const send = async (path: string, asked: string | null): Promise<NationalAnswer> => {
    const quietMs = quietUntil - clock()
    if (quietMs > 0) return { outcome: 'slowDown', waitMs: quietMs }
    const turn = takeTurn()
    if (turn === null) return { outcome: 'slowDown', waitMs: turnMs }
    if (turn > 0) await sleep(turn)
    try {
      const token = (await tokens?.get()) ?? null
      const { response, body } = await fetchWhole(`${url}${path}`, { headers: headersWith(token) }, waitMs)
      const wire = {
        status: response.status,
        contentType: contentTypeOf(response),
        retryAfter: response.headers.get('retry-after'),
        body,
      }
      const answer = readAnswer(wire, asked, today(clock()))
      if (answer.outcome === 'slowDown') quietUntil = clock() + answer.waitMs
      else if (answer.outcome === 'notAllowed') tokens?.drop()
      else if (answer.outcome !== 'away' && answer.outcome !== 'timedOut') answeredAt = clock()
      return answer
    } catch (error) {
      if (error instanceof TokenRefused) return { outcome: 'notAllowed', code: error.message }
      if (error instanceof Unreachable) return away(error.message)
      throw error
    }
  }

  return {
    retrieve: (nhsNumber) => send(`/Patient/${nhsNumber}`, nhsNumber),
    search: (sought, closeness = {}) => send(`/Patient?${queryOf(sought, closeness).toString()}`, null),
    reach: async () => {
      await tokens?.get()
      const { response } = await fetchWhole(`${url}/`, { method: 'HEAD' }, waitMs)
      if (response.status >= 500) throw new Unreachable(`answered ${response.status}`)
    },
    lastSuccessAt: () => (answeredAt === null ? null : instantOf(answeredAt)),
  }
}

const headersWith = (token: string | null): Record<string, string> => ({
  accept: 'application/fhir+json',
  'x-request-id': randomUUID(),
  'x-correlation-id': randomUUID(),
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
})

const queryOf = (
  { familyName, firstName, dateOfBirth, gender, postcode }: PersonSought,
  { history, fuzzy }: Closeness,
): URLSearchParams =>
  new URLSearchParams({
    family: familyName,
    ...(firstName === null ? {} : { given: firstName }),
    birthdate: `eq${dateOfBirth}`,
    ...(gender === null ? {} : { gender }),
    ...(postcode === null ? {} : { 'address-postalcode': postcode }),
    ...(history === true ? { _history: 'true' } : {}),
    ...(fuzzy === true ? { '_fuzzy-match': 'true' } : {}),
  })
