import { z } from 'zod'

/* What is waited for, and by what its list is narrowed: all that the site map knows of contract/pathways/outstanding.ts. */

/** What is waited for. */
export const waitCodes = [
  'redFlag',
  'onwardAnswer',
  'onwardOutcome',
  'equipmentFit',
  'equipmentBack',
  'letterDraft',
] as const
export type Wait = (typeof waitCodes)[number]

/** What narrows the list, on the screen and in a file. */
export const outstandingInput = z.object({
  what: z.enum(waitCodes, { error: 'Choose what is waited for' }).optional(),
  whose: z.enum(['mine', 'nobody'], { error: 'Choose mine or nobody' }).optional(),
})
export type OutstandingAsked = z.output<typeof outstandingInput>
