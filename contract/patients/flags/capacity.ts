import { z } from 'zod'
import { saveCall } from '../../platform/calls/endpoint.ts'
import {
  existingId,
  optionalText,
  recordId,
  requiredDate,
  requiredText,
  version,
  yesNo,
} from '../../platform/fields/fields.ts'
import { deleteInput, historyCall } from '../../platform/calls/record.ts'

/** An assessment of mental capacity is about one decision on one day. */
const fields = {
  decision: requiredText('Say which decision', 500),
  isAble: z.union([z.enum(['yes', 'no']).transform((answer) => answer === 'yes'), yesNo()], {
    error: 'Say whether the person is able to decide',
  }),
  assessedDate: requiredDate('Date Assessed required', { done: true }),
  assessor: requiredText('Assessor required', 200),
  basis: requiredText('Say what this rests on', 2000),
  /** An attorney or deputy who may decide for the person, and in which matters. */
  attorney: optionalText(500),
}

export const capacityForm = z.object(fields)
export const capacityInput = z.object({
  id: recordId(),
  version: version(),
  patientId: existingId(),
  ...fields,
})

export const capacityReply = z.object({
  id: z.int(),
  version: z.int(),
  patientId: z.int(),
  decision: z.string(),
  isAble: z.boolean(),
  assessedDate: z.string(),
  assessor: z.string(),
  basis: z.string(),
  attorney: z.string().nullable(),
  recordedBy: z.string().nullable(),
  recordedAt: z.string(),
})

export const saveCapacity = saveCall({
  path: '/api/capacity/save',
  summary: 'Record an assessment of capacity (id 0) or change it',
  input: capacityInput,
})

export const deleteCapacity = saveCall({
  path: '/api/capacity/delete',
  summary: 'Delete an assessment of capacity',
  input: deleteInput,
})

export const capacityHistory = historyCall('capacity', 'assessment of capacity')
