import { z } from 'zod'

/*
 * A password that somebody signs in with. The rule for a new one is longer, and the sign-in page waits for no more than it uses.
 */

export const longest = 128
/** A character is one or two code units, which are counted before anything else is done with a password. */
export const longestUnits = 2 * longest
export const tooLong = `Use ${longest} characters or fewer`

/** A password that is only compared, so it is taken as it comes. */
export const typedPassword = (message: string) =>
  z.string({ error: message }).min(1, { error: message }).max(longestUnits, { error: tooLong, abort: true })

/** Most bytes of a body from a caller who is not signed in: names, a password and a code, however they are encoded. */
export const maximumSignInBytes = 4096
