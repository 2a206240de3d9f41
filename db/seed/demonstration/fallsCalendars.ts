import {
  askedOn,
  calendarMonth,
  calendarMonths,
  daysUntilCall,
  daysUntilSecondTry,
} from '../../../contract/care/fallsCalendar/months.ts'
import { mobileNumber } from '../../../contract/care/appointments/reminder.ts'
import { addDays, daysBetween, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import type { Invented, Referred } from './invented.ts'

/** Most months have no fall, a few have one, and hardly any more. */
const falls = [...Array.from({ length: 17 }, () => 0), 1, 1, 2]

/** Replies that somebody has to read, with the number that they may mean. */
const odd = [
  ['none thanks', 0, false],
  ['two, hurt my wrist', 2, true],
  ['1 I think, in the garden', 1, false],
] as const

/** The day on which the last plan ended; null while one is open, and without one. */
const careEnded = ({ history: { plan, exercise } }: Referred): CalendarDate | null => {
  const ends = [
    ...(plan === null ? [] : [plan.endedDate]),
    ...(exercise === null ? [] : [exercise.completedDate]),
  ]
  if (ends.length === 0 || ends.includes(null)) return null
  return (
    ends
      .flatMap((end) => end ?? [])
      .toSorted()
      .at(-1) ?? null
  )
}

/** Falls calendars of people whose care ended and whose referral is open: months with replies, some of them silent. */
export const addFallsCalendars = (invented: Invented): void => {
  const { referred, rowsOf, random } = invented
  const refused = new Set(
    rowsOf('patient_flag').flatMap(({ kind, patient_id: id }) =>
      kind === 'consentRefused' ? [Number(id)] : [],
    ),
  )
  let read = 0
  for (const one of referred) {
    const { subject, history } = one
    const ended = careEnded(one)
    if (ended === null || history.cancelDate !== null || history.discharge !== null) continue
    if (subject.deceasedDate !== null || refused.has(subject.id) || !random.chance(0.7)) continue
    addCalendar(invented, one, ended, () => odd[read++ % 8])
  }
}

const addCalendar = (
  { random, today, add, stamp }: Invented,
  { id, subject }: Referred,
  ended: CalendarDate,
  nextOdd: () => (typeof odd)[number] | undefined,
): void => {
  const telephone = mobileNumber(subject.person.phoneMobile)
  add('falls_calendar_consent', {
    ...{ ...stamp(ended), patient_id: subject.id, asked_date: ended },
    ...{ by_text: telephone !== null, by_mail: false, by_call: telephone === null, is_silent_number: false },
  })
  const channel = telephone === null ? 'call' : 'text'
  for (let number = 1; number <= calendarMonths; number += 1) {
    const month = calendarMonth(ended, number)
    const asked = askedOn(month)
    if (asked > today) break
    const isLatest = askedOn(calendarMonth(ended, number + 1)) > today
    const silentDays = daysBetween(asked, today)
    const said = isLatest && random.chance(0.3) ? null : random.chance(0.08) ? null : random.pick(falls)
    const reply = said === null && isLatest && channel === 'text' ? nextOdd() : undefined
    const counted = said === null ? {} : { falls: said, counted_from: channel, counted_date: asked }
    const { created_at: at, ...stamped } = stamp(asked)
    const questionId = add('falls_calendar_question', {
      ...without(stamped, 'is_active'),
      created_at: at,
      ...{ pathway_id: id, month_number: number, period_from: month.periodFrom, period_to: month.periodTo },
      ...{ asked_date: asked, ...counted },
    })
    const tried = { question_id: questionId, channel, telephone, state: 'sent' }
    add('falls_calendar_try', { ...tried, try_number: 1, asked_date: asked, settled_at: at })
    if (said === null && reply === undefined && channel === 'text' && silentDays >= daysUntilSecondTry)
      add('falls_calendar_try', {
        ...{ ...tried, try_number: 2, settled_at: at },
        asked_date: addDays(asked, Math.min(daysUntilSecondTry, daysUntilCall)),
      })
    if (channel === 'call' || (said === null && reply === undefined)) continue
    add('falls_calendar_reply', {
      ...without(stamped, 'is_active'),
      ...{ created_at: at, created_by: null, updated_by: null },
      ...{ pathway_id: id, question_id: questionId, channel, received_at: at },
      ...(reply === undefined
        ? { words: String(said), falls: said, is_urgent: false, outcome: 'counted' }
        : { words: reply[0], falls: reply[1], is_urgent: reply[2], outcome: 'toRead' }),
    })
  }
}

const without = (row: Record<string, unknown>, column: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== column))
