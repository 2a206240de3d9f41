import { z } from 'zod'
import { redFlagSignCodes } from './redFlagSigns.ts'
import { profiles } from '../accounts/permissions.ts'

/** What a choice list shows of a row, whichever table it comes from. */
export const lookupRow = z.object({
  id: z.int(),
  name: z.string(),
  isActive: z.boolean(),
  /** Stable key on rows that rules depend on, such as 'other' and 'no' (CS-11). */
  code: z.string().nullable().optional(),
  /** Of a concern: the red flag that it means, whatever it is called. */
  redFlagSign: z.enum(redFlagSignCodes).nullable().optional(),
  internalCode: z.string().optional(),
  abbreviated: z.string().optional(),
  description: z.string().optional(),
  displayName: z.string().optional(),
  familyName: z.string().optional(),
  firstName: z.string().optional(),
  /** Of a role: what its holders may do, and whether that is settled for good (AZ-3). */
  profile: z.enum(profiles).optional(),
  profileIsFixed: z.boolean().optional(),
})
export type LookupRow = z.output<typeof lookupRow>
