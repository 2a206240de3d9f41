/* The clock of the United Kingdom, which sets all days and times in the product. */

export interface LondonClock {
  year: string
  month: string
  day: string
  hour: string
  minute: string
}

let clock: Intl.DateTimeFormat | undefined

/**
 * The one formatter for all times. Creating the first formatter takes a browser longer than building all schemas of the
 * sign-in page, so it is created on first use and reused.
 */
const londonClock = (): Intl.DateTimeFormat =>
  (clock ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }))

let last: { minute: number; parts: LondonClock } | undefined

/** The parts of London time, padded with zeros. @param instant milliseconds since the epoch */
export const londonParts = (instant: number): LondonClock => {
  // Rows of a list often ask for the same minute repeatedly.
  const minute = Math.floor(instant / 60_000)
  if (last?.minute !== minute) {
    const parts = londonClock().formatToParts(instant)
    last = {
      minute,
      parts: Object.fromEntries(parts.map(({ type, value }) => [type, value])) as unknown as LondonClock,
    }
  }
  return last.parts
}
