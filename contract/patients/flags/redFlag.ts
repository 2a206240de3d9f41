import { z } from 'zod'
import { today } from '../../platform/dates/dates.ts'
import { optionalText, requiredDate } from '../../platform/fields/fields.ts'
import { redFlagSignCodes, redFlagSigns } from '../../reference/redFlagSigns.ts'

/*
 * Red flags: signs that a person needs more than this service, and soon. The wording is a draft for a registered
 * clinician (docs/reference/care.md).
 */

export const redFlagActions = [
  { code: 'emergency', title: '999 called' },
  { code: 'sameDayGp', title: 'Same-day GP' },
  { code: 'clinic', title: 'Medical falls clinic' },
  { code: 'safeguardingLead', title: 'Safeguarding lead informed' },
] as const
export const redFlagActionCodes = redFlagActions.map(({ code }) => code)
export const redFlagActionTitle = (action: string | null): string | null =>
  redFlagActions.find(({ code }) => code === action)?.title ?? null

/** A review date, or a date by which something must be done, cannot be in the past. */
export const reviewInPast = 'Choose today or a later day'

/** One sign that was found, with what was done and by when. Any save in which a user may find a sign includes it. */
export const redFlagAnswer = z.object({
  sign: z.enum(redFlagSignCodes, { error: 'Choose from the list' }),
  action: z.enum(redFlagActionCodes, { error: 'Say what was done' }),
  /** The day by which the sign will have been dealt with. */
  reviewDate: requiredDate('Say by when').refine((day) => day >= today(), { error: reviewInPast }),
  detail: optionalText(500),
})
export type RedFlagAnswer = z.output<typeof redFlagAnswer>

/** The optional field of a save that may bring red flags: at most one answer for each sign. */
export const redFlagAnswers = z
  .array(redFlagAnswer)
  .max(redFlagSigns.length, 'Choose from the list')
  .refine((answers) => new Set(answers.map(({ sign }) => sign)).size === answers.length, {
    error: 'Each red flag can be answered once',
  })
  .optional()
