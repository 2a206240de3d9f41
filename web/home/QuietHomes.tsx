import { PageTitle } from '../ui/PageTitle.tsx'

/** Searching as an outside partner opens nothing yet, and an External user may do nothing else. */
export const ExternalHome = () => (
  <>
    <PageTitle>Home</PageTitle>
    <p>
      You are signed in to look, not to change. Searching for a patient is not open to you yet: please ask the
      service.
    </p>
  </>
)

/** The system administrator's home is empty (specification section 2). */
export const AdministratorHome = () => (
  <>
    <PageTitle>System administration</PageTitle>
    <p>
      You look after people and lists. To see patients, work in a clinical role: your name at the top right
      changes the role.
    </p>
  </>
)

export const EmptyHome = () => (
  <>
    <PageTitle>Home</PageTitle>
    <p>Your role has no screens yet. Please ask your system administrator to give it a profile.</p>
  </>
)
