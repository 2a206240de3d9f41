import { optionalPattern, requiredText } from './fields.ts'

/*
 * The Unique Booking Reference Number of a referral in the NHS e-Referral Service: 12 digits, usually printed in three
 * groups of four.
 */

const invalid = 'A UBRN has 12 digits'
const isUbrn = (digits: string): boolean => /^\d{12}$/.test(digits)
const withoutSigns = (typed: string): string => typed.replaceAll(/[\s\p{Pd}\p{Cf}]/gu, '')

/** Longer than 12, because spaces and hyphens between the digits are accepted. */
const mostTyped = 40

export const optionalUbrn = () =>
  optionalPattern((typed) => isUbrn(withoutSigns(typed)), {
    message: invalid,
    maximum: mostTyped,
    standard: withoutSigns,
  })

export const requiredUbrn = () =>
  requiredText('Enter the UBRN', mostTyped).transform(withoutSigns).refine(isUbrn, invalid)

export const formatUbrn = (digits: string): string => digits.replace(/^(\d{4})(\d{4})(\d{4})$/, '$1 $2 $3')
