import { WrongSetting as Wrong, wholeFrom, type ReadSetting } from '../../platform/settings/wrongSetting.ts'
import { parseYesNo } from '../../platform/settings/parseYesNo.ts'
import type { FallsCalendarSettings, ReminderSettings } from './settings.ts'

/** Off unless the installation turns it on: each message costs money and goes to a patient. */
export const readReminders = (
  setting: ReadSetting,
  complain: (line: string) => void,
): ReminderSettings | null => {
  const isOn = setting('APPOINTMENT_REMINDERS', false, parseYesNo)
  const telephone = setting<string | null>('REMINDER_TELEPHONE', null, parseTelephone)
  const textsPerDay = setting('REMINDER_TEXTS_PER_DAY', 500, wholeFrom(0, 100_000))
  const organisation = setting<string | null>('ORGANISATION', null, (text) => text)
  if (!isOn) return null
  if (telephone !== null && organisation !== null) return { telephone, textsPerDay }
  complain('APPOINTMENT_REMINDERS needs REMINDER_TELEPHONE and ORGANISATION: please set both')
  return null
}

/** Its texts and e-mails leave as reminders do; without those everybody is rung. */
export const readFallsCalendar = (setting: ReadSetting): FallsCalendarSettings | null => {
  const isOn = setting('FALLS_CALENDAR', false, parseYesNo)
  const saysFalls = setting('FALLS_CALENDAR_SAYS_FALLS', false, parseYesNo)
  return isOn ? { saysFalls } : null
}

const parseTelephone = (text: string): string | Wrong =>
  /^[0-9+() -]{5,25}$/.test(text) ? text : new Wrong('must be a telephone number, such as 01632 960 001')
