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
 * Red flags whose day has come, onward referrals that nobody heard of, equipment that is not fitted or not back, and letters of closed
 * referrals that nobody signed, once they are due: one list for the whole service (decisions 111, 127 and 131). server/pathways/outstanding/rows.ts is the same rule in SQL; a test holds the two equal.
 */

/** After so many days without a word that it was received, somebody asks. */
export const onwardAnswerDays = 14
/** After so many days without an outcome, somebody asks. */
export const onwardOutcomeDays = 28
/** After so many days equipment that was ordered, or asked for, is to be there. */
export const equipmentFitDays = 14

export const outstandingTitle = 'Outstanding flags, referrals, equipment and letters'

/** What is waited for, in the order of the tabs. */
export const waits = [
  { code: 'redFlag', title: 'Open flags', entity: 'flag' },
  { code: 'onwardAnswer', title: 'Not acknowledged', entity: 'onwardReferral' },
  { code: 'onwardOutcome', title: 'No outcome', entity: 'onwardReferral' },
  { code: 'equipmentFit', title: 'Not fitted', entity: 'equipmentAssessment' },
  { code: 'equipmentBack', title: 'Not back', entity: 'equipmentAssessment' },
  { code: 'letterDraft', title: 'Not signed', entity: 'letterDraft' },
] as const satisfies readonly { code: Wait; title: string; entity: string }[]

/** What is waited for, and the day by which it is to be there. */
interface Waiting {
  what: Wait
  due: CalendarDate
}

/** A chase day put it off, unless they acknowledged it since. */
export const onwardWaits = (
  record: OnwardProgress & { referralDate: string },
  isDead: boolean,
): Waiting | null => {
  const { referralDate, receivedDate, chaseDate } = record
  // Nobody who has died is to be seen by anybody.
  if (isDead || !isOnwardOpen(record)) return null
  const isPutOff = chaseDate !== null && (receivedDate === null || chaseDate > receivedDate)
  if (receivedDate === null)
    return { what: 'onwardAnswer', due: isPutOff ? chaseDate : addDays(referralDate, onwardAnswerDays) }
  return { what: 'onwardOutcome', due: isPutOff ? chaseDate : addDays(referralDate, onwardOutcomeDays) }
}

/**
 * Equipment of somebody who has died is due at once: what is there is to be collected, and what is not is to be cancelled, so that
 * nobody comes to the door with it.
 * @param death null where the patient lives; the day may not be known
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
  /** Of the red flag, the onward referral, the equipment or the letter that is begun. */
  id: z.int(),
  version: z.int(),
  patientId: z.int(),
  /** Of a red flag, the open referral or the last one; null where there was none. */
  pathwayId: z.int().nullable(),
  familyName: z.string(),
  firstName: nullableText,
  namePrefix: nullableText,
  nhsNumber: nullableText,
  dateOfBirth: nullableText,
  deceased: z.boolean(),
  /** Which sign, to whom the patient was sent on, which equipment or letter; null where the record is withheld. */
  item: nullableText,
  /** What is to be done, in words. */
  toDo: z.string(),
  due: z.string(),
  daysLate: z.int(),
  /** What became of the referral to this service; null while it is open, and where there was none. */
  closed: z.enum(['discharged', 'cancelled']).nullable(),
  /** Whose it is; of a closed referral, whoever had it last and works here; null where it is nobody's. */
  owner: nullableText,
  flags: z.array(flagChip),
  ...withheldField,
})
export type OutstandingRow = z.output<typeof outstandingRow>

/** Most rows of a reply: those that are due longest. A file has all. */
export const mostOutstandingShown = 1000

export const listOutstanding = endpoint({
  method: 'GET',
  path: '/api/list/outstanding',
  summary: `Open red flags whose day has come, onward referrals that nobody heard of, equipment that is not fitted or not back, and unsigned letters of closed referrals: the ${mostOutstandingShown} due longest`,
  input: outstandingInput,
  reply: z.object({
    rows: z.array(outstandingRow),
    /** Of whom the list is narrowed to, how many wait for each. */
    counts: z.object(Object.fromEntries(waitCodes.map((code) => [code, z.int()])) as Record<Wait, z.ZodInt>),
  }),
})
export type Outstanding = z.output<typeof listOutstanding.reply>

/** 'due today', '1 day late' */
export const lateInWords = (daysLate: number): string =>
  daysLate === 0 ? 'due today' : `${daysLate} ${daysLate === 1 ? 'day' : 'days'} late`

/**
 * What is to be done about it.
 * @param isOrdered of equipment, whether it was; of a red flag, whether somebody said what was done
 */
export const toDoInWords = (
  what: Wait,
  { isDead, isOrdered }: { isDead: boolean; isOrdered: boolean },
): string => {
  if (what === 'redFlag') return isOrdered ? 'Ask what came of it, and end it' : 'Say what was done'
  if (what === 'letterDraft') return 'Sign and send it, or discard it'
  if (what === 'onwardAnswer') return 'Ask whether they have it'
  if (what === 'onwardOutcome') return 'Ask what came of it'
  if (what === 'equipmentBack') return isDead ? 'Collect it: the patient has died' : 'Have it brought back'
  if (isDead) return 'Cancel it: the patient has died'
  return isOrdered ? 'Ask when it is fitted' : 'Order it, or say that it is not needed'
}

/** How long it is due. @param today the day it is looked at */
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
