import { createHash } from 'node:crypto'
import { addDays } from '../contract/dates.ts'
import { checkDigitOf } from '../contract/nhsNumber.ts'

/** Endless registrations of different invented people, as the call takes them. */
export const inventRegistrations = (genderId: string): (() => string) => {
  let nine = 999_001_000
  const nextNumber = (): string => {
    for (;;) {
      nine += 1
      const check = checkDigitOf(`${nine}0`)
      if (check < 10) return `${nine}${check}`
    }
  }
  return () => {
    const nhsNumber = nextNumber()
    // Letters far apart, so that nobody looks like somebody else's second record.
    const scattered = createHash('sha256').update(nhsNumber).digest('hex').slice(0, 12)
    return JSON.stringify({
      id: 0,
      familyName: [...scattered].map((digit) => 'bdfghjklmnpqrstv'[parseInt(digit, 16)]).join(''),
      firstName: 'Pat',
      genderId,
      nhsNumber,
      dateOfBirth: addDays('1930-01-01', nine % 10_000),
    })
  }
}
