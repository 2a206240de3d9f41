import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { Paging } from '../../../contract/platform/calls/paging.ts'
import {
  exportDemographicsSearch,
  exportNhsNumberSearch,
  exportPatientSearch,
} from '../../../contract/pathways/worklists/patientExports.ts'
import type { SheetAsked } from '../../../contract/platform/calls/sheet.ts'
import {
  searchDemographics,
  searchCountLimit,
  searchNhsNumber,
  searchPatients,
  type FoundRow,
  type SearchedRow as RowByNames,
} from '../../../contract/patients/search/search.ts'
import { describeTerms, readSearchText } from '../../../contract/patients/search/searchText.ts'
import { ask } from '../../platform/calls/api.ts'
import { createStore } from '../../platform/session/createStore.ts'
import { download } from '../../platform/calls/download.ts'
import { pageOf, type ListPage } from '../../platform/calls/listPage.ts'
import { onSignOut } from '../../platform/session/session.ts'
import {
  contactOfTerms,
  namesToAsk,
  personOfDetails,
  personOfNumber,
  personOfTerms,
  type Typed,
} from './typedPerson.ts'

/** The search box returns more details of each patient than the two forms do. */
export type SearchedRow = RowByNames & Partial<Pick<FoundRow, 'address' | 'isNear'>>

/**
 * The answer to the latest search, so that a user who comes back from a patient finds it again. In memory only (DP-7).
 */
export interface Found extends ListPage<SearchedRow> {
  /** Distinguishes this search from earlier ones. */
  searchNumber: number
  /** How the search box interpreted what was typed. */
  lookedFor: string | null
  /** What was typed, for registering a person instead. */
  typed: Typed
  /** Reads more of the results, or the same in another order. */
  read: (paging: Paging) => Promise<ListPage<SearchedRow>>
  /** Saves everything that the search finds, including rows that are not shown. */
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

/**
 * Keeps the answer unless a later search has begun: results of an earlier one must not appear beside a later failure.
 */
const search = async (asked: Pick<Found, 'read' | 'save' | 'lookedFor' | 'typed'>): Promise<void> => {
  latest += 1
  const searchNumber = latest
  if (found.get() !== null) keep(null)
  const page = await asked.read({})
  if (searchNumber === latest) keep({ ...page, ...asked, searchNumber })
}

export const findByNhsNumber = (input: InputOf<typeof searchNhsNumber>): Promise<void> =>
  search({
    lookedFor: null,
    typed: { person: personOfNumber(input.nhsNumber) },
    read: async () => pageOf(await ask(searchNhsNumber, input)),
    save: (asked) => download(exportNhsNumberSearch, { ...input, ...asked }),
  })

export const findByDemographics = (input: InputOf<typeof searchDemographics>): Promise<void> =>
  search({
    lookedFor: null,
    typed: { person: personOfDetails(input) },
    read: async (paging) => pageOf(await ask(searchDemographics, { ...input, ...paging })),
    save: (asked) => download(exportDemographicsSearch, { ...input, ...asked }),
  })

/** @param text as typed into the search box, already checked */
export const findByText = (text: string): Promise<void> => {
  const terms = readSearchText(text)
  return search({
    lookedFor: terms === null ? null : describeTerms(terms),
    typed:
      terms === null
        ? { person: {} }
        : { person: personOfTerms(terms), contact: contactOfTerms(terms), ...namesToAsk(terms) },
    read: async (paging) => pageOf(await ask(searchPatients, { text, ...paging })),
    save: (asked) => download(exportPatientSearch, { text, ...asked }),
  })
}

/** Whether the result must be announced: true only the first time, not when the user comes back from a patient. */
export const takeNews = (): boolean => {
  const wasNews = isNews
  isNews = false
  return wasNews
}

/** The text above the rows. */
export const describeFound = ({ rows, total }: Found): string => {
  if (rows.length === 0) return 'No patients found'
  if (!/^\d+$/.test(total)) return `More than ${searchCountLimit} patients found`
  return total === '1' ? '1 patient found' : `${total} patients found`
}

export const useSearchResults = (): Found | null => found.useValue((latest) => latest)
