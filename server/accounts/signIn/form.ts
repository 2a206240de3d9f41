import { isUtf8 } from 'node:buffer'
import { passkeyGrant } from '../../../contract/accounts/passkey.ts'
import { maximumSignInBytes } from '../../../contract/accounts/typedPassword.ts'
import { providerGrant } from '../../../contract/accounts/provider.ts'
import { longestParameters } from '../../../contract/accounts/session.ts'
import { isReadable } from '../../platform/http/replies/readText.ts'

/** Grants that carry what a passkey or an OpenID provider has made. */
const longGrants: readonly string[] = [passkeyGrant, providerGrant]

/** A form body by parameter name; a Map, so that no name can mean anything to JavaScript. */
export type Form = Map<string, string>

/** A form that cannot be accepted, and why, in the words of an OAuth description. */
export class BadForm extends Error {}

/** Longer names are no parameter of any call. */
const longestName = 100

const longestOf = (name: string): number =>
  Object.hasOwn(longestParameters, name)
    ? longestParameters[name as keyof typeof longestParameters]
    : maximumSignInBytes

/**
 * Reads application/x-www-form-urlencoded; refuses what is no UTF-8, a parameter that comes twice (RFC 6749
 * section 3.2) or is longer than it can be, and NUL, which no text of the database can hold (IO-4).
 */
export const readForm = (body: Buffer): Form => {
  const text = body.toString('utf8')
  if (!isUtf8(body) || !isReadable(text)) throw new BadForm('The parameters are not written in UTF-8.')
  const form: Form = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const isTooLong = name !== 'refresh_token' && value.length > longestOf(name)
    if (name.length > longestName || isTooLong) throw new BadForm('A parameter is longer than it can be.')
    if (form.has(name)) throw new BadForm('A parameter is repeated.')
    if (value.includes('\u0000')) throw new BadForm('A parameter has a character that cannot be used.')
    form.set(name, value)
  }
  const grant = form.get('grant_type') ?? ''
  const token = form.get('refresh_token') ?? ''
  // To renew a session, a token that is too long is one that is not known (RFC 6749 section 5.2), like any other.
  const renews = grant === 'refresh_token'
  if (!renews && token.length > longestOf('refresh_token'))
    throw new BadForm('A parameter is longer than it can be.')
  const excess = renews ? Math.max(0, encodeURIComponent(token).length - longestOf('refresh_token')) : 0
  if (!longGrants.includes(grant) && body.length - excess > maximumSignInBytes)
    throw new BadForm('The parameters are longer than they can be.')
  return form
}
