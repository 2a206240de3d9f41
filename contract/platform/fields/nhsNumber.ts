/** Label that a page or letter puts before the number. */
const label = /^\s*NHS\s*(?:no|number|num)?\s*[.:#=]*\s*/iu
/**
 * Characters that people paste around and between the digits: spaces and dashes of every kind, the minus sign, the
 * hyphen bullet, dots, brackets, quotation marks and invisible characters.
 */
const separators =
  /[\s\p{Pd}\p{Pi}\p{Pf}\p{Cf}\p{Default_Ignorable_Code_Point}\u2212\u2043\u201A\u201E.()[\]{}"'`\u00B4]/gu
/** Digits as East Asian keyboards write them. */
const fullWidth = /[\uFF10-\uFF19]/g
const fullWidthBy = 0xfee0

/**
 * The digits of an NHS number as typed or pasted. The label and separators are removed; everything else stays, so that
 * it can be refused.
 */
export const digitsOf = (typed: string): string =>
  typed
    .replace(label, '')
    .replaceAll(separators, '')
    .replaceAll(fullWidth, (digit) => String.fromCharCode(digit.charCodeAt(0) - fullWidthBy))

/** Ten digits with separators between all of them, and room for invisible characters. */
export const nhsNumberLength = 40

const refusedRanges = [
  [320_000_000, 400_000_000],
  [500_000_000, 600_000_000],
] as const

/**
 * Whether ten digits form a usable NHS number: a valid modulus 11 check digit, and outside the ranges that the service
 * refuses, both bounds exclusive (specification). Expects digits only; call `digitsOf` first.
 */
export const isNhsNumber = (digits: string): boolean => {
  if (!/^[0-9]{10}$/.test(digits)) return false
  const firstNine = Number(digits.slice(0, 9))
  if (refusedRanges.some(([above, below]) => firstNine > above && firstNine < below)) return false
  return checkDigitOf(digits) === Number(digits[9])
}

/** Whether the check digit is right, and the number is only in a range that is not issued to patients here. */
export const isNotIssued = (digits: string): boolean =>
  /^[0-9]{10}$/.test(digits) && !isNhsNumber(digits) && checkDigitOf(digits) === Number(digits[9])

/** 0 to 10. No digit is 10, so a number that needs it does not exist. */
export const checkDigitOf = (digits: string): number => {
  let sum = 0
  for (let place = 0; place < 9; place += 1) sum += Number(digits[place]) * (10 - place)
  return (11 - (sum % 11)) % 11
}

/** 0000000000, 1111111111 and so on pass the check digit but belong to nobody, so they get a warning. */
export const isRepeatedDigit = (digits: string): boolean => /^([0-9])\1{9}$/.test(digits)
