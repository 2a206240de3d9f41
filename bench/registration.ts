import { createHash } from 'node:crypto'
import { addDays } from '../contract/platform/dates/dates.ts'
import { nhsNumbersFrom } from '../db/seed/demonstration/people.ts'

export interface Registration {
  id: 0
  familyName: string
  firstName: string
  genderId: number
  nhsNumber: string
  dateOfBirth: string
}

/**
 * Shared by all sizes, so that nobody is registered a second time at the next. Their numbers end where those of the people
 * begin who fill the lists (fill.ts): some 180,000, where all sizes need half as many.
 */
const numbers = nhsNumbersFrom(999_001_001)

/** Endless registrations of different invented people, as the call takes them. */
export const inventRegistrations =
  (genderId: number): (() => Registration) =>
  () => {
    const nhsNumber = numbers.next().value
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
