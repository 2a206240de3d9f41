import { parseTyped, type CalendarDate } from './dates.ts'

/* A whole day as it stands in letters, mails and other systems, where it is copied. Two digits of a year say no century, so they are no day. */

const word = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?,? +)?`
/** What stands before it in a letter or banner: “DOB:”, “Date of birth:”, “Born ”; and the age that stands behind it. */
const label = String.raw`(?:(?:\p{L}[\p{L}. ]*:|born|dob|d\.o\.b\.?) *)?`
const age = / ?\(\d{1,3} ?y[^)]*\)$/i
const time = String.raw`(?:[T ,]+\d{1,2}:\d{2}.*)?`
const ways: readonly RegExp[] = [
  // 1941-07-03, also with a time behind it.
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
  // 19410703 and 03071941: what is a month in one is a century in the other, so that it is never both.
  /^(?<year>\d{4})(?<month>0\d|1[0-2])(?<day>\d\d)$/,
  /^(?<day>\d\d)(?<month>0\d|1[0-2])(?<year>(?:18|19|20)\d\d)$/,
]

/** Null where the text is not one whole day. */
export const dayInText = (text: string): CalendarDate | null => {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}"“”]/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(age, '')
    .replaceAll(/ ?([-/.]) ?/g, '$1')
  // A moment elsewhere: late in the evening there it may be the next day here.
  if (/T(?!00:00)\d\d:\d\d.*(?:Z|[+-]\d\d:?\d\d)$/i.test(plain)) return null
  for (const way of ways) {
    const { day, month, year } = way.exec(plain)?.groups ?? {}
    if (day !== undefined && month !== undefined && year !== undefined)
      return parseTyped({ day, month, year })
  }
  return null
}
