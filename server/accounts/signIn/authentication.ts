import type { Database } from '../../platform/db/connection/connect.ts'
import type { Authentication } from '../../platform/http/request/principal.ts'
import { pendingStepOf } from '../sessions/pendingSteps.ts'
import { findPrincipals } from '../sessions/principal.ts'
import type { AccountSettings } from '../settings/settings.ts'

export const authentication = (
  db: Database,
  clock: () => number,
  accounts: AccountSettings,
): Authentication => ({
  authenticate: findPrincipals(db.pool, clock),
  pendingStepOf: (principal) => pendingStepOf(accounts, principal),
})
