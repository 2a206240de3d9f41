import type { Profile } from '../../../../contract/accounts/permissions.ts'
import type { HeldRole } from '../../../../contract/accounts/session.ts'
import type { WorksAs } from '../../writes/write.ts'

/** The signed-in user who makes a call, with their current rights. */
export interface Principal {
  userId: number
  sessionId: number
  worksAs: WorksAs
  /** All active roles of the user. */
  roles: HeldRole[]
  /**
   * The profiles that apply to this call: of the current role if named, else of all roles; 'none' for a user without a
   * role.
   */
  profiles: Profile[]
  /** Name of the current role, for the audit trail. */
  currentRole: string | null
  mustChangePassword: boolean
  hasSecondFactor: boolean
  /** Signed in through the identity provider, which has its own password and second step. */
  byProvider: boolean
  /** Signed in with a passkey, which counts as both steps. */
  byPasskey: boolean
}

/** What a user must do before anything else is allowed (AU-11, AU-12). */
export type PendingStep = 'password' | 'second-factor'

/** Turns a call's token into a principal. The accounts implement this; this part of the server only calls it. */
export interface Authentication {
  /**
   * @param currentRoleId id of the role that the caller named, or null for the union of all roles
   * @returns null if the token is not valid
   */
  authenticate: (
    accessToken: string,
    currentRoleId: number | null,
  ) => Promise<Principal | 'role-not-held' | null>
  pendingStepOf: (principal: Principal) => PendingStep | null
}
