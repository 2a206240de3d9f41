import { z } from 'zod'
import { saveCall } from '../../platform/calls/endpoint.ts'
import {
  existingId,
  optionalText,
  recordId,
  requiredDate,
  requiredYesNo,
  version,
} from '../../platform/fields/fields.ts'
import { deleteInput, historyCall } from '../../platform/calls/record.ts'

/**
 * The patient's answer to whether they may be asked once a month how often they fell (decision 164). Nobody is asked
 * before they agreed; an answer without a way stops the calendar.
 */
const fields = {
  askedDate: requiredDate('Day of the answer required', { done: true }),
  byText: requiredYesNo('Say whether to ask by text message'),
  byMail: requiredYesNo('Say whether to ask by e-mail'),
  byCall: requiredYesNo('Say whether to ask by telephone'),
  isSilentNumber: z.boolean().optional(),
  note: optionalText(500),
}

export const fallsCalendarConsentForm = z.object(fields)
export const fallsCalendarConsentInput = z.object({
  id: recordId(),
  version: version(),
  patientId: existingId(),
  ...fields,
})

export const fallsCalendarConsentReply = z.object({
  id: z.int(),
  version: z.int(),
  patientId: z.int(),
  askedDate: z.string(),
  byText: z.boolean(),
  byMail: z.boolean(),
  byCall: z.boolean(),
  isSilentNumber: z.boolean(),
  note: z.string().nullable(),
  /** Null if the patient stopped it by a message. */
  recordedBy: z.string().nullable(),
})
export type FallsCalendarConsent = z.output<typeof fallsCalendarConsentReply>

export const saveFallsCalendarConsent = saveCall({
  path: '/api/fallsCalendarConsent/save',
  summary: 'Record a patient’s answer about the falls calendar (id 0), or correct it; without a way it stops',
  input: fallsCalendarConsentInput,
})

export const deleteFallsCalendarConsent = saveCall({
  path: '/api/fallsCalendarConsent/delete',
  summary: 'Delete an answer about the falls calendar; the previous answer applies again',
  input: deleteInput,
})

export const fallsCalendarConsentHistory = historyCall(
  'fallsCalendarConsent',
  'answer about the falls calendar',
)

/** 'Asked by text message or telephone', or 'Not asked'. */
export const calendarWaysInWords = ({
  byText,
  byMail,
  byCall,
  isSilentNumber,
}: Pick<FallsCalendarConsent, 'byText' | 'byMail' | 'byCall' | 'isSilentNumber'>): string => {
  const ways = [
    ...(byText && !isSilentNumber ? ['text message'] : []),
    ...(byMail ? ['e-mail'] : []),
    ...(byCall || (byText && isSilentNumber) ? ['telephone'] : []),
  ]
  const [last, ...others] = ways.toReversed()
  if (last === undefined) return 'Not asked'
  return `Asked by ${others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`}`
}
