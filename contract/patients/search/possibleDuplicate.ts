import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { existingId } from '../../platform/fields/fields.ts'
import { formatNhsNumber } from '../../platform/words/format.ts'
import type { Column } from '../../platform/words/grid.ts'

/*
 * Pairs of records that may be of one person, as a list to work through. Each pair is merged, or permanently marked as
 * two people (decision 73).
 */

const nullableText = z.string().nullable()

const person = z.object({
  id: z.int(),
  /** In the format for clinical display. */
  name: z.string(),
  dateOfBirth: nullableText,
  nhsNumber: nullableText,
  postcode: nullableText,
})

export const possibleDuplicate = z.object({
  id: z.int(),
  /** The record that was registered first. */
  first: person,
  later: person,
  /** What the two have in common, as display text. */
  reasons: z.array(z.string()),
  foundAt: z.string(),
})
export type PossibleDuplicate = z.output<typeof possibleDuplicate>

/** Maximum pairs in a reply. */
export const mostPairsShown = 1000

export const listPossibleDuplicates = endpoint({
  method: 'GET',
  path: '/api/possibleDuplicate/all',
  summary: `Pairs of records that may be the same person, newest first: ${mostPairsShown} at most`,
  input: z.object({}),
  reply: z.array(possibleDuplicate),
})

export const dismissPossibleDuplicate = endpoint({
  method: 'POST',
  path: '/api/possibleDuplicate/dismiss',
  summary: 'Record that two records are two different people; the pair is not listed again',
  input: z.object({ patientId: existingId(), otherId: existingId() }),
  reply: z.object({ id: z.int() }),
})

/** Such as 'Same name, same date of birth'. */
export const inCommon = (reasons: readonly string[]): string =>
  reasons
    .map((reason, at) => (at === 0 ? reason : `${reason.slice(0, 1).toLowerCase()}${reason.slice(1)}`))
    .join(', ')

const columnsOf = (which: 'first' | 'later', title: string): readonly Column<PossibleDuplicate>[] => [
  { id: which, title, kind: 'text', value: (row) => row[which].name },
  {
    id: `${which}Born`,
    title: which === 'first' ? 'Born' : 'Born (later)',
    kind: 'day',
    value: (row) => row[which].dateOfBirth,
  },
  {
    id: `${which}NhsNumber`,
    title: which === 'first' ? 'NHS Number' : 'NHS Number (later)',
    kind: 'nhsNumber',
    value: (row) => row[which].nhsNumber,
    sortValue: (row) => (row[which].nhsNumber === null ? null : formatNhsNumber(row[which].nhsNumber)),
  },
]

export const possibleDuplicateColumns: readonly Column<PossibleDuplicate>[] = [
  ...columnsOf('first', 'Registered first'),
  ...columnsOf('later', 'Registered later'),
  { id: 'reasons', title: 'In common', kind: 'text', value: ({ reasons }) => inCommon(reasons) },
]

export const possibleDuplicateEndpoints = [listPossibleDuplicates, dismissPossibleDuplicate] as const
