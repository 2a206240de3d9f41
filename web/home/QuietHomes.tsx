import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { waitingAccessesQuery } from '../privacy/restrictionQueries.ts'
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
    {useMay('restrictedAccess.review') && <ReasonsToReview />}
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

/** Counts the reasons for opening restricted records that nobody has looked at yet. */
const ReasonsToReview = () => {
  const { waiting = 0 } = useQuery(waitingAccessesQuery).data ?? {}
  return waiting === 0 ? null : (
    <p>
      <Link to="/falls/restricted-access">
        {waiting === 1
          ? 'A restricted record was opened with a reason'
          : `Restricted records were opened ${waiting} times with a reason`}
      </Link>{' '}
      that nobody has reviewed yet.
    </p>
  )
}
