import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { existingId, recordId, saved, version } from '../fields/fields.ts'
import { unusualConfirmed } from '../fields/unusual.ts'

/** The person saw that the day is after the patient's death and means it. */
export const afterDeathConfirmed = z.boolean().optional()

/** What every record kind sends beside its own fields and its parent. */
export const recordIdentity = { id: recordId(), version: version(), afterDeathConfirmed }

/** What the form of a record on a referral may have to confirm. */
export const confirmations = { afterDeathConfirmed, unusualConfirmed }

/**
 * As `recordIdentity`, for the kinds that belong to a pathway. The patient may be named too; a pathway of another is
 * refused (AZ-7).
 */
export const pathwayRecordIdentity = {
  ...recordIdentity,
  unusualConfirmed,
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
  what: z.enum(['recorded', 'changed', 'deleted', 'restored', 'moved']),
  fields: z.array(
    z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})
export type RecordChange = z.output<typeof recordChange>

/** The history of any entity, oldest first (from the audit trail). */
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

/**
 * With `afterDeathConfirmed`, also when the patient has died before the day of the record. `unusualConfirmed`: false asks about an
 * appointment that would come back over another booking.
 */
export const restoreInput = z.object({ id: existingId(), afterDeathConfirmed, unusualConfirmed })

interface RecordCallOptions<Input extends z.ZodType, Reply extends z.ZodType, Delete extends z.ZodType> {
  /** How the kind is called in a sentence and at the head of its screen. */
  title: string
  input: Input
  reply: Reply
  deleteInput?: Delete
  inQuery?: readonly string[]
  /** The part of a save that carries id and version, when it is not the body itself. */
  identityIn?: string
  /** Whoever saves it signs it: it is never changed, and what was wrong or missing is said in another. */
  isSigned?: true
}

/** The calls of a record kind: three of specification, and two additions. */
const recordCalls = <Input extends z.ZodType, Reply extends z.ZodType, Delete extends z.ZodType>(
  kind: string,
  { title, input, reply, ...options }: RecordCallOptions<Input, Reply, Delete>,
) => {
  const inQuery = options.inQuery === undefined ? {} : { inQuery: options.inQuery }
  const identityIn = options.identityIn === undefined ? {} : { identityIn: options.identityIn }
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
      summary:
        options.isSigned === true
          ? `Record (id 0): ${title}. It is never changed; another adds to it`
          : `Record (id 0) or change: ${title}`,
      input,
      reply: saved,
      ...inQuery,
      ...identityIn,
    }),
    delete: endpoint({
      method: 'POST',
      path: `/api/${kind}/delete`,
      summary: `Delete: ${title}. A Team Lead can restore it`,
      input: (options.deleteInput ?? deleteInput) as Delete,
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

/** Something that a record says happened on a day, for the timeline; without a day it is not shown. */
export interface RecordEvent {
  day: string | null
  what: string
  by?: string | null
}

/** A column that shows a value as it is. */
export interface RecordColumn<Shown> {
  title: string
  kind: 'text' | 'day'
  value: (record: Shown) => string | null
}

/** Its section of the pathway page. */
export interface RecordSection<Shown> {
  /** The heading: the kind, in the plural where there may be many. */
  title: string
  /** What the list of sections calls it, where that is shorter. */
  indexTitle?: string
  /** What stands there while there is none; 'No … yet.' unless given. */
  none?: string
  note?: string
  /** Names one record in a sentence. */
  nameOf: (record: Shown) => string
  /** What the table shows. Without them the browser has a section made for the kind (web/care/pathwayPage/recordSections.tsx). */
  columns?: readonly RecordColumn<Shown>[]
}

interface RecordDeclaration<
  Input extends z.ZodType,
  Reply extends z.ZodType,
  Delete extends z.ZodType,
  Labels,
  Section,
> extends RecordCallOptions<Input, Reply, Delete> {
  /** What each field is called: on the form, in the history, and where a conflict says what somebody else changed. */
  labels: Labels
  /** Null for a kind that is in the section of another. */
  section: Section
  events: (record: z.output<Reply>) => RecordEvent[]
}

/** All that both sides know of a kind of record. It joins the others by its line in kinds.ts. */
export const recordKind = <
  const Kind extends string,
  Input extends z.ZodType,
  Reply extends z.ZodType,
  const Labels extends Readonly<Record<string, string>>,
  const Section extends RecordSection<z.output<Reply>> | null,
  Delete extends z.ZodType = typeof deleteInput,
>(
  kind: Kind,
  declared: RecordDeclaration<Input, Reply, Delete, Labels, Section>,
) => {
  const { title, reply, labels, section, events, isSigned = false } = declared
  return { kind, title, reply, labels, section, events, isSigned, calls: recordCalls(kind, declared) }
}
