import { PageTitle } from '../ui/PageTitle.tsx'
import { SearchForms } from './SearchForms.tsx'
import { SearchResults } from './SearchResults.tsx'

export const ReferralSearch = () => (
  <>
    <PageTitle>Patient search</PageTitle>
    <SearchForms autoFocus />
    <SearchResults />
  </>
)
