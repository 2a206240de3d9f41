import { idleMinutes } from '../../../contract/accounts/session.ts'

const minute = 60_000

/** How long each kind of credential lives, in milliseconds (AU-6). */
export const lifetimes = {
  access: 10 * minute,
  /** A refresh token that is not used. */
  refreshIdle: idleMinutes * minute,
  /** A session, however often it is refreshed. */
  session: 8 * 60 * minute,
  /** How long a client may ask again for a lost refresh reply (AU-7). */
  repeat: 10_000,
  /** A code that came by text message (AU-14). */
  smsCode: 10 * minute,
}
