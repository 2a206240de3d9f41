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
import { sendOnce, type Outgoing } from './messages/send.ts'

const dayMs = 24 * 60 * 60_000

/** The patient's latest consent to reminders, for a row of `patient` in a statement. */
export const latestConsent = raw`
  select by_text, by_mail, is_silent_number from reminder_consent
  where reminder_consent.patient_id = patient.id and reminder_consent.is_active
  order by asked_date desc, id desc limit 1`

/** The facts that decide about a reminder, for a statement with `patient` and `consent`. */
export const reminderFacts = raw<ReminderFacts>`jsonb_build_object(
  'consent', case when consent.by_text is not null then jsonb_build_object('byText', consent.by_text,
    'byMail', consent.by_mail, 'isSilentNumber', consent.is_silent_number) end,
  'phoneMobile', patient.phone_mobile, 'email', patient.email, 'flags', ${flagFacts('patient')})`

interface Setting {
  organisation: string
  telephone: string
}

/** The message to the patient, for each channel. */
interface Message {
  text: (setting: Setting) => string
  mail: (setting: Setting) => { subject: string; text: string }
}

/**
 * Sends the message, once for each job. 'notSent' if it cannot be sent now: the channel is not set up, or today's limit
 * of texts is reached. 'refused' if it never can: then a task says so.
 */
export const tellPatient = async (
  { db, accounts, clock }: AccountsService,
  courier: Courier,
  channel: ReminderChannel,
  facts: ReminderFacts,
  message: Message,
  outgoing: Omit<Outgoing, 'channel'>,
): Promise<'sent' | 'refused' | 'notSent'> => {
  const { reminders } = accounts
  if (reminders === null) return 'notSent'
  const setting = { organisation: accounts.organisation, telephone: reminders.telephone }
  const to = channel === 'text' ? mobileNumber(facts.phoneMobile) : facts.email
  if (to === null) return 'notSent'
  const send = (words: { subject: string; text: string }) =>
    sendOnce(db.sql, clock, courier, { ...outgoing, channel }, { to, ...words })
  if (channel === 'mail') return courier.mail === null ? 'notSent' : send(message.mail(setting))
  if (courier.sms === null) return 'notSent'
  const ceiling = { kind: 'reminder', key: 'all', times: reminders.textsPerDay, withinMs: dayMs }
  if (!(await consumeRate(db.pool, clock(), ceiling))) return 'notSent'
  return send({ subject: '', text: message.text(setting) })
}
