import { createHash } from 'node:crypto'
import { addDays } from '../contract/platform/dates/dates.ts'
import { checkDigitOf } from '../contract/platform/fields/nhsNumber.ts'

export interface Registration {
  id: 0
  familyName: string
  firstName: string
  genderId: number
  nhsNumber: string
  dateOfBirth: string
}

/** Endless valid numbers, upwards from nine digits. */
export const inventNumbers = (first: number): (() => string) => {
  let nine = first
  return () => {
    for (;;) {
      nine += 1
      const check = checkDigitOf(`${nine}0`)
      if (check < 10) return `${nine}${check}`
    }
  }
}

/** Nobody is registered a second time at the next size, which grows out of this one. */
const nextNumber = inventNumbers(999_001_000)

/** Endless registrations of different invented people, as the call takes them. */
export const inventRegistrations =
  (genderId: number): (() => Registration) =>
  () => {
    const nhsNumber = nextNumber()
    // Letters far apart, so that nobody looks like somebody else's second record.
    const scattered = createHash('sha256').update(nhsNumber).digest('hex').slice(0, 12)
    return {
      id: 0,
      familyName: [...scattered].map((digit) => 'bdfghjklmnpqrstv'[parseInt(digit, 16)]).join(''),
      firstName: 'Pat',
      genderId,
      nhsNumber,
      dateOfBirth: addDays('1930-01-01', Number(nhsNumber.slice(0, 9)) % 10_000),
    }
  }
