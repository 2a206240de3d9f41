import { decryptText, encrypt } from '../../../platform/crypto/encryption.ts'
import type { Pairs } from '../../../platform/http/pages/formBody.ts'
import { FhirProblem, wrong } from '../search/problem.ts'
import type { FhirCall } from './call.ts'

/** A search, and where its page before ended. */
export interface Continued {
  pairs: Pairs
  cursor: string | null
  isForm: boolean
}

/** A next page repeats its search in its address, which no server along the way must cut. */
const longestSearch = 4_000

const contextOf = ({ caller }: FhirCall, of: string): string =>
  `next page of ${of} for FHIR client ${caller.clientId}${caller.sessionId === null ? '' : ` in session ${caller.sessionId}`}`

/** What continues the search: sealed, because the search may name somebody, and for the client that began it. */
export const sealed = (call: FhirCall, of: string, next: Continued): string =>
  encrypt(call.service.secretKey, contextOf(call, of), JSON.stringify(next)).toString('base64url')

/** The search that is asked, or that the opaque address of a next page continues. @param of what is searched */
export const continued = (call: FhirCall, of: string, asked: Continued): Continued => {
  const cursor = asked.pairs.find(([name]) => name === '_cursor')?.[1]
  if (cursor === undefined) {
    if (JSON.stringify(asked.pairs).length > longestSearch)
      throw new FhirProblem(
        400,
        'too-long',
        `A search has at most ${longestSearch} characters: ask in parts.`,
      )
    return asked
  }
  try {
    return JSON.parse(
      decryptText(call.service.secretKey, contextOf(call, of), Buffer.from(cursor, 'base64url')),
    ) as Continued
  } catch {
    throw wrong('_cursor', 'This is no address of a next page. Begin the search again.')
  }
}
