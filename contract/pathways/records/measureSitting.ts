import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { existingId, saved } from '../../platform/fields/fields.ts'
import { saidBeside } from '../../platform/words/saidBeside.ts'
import { unusualQuestion } from '../../platform/fields/unusual.ts'
import { sittingFields } from './measure.ts'
import {
  isPossible,
  measureCodes,
  measures,
  numberTyped,
  rangeMessage,
  unusualValue,
  type Measure,
  type MeasureCode,
} from './measures.ts'
import { confirmations } from '../../platform/calls/record.ts'

/*
 * Several measures of one sitting: the day, the clinician and the walking aid once, then the values. The server saves
 * all of them or none, so that nobody mistakes half a sitting for the whole.
 */

export const unable = 'unable'

/** The entry for one measure: a number, 'unable', or nothing. */
const valueOf = (measure: Measure) => {
  const error = rangeMessage(measure)
  const { from, to } = measure.range
  return z
    .union([z.number(), z.string({ error }).max(40, { error })], { error })
    .transform((typed, context): number | typeof unable | null => {
      if (measure.mayBeUnable === true && String(typed).trim().toLowerCase() === unable) return unable
      const value = numberTyped(typed)
      if (value === null || (value !== undefined && isPossible(measure, value))) return value
      context.addIssue({ code: 'custom', message: error })
      return null
    })
    .meta({ title: 'Decimal', minimum: from, maximum: to, description: measure.title })
    .nullable()
    .optional()
}

const values = z.object(
  Object.fromEntries(measures.map((measure) => [measure.code, valueOf(measure)])) as Record<
    MeasureCode,
    ReturnType<typeof valueOf>
  >,
)
export type SittingValues = z.output<typeof values>

const fields = { ...sittingFields, values, ...confirmations }

interface Sitting {
  values?: SittingValues | undefined
  aid?: z.output<typeof sittingFields.aid>
  unusualConfirmed?: boolean | undefined
}

/** The measures that were entered, in the order of the list. */
export const measuredIn = ({ values: typed, aid = null }: Pick<Sitting, 'aid'> & { values: SittingValues }) =>
  measures.flatMap((measure) => {
    const value = typed[measure.code] ?? null
    if (value === null) return []
    return [
      {
        measure: measure.code,
        value: value === unable ? null : value,
        unable: value === unable,
        aid: measure.takesAid === true ? aid : null,
      },
    ]
  })

const checkSitting = ({ values: typed, ...sitting }: Sitting, context: z.RefinementCtx): void => {
  if (typed === undefined) return
  const done = measuredIn({ ...sitting, values: typed })
  if (done.length === 0)
    context.addIssue({
      code: 'custom',
      path: ['values', measureCodes[0] ?? ''],
      message: 'Enter the value of at least one measure',
    })
  const questions = measures.flatMap((measure) => {
    const value = done.find((one) => one.measure === measure.code)?.value ?? null
    return value === null ? [] : (unusualValue(measure, value) ?? [])
  })
  if (questions.length > 0 && sitting.unusualConfirmed === false)
    context.addIssue({ code: 'custom', path: ['unusualConfirmed'], message: unusualQuestion(questions) })
}

export const measureSittingForm = z.object(fields).superRefine(...saidBeside(checkSitting))
export const measureSittingInput = z
  .object({ pathwayId: existingId(), patientId: existingId().optional(), ...fields })
  .superRefine(...saidBeside(checkSitting))

export const saveMeasureSitting = endpoint({
  method: 'POST',
  path: '/api/measure/saveSitting',
  summary: 'Record several measures taken in one sitting; all of them or none',
  input: measureSittingInput,
  reply: z.object({ records: z.array(saved) }),
})
