import { z } from 'zod'
import { endpoint, saveCall } from './endpoint.ts'
import { existingId, recordId, version } from '../fields/fields.ts'
import { unusualConfirmed } from '../fields/unusual.ts'

/** The user has confirmed a day that is after the patient's death. */
export const afterDeathConfirmed = z.boolean().optional()

/** The fields that every record kind sends in addition to its own fields and its parent. */
export const recordIdentity = { id: recordId(), version: version(), afterDeathConfirmed }

/** Confirmations that the form of a record on a referral may have to send. */
export const confirmations = { afterDeathConfirmed, unusualConfirmed }

/**
 * What the patient answered on the own page, from which the form was filled: saving accepts it (decision 168). For the
 * kinds whose form offers it.
 */
export const fromAnswerId = existingId().nullable().optional()

/**
 * `recordIdentity` for the kinds that belong to a pathway. The patient may also be named; the save is refused if the
 * pathway belongs to another patient (AZ-7).
 */
export const pathwayRecordIdentity = {
  ...recordIdentity,
  unusualConfirmed,
  pathwayId: existingId(),
  patientId: existingId().optional(),
}

/** The fields that every record kind returns in addition to its own: who last wrote it, and when (UTC instant). */
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

/** One version of a record: who did what, and each field before and after, in words. */
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
 * The input of a delete. The version ensures that nobody has changed the record since it was read (DU-3). If the sender
 * names the patient, pathway or exercise plan, each must match the record (AZ-7).
 */
export const deleteInput = z.object({
  id: existingId(),
  version: version(),
  patientId: existingId().optional(),
  pathwayId: existingId().optional(),
  exerciseId: existingId().optional(),
})

/**
 * `afterDeathConfirmed` also restores a record dated after the patient's death. With `unusualConfirmed` false, the
 * server asks before it restores an appointment that overlaps another booking.
 */
export const restoreInput = z.object({ id: existingId(), afterDeathConfirmed, unusualConfirmed })

interface RecordCallOptions<Input extends z.ZodType, Reply extends z.ZodType, Delete extends z.ZodType> {
  /** Name of the kind, used in sentences and as the heading of its screen. */
  title: string
  input: Input
  reply: Reply
  deleteInput?: Delete
  inQuery?: readonly string[]
  /** The part of a save that carries id and version, when it is not the body itself. */
  identityIn?: string
  /** The user who saves the record signs it. It is never changed: a correction or addition is a further record. */
  isSigned?: true
}

/** The calls of a record kind: three from the specification and two additions. */
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
    save: saveCall({
      path: `/api/${kind}/save`,
      summary:
        options.isSigned === true
          ? `Record (id 0): ${title}. It cannot be changed, only added to`
          : `Record (id 0) or change: ${title}`,
      input,
      ...inQuery,
      ...identityIn,
    }),
    delete: saveCall({
      path: `/api/${kind}/delete`,
      summary: `Delete: ${title}. A Team Lead can restore it`,
      input: (options.deleteInput ?? deleteInput) as Delete,
      ...inQuery,
    }),
    restore: saveCall({
      path: `/api/${kind}/restore`,
      summary: `Restore a deleted record: ${title}`,
      input: restoreInput,
    }),
    history: historyCall(kind, title),
  }
}

/** Something that a record says happened on a day, for the timeline. An event without a day is not shown. */
export interface RecordEvent {
  day: string | null
  what: string
  by?: string | null
}

/** A column that shows a value unchanged. */
export interface RecordColumn<Shown> {
  title: string
  kind: 'text' | 'day'
  value: (record: Shown) => string | null
}

/** The section of a record kind on the pathway page. */
export interface RecordSection<Shown> {
  /** The heading: the name of the kind, in the plural where there can be several records. */
  title: string
  /** A shorter title for the list of sections. */
  indexTitle?: string
  /** Text shown when there are no records. Defaults to 'No … yet.'. */
  none?: string
  note?: string
  /** Names a record within a sentence. */
  nameOf: (record: Shown) => string
  /**
   * The columns of the table. If absent, the browser has its own section for the kind
   * (web/care/pathwayPage/recordSections.tsx).
   */
  columns?: readonly RecordColumn<Shown>[]
}

interface RecordDeclaration<
  Input extends z.ZodType,
  Reply extends z.ZodType,
  Delete extends z.ZodType,
  Labels,
  Section,
> extends RecordCallOptions<Input, Reply, Delete> {
  /** Labels of the fields, used on the form, in the history and in conflict messages. */
  labels: Labels
  /** Null for a kind that is shown in the section of another kind. */
  section: Section
  events: (record: z.output<Reply>) => RecordEvent[]
}

/**
 * Everything that both server and browser know about a kind of record. A kind is registered by its line in kinds.ts.
 */
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
