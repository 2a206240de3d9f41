import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { existingId, recordId, saved, version } from '../fields.ts'

/** The nine kinds of record, by their name on the wire (specification). */
export const recordKinds = [
  'frat',
  'wellbeing',
  'treatmentPlan',
  'exercise',
  'exerciseAttendance',
  'followup',
  'equipmentAssessment',
  'onwardReferral',
  'bmi',
] as const
export type RecordKindName = (typeof recordKinds)[number]

/** How a kind is called in a sentence and at the head of its section. */
export const recordTitles: Record<RecordKindName, string> = {
  frat: 'FRAT',
  wellbeing: 'Wellbeing assessment',
  treatmentPlan: 'Treatment plan',
  exercise: 'Exercise plan',
  exerciseAttendance: 'Attendance',
  followup: 'Telephone follow-up',
  equipmentAssessment: 'Equipment assessment',
  onwardReferral: 'Onward referral',
  bmi: 'BMI',
}

/** The person saw that the day is after the patient's death and means it. */
export const afterDeathConfirmed = z.boolean().optional()

/** What every record kind sends beside its own fields and its parent. */
export const recordIdentity = { id: recordId(), version: version(), afterDeathConfirmed }

/**
 * As `recordIdentity`, for the kinds that hang on a pathway. The patient may be named too; a pathway of another is
 * refused (AZ-7).
 */
export const pathwayRecordIdentity = {
  ...recordIdentity,
  pathwayId: existingId(),
  patientId: existingId().optional(),
}

/** What every record kind answers beside its own fields: who wrote it last, and when (UTC instant). */
export const recordStamp = {
  id: z.int(),
  version: z.int(),
  isActive: z.boolean(),
  recordedBy: z.string().nullable(),
  recordedAt: z.string(),
}
export interface RecordStamp {
  id: number
  version: number
  isActive: boolean
  recordedBy: string | null
  recordedAt: string
}

/** One earlier state of a record: who did what, and each field before and after, in words. */
export const recordChange = z.object({
  version: z.int(),
  at: z.string(),
  by: z.string().nullable(),
  what: z.enum(['recorded', 'changed', 'deleted', 'restored']),
  fields: z.array(
    z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})
export type RecordChange = z.output<typeof recordChange>

/** The history of any entity, oldest first (from the trail). */
export const historyCall = (entity: string, title: string) =>
  endpoint({
    method: 'GET',
    path: `/api/${entity}/history`,
    summary: `What happened to one ${title}, oldest first`,
    input: z.object({ id: existingId() }),
    reply: z.array(recordChange),
  })

/**
 * What a delete names; the version tells that nobody changed the record meanwhile (DU-3). Whom or what the sender
 * takes the record to be of must agree with the record, wherever it is said (AZ-7).
 */
export const deleteInput = z.object({
  id: existingId(),
  version: version(),
  patientId: existingId().optional(),
  pathwayId: existingId().optional(),
  exerciseId: existingId().optional(),
})

/** With `afterDeathConfirmed`, also when the patient has died before the day of the record. */
export const restoreInput = z.object({ id: existingId(), afterDeathConfirmed })

interface RecordCallOptions<Delete extends z.ZodType> {
  deleteInput: Delete
  inQuery?: readonly string[]
  /** The part of a save that carries id and version, when it is not the body itself. */
  identityIn?: string
}

/** The calls of a record kind: three of specification, and two additions. */
export const recordCalls = <
  Input extends z.ZodType,
  Reply extends z.ZodType,
  Delete extends z.ZodType = typeof deleteInput,
>(
  kind: RecordKindName,
  input: Input,
  reply: Reply,
  options?: RecordCallOptions<Delete>,
) => {
  const title = recordTitles[kind]
  const inQuery = options?.inQuery === undefined ? {} : { inQuery: options.inQuery }
  const identityIn = options?.identityIn === undefined ? {} : { identityIn: options.identityIn }
  return {
    get: endpoint({
      method: 'GET',
      path: `/api/${kind}/get`,
      summary: `One record: ${title}`,
      input: z.object({ id: existingId() }),
      reply,
    }),
    save: endpoint({
      method: 'POST',
      path: `/api/${kind}/save`,
      summary: `Record (id 0) or change: ${title}`,
      input,
      reply: saved,
      ...inQuery,
      ...identityIn,
    }),
    delete: endpoint({
      method: 'POST',
      path: `/api/${kind}/delete`,
      summary: `Delete: ${title}. A Team Lead can restore it`,
      input: (options?.deleteInput ?? deleteInput) as Delete,
      reply: saved,
      ...inQuery,
    }),
    restore: endpoint({
      method: 'POST',
      path: `/api/${kind}/restore`,
      summary: `Restore a deleted record: ${title}`,
      input: restoreInput,
      reply: saved,
    }),
    history: historyCall(kind, title),
  }
}
