import { z } from 'zod'
import { blankToNull, kind, requiredText, shared } from './fields.ts'
import { isVisible } from '../words/text.ts'
import { faultOfTime, longestTypedTime, standardTime, timeMissing } from '../dates/typedTime.ts'

const faultOfTyped = { error: ({ input }: { input?: unknown }) => faultOfTime(String(input)) ?? undefined }

/** A required time of day without date or zone, accepted as people type it and converted to HH:mm. 00:00 is a value. */
export const requiredTime = shared((message: string) =>
  requiredText(message, longestTypedTime)
    .refine((text) => faultOfTime(text) === null, faultOfTyped)
    .overwrite(standardTime)
    .meta(kind('Time')),
)

/** An optional time; '' and null mean none. */
export const optionalTime = shared(() =>
  z
    .string(timeMissing)
    .trim()
    .max(longestTypedTime, { error: timeMissing, abort: true })
    .overwrite((text) => (isVisible(text) ? text : ''))
    .refine((text) => faultOfTime(text) === null, faultOfTyped)
    .transform((text) => blankToNull(standardTime(text)))
    .meta(kind('Time'))
    .nullable()
    .optional(),
)
