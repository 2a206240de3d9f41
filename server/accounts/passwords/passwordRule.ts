import type { Kysely } from 'kysely'
import { passwordProblem } from '../../../contract/accounts/password.ts'
import type { AccountSettings } from '../settings/settings.ts'
import type { DB } from '../../platform/db/types.ts'

/**
 * What is wrong with a new password for this user, or null (AU-4).
 * @param own the user's names, as far as known
 */
export const newPasswordProblem = async (
  sql: Kysely<DB>,
  settings: AccountSettings,
  password: string,
  own: readonly string[],
): Promise<string | null> => {
  const roles = await sql.selectFrom('role').select('name').execute()
  const words = [...own, settings.organisation, ...roles.map(({ name }) => name)]
  const problem = passwordProblem(password, { minimum: settings.passwordMinimum, words })
  if (problem !== null) return problem
  // Some megabytes of words, loaded only once somebody chooses a password.
  const { isCommonPassword } = await import('./commonPasswords.ts')
  return isCommonPassword(password)
    ? 'This is one of the most commonly guessed passwords. Please choose another'
    : null
}
