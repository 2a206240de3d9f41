import { passwordProblem, usualMinimum } from '../../../contract/accounts/password.ts'
import { useSession } from '../../platform/session/session.ts'

/**
 * Shows what a new password still lacks while it is typed. The server decides: it also has the list of common
 * passwords.
 */
export const PasswordHint = ({ password }: { password: string }) => {
  const { user, roles = [] } = useSession()?.profile ?? {}
  const own = [user?.userName ?? '', user?.familyName ?? '', user?.firstName ?? '']
  const words = [...own, ...roles.map(({ name }) => name)]
  return (
    <p className="sf-password-hint" role="status">
      {adviceOn(password, words)}
    </p>
  )
}

const adviceOn = (password: string, words: readonly string[]): string => {
  if (password === '') return ''
  const missing = usualMinimum - [...password].length
  if (missing > 0) return missing === 1 ? 'One more character' : `${missing} more characters`
  return passwordProblem(password, { minimum: usualMinimum, words }) ?? 'Long enough'
}
