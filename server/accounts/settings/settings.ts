import type { EncryptionKey } from '../../platform/crypto/encryption.ts'
import { usualMinimum } from '../../../contract/accounts/password.ts'
import { usualRates, type Rates } from '../../platform/http/limits/rateLimit.ts'
import type { Narrowing, Profile } from '../../../contract/accounts/permissions.ts'

export interface ProviderSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** The label of the button, such as 'NHS CIS2'. */
  label: string
  scope: string
  /** The claim that identifies a person: 'sub', or 'nhsid_useruid' for NHS CIS2. */
  claim: string
}

export interface ReminderSettings {
  /** The number that patients ring if they cannot come. */
  telephone: string
  /** Daily limit of text messages to patients. They cost money, and are counted separately from password codes. */
  textsPerDay: number
}

export interface FallsCalendarSettings {
  /** Its texts and e-mails say the word “falls”; otherwise nobody who reads over a shoulder learns what they are about. */
  saysFalls: boolean
}

/** How this installation manages its accounts. server/app/config.ts reads it from the environment. */
export interface AccountSettings extends Narrowing {
  /** Minimum characters of a new password (AU-4). */
  passwordMinimum: number
  /** The organisation's name, for messages. A password must not be built from its words. */
  organisation: string
  /** Where browsers find the service. Links in messages start with this, never with a value from a request (AU-14). */
  publicUrl: string
  /** How long a mailed link is valid. */
  resetLinkMinutes: number
  /** Requests for a new password from one address in an hour (AU-13). */
  forgotPerAddress: number
  /** Attempts at a password or code from one address in a quarter of an hour (AU-10). */
  signInsPerAddress: number
  /** Daily limit of text messages for the whole installation (AU-13). */
  smsPerDay: number
  /** Appointment reminders to patients; null if none are sent. */
  reminders: ReminderSettings | null
  /** Monthly questions how often people fell; null if none are asked. */
  fallsCalendar: FallsCalendarSettings | null
  /** Which messages can be sent. A user who forgot a password is offered only these. */
  sends: { mail: boolean; texts: boolean }
  /** Messages go to the outbox instead of to people: a demonstration without a mail server. */
  keepsMessages: boolean
  /** Every patient is invented. */
  isDemonstration: boolean
  /** A referral cannot be cancelled without a reason and a letter. */
  declineDemands: boolean
  /** Calls a minute for each user, by class; null for no limit (DL-3). */
  rates: Rates | null
  /** The profiles whose sign-in needs a second step (AU-12). */
  secondFactorFor: readonly Profile[]
  /**
   * 32 bytes that are not in the database, so that a copy of the database does not reveal what is encrypted with them.
   */
  secretKey: EncryptionKey
  /** Sign-in through an OpenID provider; null if there is none. */
  provider: ProviderSettings | null
}

/** The defaults of an installation. */
export const usualSettings: Omit<AccountSettings, 'secretKey'> = {
  passwordMinimum: usualMinimum,
  organisation: '',
  publicUrl: 'http://127.0.0.1:3000',
  resetLinkMinutes: 30,
  forgotPerAddress: 10,
  signInsPerAddress: 30,
  smsPerDay: 200,
  reminders: null,
  fallsCalendar: null,
  sends: { mail: true, texts: true },
  keepsMessages: false,
  isDemonstration: false,
  declineDemands: false,
  provider: null,
  rates: usualRates,
  secondFactorFor: ['System Administrator'],
  admissionsWriteClinical: true,
}
