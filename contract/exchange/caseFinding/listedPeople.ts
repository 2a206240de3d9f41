import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { exportOf, sheetOf } from '../../platform/calls/sheet.ts'
import { existingId, optionalCode } from '../../platform/fields/fields.ts'
import { formatNhsNumber } from '../../platform/words/format.ts'
import type { Column } from '../../platform/words/grid.ts'
import { eligibilityCodes } from '../incoming/eligibility.ts'
import { incomingStateCodes } from '../incoming/source.ts'
import { listKindCodes, standingCodes, standings, type Standing } from './listKind.ts'

/*
 * The people of one case-finding list with how each stands with the service, so that nobody falls through (decision 158).
 */

const nullableText = z.string().nullable()

/** Besides the standings, a choice of the rows that may be registered although the list gives no NHS number. */
export const shownPeopleCodes = [...standingCodes, 'mayBeRegistered'] as const
export const peopleOnPage = 50

const listedPerson = z.object({
  id: z.int(),
  /** The place on the list, from 1. */
  rowNumber: z.int(),
  /** All null once the words of the list were removed. */
  familyName: nullableText,
  firstName: nullableText,
  dateOfBirth: nullableText,
  nhsNumber: nullableText,
  eligibility: z.enum(eligibilityCodes),
  standing: z.enum(standingCodes),
  /** The sender says that the person does not want to be contacted. */
  isOptedOut: z.boolean(),
  /** Null if nobody is registered under the NHS number, and if the record is withheld. */
  patientId: z.int().nullable(),
  /** The record is restricted and not open to the reader. */
  isWithheld: z.boolean(),
  /** The row has no NHS number, and somebody registered is like this person. A likeness is never called known. */
  mayBeRegistered: z.boolean(),
  incoming: z.object({ id: z.int(), reference: z.string(), state: z.enum(incomingStateCodes) }).nullable(),
  /** The day of the last invitation. */
  invitedDate: nullableText,
  /** The last day to answer it. */
  answerBy: nullableText,
})
export type ListedPerson = z.output<typeof listedPerson>

const counts = z.object(
  Object.fromEntries(standingCodes.map((code) => [code, z.int()])) as Record<Standing, z.ZodInt>,
)

export const listedPeople = endpoint({
  method: 'GET',
  path: '/api/caseFinding/people',
  summary: `The people of a case-finding list with how each stands with the service; ${peopleOnPage} a page`,
  input: z.object({
    /** The list. */
    id: existingId(),
    shown: optionalCode(shownPeopleCodes),
    /** From 1. */
    page: existingId().optional(),
  }),
  reply: z.object({
    list: z.object({
      id: z.int(),
      kind: z.enum(listKindCodes),
      sender: z.string(),
      listDate: z.string(),
      removedAt: nullableText,
    }),
    /** Each person is counted once, so these add up to `people`. */
    counts,
    people: z.int(),
    mayBeRegistered: z.int(),
    rows: z.array(listedPerson),
    page: z.int(),
    pages: z.int(),
  }),
})
export type ListedPeople = z.output<typeof listedPeople.reply>

/** What the sender may know of a person whom it listed: its own row, and the standing in plain words. */
export interface SenderRow {
  rowNumber: number
  familyName: string | null
  firstName: string | null
  dateOfBirth: string | null
  nhsNumber: string | null
  standing: Standing | null
}

const inWords: Readonly<Record<Standing, string>> = {
  died: 'Has died, by our record',
  known: 'Known to the falls service',
  declined: 'Does not want to be contacted, or the referral was declined',
  invited: 'Invited to the falls service',
  neverReached: 'Not reached yet',
}

const standingForSender = (standing: Standing | null): string =>
  standing === null ? 'Not stated' : inWords[standing]

export const senderColumns = [
  { id: 'rowNumber', title: 'Row of the list', kind: 'number', value: ({ rowNumber }) => rowNumber },
  { id: 'familyName', title: 'Family name', kind: 'text', value: ({ familyName }) => familyName },
  { id: 'firstName', title: 'First name', kind: 'text', value: ({ firstName }) => firstName },
  { id: 'dateOfBirth', title: 'Date of Birth', kind: 'day', value: ({ dateOfBirth }) => dateOfBirth },
  {
    id: 'nhsNumber',
    title: 'NHS Number',
    kind: 'nhsNumber',
    value: ({ nhsNumber }) => nhsNumber,
    sortValue: ({ nhsNumber }) => (nhsNumber === null ? null : formatNhsNumber(nhsNumber)),
  },
  { id: 'standing', title: 'Standing', kind: 'text', value: ({ standing }) => standingForSender(standing) },
] as const satisfies readonly Column<SenderRow>[]

export const exportListedPeople = exportOf(
  '/api/caseFinding/people',
  'the people of a case-finding list with their standing, for its sender',
  z.object({ id: existingId() }).and(sheetOf(senderColumns)),
)

/** Days after which a list of a kind and sender that came before is late: a month, and a few days to draw it up. */
export const daysUntilLate = 35

export const lateLists = endpoint({
  method: 'GET',
  path: '/api/caseFinding/late',
  summary: `Case-finding lists that came and have not come again for more than ${daysUntilLate} days`,
  input: z.object({}),
  reply: z.array(
    z.object({ kind: z.enum(listKindCodes), sender: z.string(), lastDate: z.string(), daysLate: z.int() }),
  ),
})

/** Days after which a person who was never reached, and whom NG249 names, is shown to Team Leads. */
export const daysToReach = 30

export const longUnreached = endpoint({
  method: 'GET',
  path: '/api/caseFinding/longUnreached',
  summary: `How many people whom NG249 names have been on a case-finding list for more than ${daysToReach} days and were never reached`,
  input: z.object({}),
  reply: z.object({
    people: z.int(),
    /** The list that has most of them, to begin with; null if there are none. */
    listId: z.int().nullable(),
  }),
})

/** The titles of the tabs, in order. */
export const shownTitles: readonly { code: (typeof shownPeopleCodes)[number]; title: string }[] = [
  ...standings,
  { code: 'mayBeRegistered', title: 'May be registered' },
]

export const listedPeopleEndpoints = [listedPeople, exportListedPeople, lateLists, longUnreached] as const
