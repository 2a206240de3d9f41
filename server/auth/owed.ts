import type { Principal } from './principal.ts'
import type { AccountSettings } from './settings.ts'

/** What a user must still do before anything else is open to them (trust AU-11, AU-12). */
export type Owed = 'password' | 'second-factor'

/** Whether one of the held roles asks for a second step that is not set up; the current role does not matter. */
export const owesSecondFactor = (
  { secondFactorFor }: AccountSettings,
  { roles, hasSecondFactor }: Pick<Principal, 'roles' | 'hasSecondFactor'>,
): boolean => !hasSecondFactor && roles.some(({ profile }) => secondFactorFor.includes(profile))

export const owedBy = (accounts: AccountSettings, principal: Principal): Owed | null => {
  if (principal.byProvider) return null
  if (principal.mustChangePassword) return 'password'
  return !principal.byPasskey && owesSecondFactor(accounts, principal) ? 'second-factor' : null
}
