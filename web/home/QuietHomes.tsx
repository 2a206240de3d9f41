import { Link } from '@tanstack/react-router'
import { useMay } from '../session.ts'
import { PageTitle } from '../ui/PageTitle.tsx'

/** The system administrator's home is empty (specification). */
export const AdministratorHome = () => (
  <>
    <PageTitle>System administration</PageTitle>
    <p>
      You look after <Link to="/falls/administration">people and lists</Link>. To see patients, work in a
      clinical role: your name at the top right changes the role.
    </p>
  </>
)

/** For a role that has no home of its own: says what to do next. */
export const EmptyHome = () => (
  <>
    <PageTitle>Home</PageTitle>
    {useMay('patient.search') ? (
      <p>
        Your role has no home screen of its own. <Link to="/falls/referral-search">Search for a patient</Link>{' '}
        to begin.
      </p>
    ) : (
      <p>Your role has no screens yet. Please ask your system administrator to give it a profile.</p>
    )}
  </>
)
