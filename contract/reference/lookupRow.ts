import { z } from 'zod'
import { redFlagSignCodes } from './redFlagSigns.ts'
import { profiles } from '../accounts/permissions.ts'

/** What a choice list shows of a row of any lookup table. */
export const lookupRow = z.object({
  id: z.int(),
  name: z.string(),
  isActive: z.boolean(),
  /** Stable key of the rows on which rules depend, such as 'other' and 'no' (CS-11). */
  code: z.string().nullable().optional(),
  /** For a concern: the red flag that it means, whatever its name. */
  redFlagSign: z.enum(redFlagSignCodes).nullable().optional(),
  internalCode: z.string().optional(),
  abbreviated: z.string().optional(),
  description: z.string().optional(),
  /** The code in the national return of community services, and where it was read; empty without one. */
  csdsCode: z.string().optional(),
  csdsSource: z.string().optional(),
  /** Where people come to, as they see it on their own page; empty without one. */
  address: z.string().optional(),
  displayName: z.string().optional(),
  familyName: z.string().optional(),
  firstName: z.string().optional(),
  /** For a role: what its holders may do, and whether that can no longer be changed (AZ-3). */
  profile: z.enum(profiles).optional(),
  profileIsFixed: z.boolean().optional(),
})
export type LookupRow = z.output<typeof lookupRow>
