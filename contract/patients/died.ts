import { z } from 'zod'
import { optionalDate } from '../platform/fields/fields.ts'

/**
 * The stable code of the choice that means that the patient has died, in every list that has one, whatever its name.
 */
export const diedCode = 'died'

/**
 * The date of death, which a form asks for when such a choice is selected (an addition), and whether the user saw that
 * there are records after it.
 */
export const deathFields = {
  deceasedDate: optionalDate({ done: true }),
  deathBeforeRecordsConfirmed: z.boolean().optional(),
}
