import type { EncryptionKey } from '../../crypto/encryption.ts'
import type { BankHolidayOn } from '../../../../contract/platform/dates/bankHolidays.ts'
import type { Narrowing } from '../../../../contract/accounts/permissions.ts'
import type { RefusalCounts } from '../../audit/refusalCounts.ts'
import type { Anchor } from '../../audit/anchor/anchor.ts'
import type { AuditTrail } from '../../audit/auditTrail.ts'
import type { Database } from '../../db/connection/connect.ts'
import type { RateLimits } from '../limits/rateLimit.ts'
import type { Authentication } from '../request/principal.ts'

/** What every part of the server uses. A feature that needs more defines its own type that extends this. */
export interface Service extends Authentication {
  db: Database
  audit: AuditTrail
  /** Where the head of the sealed audit trail is noted outside the database; null if nowhere. */
  auditAnchor: Anchor | null
  /** Milliseconds since the epoch. Tests shift it. */
  clock: () => number
  rateLimits: RateLimits
  refusals: RefusalCounts
  /** 32 bytes kept outside the database. Data encrypted with them cannot be read from a copy of the database. */
  secretKey: EncryptionKey
  /** The capabilities that this installation removes from the profiles. */
  narrowing: Narrowing
  /** Depends on the nation of this installation. */
  bankHolidayOn: BankHolidayOn
}
