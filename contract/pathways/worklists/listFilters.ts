import { z } from 'zod'
import { endpoint } from '../../platform/calls/endpoint.ts'
import { searchedText } from '../../platform/fields/fields.ts'
import { dueGroups } from '../../stages/dueGroup.ts'
import { stages } from '../../stages/stage.ts'

/*
 * The filters of a work list, apart from the typed search. To add one, add it to `listFilters` and define what it
 * compares in server/pathways/worklists/filters.ts. No filter identifies a patient, so all of them may appear in an
 * address.
 */

interface ListFilter {
  label: string
}

/** As a value of the owner filter: the clinician linked to the account of the reader. */
export const mine = 'Mine'

/** Each offers the values that appear on the list. */
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

/** The filters of a list, as sent in an address. */
export const narrowFields = { due: dueField, ...eachFilter(() => searchedText(255)) }

/** The same, with the other lists to show together with this one. */
export const narrowing = z.object({
  ...narrowFields,
  also: z.array(z.enum(stages, chooseList)).max(stages.length, chooseList).optional(),
})
export type Narrowing = z.output<typeof narrowing>

/** The most values that a filter offers; rarer ones are found by typing. */
export const mostChoices = 500

export const listChoices = endpoint({
  method: 'GET',
  path: '/api/list/choices',
  summary: 'Filter values that occur on a work list',
  input: z.object({ stage: z.enum(stages, chooseList) }),
  reply: z.object(eachFilter(() => z.array(z.string()))),
})
