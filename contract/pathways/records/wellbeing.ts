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

/** The ids of the concerns that were found; none is a finding too. The same concern twice counts once. */
const concerns = z
  .array(existingId('Choose from the list'))
  .max(200, 'Choose from the list')
  .transform((ids) => [...new Set(ids)].sort((a, b) => a - b))

export const wellbeingForm = z.object({
  assessment: z.object({ ...fields, ...confirmations }),
  concerns,
  redFlags: redFlagAnswers,
})

/** The assessment and its concerns, saved together or not at all (specification). */
export const wellbeingInput = z.object({
  assessment: z.object({ ...pathwayRecordIdentity, ...fields }),
  concerns,
  /** Red flags that were found, with what was done (an addition). */
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

/** Delete takes the assessment; its concerns go with it. */
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
