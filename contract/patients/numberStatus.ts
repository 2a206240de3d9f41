import { foldName } from '../platform/words/fold.ts'

/** NHS number status (NHS Data Dictionary): how far the number of a record was checked nationally. */
export const numberStatuses = {
  '01': 'Number present and verified',
  '02': 'Number present but not traced',
  '03': 'Trace required',
  '04': 'Trace attempted: no match or several',
  '05': 'Trace needs to be resolved',
  '06': 'Trace in progress',
  '07': 'Number not present and trace not required',
  '08': 'Trace postponed (baby under six weeks old)',
} as const
export type NumberStatus = keyof typeof numberStatuses
export const numberStatusCodes = Object.keys(numberStatuses) as NumberStatus[]

/** How a question to the Personal Demographics Service (PDS) ended. */
export const pdsOutcomes = [
  'found',
  /** The number that was asked about was replaced by another. */
  'superseded',
  'several',
  'tooMany',
  'none',
  'invalidated',
  'refused',
  'notAllowed',
  'timedOut',
  'slowDown',
  'away',
] as const
export type PdsOutcome = (typeof pdsOutcomes)[number]

interface Identity {
  nhsNumber: string | null
  familyName: string | null
  dateOfBirth: string | null
}

/** What was asked of PDS, and what it said. */
export interface TraceFacts {
  outcome: PdsOutcome
  /** Null if PDS was asked by name and date of birth. */
  askedNumber: string | null
  /** Whom PDS found; nobody for another outcome. */
  person: Identity | null
}

/**
 * The status of a record that is saved after a trace; null if the trace says nothing of it. Only what PDS says itself
 * verifies a number: the same number, family name and date of birth.
 */
export const statusAfterTrace = (
  saved: Identity,
  { outcome, askedNumber, person: theirs }: TraceFacts,
): NumberStatus | null => {
  if (theirs === null)
    return askedNumber === null || askedNumber === saved.nhsNumber ? withoutPerson[outcome] : null
  if (saved.nhsNumber === null) return null
  // The number that PDS replaced is still on the record.
  if (outcome === 'superseded' && saved.nhsNumber === askedNumber) return '05'
  if (saved.nhsNumber !== theirs.nhsNumber) return null
  if (theirs.familyName === null || theirs.dateOfBirth === null) return '02'
  const isSame =
    saved.dateOfBirth === theirs.dateOfBirth &&
    foldName(saved.familyName ?? '') === foldName(theirs.familyName)
  return isSame ? '01' : '05'
}

const withoutPerson: Readonly<Record<PdsOutcome, NumberStatus | null>> = {
  found: null,
  superseded: null,
  several: '04',
  tooMany: '04',
  none: '04',
  invalidated: '05',
  refused: '03',
  notAllowed: '03',
  timedOut: '03',
  slowDown: '03',
  away: '03',
}
