import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import type { Told } from '../../../../contract/exchange/incoming/told.ts'
import { dayFormat, readDay, type DayFormat } from '../../imports/files/readDay.ts'

/* How the words of a list become answers. Undefined: the word is not known. */

const compared = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s.]+/g, ' ')
    .trim()

const yesWords = new Set(['yes', 'y', 'true', 't', '1', 'x', '✓', '✔'])
const noWords = new Set(['no', 'n', 'false', 'f', '0', 'none', 'never', 'nil', '-'])
const unknownWords = new Set(['unknown', 'not known', 'u', 'not sure', 'unsure', '?', 'n/a', 'not recorded'])

type Answer = 'yes' | 'no' | 'unknown'

export const answerOf = (text: string): Answer | undefined => {
  const word = compared(text)
  if (yesWords.has(word)) return 'yes'
  if (noWords.has(word)) return 'no'
  return unknownWords.has(word) ? 'unknown' : undefined
}

/** Falls in the last year. “Yes” says that there was at least one. */
export const fallsOf = (text: string): Told['answers']['falls'] | undefined => {
  const word = compared(text)
  const [, figures, plus] = /^(\d{1,3})( ?\+)?( falls?)?$/.exec(word) ?? []
  if (figures !== undefined) {
    const falls = Number(figures) + (plus === undefined ? 0 : 1)
    return falls === 0 ? 'none' : falls === 1 ? 'one' : 'more'
  }
  if (/^(two|three|four|five|several|many|multiple|recurrent|repeated|more)\b/.test(word)) return 'more'
  if (/^(one|once|single)\b/.test(word)) return 'one'
  const answer = answerOf(text)
  return answer === 'yes' ? 'one' : answer === 'no' ? 'none' : answer
}

const genders: Readonly<Record<string, Told['person']['gender']>> = {
  ...{ f: 'female', female: 'female', woman: 'female', '2': 'female' },
  ...{ m: 'male', male: 'male', man: 'male', '1': 'male' },
  ...{ other: 'other', indeterminate: 'other', i: 'other', o: 'other', '9': 'other' },
  ...{ u: 'unknown', x: 'unknown', unknown: 'unknown', 'not known': 'unknown', '0': 'unknown' },
}
export const genderOf = (text: string): Told['person']['gender'] | undefined =>
  genders[compared(text).replace(/^(.*) gender$/, '$1')]

/**
 * The published cut-offs of the electronic frailty index (Clegg and others, Age and Ageing 2016;45:353-60): up to 0.12
 * fit, to 0.24 mild, to 0.36 moderate, above it severe. Frail, for NG249, are moderate and severe.
 */
const leastModerate = 0.24

/** What a category of frailty says. */
const categoryOf = (text: string): Answer | undefined => {
  const word = compared(text)
  if (/\b(severe|severely|moderate|moderately)\b/.test(word))
    return /\b(no|not|non)\b/.test(word) ? undefined : 'yes'
  return /\b(mild|mildly|fit|robust)\b/.test(word) || /^(no frailty|not frail)$/.test(word) ? 'no' : undefined
}

/** @param hasScore whether a number is a score of the first index, for which cut-offs are published */
export const frailtyOf = (text: string, hasScore: boolean): Answer | undefined => {
  const category = categoryOf(text)
  if (category !== undefined) return category
  if (hasScore) {
    const score = /^(?:efi )?(0?\.\d+|0|1(?:\.0+)?)$/.exec(text.toLowerCase().trim())?.[1]
    return score === undefined ? undefined : Number(score) > leastModerate ? 'yes' : 'no'
  }
  return undefined
}

const formatsFrom = (yearsFrom: number): readonly DayFormat[] =>
  [
    'dd/MM/yyyy',
    'dd-MM-yyyy',
    'dd.MM.yyyy',
    'yyyy-MM-dd',
    'yyyy/MM/dd',
    'dd MMM yyyy',
    'dd-MMM-yyyy',
    'dd/MMM/yyyy',
  ]
    .concat([
      'dd/MM/yyyy time',
      'dd-MMM-yyyy time',
      'yyyy-MM-dd time',
      'dd/MM/yy',
      'dd-MM-yy',
      'dd-MMM-yy',
      'dd MMM yy',
    ])
    .map((format) => dayFormat(format, yearsFrom))
    .filter((format) => typeof format !== 'string')

/** Reads a day as spreadsheets and systems of practices write it, the day before the month. Null if it is no day. */
export const dayReader = (today: CalendarDate, longestAgo: number) => {
  const formats = formatsFrom(Number(today.slice(0, 4)) - longestAgo)
  return (text: string): CalendarDate | null => {
    const written = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
    const day = readDay(written === null ? text : written.slice(1).join('-'), formats)
    return day
  }
}
