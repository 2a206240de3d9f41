import { ExternalSearch } from '../search/ExternalSearch.tsx'
import { useMay } from '../session.ts'
import { PageTitle } from '../ui/PageTitle.tsx'

/** For people outside the service: they look up one patient, and read what that opens. */
export const ExternalHome = () => (
  <>
    <PageTitle>Home</PageTitle>
    {useMay('patient.searchExternal') ? (
      <ExternalSearch />
    ) : (
      <p>Looking up patients is not part of your current role.</p>
    )}
  </>
)
