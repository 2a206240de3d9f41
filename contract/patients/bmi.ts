import { z } from 'zod'
import { decimalNumber, existingId, requiredDate } from '../platform/fields/fields.ts'
import { formatDate } from '../platform/words/format.ts'
import { recordKind, recordIdentity, recordStamp } from '../platform/calls/record.ts'

/**
 * A BMI outside `from` and `to` is a mistake, such as a weight typed in its place. Outside the usual range the user
 * must confirm it (CS-3).
 */
export const bmiLimits = { from: 10, to: 80, usualFrom: 15, usualTo: 50 }

const fields = {
  assessmentDate: requiredDate('Please enter the Assessment date', { done: true }),
  bmi: decimalNumber('Please enter the BMI', {
    from: bmiLimits.from,
    to: bmiLimits.to,
    places: 1,
    outside: `Enter a BMI from ${bmiLimits.from} to ${bmiLimits.to} with one decimal at most, such as 24.5`,
  }),
  /** The user saw that the value is unusual and confirmed it. */
  unusualConfirmed: z.boolean().optional(),
}

const checkUsual = (
  { bmi, unusualConfirmed }: { bmi: number; unusualConfirmed?: boolean | undefined },
  context: z.RefinementCtx,
): void => {
  // A value that cannot be a BMI has its own message.
  if (typeof bmi !== 'number' || bmi < bmiLimits.from || bmi > bmiLimits.to) return
  if (unusualConfirmed === true || (bmi >= bmiLimits.usualFrom && bmi <= bmiLimits.usualTo)) return
  context.addIssue({
    code: 'custom',
    path: ['unusualConfirmed'],
    message: `A BMI of ${bmi} is unusual. Tick to record it all the same.`,
  })
}

export const bmiForm = z
  .object({ ...fields, afterDeathConfirmed: recordIdentity.afterDeathConfirmed })
  .superRefine(checkUsual)

/**
 * A BMI belongs to the patient. It can also be reached from a pathway, so the input may name one; a pathway of another
 * patient is refused (AZ-7).
 */
export const bmiInput = z
  .object({ ...recordIdentity, patientId: existingId(), pathwayId: existingId().optional(), ...fields })
  .superRefine(checkUsual)

export const bmiReply = z.object({
  ...recordStamp,
  patientId: z.int(),
  assessmentDate: z.string(),
  bmi: z.number(),
})
export type Bmi = z.output<typeof bmiReply>

export const bmiRecord = recordKind('bmi', {
  title: 'BMI',
  input: bmiInput,
  reply: bmiReply,
  labels: { assessmentDate: 'Assessment date', bmi: 'BMI' },
  section: {
    title: 'BMI',
    note: 'of the patient',
    nameOf: ({ assessmentDate }: Bmi) => `BMI of ${formatDate(assessmentDate)}`,
  },
  events: ({ assessmentDate, bmi: value }) => [{ day: assessmentDate, what: `BMI ${value}` }],
})
export const bmi = bmiRecord.calls

const bands = [
  { name: 'Underweight', below: 18.5, belowLower: 18.5 },
  { name: 'Healthy weight', below: 25, belowLower: 23 },
  { name: 'Overweight', below: 30, belowLower: 27.5 },
  { name: 'Obesity class 1', below: 35, belowLower: 32.5 },
  { name: 'Obesity class 2', below: 40, belowLower: 37.5 },
  { name: 'Obesity class 3', below: Infinity, belowLower: Infinity },
] as const
export type BmiBand = (typeof bands)[number]['name']

/** National ethnicity codes for which the lower thresholds are advised. */
const lowerThresholdCodes = new Set(['H', 'J', 'K', 'L', 'R', 'M', 'N', 'P'])
export const hasLowerThresholds = (ethnicityCode: string | null): boolean =>
  ethnicityCode !== null && lowerThresholdCodes.has(ethnicityCode)

/** The category of a BMI in words. It helps the reader and is never stored. */
export const bmiBand = (value: number, ethnicityCode: string | null): BmiBand => {
  const lower = hasLowerThresholds(ethnicityCode)
  return (
    bands.find(({ below, belowLower }) => value < (lower ? belowLower : below))?.name ?? 'Obesity class 3'
  )
}
