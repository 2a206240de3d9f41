import { z } from 'zod'
import { optionalText, requiredChoice } from '../../platform/fields/fields.ts'
import {
  equipmentProblems,
  equipmentProgressEvents,
  equipmentProgressFields,
  equipmentProgressLabels,
  equipmentProgressReply,
} from './equipmentProgress.ts'
import { problemsBeside, problemsOfNew } from './problems.ts'
import { confirmations, pathwayRecordIdentity, recordKind, recordStamp } from '../../platform/calls/record.ts'

/** The stable code of the equipment that must be described: 'Other', whatever its name (specification). */
export const otherEquipmentCode = 'other'
export const otherRequired = 'Other required'

const fields = {
  equipmentId: requiredChoice('Equipment required'),
  // The specification does not say that another choice clears the text, so it is kept.
  other: optionalText(1000),
  ...equipmentProgressFields,
}

const sent = z.object({ ...pathwayRecordIdentity, ...fields })
export const equipmentAssessmentInput = sent.superRefine(...problemsOfNew(equipmentProblems))

/** Checked separately, so that a missing choice is reported together with an invalid date. */
export const whichEquipment = sent.pick({ equipmentId: true, other: true })

/** @param isOther whether a piece of equipment is the one that must be described; the browser knows it from its list */
export const equipmentAssessmentForm = (isOther: (equipmentId: number) => boolean) =>
  z
    .object({ ...equipmentProgressFields, ...confirmations })
    .superRefine(...problemsBeside(equipmentProblems))
    .and(
      whichEquipment.refine(({ equipmentId, other }) => !isOther(equipmentId) || Boolean(other), {
        path: ['other'],
        message: otherRequired,
      }),
    )

export const equipmentAssessmentReply = z.object({
  ...recordStamp,
  pathwayId: z.int(),
  equipmentId: z.int(),
  other: z.string().nullable(),
  ...equipmentProgressReply,
  names: z.object({ equipment: z.string() }),
})
export type EquipmentAssessment = z.output<typeof equipmentAssessmentReply>

export const equipmentAssessmentRecord = recordKind('equipmentAssessment', {
  title: 'Equipment assessment',
  input: equipmentAssessmentInput,
  reply: equipmentAssessmentReply,
  labels: { equipmentId: 'Equipment', other: 'Other', ...equipmentProgressLabels },
  section: {
    title: 'Equipment',
    nameOf: ({ names }: EquipmentAssessment) => `equipment assessment: ${names.equipment}`,
  },
  events: (record) => equipmentProgressEvents(record, record.names.equipment),
})
export const equipmentAssessment = equipmentAssessmentRecord.calls
