import { addDays, addMonths, daysBetween, type CalendarDate } from '../../platform/dates/dates.ts'
import { isNotToBeCalled } from '../../patients/flags/chips.ts'
import { reminderChannel, type ReminderChannel, type ReminderFacts } from '../appointments/reminder.ts'

/*
 * When and how somebody is asked how often they fell (decision 164): for twelve months after the last plan of the referral
 * ended, on the day after each of these months.
 */

export const calendarMonths = 12
/** After so many days of silence the question is sent once more. */
export const daysUntilSecondTry = 4
/** After so many days of silence somebody rings. */
export const daysUntilCall = 8
/** A reply counts for so long, unless the next month is asked about before. */
export const daysToAnswer = 31
/** Nobody is asked twice within so many days, whatever was late. */
const leastDaysApart = 21

/** One month of a calendar: both days are part of it. */
export interface CalendarMonth {
  monthNumber: number
  periodFrom: CalendarDate
  periodTo: CalendarDate
}

/** Months follow each other without a gap, however long they are: the first begins on the day after care ended. */
export const calendarMonth = (careEndedOn: CalendarDate, monthNumber: number): CalendarMonth => ({
  monthNumber,
  periodFrom: addDays(addMonths(careEndedOn, monthNumber - 1), 1),
  periodTo: addMonths(careEndedOn, monthNumber),
})

export const askedOn = ({ periodTo }: Pick<CalendarMonth, 'periodTo'>): CalendarDate => addDays(periodTo, 1)

interface Calendar {
  /** The day on which the last plan of the referral ended. */
  careEndedOn: CalendarDate
  agreedOn: CalendarDate
  /** The latest question to this person; null if there was none. */
  latest: { periodTo: CalendarDate; askedDate: CalendarDate } | null
}

/**
 * The month to ask about now; null for none. Only the latest month that is over is asked about: what was missed, such as
 * while the service was down, would be remembered badly.
 */
export const monthToAsk = (
  { careEndedOn, agreedOn, latest }: Calendar,
  today: CalendarDate,
): CalendarMonth | null => {
  const over = Array.from({ length: calendarMonths }, (_, at) => calendarMonth(careEndedOn, at + 1)).findLast(
    (month) => askedOn(month) <= today,
  )
  if (over === undefined || today > addMonths(over.periodTo, 1)) return null
  // Who agreed after that day begins with the next month.
  if (agreedOn > askedOn(over)) return null
  if (latest !== null && latest.periodTo >= over.periodTo) return null
  if (latest !== null && daysBetween(latest.askedDate, today) < leastDaysApart) return null
  return over
}

/** What a calendar asks of its person: the consent has a way more than reminders have. */
export type CalendarFacts = Omit<ReminderFacts, 'consent'> & {
  consent: (NonNullable<ReminderFacts['consent']> & { byCall: boolean }) | null
}

/** Which messages the service can send now. */
export interface Sends {
  texts: boolean
  mails: boolean
}

/**
 * How the person is asked: as reminders are sent, else by a call; null if they are not to be asked, because they did not
 * agree, stopped it, died or refused to be contacted.
 */
export const calendarWay = (
  { consent, ...facts }: CalendarFacts,
  sends: Sends,
): ReminderChannel | 'call' | null => {
  if (consent === null || isNotToBeCalled(facts.flags)) return null
  const { byText, byMail, byCall } = consent
  if (!byText && !byMail && !byCall) return null
  const sendable = { ...consent, byText: byText && sends.texts, byMail: byMail && sends.mails }
  return reminderChannel({ ...facts, consent: sendable }) ?? 'call'
}

/** A reply to a question counts until then, in the days that it may come. */
export const answersUntil = (askedDate: CalendarDate): CalendarDate => addDays(askedDate, daysToAnswer)

/**
 * Days at risk of a month: those until the person died or the referral was closed, which end the calendar.
 * @param endedOn the first such day; null for none
 */
export const daysAtRisk = (
  { periodFrom, periodTo }: Pick<CalendarMonth, 'periodFrom' | 'periodTo'>,
  endedOn: CalendarDate | null,
): number => {
  const last = endedOn !== null && endedOn < periodTo ? endedOn : periodTo
  return Math.max(0, daysBetween(periodFrom, last) + 1)
}
