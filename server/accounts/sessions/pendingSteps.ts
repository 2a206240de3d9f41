import type { PendingStep, Principal } from '../../platform/http/request/principal.ts'
import type { AccountSettings } from '../settings/settings.ts'

/** Whether one of the user's roles requires a second step that is not set up. The current role does not matter. */
export const needsSecondFactor = (
  { secondFactorFor }: AccountSettings,
  { roles, hasSecondFactor }: Pick<Principal, 'roles' | 'hasSecondFactor'>,
): boolean => !hasSecondFactor && roles.some(({ profile }) => secondFactorFor.includes(profile))

export const pendingStepOf = (accounts: AccountSettings, principal: Principal): PendingStep | null => {
  if (principal.byProvider) return null
  if (principal.mustChangePassword) return 'password'
  return !principal.byPasskey && needsSecondFactor(accounts, principal) ? 'second-factor' : null
}
