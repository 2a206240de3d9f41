import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { searchedText } from '../../platform/fields/fields.ts'
import { dueGroups } from '../../stages/dueGroup.ts'
import { stages } from '../../stages/stage.ts'

/*
 * By what a work list is narrowed beside the words that are typed. A filter joins by a line in `listFilters` and one in
 * server/pathways/worklists/filters.ts, which says what it looks at. None of it is about one patient, so all of it may stand in an address.
 */

interface ListFilter {
  label: string
}

/** As an owner: the clinician to whom the reader is tied, whoever reads. */
export const mine = 'Mine'

/** Each is a choice among what stands on the list. */
export const listFilters = {
  referrer: { label: 'Referrer' },
  surgery: { label: 'Registered GP' },
  district: { label: 'Postcode district' },
  owner: { label: 'Owner' },
  flag: { label: 'Flag' },
} as const satisfies Record<string, ListFilter>
export type ListFilterName = keyof typeof listFilters
export const listFilterNames = Object.keys(listFilters) as ListFilterName[]

const eachFilter = <T>(make: () => T) =>
  Object.fromEntries(listFilterNames.map((name) => [name, make()])) as Record<ListFilterName, T>

const chooseList = { error: 'Choose a work list' }

export const dueField = z.enum(dueGroups, { error: 'Choose late, thisWeek or later' }).optional()

/** What narrows a list, in an address. */
export const narrowFields = { due: dueField, ...eachFilter(() => searchedText(255)) }

/** The same with other lists that are shown with it. */
export const narrowing = z.object({
  ...narrowFields,
  also: z.array(z.enum(stages, chooseList)).max(stages.length, chooseList).optional(),
})
export type Narrowing = z.output<typeof narrowing>

/** How many values of a filter are offered at most; rarer ones are found by typing. */
export const mostChoices = 500

export const listChoices = endpoint({
  method: 'GET',
  path: '/api/list/choices',
  summary: 'What a work list can be narrowed by: the values that stand on it',
  input: z.object({ stage: z.enum(stages, chooseList) }),
  reply: z.object(eachFilter(() => z.array(z.string()))),
})
