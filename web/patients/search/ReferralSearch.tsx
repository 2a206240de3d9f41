import { useMay } from '../../platform/session/session.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { RecentPatients } from './RecentPatients.tsx'
import { useSearchResults } from './searchResultsStore.ts'
import { SearchForms } from './SearchForms.tsx'
import { SearchResults } from './SearchResults.tsx'

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
  return useMay('patient.search') ? (
    <>
      <SearchForms autoFocus={!hasFound} />
      <SearchResults />
    </>
  ) : (
    <p>Searching for patients is not part of your current role.</p>
  )
}
