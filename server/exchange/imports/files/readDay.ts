import {
  addDays,
  isCalendarDate,
  parseTyped,
  type CalendarDate,
} from '../../../../contract/platform/dates/dates.ts'

/** Reads a day in one format; null if the text is not in this format. */
export type DayFormat = (text: string) => CalendarDate | null

const parts = {
  yyyy: '(?<year>\\d{4})',
  yy: '(?<shortYear>\\d{2})',
  MMMM: '(?<month>\\p{L}+)',
  MMM: '(?<month>\\p{L}+)',
  MM: '(?<month>\\d{1,2})',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{1,2})',
  d: '(?<day>\\d{1,2})',
} as const
const inFormat = /yyyy|yy|MMMM|MMM|MM|M|dd|d/g

/** Systems append midnight to a day; it means nothing. */
const midnight = '(?:[ T]0{1,2}:00(?::00(?:\\.0+)?)?(?:Z| ?AM)?|[ T]12:00(?::00)? ?AM)?'
const anyTime = '[ T]\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?(?:Z|[+-]\\d{2}:?\\d{2}| ?[AP]M)?'

/** Days since 30 December 1899, as a spreadsheet counts them. */
const spreadsheet: DayFormat = (text) => {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 61) return null
  const day = addDays('1899-12-30', Number(text))
  return isCalendarDate(day) ? day : null
}

/**
 * dd/MM/yyyy, d.M.yy, yyyy-MM-dd, dd-MMM-yyyy and the like; `… time` if a time follows, which is dropped; `excel` for a
 * spreadsheet's number.
 * @param yearsFrom the earliest year that two digits can mean
 * @returns a sentence if the format is not understood
 */
export const dayFormat = (format: string, yearsFrom: number | undefined): DayFormat | string => {
  if (format === 'excel') return spreadsheet
  const hasTime = format.endsWith(' time')
  const written = hasTime ? format.slice(0, -' time'.length) : format
  const found: readonly string[] = written.match(inFormat) ?? []
  const names = found.map((part) => part.slice(0, 1)).toSorted()
  if (names.join('') !== 'Mdy' || /\p{L}/u.test(written.replaceAll(inFormat, '')))
    return `“${format}” is not a format for days: use d, M and y, such as dd/MM/yyyy, dd-MMM-yy or yyyy-MM-dd, or excel`
  if (found.includes('yy') && yearsFrom === undefined)
    return `“${format}” has a year of two digits: set yearsFrom to the first of the hundred years they stand for, such as 1920`
  const pattern = new RegExp(
    `^${escaped(written).replaceAll(inFormat, (part) => parts[part as keyof typeof parts])}${hasTime ? `(?:${anyTime})?` : midnight}$`,
    'iu',
  )
  return (text) => {
    const { day = '', month = '', year, shortYear } = pattern.exec(text)?.groups ?? {}
    return parseTyped({ day, month, year: year ?? fullYear(shortYear, yearsFrom) })
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

const fullYear = (shortYear: string | undefined, from = 0): string => {
  if (shortYear === undefined) return ''
  const ofCentury = Math.floor(from / 100) * 100 + Number(shortYear)
  return String(ofCentury < from ? ofCentury + 100 : ofCentury)
}

/** The only day that a text can mean; null if it means none, or more than one in these formats. */
export const readDay = (text: string, formats: readonly DayFormat[]): CalendarDate | null => {
  const days = new Set(formats.map((format) => format(text)).filter((day) => day !== null))
  const [day] = days
  return days.size === 1 ? (day ?? null) : null
}
