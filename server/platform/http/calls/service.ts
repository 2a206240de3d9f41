import type { EncryptionKey } from '../../crypto/encryption.ts'
import type { BankHolidayOn } from '../../../../contract/platform/dates/bankHolidays.ts'
import type { Narrowing } from '../../../../contract/accounts/permissions.ts'
import type { RefusalCounts } from '../../audit/refusalCounts.ts'
import type { Anchor } from '../../audit/anchor/anchor.ts'
import type { AuditTrail } from '../../audit/auditTrail.ts'
import type { Database } from '../../db/connection/connect.ts'
import type { RateLimits } from '../limits/rateLimit.ts'
import type { Authentication } from '../request/principal.ts'

/** What every part of the server works with; a feature that needs more says so by a type of its own that extends this. */
export interface Service extends Authentication {
  db: Database
  audit: AuditTrail
  /** Where the head of the sealed audit trail is noted outside the database; null for nowhere. */
  auditAnchor: Anchor | null
  /** Milliseconds since the epoch; tests shift it. */
  clock: () => number
  rateLimits: RateLimits
  refusals: RefusalCounts
  /** 32 bytes that are not in the database: what is encrypted with it cannot be read from a copy of the database. */
  secretKey: EncryptionKey
  /** What this installation takes from the profiles. */
  narrowing: Narrowing
  /** By the nation of this installation. */
  bankHolidayOn: BankHolidayOn
}
