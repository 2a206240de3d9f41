import type { EncryptionKey } from '../../platform/crypto/encryption.ts'
import { leastMinimum, usualMinimum } from '../../../contract/accounts/password.ts'
import { profiles, type Profile } from '../../../contract/accounts/permissions.ts'
import { usualRates } from '../../platform/http/limits/rateLimit.ts'
import { WrongSetting as Wrong, wholeFrom, type ReadSetting } from '../../platform/settings/wrongSetting.ts'
import { parseYesNo } from '../../platform/settings/parseYesNo.ts'
import { readProvider } from './readProvider.ts'
import { readFallsCalendar, readReminders } from './readReminders.ts'
import { usualSettings, type AccountSettings } from './settings.ts'

const day = 24 * 60
/** The profiles that have rights: a role without a profile has none. */
const everybody = profiles.filter((profile) => profile !== 'none')

/** All account settings except the key, which has no default. */
export const readAccountSettings = (
  setting: ReadSetting,
  publicUrl: string,
  complain: (line: string) => void,
): Omit<AccountSettings, 'secretKey'> => {
  const usual = usualSettings
  const passwordMinimum = setting('PASSWORD_MINIMUM', usual.passwordMinimum, wholeFrom(leastMinimum, 64))
  const secondFactorFor = setting('SECOND_FACTOR_FOR', usual.secondFactorFor, parseProfiles)
  if (passwordMinimum < usualMinimum && !everybody.every((profile) => secondFactorFor.includes(profile)))
    complain(
      `PASSWORD_MINIMUM under ${usualMinimum} needs a second step for everybody: please set SECOND_FACTOR_FOR to ${everybody.join(', ')}`,
    )
  return {
    publicUrl,
    organisation: setting('ORGANISATION', usual.organisation, (text) => text),
    passwordMinimum,
    resetLinkMinutes: setting('RESET_LINK_MINUTES', usual.resetLinkMinutes, wholeFrom(5, day)),
    forgotPerAddress: setting('FORGOT_PER_ADDRESS', usual.forgotPerAddress, wholeFrom(1, 10_000)),
    signInsPerAddress: setting('SIGN_INS_PER_ADDRESS', usual.signInsPerAddress, wholeFrom(1, 10_000)),
    smsPerDay: setting('SMS_PER_DAY', usual.smsPerDay, wholeFrom(0, 100_000)),
    reminders: readReminders(setting, complain),
    fallsCalendar: readFallsCalendar(setting),
    sends: usual.sends,
    keepsMessages: usual.keepsMessages,
    isDemonstration: usual.isDemonstration,
    declineDemands: setting('DECLINE_DEMANDS_REASON_AND_LETTER', usual.declineDemands, parseYesNo),
    provider: readProvider(setting, complain),
    rates: {
      'sign-in': setting('RATE_SIGN_IN', usualRates['sign-in'], wholeFrom(1, 1_000_000)),
      read: setting('RATE_READ', usualRates.read, wholeFrom(1, 1_000_000)),
      search: setting('RATE_SEARCH', usualRates.search, wholeFrom(1, 1_000_000)),
      write: setting('RATE_WRITE', usualRates.write, wholeFrom(1, 1_000_000)),
      report: setting('RATE_REPORT', usualRates.report, wholeFrom(1, 1_000_000)),
      upload: setting('RATE_UPLOAD', usualRates.upload, wholeFrom(1, 1_000_000)),
      fhir: setting('RATE_FHIR', usualRates.fhir, wholeFrom(1, 1_000_000)),
      form: setting('RATE_FORM', usualRates.form, wholeFrom(1, 1_000_000)),
      referral: setting('RATE_REFERRAL', usualRates.referral, wholeFrom(1, 1_000_000)),
      callback: setting('RATE_CALLBACK', usualRates.callback, wholeFrom(1, 1_000_000)),
      person: setting('RATE_PERSON', usualRates.person, wholeFrom(1, 1_000_000)),
      personCode: setting('RATE_PERSON_CODE', usualRates.personCode, wholeFrom(1, 1_000_000)),
    },
    secondFactorFor,
    admissionsWriteClinical: setting('ADMISSIONS_WRITE_CLINICAL', usual.admissionsWriteClinical, parseYesNo),
  }
}

/** While a service changes its key, both keys, newest first. */
export const readSecretKey = (
  setting: ReadSetting,
  complain: (line: string) => void,
): EncryptionKey | undefined => {
  const key = setting<Buffer | undefined>('SECRET_KEY', undefined, parseSecretKey)
  const before = setting<Buffer | undefined>('SECRET_OLD_KEY', undefined, parseSecretKey)
  if (before === undefined) return key
  if (key === undefined) complain('SECRET_OLD_KEY is the key before SECRET_KEY: please set both')
  else if (key.equals(before))
    complain('SECRET_OLD_KEY is the same as SECRET_KEY: please make a new SECRET_KEY')
  return key === undefined ? before : [key, before]
}

/** 32 random bytes, as `openssl rand -base64 32` prints them. */
const parseSecretKey = (text: string): Buffer | Wrong => {
  const key = Buffer.from(text, 'base64')
  return key.length === 32 ? key : new Wrong('must be 32 random bytes in base64: openssl rand -base64 32')
}

const parseProfiles = (text: string): readonly Profile[] | Wrong => {
  if (text === 'nobody') return []
  const named = text.split(',').map((part) => part.trim())
  const unknown = named.find((name) => !(profiles as readonly string[]).includes(name))
  return unknown === undefined
    ? (named as Profile[])
    : new Wrong(`must be nobody, or profiles separated by commas: ${profiles.join(', ')}; not "${unknown}"`)
}
