import {
  calendarWays,
  fallsPerYear,
  type CalendarQuestion,
  type FallRate,
  type FallsCalendar,
} from '../../../contract/care/fallsCalendar/calendar.ts'
import { isOpenReply } from '../../../contract/care/fallsCalendar/placing.ts'
import { calendarWaysInWords } from '../../../contract/patients/flags/fallsCalendarConsent.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'

/** Where the calendar stands, in a sentence. */
export const stateInWords = ({ state, consent, lastDay }: FallsCalendar): string => {
  const ways =
    consent === null ? '' : `${calendarWaysInWords(consent)} since ${formatDate(consent.askedDate)}`
  const words: Record<FallsCalendar['state'], string> = {
    notAsked: 'The person has not been asked yet, so nobody asks how often they fell.',
    stopped: `Stopped on ${formatDate(consent?.askedDate ?? null)}.`,
    off: `${ways}. This service does not ask at the moment.`,
    beforeCare: `${ways}. It begins when a plan has ended.`,
    inCare: `${ways}. It begins, or goes on, when the open plan has ended.`,
    running: `${ways}, once a month until ${formatDate(lastDay)}. It ends earlier if the referral is closed.`,
    over: `It asked about a year, until ${formatDate(lastDay)}.`,
    closed: 'The referral is closed or the person has died, so nothing more is asked.',
  }
  return words[state]
}

const channels = { text: 'text', mail: 'e-mail', call: 'call' } as const

/** 'text, 16-Jun-2026; text, 20-Jun-2026, not sent' */
export const triesInWords = ({ tries }: Pick<CalendarQuestion, 'tries'>): string =>
  tries
    .map(({ channel, state, askedDate }) =>
      [
        channels[channel],
        formatDate(askedDate),
        ...(state === 'waiting' ? ['to be sent'] : state === 'dropped' ? ['not sent'] : []),
      ].join(', '),
    )
    .join('; ')

/** '2 falls, by text on 17-Jun-2026', and who entered it. */
export const countInWords = (question: CalendarQuestion): string => {
  const { falls, countedFrom, countedDate, acceptedBy, replies } = question
  if (falls === null || countedFrom === null)
    return replies.some(({ outcome }) => isOpenReply(outcome)) ? 'A reply waits to be read' : 'No answer yet'
  const how = `${calendarWays[countedFrom].toLowerCase()}, ${formatDate(countedDate)}`
  return `${how}${acceptedBy === null ? '' : `, entered by ${acceptedBy}`}`
}

/** '1.24 a year: 1 fall in 294 days' */
export const rateInWords = (rate: FallRate | null): string => {
  if (rate === null) return 'Not known'
  const { falls, days } = rate
  const perYear = fallsPerYear(rate)
  return `${perYear === null ? '–' : perYear.toFixed(2)} a year: ${falls} ${falls === 1 ? 'fall' : 'falls'} in ${days} ${days === 1 ? 'day' : 'days'}`
}
