import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { waitingAccessesQuery } from '../../governance/privacy/restrictionQueries.ts'
import type { Capability } from '../../../contract/accounts/permissions.ts'
import { useMay } from '../../platform/session/session.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'

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

/** For a role without its own home: says what to do next. */
export const EmptyHome = () => (
  <>
    <PageTitle>Home</PageTitle>
    {useMay('restrictedAccess.review') && <ReasonsToReview />}
    {useMay('patient.search') ? (
      <>
        <p>What you can do here:</p>
        <Duties />
      </>
    ) : (
      <p>Your role has no screens yet. Please ask your system administrator to give it a profile.</p>
    )}
  </>
)

/** The screens that a role without patients of its own may use, with their purpose; in the order of the menu. */
const duties = [
  ['patient.search', '/falls/referral-search', 'Search for a patient', 'Find a record and open it.'],
  [
    'duplicate.read',
    '/falls/possible-duplicates',
    'Possible duplicates',
    'Pairs of records that may be of one person.',
  ],
  [
    'subjectRequest.write',
    '/falls/subject-requests',
    'Subject access requests',
    'Who asked to see what is held about them, and by when they must have an answer.',
  ],
  [
    'restrictedAccess.review',
    '/falls/restricted-access',
    'Restricted records',
    'Who opened one with a reason, and whether the reason holds.',
  ],
  [
    'retention.write',
    '/falls/retention',
    'Retention of records',
    'Records whose time has come, those that are held, and what was destroyed.',
  ],
  [
    'report.audit',
    '/falls/audit',
    'Audit',
    'Who opened a patient, what a user did, unusual reading, refused calls and files that left.',
  ],
  ['report.audit', '/falls/reports', 'Reports', 'Figures that name nobody, and reports of the audit trail.'],
] as const satisfies readonly (readonly [Capability, string, string, string])[]

const Duties = () => (
  <ul className="sf-duties">
    {duties.map(([capability, to, title, purpose]) => (
      <Duty key={to} {...{ capability, to, title, purpose }} />
    ))}
  </ul>
)

interface DutyProps {
  capability: Capability
  to: string
  title: string
  purpose: string
}

const Duty = ({ capability, to, title, purpose }: DutyProps) =>
  useMay(capability) && (
    <li className="sf-card">
      <Link to={to}>{title}</Link>
      <p>{purpose}</p>
    </li>
  )

/** Counts the reasons for opening restricted records that are still to be reviewed. */
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
