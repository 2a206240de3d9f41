import { randomBytes } from 'node:crypto'
import { openAddressLookup } from '../../reference/addressLookup/lookup.ts'
import { countRefusals } from '../../platform/audit/refusalCounts.ts'
import { clientNetwork } from '../../platform/http/limits/clientNetwork.ts'
import { openAuditTrail } from '../../platform/audit/auditTrail.ts'
import { usualSettings, type AccountSettings } from '../../accounts/settings/settings.ts'
import type { Database } from '../../platform/db/connection/connect.ts'
import { openDocuments } from '../../pathways/documents/documents.ts'
import { rateLimitsOf } from '../../platform/http/limits/rateLimit.ts'
import type { Product } from '../../app/app.ts'
import { usualBankHolidays } from '../../platform/settings/bankHolidays.ts'
import { authentication } from '../../accounts/signIn/authentication.ts'

/** What would be in the way of tests about other things. */
const quiet: Partial<AccountSettings> = { secondFactorFor: [], rates: null }

/** What the server works with, on a database, with the usual settings but for those that tests are not about. */
export const partsOn = async (
  db: Database,
  clock: () => number = Date.now,
  more: Partial<AccountSettings> = {},
): Promise<Product> => {
  const accounts = { ...usualSettings, ...quiet, secretKey: randomBytes(32), ...more }
  const audit = openAuditTrail(db.pool)
  return {
    db,
    audit,
    auditAnchor: null,
    documents: await openDocuments(),
    clock,
    accounts,
    narrowing: accounts,
    bankHolidayOn: usualBankHolidays,
    secretKey: accounts.secretKey,
    ...authentication(db, clock, accounts),
    rateLimits: rateLimitsOf(accounts.rates),
    refusals: countRefusals(audit, clock, clientNetwork),
    addressLookup: openAddressLookup(),
    fhir: { publicUrl: 'http://localhost:3000', keyHosts: ['localhost'] },
    pds: null,
    referralForm: { isSecure: false },
    personPage: { publicUrl: 'http://localhost:3000', isSecure: false, answersAfterMs: 0 },
    bars: {
      serviceId: { system: 'https://fhir.nhs.uk/Id/dos-service-id', value: '200012345' },
      useCases: ['referral', 'a4t2', 'a4t3'],
      tokens: null,
    },
    ers: null,
    caseFinding: true,
    offersFreedPlaces: true,
    visitPacks: true,
    notifyCallback: 'the-token-of-the-stand-in',
    // A service that takes letters, and sends nothing.
    carriers: {
      post: {
        find: () => Promise.resolve(null),
        send: () => Promise.resolve({ as: 'again', words: 'Not today' }),
        ask: () => Promise.resolve(null),
      },
    },
    mesh: null,
    csds: { provider: 'RXX', submitter: 'RXX', commissioner: 'QXX', teamType: '26' },
  }
}
