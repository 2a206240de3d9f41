import { z } from 'zod'
import { saveCall } from '../../platform/calls/endpoint.ts'
import { existingId, optionalCode, optionalDate, requiredVersion } from '../../platform/fields/fields.ts'
import { formatDate } from '../../platform/words/format.ts'
import type { FieldErrors } from '../../platform/calls/problem.ts'
import { isBefore, problemsBeside } from './problems.ts'
import { afterDeathConfirmed, type RecordEvent } from '../../platform/calls/record.ts'

/* What happens to equipment after it is requested: additions to the specified record, all optional (decision 111). */

/** How it ends. After any of these, nobody waits or searches for the equipment. */
export const equipmentEnds = [
  { code: 'returned', title: 'Returned or collected', isOfFitted: true },
  { code: 'kept', title: 'Stays with the person for good', isOfFitted: true },
  { code: 'lost', title: 'Lost or beyond use', isOfFitted: true },
  { code: 'cancelled', title: 'Order cancelled, never fitted', isOfFitted: false },
] as const
export type EquipmentEnd = (typeof equipmentEnds)[number]['code']
export const equipmentEndCodes = equipmentEnds.map(({ code }) => code)

const endOf = (ended: EquipmentEnd) => equipmentEnds.find(({ code }) => code === ended)

export const equipmentProgressFields = {
  askedDate: optionalDate({ done: true }),
  orderedDate: optionalDate({ done: true }),
  fittedDate: optionalDate({ done: true }),
  reviewedDate: optionalDate({ done: true }),
  // Usually in the future.
  dueBackDate: optionalDate(),
  ended: optionalCode(equipmentEndCodes),
  endedDate: optionalDate({ done: true }),
}

export const equipmentProgressLabels = {
  askedDate: 'Asked for on',
  orderedDate: 'Ordered on',
  fittedDate: 'Fitted or delivered on',
  reviewedDate: 'Reviewed on',
  dueBackDate: 'Due back on',
  ended: 'How it ended',
  endedDate: 'Day it ended',
}

/** The values as stored. */
export interface EquipmentProgress {
  askedDate: string | null
  orderedDate: string | null
  fittedDate: string | null
  reviewedDate: string | null
  dueBackDate: string | null
  ended: EquipmentEnd | null
  endedDate: string | null
}

const day = z.string().nullable()

export const equipmentProgressReply = {
  askedDate: day,
  orderedDate: day,
  fittedDate: day,
  reviewedDate: day,
  dueBackDate: day,
  ended: z.enum(equipmentEndCodes).nullable(),
  endedDate: day,
}

type Judged = { [Field in keyof EquipmentProgress]?: EquipmentProgress[Field] | undefined }

/** Contradictions between the days, by field; empty if there are none. */
export const equipmentProblems = ({
  askedDate,
  orderedDate,
  fittedDate,
  reviewedDate,
  dueBackDate,
  ended,
  endedDate,
}: Judged): FieldErrors => {
  const isOfFitted = ended == null ? null : (endOf(ended)?.isOfFitted ?? null)
  return {
    ...(isBefore(orderedDate, askedDate) && { orderedDate: 'The day is before it was asked for' }),
    ...(isBefore(fittedDate, orderedDate ?? askedDate) && {
      fittedDate: `The day is before it was ${orderedDate == null ? 'asked for' : 'ordered'}`,
    }),
    ...(reviewedDate != null &&
      fittedDate == null && { reviewedDate: 'Enter first when it was fitted or delivered' }),
    ...(isBefore(reviewedDate, fittedDate) && { reviewedDate: 'The day is before it was fitted' }),
    ...(isBefore(dueBackDate, fittedDate) && { dueBackDate: 'The day is before it was fitted' }),
    ...(isBefore(endedDate, fittedDate ?? orderedDate ?? askedDate) && {
      endedDate: `The day is before it was ${fittedDate == null ? 'asked for or ordered' : 'fitted'}`,
    }),
    ...(ended != null && endedDate == null && { endedDate: 'Enter the day it ended' }),
    ...(ended == null && endedDate != null && { ended: 'Choose how it ended' }),
    ...(isOfFitted === true &&
      fittedDate == null && { ended: 'Enter first when it was fitted or delivered' }),
    ...(isOfFitted === false &&
      fittedDate != null && { ended: 'It was fitted, so it cannot be a cancelled order' }),
  }
}

/** Whether somebody still waits for it to be fitted or returned. */
export const isEquipmentOut = ({
  askedDate,
  orderedDate,
  fittedDate,
  ended,
}: Pick<EquipmentProgress, 'askedDate' | 'orderedDate' | 'fittedDate' | 'ended'>): boolean =>
  ended === null && (askedDate ?? orderedDate ?? fittedDate) !== null

const endInWords: Record<EquipmentEnd, string> = {
  returned: 'returned or collected',
  kept: 'stays for good',
  lost: 'lost or beyond use',
  cancelled: 'order cancelled',
}

/** 'Ordered 03-Mar-2026, fitted 09-Mar-2026, due back 01-Jun-2026'; null while nothing is recorded. */
export const equipmentInWords = (
  { askedDate, orderedDate, fittedDate, reviewedDate, dueBackDate, ended, endedDate }: EquipmentProgress,
  dayInWords: (day: string) => string = formatDate,
): string | null => {
  const parts = [
    ['asked for', askedDate],
    ['ordered', orderedDate],
    ['fitted', fittedDate],
    ['reviewed', reviewedDate],
    ['due back', ended === null ? dueBackDate : null],
    [ended === null ? '' : endInWords[ended], endedDate],
  ].flatMap(([what, on]) => (on == null ? [] : `${what ?? ''} ${dayInWords(on)}`))
  const words = parts.join(', ')
  return words === '' ? null : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

export const equipmentProgressEvents = (
  { orderedDate, fittedDate, ended, endedDate }: EquipmentProgress,
  equipment: string,
): RecordEvent[] => [
  { day: orderedDate, what: `${equipment}: ordered` },
  { day: fittedDate, what: `${equipment}: fitted or delivered` },
  { day: endedDate, what: `${equipment}: ${ended === null ? '' : endInWords[ended]}` },
]

/** The progress alone, which can also be saved for a referral that has been closed. */
export const equipmentProgressForm = z
  .object({ ...equipmentProgressFields, afterDeathConfirmed })
  .superRefine(...problemsBeside(equipmentProblems))

export const saveEquipmentProgress = saveCall({
  path: '/api/equipmentAssessment/progress',
  summary:
    'Record what happened to equipment: ordered, fitted, due back, returned; also on a closed referral',
  input: z.object({
    id: existingId(),
    version: requiredVersion(),
    pathwayId: existingId(),
    patientId: existingId().optional(),
    ...equipmentProgressFields,
    afterDeathConfirmed,
  }),
})
