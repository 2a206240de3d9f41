import { z } from 'zod'
import { redFlagAnswers } from '../../patients/flags/redFlag.ts'
import { existingId, requiredChoice, requiredDate } from '../../platform/fields/fields.ts'
import { formatDate } from '../../platform/words/format.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'

const fields = {
  assessmentDate: requiredDate('Assessment Date required', { done: true }),
  clinicianId: requiredChoice('Clinician required'),
  locationId: requiredChoice('Location required'),
}

/** The ids of the concerns found; an empty list is also a finding. Duplicates are removed. */
const concerns = z
  .array(existingId('Choose from the list'))
  .max(200, 'Choose from the list')
  .transform((ids) => [...new Set(ids)].sort((a, b) => a - b))

export const wellbeingForm = z.object({
  assessment: z.object({ ...fields, ...confirmations }),
  concerns,
  redFlags: redFlagAnswers,
})

/** The assessment and its concerns, saved in one transaction (specification). */
export const wellbeingInput = z.object({
  assessment: z.object({ ...pathwayRecordIdentity, ...fields }),
  concerns,
  /** Red flags found, and what was done about them (an addition to the specification). */
  redFlags: redFlagAnswers,
})

export const wellbeingReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  assessmentDate: z.string(),
  clinicianId: z.int(),
  locationId: z.int(),
  concerns: z.array(z.object({ id: z.int(), name: z.string() })),
  names: z.object({ clinician: z.string(), location: z.string() }),
})
export type Wellbeing = z.output<typeof wellbeingReply>

/** Deleting the assessment also deletes its concerns. */
export const wellbeingRecord = recordKind('wellbeing', {
  title: 'Wellbeing assessment',
  input: wellbeingInput,
  reply: wellbeingReply,
  identityIn: 'assessment',
  labels: {
    assessmentDate: 'Assessment date',
    clinicianId: 'Clinician',
    locationId: 'Location',
    concerns: 'Concerns',
  },
  section: {
    title: 'Wellbeing',
    nameOf: ({ assessmentDate }: Wellbeing) => `wellbeing assessment of ${formatDate(assessmentDate)}`,
  },
  events: ({ assessmentDate, concerns, names }) => [
    {
      day: assessmentDate,
      what: `Wellbeing assessment, ${concerns.length === 1 ? '1 concern' : `${concerns.length} concerns`}`,
      by: names.clinician,
    },
  ],
})
export const wellbeing = wellbeingRecord.calls
