import { z } from 'zod'
import { withheldField } from './withheld.ts'

const nullableText = z.string().nullable()

/** A record that may be the same person, shown before a second record is created (CS-2). */
export const likelyDuplicate = z.object({
  id: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  dateOfBirth: nullableText,
  nhsNumber: nullableText,
  postcode: nullableText,
  /** What the two records have in common, in words (an addition). */
  reasons: z.array(z.string()).optional(),
  ...withheldField,
})
export type LikelyDuplicate = z.output<typeof likelyDuplicate>
