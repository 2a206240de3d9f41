/*
 * A time of day as people type it: 9:30, 0930, 9.30, 9.30am, 14h, 0930hrs. Kept is HH:mm. What may be meant for the morning or the afternoon is
 * not guessed: 2:30 is asked about, 02:30 and 14:30 are not.
 */

export const timeMissing = 'Enter a time as HH:mm, such as 14:30'
export const longestTypedTime = 40

const typedTime = /^(\d{1,2})(?:[:.h ]?(\d{2})|[:.]?h?)\s*(?:(a|p)\.?\s?m?\.?|h(?:(?:ou)?rs?)?\.?)?$/i
/** Hours by which nobody books at night, so that without a leading 0 either half of the day may be meant. */
const [nightUntil, afternoonFrom] = [6, 12]

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** HH:mm, or both that it may be; null where it is no time of day. */
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
  // A 0 alone is a figure that stands for nothing.
  if (isBare && hour === 0) return null
  if (isBare && hour < afternoonFrom) return [`${twoDigits(hour)}:00`, `${hour + 12}:00`]
  return isSure
    ? [`${twoDigits(hour)}:${inMinutes}`]
    : [`${twoDigits(hour)}:${inMinutes}`, `${hour + 12}:${inMinutes}`]
}

/** What is wrong with a time that is typed; null where it can be read, or nothing is typed. */
export const faultOfTime = (typed: string): string | null => {
  if (typed === '') return null
  const times = timesOf(typed)
  if (times === null) return timeMissing
  return times.length === 1 ? null : `Enter ${times.join(' or ')}: this may be either`
}

/** A time that can be read, as it is stored; all else as it was typed. */
export const standardTime = (typed: string): string => {
  const [only, another] = timesOf(typed) ?? []
  return only === undefined || another !== undefined ? typed : only
}
