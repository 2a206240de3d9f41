import { parseTyped } from '../../platform/dates/dates.ts'
import { foldName, nameSigns } from '../../platform/words/fold.ts'
import { formatDate, formatNhsNumber } from '../../platform/words/format.ts'
import { dateNotReal, enterParameter, nhsNumberLengthWrong } from '../../platform/words/messages.ts'
import { digitsOf } from '../../platform/fields/nhsNumber.ts'
import { standardPostcode } from '../../platform/fields/postcode.ts'
import { formatUbrn } from '../../platform/fields/ubrn.ts'
import { dayInText } from '../../platform/dates/typedDay.ts'

/*
 * Interprets what a user types into the single search box: names, a date of birth, a postcode and numbers, in any
 * order.
 */

export interface SearchTerms {
  /** What is left when everything else has been taken out: names, as typed. */
  name: string
  /**
   * Prefixes of yyyymmdd: a year, a month or a day; two if the year has two digits. Empty if no date of birth was
   * typed.
   */
  born: readonly string[]
  /** Letters and digits without a space, such as M145AB. M14 is the first half of a postcode. */
  postcode: string | null
  /** Ten digits: an NHS number, or a telephone number without its leading 0. */
  nhsNumber: string | null
  /** A national telephone number that begins with 0, or at least its last six digits. */
  telephone: string | null
  /** 12 digits: a referral in the NHS e-Referral Service. If they begin with 0, they may be a telephone number too. */
  ubrn: string | null
}

export const searchTextLength = 100

/** Interprets the text; null if it contains nothing to search by. */
export const readSearchText = (typed: string): SearchTerms | null => {
  const text = typed.trim()
  const whole = digitsOf(text)
  const taken: Omit<SearchTerms, 'name'> = {
    born: [],
    postcode: null,
    nhsNumber: null,
    telephone: null,
    ubrn: null,
  }
  if (/^\d{10}$/.test(whole)) return { ...taken, name: '', nhsNumber: whole }

  let rest = ` ${labels.reduce((left, label) => left.replaceAll(label, ' '), text)} `
  /** Finds the first match of the pattern that `read` can interpret, and removes it from the text. */
  const take = (pattern: RegExp, read: (found: readonly string[]) => Partial<typeof taken> | null): void => {
    for (const found of rest.matchAll(pattern)) {
      const means = read(found)
      if (means === null) continue
      Object.assign(taken, means)
      rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
      return
    }
  }
  for (const [pattern, read] of births)
    if (taken.born.length === 0)
      take(pattern, (found) => {
        const born = read(found)
        return born.length === 0 ? null : { born }
      })
  for (const pattern of postcodes)
    if (taken.postcode === null)
      take(pattern, ([found = '']) => ({
        postcode: standardPostcode(found).replaceAll(/\s/g, '').toUpperCase(),
      }))
  take(number, ([found = '']) => numberOf(found))

  if (/^[\d\s+/.()]+$/.test(digitsOf(rest)) && /\d/.test(rest)) return null
  const name = nameWords(rest).length === 0 ? '' : rest.trim().replaceAll(/\s+/g, ' ')
  return name === '' && !hasOther(taken) ? null : { ...taken, name }
}

/** Why the text cannot be searched for; null if it can. */
export const problemWithSearch = (typed: string): string | null => {
  if (typed.trim().length > searchTextLength) return `Use ${searchTextLength} characters or fewer`
  if (readSearchText(typed) !== null) return null
  if (/\d[/.]\d|^\s*\d{4}-\d/.test(typed)) return dateNotReal
  return /\d/.test(typed) ? nhsNumberLengthWrong : enterParameter
}

/**
 * The words of a name, split wherever a name may be divided. The database splits in the same places (name_in_words).
 */
export const nameWords = (name: string): string[] =>
  name.split(dividers).filter((word) => foldName(word) !== '')
const dividers = new RegExp(`[${nameSigns}\\s,;:/()&"|]+`, 'u')

/** The search in words, such as 'Pomfret, born in 1941'. */
export const describeTerms = ({ name, born, postcode, nhsNumber, telephone, ubrn }: SearchTerms): string =>
  [
    ...(name === '' ? [] : [name]),
    ...(born.length === 0 ? [] : [`born ${born.map(birthInWords).join(' or ')}`]),
    ...(postcode === null ? [] : [`postcode ${postcodeInWords(postcode)}`]),
    ...(nhsNumber === null ? [] : [`number ${formatNhsNumber(nhsNumber)}`]),
    ...(ubrn === null && telephone === null ? [] : [ubrnOrTelephone({ ubrn, telephone })]),
  ].join(', ')

const ubrnOrTelephone = ({ ubrn, telephone }: Pick<SearchTerms, 'ubrn' | 'telephone'>): string =>
  [
    ...(ubrn === null ? [] : [`UBRN ${formatUbrn(ubrn)}`]),
    ...(telephone === null
      ? []
      : [telephone.startsWith('0') ? `telephone ${telephone}` : `telephone ending ${telephone}`]),
  ].join(' or ')

const hasOther = ({ born, ...numbers }: Omit<SearchTerms, 'name'>): boolean =>
  born.length > 0 || Object.values(numbers).some((value) => value !== null)

const dayOf = (day = '', month = '', year = ''): string[] => {
  const found = parseTyped({ day, month, year })
  return found === null ? [] : [found.replaceAll('-', '')]
}

/** Years with two digits are searched in both centuries: a search may guess where a form may not. */
const centuries = ['19', '20']

const monthOf = (month: string, year: string): string[] =>
  dayOf('1', month, year).map((day) => day.slice(0, 6))

/** Ways to type a date of birth, the longest first. Each must stand alone, with no digit or letter next to it. */
const births: readonly [RegExp, (found: readonly string[]) => string[]][] = [
  [
    /(?<![\p{L}\d])(\d{4})-(\d{1,2})-(\d{1,2})(?![\p{L}\d])/gu,
    ([, year, month, day]) => dayOf(day, month, year),
  ],
  [
    /(?<![\p{L}\d])(\d{1,2})(?:st|nd|rd|th)?[\s/.-]+(\d{1,2}|\p{L}{3,9})[\s,/.-]+(\d{4})(?![\p{L}\d])/gu,
    ([, day, month, year]) => dayOf(day, month, year),
  ],
  [
    /(?<![\p{L}\d])(\d{1,2})[/.-](\d{1,2})[/.-](\d{2})(?![\p{L}\d])/gu,
    ([, day, month, year]) => centuries.flatMap((century) => dayOf(day, month, `${century}${year}`)),
  ],
  [
    /(?<![\p{L}\d/.-])(\d{1,2})[/.-](\d{4})(?![\p{L}\d])/gu,
    ([, month = '', year = '']) => monthOf(month, year),
  ],
]

/** A whole postcode, a postcode with its end missing, and the first half alone. */
const postcodes = [
  /(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}(?![\p{L}\d])/giu,
  /(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]?\s+\d[A-Z]?(?![\p{L}\d])/giu,
  /(?<![\p{L}\d])[A-Z]{1,2}\d[A-Z\d]?(?![\p{L}\d])/giu,
]

/**
 * What a page or a letter writes beside the search terms: labels of numbers, titles, the age and an extension. Born can
 * also be a name.
 */
const labels: readonly RegExp[] = [
  /(?<![\p{L}\d])NHS(?:\s*(?:no|number|num))?[\s.:#=]*(?=["'“‘([]*\p{Nd})/giu,
  /(?<![\p{L}\d])UBRN(?:\s*(?:no|number))?[\s.:#=]*(?=\d)/giu,
  /(?<![\p{L}\d])(?:d\.?o\.?b|date of birth|born|tel|telephone|phone|mobile)(?:[\s.:]*|\s+on\s+)(?=[+("]*\d)/giu,
  /(?<![\p{L}\d])post ?code[\s:]*(?=[A-Z]{1,2}\d)/giu,
  /(?<![\p{L}\d’'-])(?:mrs?|ms|mx|miss|dr)(?:\.\s*|\s+)(?=\p{L})/giu,
  /\(\d{1,3} ?y[^)]*\)/giu,
  /(?<=\d)\s*(?:ext|extension|extn|x)[\s.:]*\d{1,6}(?!\d)/giu,
]

/** Digits, with the separators that people put between those of a telephone or NHS number. */
const number = /(?<![\p{L}\d])\+?\(?\d(?:[\s().\p{Pd}\p{Cf}]*\d)*(?![\p{L}\d%])/gu

/** A telephone number in national form: 0 in place of +44, 0044 or 44. */
const national = (digits: string): string => digits.replace(/^(?:00)?440?(?=\d{9,10}$)/, '0')

const numberOf = (typed: string): Partial<SearchTerms> | null => {
  const written = typed.replaceAll(/\D/g, '')
  const digits = national(written)
  if (written.length === 12 && !typed.includes('+'))
    return { ubrn: written, telephone: /^0\d{10,11}$/.test(digits) ? digits : null }
  if (/^(?:18|19|20)\d{2}$/.test(digits)) return { born: [digits] }
  if (digits.length === 10) return { nhsNumber: digits }
  const whole = dayInText(digits)
  if (whole !== null) return { born: [whole.replaceAll('-', '')] }
  if (/^0\d{5,14}$/.test(digits)) return { telephone: digits }
  return digits.length === 6 || digits.length === 7 ? { telephone: digits } : null
}

const birthInWords = (born: string): string => {
  const [year, month, day] = [born.slice(0, 4), born.slice(4, 6), born.slice(6)]
  if (month === '') return `in ${year}`
  const inWords = formatDate(`${year}-${month}-${day === '' ? '01' : day}`)
  return day === '' ? `in ${inWords.slice(3)}` : `on ${inWords}`
}

/** Whether the postcode has both halves. */
export const isWholePostcode = (postcode: string): boolean => /^.{2,4}\d[A-Z]{2}$/.test(postcode)

export const postcodeInWords = (postcode: string): string =>
  isWholePostcode(postcode) ? `${postcode.slice(0, -3)} ${postcode.slice(-3)}` : postcode
