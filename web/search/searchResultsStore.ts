import type { InputOf } from '../../contract/endpoint.ts'
import type { Paging } from '../../contract/paging.ts'
import {
  exportDemographicsSearch,
  exportNhsNumberSearch,
  type SheetAsked,
} from '../../contract/listExport.ts'
import {
  searchDemographics,
  searchCountLimit,
  searchNhsNumber,
  type PatientRow,
} from '../../contract/search.ts'
import { ask } from '../api.ts'
import { createStore } from '../createStore.ts'
import { download } from '../download.ts'
import { pageOf, type ListPage } from '../listPage.ts'
import { onSignOut } from '../session.ts'

/** The latest search's answer, in memory only, so that coming back from a patient finds it again (DP-7). */
export interface Found extends ListPage<PatientRow> {
  /** Tells this search from those before it. */
  searchNumber: number
  /** More of what the search finds, or the same in another order. */
  read: (paging: Paging) => Promise<ListPage<PatientRow>>
  /** Saves all that the search finds, the rows beyond those shown too. */
  save: (asked: SheetAsked) => Promise<void>
}

const found = createStore<Found | null>(null)
let latest = 0
let isNews = false

const keep = (next: Found | null): void => {
  isNews = next !== null
  found.set(next)
}
onSignOut(() => keep(null))

/** Keeps the answer unless a later search began; what an earlier one found must not appear beside another's failure. */
const search = async (
  endpoint: typeof searchNhsNumber | typeof searchDemographics,
  input: InputOf<typeof endpoint>,
  save: Found['save'],
): Promise<void> => {
  latest += 1
  const searchNumber = latest
  if (found.get() !== null) keep(null)
  const read: Found['read'] = async (paging) => pageOf(await ask(endpoint, { ...input, ...paging }))
  const page = await read({})
  if (searchNumber === latest) keep({ ...page, searchNumber, read, save })
}

export const findByNhsNumber = (input: InputOf<typeof searchNhsNumber>): Promise<void> =>
  search(searchNhsNumber, input, (asked) => download(exportNhsNumberSearch, { ...input, ...asked }))

export const findByDemographics = (input: InputOf<typeof searchDemographics>): Promise<void> =>
  search(searchDemographics, input, (asked) => download(exportDemographicsSearch, { ...input, ...asked }))

/** Whether the result is announced for the first time, and not shown again to somebody who comes back from a patient. */
export const takeNews = (): boolean => {
  const wasNews = isNews
  isNews = false
  return wasNews
}

/** Said above the rows. */
export const describeFound = ({ rows, total }: Found): string => {
  if (rows.length === 0) return 'No patients found'
  if (!/^\d+$/.test(total)) return `More than ${searchCountLimit} patients found`
  return total === '1' ? '1 patient found' : `${total} patients found`
}

export const useSearchResults = (): Found | null => found.useValue((latest) => latest)
