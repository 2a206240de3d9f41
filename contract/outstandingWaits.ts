import { z } from 'zod'

/* What is waited for, and by what its list is narrowed: all that the site map knows of contract/outstanding.ts. */

/** What is waited for, in the order of the tabs. */
export const waits = [
  { code: 'onwardAnswer', title: 'Not acknowledged', entity: 'onwardReferral' },
  { code: 'onwardOutcome', title: 'No outcome', entity: 'onwardReferral' },
  { code: 'equipmentFit', title: 'Not fitted', entity: 'equipmentAssessment' },
  { code: 'equipmentBack', title: 'Not back', entity: 'equipmentAssessment' },
] as const
export type Wait = (typeof waits)[number]['code']
export const waitCodes = waits.map(({ code }) => code)

/** What narrows the list, on the screen and in a file. */
export const outstandingInput = z.object({
  what: z.enum(waitCodes, { error: 'Choose what is waited for' }).optional(),
  whose: z.enum(['mine', 'nobody'], { error: 'Choose mine or nobody' }).optional(),
})
export type OutstandingAsked = z.output<typeof outstandingInput>
