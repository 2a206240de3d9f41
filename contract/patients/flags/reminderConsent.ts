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

/** The patient's answer to whether appointment reminders may be sent. Nothing is sent until somebody has asked. */
const fields = {
  askedDate: requiredDate('Day of the answer required', { done: true }),
  byText: requiredYesNo('Say whether reminders by text message may be sent'),
  byMail: requiredYesNo('Say whether reminders by e-mail may be sent'),
  isSilentNumber: z.boolean().optional(),
  note: optionalText(500),
}

export const reminderConsentForm = z.object(fields)
export const reminderConsentInput = z.object({
  id: recordId(),
  version: version(),
  patientId: existingId(),
  ...fields,
})

export const reminderConsentReply = z.object({
  id: z.int(),
  version: z.int(),
  patientId: z.int(),
  askedDate: z.string(),
  byText: z.boolean(),
  byMail: z.boolean(),
  isSilentNumber: z.boolean(),
  note: z.string().nullable(),
})
export type ReminderConsent = z.output<typeof reminderConsentReply>

export const saveReminderConsent = saveCall({
  path: '/api/reminderConsent/save',
  summary: 'Record a patient’s answer about appointment reminders (id 0), or correct it',
  input: reminderConsentInput,
})

export const deleteReminderConsent = saveCall({
  path: '/api/reminderConsent/delete',
  summary: 'Delete an answer about reminders; the previous answer applies again',
  input: deleteInput,
})

export const reminderConsentHistory = historyCall('reminderConsent', 'answer about reminders')

/** The reminders that are sent in effect, such as 'Reminders by text message and by e-mail'. */
export const remindersInWords = ({
  byText,
  byMail,
  isSilentNumber,
}: Pick<ReminderConsent, 'byText' | 'byMail' | 'isSilentNumber'>): string => {
  const ways = [
    ...(byText && !isSilentNumber ? ['by text message'] : []),
    ...(byMail ? ['by e-mail'] : []),
  ].join(' and ')
  return ways === '' ? 'No reminders' : `Reminders ${ways}`
}
