import { Suspense } from 'react'
import { useMay } from '../../platform/session/session.ts'
import { lazy, usePreload } from '../../platform/ui/lazyScreen.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { RecentPatients } from './RecentPatients.tsx'
import { useSearchResults } from './searchResultsStore.ts'
import { SearchForms } from './SearchForms.tsx'

const SearchResults = lazy('SearchResults', () => import('./SearchResults.tsx'))

export const ReferralSearch = () => (
  <>
    <PageTitle>Patient search</PageTitle>
    <PatientSearch />
    <RecentPatients />
  </>
)

/** Both searches and their results, for roles that may search. */
export const PatientSearch = () => {
  const hasFound = useSearchResults() !== null
  usePreload(SearchResults)
  return useMay('patient.search') ? (
    <>
      <SearchForms autoFocus={!hasFound} />
      {hasFound && (
        <Suspense>
          <SearchResults />
        </Suspense>
      )}
    </>
  ) : (
    <p>Searching for patients is not part of your current role.</p>
  )
}
