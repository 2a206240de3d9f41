/*
 * Reads a time of day as people type it: 9:30, 0930, 9.30, 9.30am, 14h, 0930hrs. It is stored as HH:mm. A time that
 * could be morning or afternoon is not guessed: for 2:30 a message asks which is meant, for 02:30 and 14:30 it does
 * not.
 */

export const timeMissing = 'Enter a time as HH:mm, such as 14:30'
export const longestTypedTime = 40

const typedTime = /^(\d{1,2})(?:[:.h ]?(\d{2})|[:.]?h?)\s*(?:(a|p)\.?\s?m?\.?|h(?:(?:ou)?rs?)?\.?)?$/i
/**
 * Nobody books between midnight and 6, so an hour up to 6 without a leading 0 may mean the afternoon. A bare hour is
 * ambiguous below 12.
 */
const [nightUntil, afternoonFrom] = [6, 12]

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** HH:mm, or both possible times if the text is ambiguous. Null if it is not a time of day. */
export const timesOf = (typed: string): readonly string[] | null => {
  const text = typed.normalize('NFKC').trim().replaceAll(/\s+/g, ' ')
  if (/^(12 ?)?(noon|midday)$/i.test(text)) return ['12:00']
  const found = typedTime.exec(text)
  if (found === null) return null
  const [, hourText = '', minuteText, half] = found
  const hour = Number(hourText)
  const minute = Number(minuteText ?? '0')
  const inMinutes = twoDigits(minute)
  if (minute > 59 || hour > 23) return null
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null
    return [`${twoDigits((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${inMinutes}`]
  }
  const isSure = hourText.length === 2 || hour > nightUntil || hour === 0
  const isBare = minuteText === undefined && !/h/i.test(text)
  // A lone 0 is a number and not a time.
  if (isBare && hour === 0) return null
  if (isBare && hour < afternoonFrom) return [`${twoDigits(hour)}:00`, `${hour + 12}:00`]
  return isSure
    ? [`${twoDigits(hour)}:${inMinutes}`]
    : [`${twoDigits(hour)}:${inMinutes}`, `${hour + 12}:${inMinutes}`]
}

/** What is wrong with a typed time. Null if it can be read or nothing is typed. */
export const faultOfTime = (typed: string): string | null => {
  if (typed === '') return null
  const times = timesOf(typed)
  if (times === null) return timeMissing
  return times.length === 1 ? null : `Enter ${times.join(' or ')}: this may be either`
}

/** The stored form of a time that can be read. Any other text is returned as typed. */
export const standardTime = (typed: string): string => {
  const [only, another] = timesOf(typed) ?? []
  return only === undefined || another !== undefined ? typed : only
}
