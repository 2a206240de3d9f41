import { z } from 'zod'
import { optionalCode, requiredChoice, requiredDate } from '../../platform/fields/fields.ts'
import { formatDate } from '../../platform/words/format.ts'
import { saidBeside } from '../../platform/words/saidBeside.ts'
import { unusualQuestion } from '../../platform/fields/unusual.ts'
import {
  aidCodes,
  isPossible,
  measureCodes,
  measureOf,
  numberTyped,
  rangeMessage,
  unusualValue,
  valueInWords,
  type MeasureCode,
} from './measures.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'

/** The fields shared by all measures of one sitting. */
export const sittingFields = {
  measuredDate: requiredDate('Measurement Date required', { done: true }),
  clinicianId: requiredChoice('Clinician required'),
  aid: optionalCode(aidCodes),
}

const noNumber = 'Enter a number, such as 14.2'
const value = z
  .union([z.number(), z.string({ error: noNumber }).max(40, { error: noNumber })], { error: noNumber })
  .transform((typed, context) => {
    const number = numberTyped(typed)
    if (number === undefined) context.addIssue({ code: 'custom', message: noNumber })
    return number ?? null
  })
  .meta({ title: 'Decimal', minimum: 0, maximum: 55_555 })
  .nullable()
  .optional()

const fields = {
  ...sittingFields,
  measure: z.enum(measureCodes, { error: 'Measure required' }),
  /** The schema allows the widest range of any measure; `checkValue` below checks the range of this one. */
  value,
  /** The person could not do it. This is a result; an empty value is not. */
  unable: z.boolean('Say true or false').optional(),
}

interface Checked {
  measure?: MeasureCode | undefined
  value?: number | null | undefined
  unable?: boolean | undefined
  aid?: string | null | undefined
  unusualConfirmed?: boolean | undefined
}

const checkValue = (
  { measure: code, value: sentValue, unable = false, aid = null, ...sent }: Checked,
  context: z.RefinementCtx,
): void => {
  if (code === undefined) return
  const refuse = (path: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message })
  const measure = measureOf(code)
  const result = sentValue ?? null
  if (result === null && !unable) refuse('value', rangeMessage(measure))
  else if (result !== null && unable)
    refuse('value', 'Enter a value, or say that the person was unable, not both')
  else if (result !== null && !isPossible(measure, result)) refuse('value', rangeMessage(measure))
  else if (unable && measure.mayBeUnable !== true) refuse('unable', `${measure.title}: enter the value`)
  if (aid !== null && measure.takesAid !== true)
    refuse('aid', `${measure.title}: no walking aid is recorded with it`)
  const question = result === null ? null : unusualValue(measure, result)
  if (question !== null && sent.unusualConfirmed === false)
    refuse('unusualConfirmed', unusualQuestion([question]))
}

export const measureForm = z.object({ ...fields, ...confirmations }).superRefine(...saidBeside(checkValue))
export const measureInput = z
  .object({ ...pathwayRecordIdentity, ...fields })
  .superRefine(...saidBeside(checkValue))

export const measureReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  measuredDate: z.string(),
  measure: z.enum(measureCodes),
  value: z.number().nullable(),
  unable: z.boolean(),
  aid: z.enum(aidCodes).nullable(),
  clinicianId: z.int(),
  names: z.object({ clinician: z.string() }),
})
export type MeasureRecord = z.output<typeof measureReply>

/** '14.2 s', or 'unable' */
export const resultInWords = ({ measure, value }: Pick<MeasureRecord, 'measure' | 'value'>): string =>
  value === null ? 'unable' : valueInWords(measureOf(measure), value)

export const measureRecord = recordKind('measure', {
  title: 'Measure',
  input: measureInput,
  reply: measureReply,
  labels: {
    measuredDate: 'Day measured',
    measure: 'Measure',
    value: 'Value',
    unable: 'Unable',
    aid: 'Walking aid',
    clinicianId: 'Measured by',
  },
  section: {
    title: 'Measures',
    nameOf: ({ measure, measuredDate }: MeasureRecord) =>
      `${measureOf(measure).title} of ${formatDate(measuredDate)}`,
  },
  events: (record) => [
    {
      day: record.measuredDate,
      what: `${measureOf(record.measure).title}: ${resultInWords(record)}`,
      by: record.names.clinician,
    },
  ],
})
export const measure = measureRecord.calls
