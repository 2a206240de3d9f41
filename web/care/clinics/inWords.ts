import type { ClinicRow } from '../../../contract/care/clinics/clinic.ts'
import type { Telling } from '../../../contract/care/clinics/slot.ts'
import { weekdayOf } from '../../../contract/platform/dates/weekdays.ts'

const told: Record<Telling, string> = {
  letter: 'Please send the letter: a task says so.',
  text: 'A text message goes to the person.',
  mail: 'An e-mail goes to the person.',
  call: 'Please ring the person: a task says so.',
  nobody: 'Nobody is told.',
}

/** How the person is told of a booking, as a sentence. */
export const toldInWords = (telling: Telling): string => told[telling]

/** The district of a postcode: 'BD1' of 'BD1 4QR'; null without a postcode. */
export const districtOf = (postcode: string | null): string | null =>
  postcode === null ? null : (postcode.trim().split(' ')[0] ?? null)

/** 'Every Monday at 09:30', 'Every 2 weeks on Monday at 09:30'. */
export const patternInWords = ({
  firstDate,
  everyWeeks,
  startTime,
}: Pick<ClinicRow, 'firstDate' | 'everyWeeks' | 'startTime'>): string =>
  everyWeeks === 1
    ? `Every ${weekdayOf(firstDate)} at ${startTime}`
    : `Every ${everyWeeks} weeks on ${weekdayOf(firstDate)} at ${startTime}`
