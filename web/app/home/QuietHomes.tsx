import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clientsQuery } from '../../exchange/clients/clientQueries.ts'
import { waitingAccessesQuery } from '../../governance/privacy/restrictionQueries.ts'
import type { Capability } from '../../../contract/accounts/permissions.ts'
import { useMay } from '../../platform/session/session.ts'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'

/** The system administrator's home is empty (specification). */
export const AdministratorHome = () => (
  <>
    <PageTitle>System administration</PageTitle>
    <p>
      You look after <Link to="/falls/administration">people and lists</Link>. To see patients, change to a
      clinical role under your name at the top right.
    </p>
  </>
)

/** For a role without its own home: says what to do next. */
export const EmptyHome = () => (
  <>
    <PageTitle>Home</PageTitle>
    {useMay('restrictedAccess.review') && <ReasonsToReview />}
    {useMay('fhirClient.approve') && <ClientsToAgreeTo />}
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
    'Pairs of records that may be the same person.',
  ],
  [
    'subjectRequest.write',
    '/falls/subject-requests',
    'Subject access requests',
    'Requests by patients to see what is held about them, and when each answer is due.',
  ],
  [
    'restrictedAccess.review',
    '/falls/restricted-access',
    'Restricted records',
    'Who opened one with a reason, and whether the reason is valid.',
  ],
  [
    'retention.write',
    '/falls/retention',
    'Retention of records',
    'Records due for review, those that are held, and what was destroyed.',
  ],
  [
    'report.audit',
    '/falls/audit',
    'Audit',
    'Who opened a patient, what a user did, unusual reading, refused calls and files that left.',
  ],
  [
    'fhirClient.approve',
    '/falls/fhir-clients',
    'FHIR clients',
    'Other systems that read the record, and whether they may.',
  ],
  ['report.audit', '/falls/reports', 'Reports', 'Figures without names, and reports of the audit trail.'],
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

/** Counts the systems that cannot read the record before somebody of Information Governance agrees. */
const ClientsToAgreeTo = () => {
  const { clients = [] } = useQuery(clientsQuery).data ?? {}
  const waiting = clients.filter(({ state }) => state === 'waiting').length
  return waiting === 0 ? null : (
    <p>
      <Link to="/falls/fhir-clients">
        {waiting === 1 ? 'A FHIR client waits' : `${waiting} FHIR clients wait`} for Information Governance
      </Link>{' '}
      to agree that {waiting === 1 ? 'it' : 'they'} may read the record.
    </p>
  )
}
