import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { requiredText, requiredVersion } from '../../platform/fields/fields.ts'
import { flagChip } from '../../patients/flags/chips.ts'
import { withheldField } from '../../platform/calls/withheld.ts'
import { pathwayView } from '../../pathways/referral/pathway.ts'
import { lookupRow } from '../../reference/lookupRow.ts'
import { carriedLists, carriedNames } from './carried.ts'

/*
 * The visit without a signal (decision 165): what a device takes along for today's and tomorrow's own visits, and how what was
 * written there is handed in.
 */

/** A device takes no more visits than these, the next ones first. */
export const mostVisits = 15
/** What a device took is of no use after this time. */
export const packHours = 12
/** What somebody typed on one form. */
const longestSealed = 128 * 1024

const packId = z.uuid({ error: 'Not a valid id' }).max(36)
const nullableText = z.string().nullable()
const done = z.object({ success: z.literal(true) })

const visitWhen = {
  appointmentId: z.int(),
  appointmentDate: z.string(),
  startTime: z.string(),
  minutes: z.int(),
}

/** A visit with what its forms and its banner need; earlier records of a kind are left out. */
export const takenVisit = z.object({ ...visitWhen, place: z.string(), view: pathwayView })
export type TakenVisit = z.output<typeof takenVisit>

/** Why a visit is not taken along. */
export const leftOutReasons = {
  restricted: 'the record is restricted',
  notSafe: 'a visit to this home may not be safe',
  closed: 'the referral is closed, or the patient has died',
  tooMany: `a device takes at most ${mostVisits} visits`,
} as const
const leftOut = Object.keys(leftOutReasons) as (keyof typeof leftOutReasons)[]

export const visitPack = z.object({
  id: packId,
  device: z.string(),
  userId: z.int(),
  userName: z.string(),
  madeAt: z.string(),
  endsAt: z.string(),
  /** What is handed in is sealed for this recipient (age), and nobody but the service can open it. */
  recipient: z.string(),
  /** Proves that what is handed in was typed where the pack was open. */
  proof: z.string(),
  visits: z.array(takenVisit),
  leftOut: z.array(z.object({ ...visitWhen, why: z.enum(leftOut) })),
  lists: z.object(
    Object.fromEntries(carriedLists.map((name) => [name, z.array(lookupRow)])) as Record<
      (typeof carriedLists)[number],
      z.ZodArray<typeof lookupRow>
    >,
  ),
})
export type VisitPack = z.output<typeof visitPack>

export const deviceForm = z.object({ device: requiredText('Name of the device required', 60) })

export const takeVisits = endpoint({
  method: 'POST',
  path: '/api/visit/take',
  takesNoKey: true,
  summary: 'Take today’s and tomorrow’s own visits along on a device, to work without a signal',
  input: deviceForm,
  /** `pack`: the JSON of a visitPack. `half`: of the key that a PIN opens it with; the device never stores it. */
  reply: z.object({ id: packId, endsAt: z.string(), pack: z.string(), half: z.string() }),
})

export const openVisits = endpoint({
  method: 'POST',
  path: '/api/visit/open',
  takesNoKey: true,
  summary:
    'The half of the key that the service keeps for a device of one’s own, while its visits may be read',
  input: z.object({ id: packId }),
  reply: z.object({ half: z.string() }),
})

/** Why a pack ended before its time. */
export const packEndings = ['done', 'signedOut', 'wrongPin', 'lost'] as const
export type PackEnding = (typeof packEndings)[number]

export const endVisits = endpoint({
  method: 'POST',
  path: '/api/visit/end',
  takesNoKey: true,
  summary: 'End what a device took along: one’s own, or as somebody in charge a device that is lost',
  input: z.object({ id: packId, why: z.enum(packEndings, { error: 'Say why it ends' }) }),
  reply: done,
})

/** What is inside the sealed text of one form. */
export const handedIn = z.object({
  /** Of the form as opened: what is handed in twice is saved once. */
  entryId: packId,
  packId,
  userId: z.int(),
  appointmentId: z.int(),
  form: z.enum(carriedNames),
  typedAt: z.iso.datetime(),
  /** False for what was typed and not saved when the pack ended. */
  isFinished: z.boolean(),
  /** The body of the form's save; of unfinished text its fields. */
  body: z.record(z.string(), z.json()),
})
export type HandedIn = z.output<typeof handedIn>

/** Why something waits for a person. */
export const waitingReasons = {
  conflict: 'Somebody changed the record meanwhile',
  restricted: 'The record was restricted meanwhile',
  rights: 'Its author may no longer save it',
  refused: 'The service did not accept it as typed',
  unfinished: 'It was typed, but not saved on the device',
} as const
export type WaitingReason = keyof typeof waitingReasons
const reasons = Object.keys(waitingReasons) as WaitingReason[]

export const handInVisit = endpoint({
  method: 'POST',
  path: '/api/visit/handIn',
  takesNoKey: true,
  maximumBodyBytes: longestSealed + 1024,
  summary: 'Hand in what was typed on a visit without a signal, in the name of its author',
  input: z.object({
    id: packId,
    sealed: z.base64({ error: 'Not sealed text' }).max(longestSealed, { error: 'The text is too long' }),
  }),
  /** Either way it is stored, so the device may forget it. */
  reply: z.object({ outcome: z.enum(['saved', 'waiting']), why: z.enum(reasons).nullable() }),
})

const named = {
  patientId: z.int(),
  pathwayId: z.int(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  flags: z.array(flagChip),
  ...withheldField,
}

export const visitDevice = z.object({
  id: packId,
  device: z.string(),
  userName: z.string(),
  isOwn: z.boolean(),
  madeAt: z.string(),
  endsAt: z.string(),
  visits: z.int(),
})
export const waitingEntry = z.object({
  ...named,
  id: packId,
  form: z.enum(carriedNames),
  author: z.string(),
  isOwn: z.boolean(),
  typedAt: z.string(),
  why: z.enum(reasons),
})
export type WaitingEntry = z.output<typeof waitingEntry>
export const visitNotHandedIn = z.object({
  ...named,
  ...visitWhen,
  clinician: z.string(),
  device: z.string(),
})

/** What may become of a visit after it was taken along, besides its day and hour. */
export const visitChanges = {
  cancelled: 'Cancelled',
  colleague: 'A colleague has it now',
  notSafe: 'A visit to this home may not be safe',
  closed: 'The referral is closed',
  died: 'The patient has died, or is said to have died',
} as const
const changes = Object.keys(visitChanges) as (keyof typeof visitChanges)[]

/** A visit of one's own pack as it is now. It names no patient: the device knows which visit it is. */
export const visitNow = z.object({
  packId,
  appointmentId: z.int(),
  appointmentDate: z.string(),
  startTime: z.string(),
  what: z.array(z.enum(changes)),
})
export type VisitNow = z.output<typeof visitNow>

export const visitWork = endpoint({
  method: 'GET',
  path: '/api/visit/work',
  summary:
    'Devices with visits on them, what was handed in and waits, and visits of which nothing was handed in',
  input: z.object({}),
  reply: z.object({
    devices: z.array(visitDevice),
    waiting: z.array(waitingEntry),
    notHandedIn: z.array(visitNotHandedIn),
    /** The visits that one took along oneself, as they are now; none of a restricted record. */
    visitsNow: z.array(visitNow).optional(),
  }),
})
export type VisitWork = z.output<(typeof visitWork)['reply']>

export const getVisitEntry = endpoint({
  method: 'GET',
  path: '/api/visit/get',
  summary:
    'Something that was handed in and waits: what was typed and what is on the record, each as the JSON of its fields',
  input: z.object({ id: packId }),
  reply: z.object({
    ...waitingEntry.shape,
    handedInAt: z.string(),
    /** What the service said to it, in words. */
    message: nullableText,
    typed: z.string(),
    /** The record that it changes, as it is now; null for a new one. */
    stored: nullableText,
    storedVersion: z.int().nullable(),
    /** The record that it changes was deleted meanwhile. */
    isDeleted: z.boolean().optional(),
    /** Fields in which saving over it keeps what is on the record: its author left them as they were taken along. */
    kept: z.array(z.string()),
  }),
})
export type VisitEntry = z.output<(typeof getVisitEntry)['reply']>

export const settleVisitEntry = endpoint({
  method: 'POST',
  path: '/api/visit/settle',
  summary: 'Save what waits, in one’s own name, or drop it',
  input: z.object({
    id: packId,
    how: z.enum(['save', 'drop'], { error: 'Choose what to do' }),
    /** The version of the record that it is saved over. */
    over: requiredVersion().optional(),
    /** As a new record, for the one that it changes was deleted. */
    asNew: z.boolean().optional(),
    /** What the service asked about is right. */
    confirmed: z.boolean().optional(),
  }),
  reply: done,
})

export const visitEndpoints = [
  takeVisits,
  openVisits,
  endVisits,
  handInVisit,
  visitWork,
  getVisitEntry,
  settleVisitEntry,
] as const
