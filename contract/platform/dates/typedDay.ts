import { parseTyped, type CalendarDate } from './dates.ts'

/*
 * Reads a whole date as written in letters, e-mails and other systems from which people copy it. A two-digit year does
 * not give the century, so such text is not accepted as a date.
 */

const word = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,? +)?`
/** Labels before the date in a letter or banner, such as “DOB:”, “Date of birth:” or “Born ”, and the age after it. */
const label = String.raw`(?:(?:\p{L}[\p{L}. ]*:|born|dob|d\.o\.b\.?) *)?`
const age = / ?\(\d{1,3} ?y[^)]*\)$/i
const time = String.raw`(?:[T ,]+\d{1,2}:\d{2}.*)?`
const ways: readonly RegExp[] = [
  // 1941-07-03, with or without a time after it.
  new RegExp(`^${label}(?<year>\\d{4})[-/.](?<month>\\d{1,2})[-/.](?<day>\\d{1,2})${time}$`, 'iu'),
  // 03/07/1941, 3.7.1941, 3 July 1941, 3rd of July, 1941, Thursday 3-Jul-1941.
  new RegExp(
    `^${label}${word}(?<day>\\d{1,2})(?:st|nd|rd|th)?(?: of)?[ /.-]+(?<month>\\d{1,2}|\\p{L}{3,9})\\.?[ ,/.-]+(?<year>\\d{4})${time}$`,
    'iu',
  ),
  // July 3, 1941.
  new RegExp(
    `^${label}${word}(?<month>\\p{L}{3,9})[. ] *(?<day>\\d{1,2})(?:st|nd|rd|th)?,? +(?<year>\\d{4})${time}$`,
    'iu',
  ),
  // 19410703 and 03071941. The month digits of one are century digits in the other, so no text matches both.
  /^(?<year>\d{4})(?<month>0\d|1[0-2])(?<day>\d\d)$/,
  /^(?<day>\d\d)(?<month>0\d|1[0-2])(?<year>(?:18|19|20)\d\d)$/,
]

/** Returns null if the text is not exactly one whole date. */
export const dayInText = (text: string): CalendarDate | null => {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}"“”]/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(age, '')
    .replaceAll(/ ?([-/.]) ?/g, '$1')
  // An instant in another time zone: late in the evening there, it may already be the next day here.
  if (/T(?!00:00)\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/i.test(plain)) return null
  for (const way of ways) {
    const { day, month, year } = way.exec(plain)?.groups ?? {}
    if (day !== undefined && month !== undefined && year !== undefined)
      return parseTyped({ day, month, year })
  }
  return null
}
