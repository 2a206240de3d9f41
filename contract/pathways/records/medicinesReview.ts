import { z } from 'zod'
import { optionalDate, optionalText, requiredDate } from '../../platform/fields/fields.ts'
import { formatDate } from '../../platform/words/format.ts'
import { saidBeside } from '../../platform/words/saidBeside.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'

/**
 * Whether the person takes a medicine that raises the risk of falling. The product says nothing else about medicines:
 * no advice, no doses.
 */
export const fallRiskAnswers = [
  { code: 'yes', title: 'Yes' },
  { code: 'no', title: 'No' },
  { code: 'notKnown', title: 'Not known' },
] as const
export type FallRiskAnswer = (typeof fallRiskAnswers)[number]['code']
const codes = fallRiskAnswers.map(({ code }) => code)
export const fallRiskTitle = (answer: FallRiskAnswer): string =>
  fallRiskAnswers.find(({ code }) => code === answer)?.title ?? answer

/** Days after which the practice should be asked for the outcome of a requested review. */
export const medicinesAnswerDays = 28

export const doneBeforeAsked = 'The review was done before it was asked for'

const fields = {
  assessmentDate: requiredDate('Assessment Date required', { done: true }),
  fallRiskMedicines: z.enum(codes, { error: 'Choose yes, no or not known' }),
  reviewAskedDate: optionalDate({ done: true }),
  reviewDoneDate: optionalDate({ done: true }),
  /** Text, because GPs and pharmacists are not in any of our lists. */
  reviewedBy: optionalText(),
  note: optionalText(4000),
}

interface Days {
  reviewAskedDate?: string | null | undefined
  reviewDoneDate?: string | null | undefined
}

const checkDays = ({ reviewAskedDate, reviewDoneDate }: Days, context: z.RefinementCtx): void => {
  if (reviewAskedDate != null && reviewDoneDate != null && reviewDoneDate < reviewAskedDate)
    context.addIssue({ code: 'custom', path: ['reviewDoneDate'], message: doneBeforeAsked })
}

export const medicinesReviewForm = z
  .object({ ...fields, ...confirmations })
  .superRefine(...saidBeside(checkDays))
export const medicinesReviewInput = z
  .object({ ...pathwayRecordIdentity, ...fields })
  .superRefine(...saidBeside(checkDays))

const nullableText = z.string().nullable()

export const medicinesReviewReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  assessmentDate: z.string(),
  fallRiskMedicines: z.enum(codes),
  reviewAskedDate: nullableText,
  reviewDoneDate: nullableText,
  reviewedBy: nullableText,
  note: nullableText,
})
export type MedicinesReview = z.output<typeof medicinesReviewReply>

export const medicinesReviewRecord = recordKind('medicinesReview', {
  title: 'Medicines review',
  input: medicinesReviewInput,
  reply: medicinesReviewReply,
  labels: {
    assessmentDate: 'Assessment date',
    fallRiskMedicines: 'Takes a medicine that raises the risk of falling',
    reviewAskedDate: 'Review asked for',
    reviewDoneDate: 'Review done',
    reviewedBy: 'Reviewed by',
    note: 'Note',
  },
  section: {
    title: 'Medicines',
    nameOf: ({ assessmentDate }: MedicinesReview) => `medicines review of ${formatDate(assessmentDate)}`,
    columns: [
      { title: 'Date', kind: 'day', value: ({ assessmentDate }: MedicinesReview) => assessmentDate },
      {
        title: 'Medicine that raises the risk of falling',
        kind: 'text',
        value: ({ fallRiskMedicines }: MedicinesReview) => fallRiskTitle(fallRiskMedicines),
      },
      {
        title: 'Review asked for',
        kind: 'day',
        value: ({ reviewAskedDate }: MedicinesReview) => reviewAskedDate,
      },
      { title: 'Done', kind: 'day', value: ({ reviewDoneDate }: MedicinesReview) => reviewDoneDate },
      { title: 'By', kind: 'text', value: ({ reviewedBy }: MedicinesReview) => reviewedBy },
      { title: 'Note', kind: 'text', value: ({ note }: MedicinesReview) => note },
    ],
  },
  events: ({ assessmentDate, fallRiskMedicines, reviewAskedDate, reviewDoneDate, reviewedBy }) => [
    {
      day: assessmentDate,
      what: `Medicines that raise the risk of falling: ${fallRiskTitle(fallRiskMedicines).toLowerCase()}`,
    },
    { day: reviewAskedDate, what: 'Medicines review asked for' },
    { day: reviewDoneDate, what: 'Medicines review done', by: reviewedBy },
  ],
})
export const medicinesReview = medicinesReviewRecord.calls
