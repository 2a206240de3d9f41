import { z } from 'zod'
import { addDays, daysBetween, type CalendarDate } from '../platform/dates/dates.ts'
import { endpoint } from '../platform/calls/endpoint.ts'
import { chipsInWords, flagChip } from '../patients/flags/chips.ts'
import { withheldField, withheldWords } from '../platform/calls/withheld.ts'
import { formatName, formatNhsNumber } from '../platform/words/format.ts'
import type { Column } from '../platform/words/grid.ts'
import { isEquipmentOut, type EquipmentProgress } from './records/equipmentProgress.ts'
import { isOnwardOpen, type OnwardProgress } from './records/onwardProgress.ts'
import { outstandingInput, waitCodes, type Wait } from './outstandingWaits.ts'
import { unowned } from './unowned.ts'

/*
 * One list for the whole service of everything that is due (decisions 111, 127 and 131): red flags whose review day has come,
 * onward referrals without a reply, equipment that is not fitted or not returned, and, of closed referrals, unsigned letters,
 * cancelled appointments of which the person does not know and links to the own page that did not reach the person. server/pathways/outstanding/rows.ts states the same rule in SQL; a test compares the two.
 */

/** Days after which somebody should ask whether the other service received the referral. */
export const onwardAnswerDays = 14
/** Days after which somebody should ask for the outcome. */
export const onwardOutcomeDays = 28
/** Days within which equipment should be fitted after it was ordered or, if it was not ordered, requested. */
export const equipmentFitDays = 14

export const outstandingTitle = 'Outstanding flags, referrals, equipment, letters and messages'

/** The kinds of outstanding item, in the order of the tabs. */
export const waits = [
  { code: 'redFlag', title: 'Open flags', entity: 'flag' },
  { code: 'onwardAnswer', title: 'Not acknowledged', entity: 'onwardReferral' },
  { code: 'onwardOutcome', title: 'No outcome', entity: 'onwardReferral' },
  { code: 'equipmentFit', title: 'Not fitted', entity: 'equipmentAssessment' },
  { code: 'equipmentBack', title: 'Not back', entity: 'equipmentAssessment' },
  { code: 'letterDraft', title: 'Not signed', entity: 'letterDraft' },
  { code: 'cancellation', title: 'Not notified', entity: 'task' },
] as const satisfies readonly { code: Wait; title: string; entity: string }[]

/** An outstanding item, and the day on which it becomes due. */
interface Waiting {
  what: Wait
  due: CalendarDate
}

/** A chase day postpones the due day, unless the other service acknowledged the referral on or after that day. */
export const onwardWaits = (
  record: OnwardProgress & { referralDate: string },
  isDead: boolean,
): Waiting | null => {
  const { referralDate, receivedDate, chaseDate } = record
  // Nobody needs to see a patient who has died.
  if (isDead || !isOnwardOpen(record)) return null
  const isPutOff = chaseDate !== null && (receivedDate === null || chaseDate > receivedDate)
  if (receivedDate === null)
    return { what: 'onwardAnswer', due: isPutOff ? chaseDate : addDays(referralDate, onwardAnswerDays) }
  return { what: 'onwardOutcome', due: isPutOff ? chaseDate : addDays(referralDate, onwardOutcomeDays) }
}

/**
 * Equipment of a patient who has died is due at once: it must be collected, or cancelled if it is not fitted, so that
 * nobody delivers it to the home.
 * @param death null if the patient is alive; the day may be unknown
 */
export const equipmentWaits = (
  record: EquipmentProgress,
  death: { day: string | null } | null,
): Waiting | null => {
  const { askedDate, orderedDate, fittedDate, dueBackDate } = record
  const begun = fittedDate ?? orderedDate ?? askedDate
  if (begun === null || !isEquipmentOut(record)) return null
  const what = fittedDate === null ? 'equipmentFit' : 'equipmentBack'
  if (death !== null) return { what, due: death.day !== null && death.day > begun ? death.day : begun }
  if (fittedDate === null) return { what, due: addDays(begun, equipmentFitDays) }
  return dueBackDate === null ? null : { what, due: dueBackDate }
}

const nullableText = z.string().nullable()

export const outstandingRow = z.object({
  what: z.enum(waitCodes),
  /** The id of the red flag, the onward referral, the equipment, the draft letter or, for a cancellation or a link, the task. */
  id: z.int(),
  version: z.int(),
  patientId: z.int(),
  /** For a red flag, the open referral or the last one; null if there was none. */
  pathwayId: z.int().nullable(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
  deceased: z.boolean(),
  /** The sign, the service referred to, the equipment, the letter, the cancelled appointment or the link; null if the record is withheld. */
  item: nullableText,
  /** What to do, as text. */
  toDo: z.string(),
  due: z.string(),
  daysLate: z.int(),
  /** How the referral to this service ended; null while it is open, and if there was none. */
  closed: z.enum(['discharged', 'cancelled']).nullable(),
  /** The owner. For a closed referral, the last owner if they still work here. Null if nobody owns it. */
  owner: nullableText,
  flags: z.array(flagChip),
  ...withheldField,
})
export type OutstandingRow = z.output<typeof outstandingRow>

/** The most rows in a reply: those due longest. An exported file has all of them. */
export const mostOutstandingShown = 1000

export const listOutstanding = endpoint({
  method: 'GET',
  path: '/api/list/outstanding',
  summary: `Open red flags past their review day, onward referrals without an answer or outcome, equipment not fitted or not returned, and unsigned letters, undelivered cancellations and undelivered links of closed referrals: the ${mostOutstandingShown} due longest`,
  input: outstandingInput,
  reply: z.object({
    rows: z.array(outstandingRow),
    /** The number of items of each kind, after the list is narrowed by owner. */
    counts: z.object(Object.fromEntries(waitCodes.map((code) => [code, z.int()])) as Record<Wait, z.ZodInt>),
  }),
})
export type Outstanding = z.output<typeof listOutstanding.reply>

/** 'due today', '1 day late' */
export const lateInWords = (daysLate: number): string =>
  daysLate === 0 ? 'due today' : `${daysLate} ${daysLate === 1 ? 'day' : 'days'} late`

/**
 * What to do about the item.
 * @param isOrdered for equipment, whether it was ordered; for a red flag, whether an action was recorded
 */
export const toDoInWords = (
  what: Wait,
  { isDead, isOrdered }: { isDead: boolean; isOrdered: boolean },
): string => {
  if (what === 'redFlag') return isOrdered ? 'Ask what came of it, and end it' : 'Say what was done'
  if (what === 'letterDraft') return 'Sign and send it, or discard it'
  if (what === 'cancellation') return 'Ring or write, then close the task'
  if (what === 'onwardAnswer') return 'Ask whether they have it'
  if (what === 'onwardOutcome') return 'Ask what came of it'
  if (what === 'equipmentBack') return isDead ? 'Collect it: the patient has died' : 'Have it brought back'
  if (isDead) return 'Cancel it: the patient has died'
  return isOrdered ? 'Ask when it is fitted' : 'Order it, or say that it is not needed'
}

/** Days since the item became due. @param today the day on which the list is read */
export const daysLateOn = (due: CalendarDate, today: CalendarDate): number => daysBetween(due, today)

const closedTitles = { discharged: 'Discharged', cancelled: 'Cancelled' } as const

export const outstandingColumns = [
  { id: 'patient', title: 'Patient', kind: 'text', value: (row) => formatName(row) },
  { id: 'item', title: 'What', kind: 'text', value: ({ item }) => item ?? withheldWords },
  { id: 'toDo', title: 'To do', kind: 'text', value: ({ toDo }) => toDo },
  { id: 'due', title: 'Due', kind: 'day', value: ({ due }) => due },
  {
    id: 'daysLate',
    title: 'Days late',
    kind: 'number',
    value: ({ daysLate }) => daysLate,
    isFilterable: false,
  },
  {
    id: 'referral',
    title: 'Referral',
    kind: 'text',
    value: ({ closed, deceased, pathwayId }) =>
      [pathwayId === null ? 'None' : closed === null ? 'Open' : closedTitles[closed], deceased ? 'died' : '']
        .filter(Boolean)
        .join(', '),
  },
  { id: 'owner', title: 'Owner', kind: 'text', value: ({ owner }) => owner ?? unowned },
  {
    id: 'nhsNumber',
    title: 'NHS Number',
    kind: 'nhsNumber',
    value: ({ nhsNumber }) => nhsNumber,
    sortValue: ({ nhsNumber }) => (nhsNumber === null ? null : formatNhsNumber(nhsNumber)),
  },
  { id: 'dateOfBirth', title: 'Date of Birth', kind: 'day', value: ({ dateOfBirth }) => dateOfBirth },
  {
    id: 'flags',
    title: 'Flags',
    kind: 'text',
    value: ({ flags }) => chipsInWords(flags),
    isFilterable: false,
  },
] as const satisfies readonly Column<OutstandingRow>[]
