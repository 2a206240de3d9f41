import { ExternalSearch } from '../../patients/search/ExternalSearch.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'

/** For people outside the service: they look up one patient and can read only what that opens. */
export const ExternalHome = () => (
  <>
    <PageTitle>Home</PageTitle>
    <ExternalSearch />
  </>
)
