/* iCalendar (RFC 5545): what calendars of other programs read. */

export interface CalendarEvent {
  uid: string
  /** Grows with each change. */
  sequence: number
  /** Instants, in milliseconds since the epoch. */
  changedAt: number
  startsAt: number
  endsAt: number
  summary: string
  location: string
  isCancelled: boolean
}

/** Commas, semicolons and backslashes are signs of the format, and a line ends nowhere else than where the format says. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n|\r|\n/g, '\\n')

const mostOctets = 75

/** A line is at most 75 octets long; what goes on stands in the next, after a space. No character is cut in two. */
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

/** '20261124T103000Z': in UTC, so that no calendar has to know when the clocks change here. */
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

/** @param name as programs list it among other calendars */
export const writeCalendar = (name: string, events: readonly CalendarEvent[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Surefoot//Appointments//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    // Two names for one hint: of RFC 7986, and of Outlook.
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
