import type { EncryptionKey } from '../../platform/crypto/encryption.ts'
import { usualMinimum } from '../../../contract/accounts/password.ts'
import { usualRates, type Rates } from '../../platform/http/limits/rateLimit.ts'
import type { Narrowing, Profile } from '../../../contract/accounts/permissions.ts'

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** On the button: 'NHS CIS2'. */
  label: string
  scope: string
  /** The claim that identifies a person: 'sub', or 'nhsid_useruid' at NHS CIS2. */
  claim: string
}

export interface ReminderSettings {
  /** Whom a patient rings who cannot come. */
  telephone: string
  /** Text messages to patients in a day: they cost money, and are counted apart from codes for passwords. */
  textsPerDay: number
}

/** How this installation keeps its accounts; server/app/config.ts reads it from the environment. */
export interface AccountSettings extends Narrowing {
  /** Fewest characters of a new password (AU-4). */
  passwordMinimum: number
  /** Whose service this is, for messages; its words make no password. */
  organisation: string
  /** Where browsers find the service: links in messages start with it, never with what a request says (AU-14). */
  publicUrl: string
  /** How long a mailed link works. */
  resetLinkMinutes: number
  /** Asking for a new password, from one address in an hour (AU-13). */
  forgotPerAddress: number
  /** Attempts at a password or a code, from one address in a quarter of an hour (AU-10). */
  signInsPerAddress: number
  /** Text messages of the whole installation in a day (AU-13). */
  smsPerDay: number
  /** Reminders of appointments to patients; null where none are sent. */
  reminders: ReminderSettings | null
  /** Which messages can be sent: what cannot is not offered to whoever forgot a password. */
  sends: { mail: boolean; texts: boolean }
  /** Messages go to the outbox instead of to people: a demonstration without a mail server. */
  keepsMessages: boolean
  /** Every patient is invented. */
  isDemonstration: boolean
  /** No referral is cancelled without a reason and a letter. */
  declineDemands: boolean
  /** Calls in a minute of one user, by class; null for no limit (DL-3). */
  rates: Rates | null
  /** Whose sign-in needs a second step (AU-12). */
  secondFactorFor: readonly Profile[]
  /** 32 bytes that are not in the database: what is encrypted with it cannot be read from a copy of the database. */
  secretKey: EncryptionKey
  /** Sign-in through an OpenID provider; null when there is none. */
  provider: ProviderSettings | null
}

/** What holds unless an installation says otherwise. */
export const usualSettings: Omit<AccountSettings, 'secretKey'> = {
  passwordMinimum: usualMinimum,
  organisation: '',
  publicUrl: 'http://127.0.0.1:3000',
  resetLinkMinutes: 30,
  forgotPerAddress: 10,
  signInsPerAddress: 30,
  smsPerDay: 200,
  reminders: null,
  sends: { mail: true, texts: true },
  keepsMessages: false,
  isDemonstration: false,
  declineDemands: false,
  provider: null,
  rates: usualRates,
  secondFactorFor: ['System Administrator'],
  admissionsWriteClinical: true,
}
