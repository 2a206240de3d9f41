import { idleMinutes } from '../../../contract/accounts/session.ts'

const minute = 60_000

/** How long each kind of credential lives, in milliseconds (AU-6). */
export const lifetimes = {
  access: 10 * minute,
  /** A refresh token that nobody uses. */
  refreshIdle: idleMinutes * minute,
  /** A session, whatever is refreshed. */
  session: 8 * 60 * minute,
  /** How long a lost refresh reply may be asked for again (AU-7). */
  repeat: 10_000,
  /** A code that came by text message (AU-14). */
  smsCode: 10 * minute,
}
