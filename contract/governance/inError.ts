import { z } from 'zod'
import { endpoint, saveCall } from '../platform/calls/endpoint.ts'
import { existingId, requiredText, version } from '../platform/fields/fields.ts'
import { formatDateTime, formatNhsNumber } from '../platform/words/format.ts'
import type { Column } from '../platform/words/grid.ts'

/*
 * A patient without referrals, or a referral without records, that should not exist. It leaves lists and searches, with
 * the reason recorded, until a Team Lead puts it back (decision 74).
 */

export const inErrorForm = z.object({ reason: requiredText('Say why this was registered in error', 500) })

export const patientInError = saveCall({
  path: '/api/patient/registeredInError',
  summary: 'Take a patient without referrals out of use, as registered in error',
  input: z.object({ id: existingId(), version: version(), ...inErrorForm.shape }),
})

export const referralInError = saveCall({
  path: '/api/pathway/registeredInError',
  summary: 'Take a referral without records out of use, as registered in error',
  input: z.object({
    id: existingId(),
    version: version(),
    patientId: existingId().optional(),
    ...inErrorForm.shape,
  }),
})

export const inErrorRow = z.object({
  id: z.int(),
  what: z.enum(['Patient', 'Referral']),
  patientId: z.int(),
  pathwayId: z.int().nullable(),
  patient: z.string(),
  dateOfBirth: z.string().nullable(),
  nhsNumber: z.string().nullable(),
  reason: z.string(),
  at: z.string(),
  by: z.string().nullable(),
})
export type InErrorRow = z.output<typeof inErrorRow>

/** Maximum rows in a reply; the latest are returned. */
export const mostInErrorShown = 1000

export const listInError = endpoint({
  method: 'GET',
  path: '/api/registeredInError/all',
  summary: 'Patients and referrals that were registered in error and not put back, latest first',
  input: z.object({}),
  reply: z.array(inErrorRow),
})

export const putBack = endpoint({
  method: 'POST',
  path: '/api/registeredInError/putBack',
  summary: 'Put back a patient or referral that was registered in error',
  input: z.object({ id: existingId() }),
  reply: z.object({ id: z.int() }),
})

export const inErrorColumns = [
  { id: 'patient', title: 'Patient', kind: 'text', value: ({ patient }) => patient },
  { id: 'dateOfBirth', title: 'Date of Birth', kind: 'day', value: ({ dateOfBirth }) => dateOfBirth },
  {
    id: 'nhsNumber',
    title: 'NHS Number',
    kind: 'nhsNumber',
    value: ({ nhsNumber }) => nhsNumber,
    sortValue: ({ nhsNumber }) => (nhsNumber === null ? null : formatNhsNumber(nhsNumber)),
  },
  { id: 'what', title: 'What', kind: 'text', value: ({ what }) => what },
  { id: 'reason', title: 'Reason', kind: 'text', value: ({ reason }) => reason },
  {
    id: 'at',
    title: 'Taken out of use',
    kind: 'text',
    value: ({ at }) => formatDateTime(at),
    sortValue: ({ at }) => at,
  },
  { id: 'by', title: 'By', kind: 'text', value: ({ by }) => by },
] as const satisfies readonly Column<InErrorRow>[]

export const inErrorEndpoints = [patientInError, referralInError, listInError, putBack] as const
