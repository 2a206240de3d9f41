import { z } from 'zod'

/*
 * The kinds of outstanding item and the filters of their list. The site map imports only this file, not
 * contract/pathways/outstanding.ts.
 */

/** The kinds of outstanding item. */
export const waitCodes = [
  'redFlag',
  'onwardAnswer',
  'onwardOutcome',
  'equipmentFit',
  'equipmentBack',
  'letterDraft',
  'cancellation',
] as const
export type Wait = (typeof waitCodes)[number]

/** The filters of the list, on the screen and in a file. */
export const outstandingInput = z.object({
  what: z.enum(waitCodes, { error: 'Choose what is outstanding' }).optional(),
  whose: z.enum(['mine', 'nobody'], { error: 'Choose mine or nobody' }).optional(),
})
export type OutstandingAsked = z.output<typeof outstandingInput>
