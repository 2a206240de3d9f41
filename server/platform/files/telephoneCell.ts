import { readTelephone, telephoneInWords } from '../../../contract/platform/fields/telephone.ts'

/*
 * A telephone number in CSV, where a cell cannot be marked as text: in a spreadsheet, plain digits lose their leading
 * 0, and “+” begins a formula. A value that contains a space and begins with a digit or a bracket stays text everywhere
 * (decision 141).
 */

/**
 * The number in a form that Excel, LibreOffice and programs read alike. Text that is not a number, such as “Do not
 * call”, is unchanged.
 */
export const telephoneCell = (given: string): string => {
  const read = readTelephone(given)
  return read === null ? given : telephoneInWords({ ...read, number: apart(read.number) })
}

/** +44 or 0044, and the 0 that people write in brackets after it. */
const british = /^(?:00)?440?(?=\d{9,10}$)/
/** A national number whose area code is already separated. */
const isApart = /^(?:\(0[1-9]\d*\)|0[1-9]\d*)[ -]/

const apart = (number: string): string => {
  if (isApart.test(number)) return number
  const digits = number.replaceAll(/\D/g, '').replace(british, '0')
  if (/^0[1-9]/.test(digits)) return grouped(digits)
  if (/^\(?(?:\+|00)[ -]*[1-9]/.test(number)) return foreign(number.replace('(0)', ''))
  return /[ -]/.test(number) ? number : digits
}

/** Area code and number, grouped as in the United Kingdom. */
const groups = [
  /^(02\d)(\d{4})(\d{4})$/,
  /^(011\d|01\d1|0[389]\d\d)(\d{3})(\d{3,4})$/,
  /^(0[389]\d\d|0\d{4})(\d+)$/,
  /^(\d+)(\d{3})$/,
]

const grouped = (digits: string): string => {
  const parts = groups.map((group) => group.exec(digits)).find((found) => found !== null)
  return parts?.slice(1).join(' ') ?? digits
}

/** Country codes of one or two digits. All others have three. */
const countryCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** For example “(+33) 1 23 45 67 89”. */
const foreign = (number: string): string => {
  const bare = number
    .replace(/^\(?(?:\+|00)[ -]*/, '')
    .replaceAll(/[()]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  const [code = ''] = countryCode.exec(bare.replaceAll(/\D/g, '')) ?? []
  const behind = bare.replace(new RegExp(`^${[...code].join('[ -]*')}[ -]*`), '')
  return behind === '' ? number : `(+${code}) ${behind}`
}
