import type { Profile } from '../../../../contract/accounts/permissions.ts'
import type { HeldRole } from '../../../../contract/accounts/session.ts'

/** Who is asking, with the rights they have at this moment. */
export interface Principal {
  userId: number
  sessionId: number
  /** All active roles the user holds. */
  roles: HeldRole[]
  /** The profiles that count for this call: of the current role when one was named, else of all roles; 'none' for who has no role left. */
  profiles: Profile[]
  /** Name of the current role, for the audit trail. */
  currentRole: string | null
  mustChangePassword: boolean
  hasSecondFactor: boolean
  /** Signed in through the provider, which has its own password and second step. */
  byProvider: boolean
  /** Signed in with a passkey, which is both steps at once. */
  byPasskey: boolean
}

/** What a user must still do before anything else is open to them (AU-11, AU-12). */
export type PendingStep = 'password' | 'second-factor'

/** How a call's token becomes somebody: accounts do it, and this part of the server only asks. */
export interface Authentication {
  /**
   * @param currentRoleId id of the role named by the caller, or null for the union of all
   * @returns null for a token that opens nothing
   */
  authenticate: (
    accessToken: string,
    currentRoleId: number | null,
  ) => Promise<Principal | 'role-not-held' | null>
  pendingStepOf: (principal: Principal) => PendingStep | null
}
