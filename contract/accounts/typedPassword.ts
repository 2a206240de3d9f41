import { z } from 'zod'

/*
 * A password typed to sign in. The rule for a new password is a larger module, so the sign-in page loads only this one.
 */

export const longest = 128
/** A character is one or two UTF-16 code units. The units are counted before anything else is done with a password. */
export const longestUnits = 2 * longest
export const tooLong = `Use ${longest} characters or fewer`

/** A password that is only compared, so its content is not checked. */
export const typedPassword = (message: string) =>
  z.string({ error: message }).min(1, { error: message }).max(longestUnits, { error: tooLong, abort: true })

/**
 * Maximum bytes of a request body from a caller who is not signed in: names, a password and a code, in any encoding.
 */
export const maximumSignInBytes = 4096
