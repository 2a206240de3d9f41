import { isUtf8 } from 'node:buffer'
import { passkeyGrant } from '../../../contract/accounts/passkey.ts'
import { maximumSignInBytes } from '../../../contract/accounts/typedPassword.ts'
import { providerGrant } from '../../../contract/accounts/provider.ts'
import { longestParameters } from '../../../contract/accounts/session.ts'
import { isReadable } from '../../platform/http/replies/readText.ts'

/** Grants whose parameters come from a passkey or an OpenID provider. */
const longGrants: readonly string[] = [passkeyGrant, providerGrant]

/** A form body by parameter name. A Map, so that no name can have a meaning in JavaScript. */
export type Form = Map<string, string>

/** A form that is refused, with the reason in the words of an OAuth description. */
export class BadForm extends Error {}

/** No call has a parameter with a longer name. */
const longestName = 100

const longestOf = (name: string): number =>
  Object.hasOwn(longestParameters, name)
    ? longestParameters[name as keyof typeof longestParameters]
    : maximumSignInBytes

/**
 * Reads application/x-www-form-urlencoded. Refuses invalid UTF-8, repeated parameters (RFC 6749 section 3.2),
 * parameters above their maximum length, and NUL, which PostgreSQL text cannot contain (IO-4).
 */
export const readForm = (body: Buffer): Form => {
  const text = body.toString('utf8')
  if (!isUtf8(body) || !isReadable(text)) throw new BadForm('The parameters are not in UTF-8.')
  const form: Form = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const isTooLong = name !== 'refresh_token' && value.length > longestOf(name)
    if (name.length > longestName || isTooLong) throw new BadForm('A parameter is too long.')
    if (form.has(name)) throw new BadForm('A parameter is repeated.')
    if (value.includes('\u0000')) throw new BadForm('A parameter has a character that cannot be used.')
    form.set(name, value)
  }
  const grant = form.get('grant_type') ?? ''
  const token = form.get('refresh_token') ?? ''
  // When a session is renewed, a token that is too long counts as an unknown token (RFC 6749 section 5.2).
  const renews = grant === 'refresh_token'
  if (!renews && token.length > longestOf('refresh_token')) throw new BadForm('A parameter is too long.')
  const excess = renews ? Math.max(0, encodeURIComponent(token).length - longestOf('refresh_token')) : 0
  if (!longGrants.includes(grant) && body.length - excess > maximumSignInBytes)
    throw new BadForm('The parameters are too long.')
  return form
}
