import type { FastifyInstance } from 'fastify'
import type { FileKindName } from '../../../contract/pathways/document.ts'
import { holds } from '../../../contract/accounts/permissions.ts'
import { getProfile, homeStateOf, type UserProfile } from '../../../contract/accounts/session.ts'
import { pendingStepOf } from '../sessions/pendingSteps.ts'
import type { AccountsService } from '../settings/service.ts'
import { route } from '../../platform/http/calls/route.ts'

/** How users who may edit patients can look up addresses. */
export interface OfferedAddressLookup {
  /** The key for the address service's own script, if the browser runs that. */
  browserKey: string | null
  isOnServer: boolean
}

/** What this installation offers to users who may edit patients, from districts above. */
export interface Offered {
  addressLookup: () => OfferedAddressLookup
  /** Whether people can be traced with the Personal Demographics Service, or with a stand-in. */
  pds: () => UserProfile['settings']['pds']
  /** Whether referrals come in from outside. */
  receivesReferrals: () => boolean
  /** Whether case-finding lists are loaded. */
  caseFinding: () => boolean
  /** Whether devices may take visits along. */
  visitPacks: () => boolean
}

/** Returns who is signed in. It contains no patient data, so nothing is audited. */
export const serveSessions = (
  app: FastifyInstance,
  service: AccountsService,
  { addressLookup, pds, receivesReferrals, caseFinding, visitPacks }: Offered,
  documentKinds: readonly FileKindName[],
): void => {
  route(
    app,
    service,
    getProfile,
    { capability: 'account.own', audit: 'none', idempotency: 'safe', rate: 'read' },
    async ({ principal }) => {
      const user = await service.db.sql
        .selectFrom('app_user')
        .innerJoin('role', 'role.id', 'app_user.default_role_id')
        .select([
          'app_user.id',
          'user_name',
          'family_name',
          'first_name',
          'display_name',
          'clinician_id',
          'team_member_id',
          'role.name as default_role',
        ])
        .where('app_user.id', '=', principal.userId)
        .executeTakeFirstOrThrow()
      const writesRecords = holds(principal.profiles, 'clinical.write', service.narrowing)
      const editsPatients = holds(principal.profiles, 'patient.write', service.narrowing)
      return {
        user: {
          id: user.id,
          userName: user.user_name,
          familyName: user.family_name,
          firstName: user.first_name,
          displayName: user.display_name,
          clinicianId: user.clinician_id,
          teamMemberId: user.team_member_id,
        },
        roles: principal.roles,
        defaultRole: user.default_role,
        defaultRoleState: homeStateOf(user.default_role),
        owes: pendingStepOf(service.accounts, principal),
        settings: {
          postcodeAnywhereKey: editsPatients ? addressLookup().browserKey : null,
          addressSearch: editsPatients && addressLookup().isOnServer,
          pds: editsPatients ? pds() : 'off',
          receivesReferrals: editsPatients && receivesReferrals(),
          caseFinding: editsPatients && caseFinding(),
          visits: writesRecords && visitPacks(),
          outbox: service.accounts.keepsMessages,
          demonstration: service.accounts.isDemonstration,
          declineDemands: service.accounts.declineDemands,
          documentKinds: [...documentKinds],
          admissionsWriteClinical: service.accounts.admissionsWriteClinical,
        },
      }
    },
  )
}
