import { sql as raw } from 'kysely'
import {
  mobileNumber,
  type ReminderChannel,
  type ReminderFacts,
} from '../../../contract/care/appointments/reminder.ts'
import { consumeRate } from '../../accounts/throttle/rateCounter.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { flagFacts } from '../../patients/flags/read.ts'
import type { Courier } from '../../platform/messages/couriers.ts'

const dayMs = 24 * 60 * 60_000

/** The answer that counts, for a row of `patient` in a statement. */
export const latestConsent = raw`
  select by_text, by_mail, is_silent_number from reminder_consent
  where reminder_consent.patient_id = patient.id and reminder_consent.is_active
  order by asked_date desc, id desc limit 1`

/** What decides about a reminder, for a statement with `patient` and `consent`. */
export const reminderFacts = raw<ReminderFacts>`jsonb_build_object(
  'consent', case when consent.by_text is not null then jsonb_build_object('byText', consent.by_text,
    'byMail', consent.by_mail, 'isSilentNumber', consent.is_silent_number) end,
  'phoneMobile', patient.phone_mobile, 'email', patient.email, 'flags', ${flagFacts('patient')})`

interface Setting {
  organisation: string
  telephone: string
}

/** What a patient is told, for either way. */
interface Message {
  text: (setting: Setting) => string
  mail: (setting: Setting) => { subject: string; text: string }
}

/** Whether it could leave: the way is set up, and not too many texts left today. */
export const tellPatient = async (
  { db, accounts, clock }: AccountsService,
  courier: Courier,
  channel: ReminderChannel,
  facts: ReminderFacts,
  message: Message,
): Promise<boolean> => {
  const { reminders } = accounts
  if (reminders === null) return false
  const setting = { organisation: accounts.organisation, telephone: reminders.telephone }
  const to = channel === 'text' ? mobileNumber(facts.phoneMobile) : facts.email
  if (to === null) return false
  if (channel === 'mail') {
    if (courier.mail === null) return false
    await courier.mail({ to, ...message.mail(setting) })
    return true
  }
  if (courier.sms === null) return false
  const ceiling = { kind: 'reminder', key: 'all', times: reminders.textsPerDay, withinMs: dayMs }
  if (!(await consumeRate(db.pool, clock(), ceiling))) return false
  await courier.sms({ to, text: message.text(setting) })
  return true
}
