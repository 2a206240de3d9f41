/* iCalendar (RFC 5545), the format that other calendar programs read. */

export interface CalendarEvent {
  uid: string
  /** Increases with each change. */
  sequence: number
  /** Instants, in milliseconds since the epoch. */
  changedAt: number
  startsAt: number
  endsAt: number
  summary: string
  location: string
  isCancelled: boolean
}

/** Escapes commas, semicolons and backslashes, which have a meaning in the format, and line breaks. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')

const mostOctets = 75

/** Folds a line after 75 octets; each continuation line starts with a space. Never splits a character. */
const folded = (line: string): string => {
  const lines: string[] = []
  let current = ''
  for (const sign of line) {
    const most = lines.length === 0 ? mostOctets : mostOctets - 1
    if (Buffer.byteLength(current + sign) > most) {
      lines.push(current)
      current = ''
    }
    current += sign
  }
  return [...lines, current].join('\r\n ')
}

/** '20261124T103000Z': in UTC, so that the reading program does not need to know when UK clocks change. */
const utc = (instant: number): string => new Date(instant).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')

const eventLines = (event: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(event.uid)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${utc(event.changedAt)}`,
  `DTSTART:${utc(event.startsAt)}`,
  `DTEND:${utc(event.endsAt)}`,
  `SUMMARY:${escaped(event.summary)}`,
  `LOCATION:${escaped(event.location)}`,
  `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  `TRANSP:${event.isCancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
  'END:VEVENT',
]

/** @param name shown in the program's list of calendars */
export const writeCalendar = (name: string, events: readonly CalendarEvent[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Surefoot//Appointments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    // Two names for the refresh interval: the one in RFC 7986, and Outlook's.
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
