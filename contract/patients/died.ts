import { z } from 'zod'
import { optionalDate } from '../platform/fields/fields.ts'

/** The stable code of the rows that mean that the patient has died, in every list that has one, by whatever name. */
export const diedCode = 'died'

/**
 * The date of death, which a form asks for where such a row is chosen (an addition), and whether the person saw that
 * there are records after it.
 */
export const deathFields = {
  deceasedDate: optionalDate({ done: true }),
  deathBeforeRecordsConfirmed: z.boolean().optional(),
}
