/* The clock of the United Kingdom, which all days and times of the product follow. */

export interface LondonClock {
  year: string
  month: string
  day: string
  hour: string
  minute: string
}

let clock: Intl.DateTimeFormat | undefined

/**
 * The one formatter of all times. Making the first of a page takes a browser longer than all schemas of the sign-in page together,
 * so it is made when a time is first asked for, and never again.
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

/** What the clocks in London show, each part with its zeros. @param instant milliseconds since the epoch */
export const londonParts = (instant: number): LondonClock => {
  // The rows of a list ask for one day again and again.
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
