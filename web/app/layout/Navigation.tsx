import { useQuery } from '@tanstack/react-query'
import { Link, useMatches } from '@tanstack/react-router'
import { stageRoutes, stages } from '../../../contract/stages/stage.ts'
import { homePathOf } from '../home/homes.ts'
import { waitingDecisionsQuery } from '../../governance/privacy/retentionQueries.ts'
import { waitingAccessesQuery } from '../../governance/privacy/restrictionQueries.ts'
import { roleNow, useMay, useSession } from '../../platform/session/session.ts'
import { useShownPath } from './shownPath.ts'

interface EntryProps {
  to: string
  title: string
  isHere: boolean
}

const Entry = ({ to, title, isHere }: EntryProps) => (
  <li>
    <Link
      to={to}
      className={isHere ? 'sf-nav__current' : ''}
      activeOptions={{ exact: true }}
      aria-current={isHere ? 'page' : undefined}
    >
      {title}
    </Link>
  </li>
)

/** The main menu: the screens that the current role may use. */
export const Navigation = ({ id }: { id: string }) => {
  const role = roleNow(useSession())
  const mayList = useMay('workList.read')
  const mayCall = useMay('clinical.write')
  const mayWrite = useMay('letter.write')
  const mayAdminister = useMay('administration.write')
  const maySearch = useMay('patient.search')
  const hasOutbox = useSession()?.profile?.settings.outbox === true
  const mayReadOutbox = useMay('outbox.read') && hasOutbox
  const mayRun = useMay('report.run')
  const mayAudit = useMay('report.audit')
  const mayAnswerRequests = useMay('subjectRequest.write')
  const mayDecide = useMay('retention.write')
  const mayConfirm = useMay('retention.confirm')
  // The second person for a decision needs the menu entry only while a decision waits.
  const { waiting = 0 } = useQuery({ ...waitingDecisionsQuery, enabled: mayConfirm }).data ?? {}
  const mayReview = useMay('restrictedAccess.review')
  const { waiting: toReview = 0 } = useQuery({ ...waitingAccessesQuery, enabled: mayReview }).data ?? {}
  const mayOversee = useMay('dashboard.read')
  const mayCompare = useMay('duplicate.read')
  const receivesReferrals = useSession()?.profile?.settings.receivesReferrals === true
  const path = useShownPath()
  const onAdministration = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isAdministration),
  })
  const onList = stages.some((stage) => path === `/falls/${stageRoutes[stage]}`)
  return (
    <nav className="sf-nav" id={id} aria-label="Main">
      <ul>
        <Entry to="/falls" title="Home" isHere={path === homePathOf(role).toLowerCase()} />
        {mayList && <Entry to="/falls/awaiting-assessment" title="Work lists" isHere={onList} />}
        {/* A Team Lead's menu is full: Home and Today lead there. */}
        {receivesReferrals && !mayOversee && (
          <Entry
            to="/falls/incoming-referrals"
            title="Triage"
            isHere={path.startsWith('/falls/incoming-referral')}
          />
        )}
        {mayList && <Entry to="/falls/today" title="Today" isHere={path === '/falls/today'} />}
        {mayList && <Entry to="/falls/diary" title="Diary" isHere={path === '/falls/diary'} />}
        {mayList && <Entry to="/falls/owners" title="Owners" isHere={path === '/falls/owners'} />}
        {mayCall && <Entry to="/falls/calls" title="Calls" isHere={path === '/falls/calls'} />}
        {mayWrite && <Entry to="/falls/letters" title="Letters" isHere={path === '/falls/letters'} />}
        {mayList && <Entry to="/falls/classes" title="Classes" isHere={path.startsWith('/falls/class')} />}
        {mayList && <Entry to="/falls/clinics" title="Clinics" isHere={path.startsWith('/falls/clinic')} />}
        {mayList && (
          <Entry to="/falls/outstanding" title="Outstanding" isHere={path === '/falls/outstanding'} />
        )}
        {maySearch && (
          <Entry to="/falls/referral-search" title="Search" isHere={path === '/falls/referral-search'} />
        )}
        {mayCompare && (
          <Entry
            to="/falls/possible-duplicates"
            title="Duplicates"
            isHere={['/falls/possible-duplicates', '/falls/compare-records'].includes(path)}
          />
        )}
        {mayAdminister && (
          <Entry to="/falls/administration" title="Administration" isHere={onAdministration} />
        )}
        {mayReadOutbox && <Entry to="/falls/outbox" title="Outbox" isHere={path === '/falls/outbox'} />}
        {mayAnswerRequests && (
          <Entry
            to="/falls/subject-requests"
            title="Subject access"
            isHere={path === '/falls/subject-requests'}
          />
        )}
        {mayReview && (
          <Entry
            to="/falls/restricted-access"
            title={toReview > 0 ? `Restricted: ${toReview} to review` : 'Restricted'}
            isHere={path === '/falls/restricted-access'}
          />
        )}
        {(mayDecide || (mayConfirm && waiting > 0)) && (
          <Entry
            to="/falls/retention"
            title={waiting > 0 ? `Retention: ${waiting} to confirm` : 'Retention'}
            isHere={path === '/falls/retention'}
          />
        )}
        {mayOversee && <Entry to="/falls/dashboard" title="Dashboard" isHere={path === '/falls/dashboard'} />}
        {mayAudit && <Entry to="/falls/audit" title="Audit" isHere={path === '/falls/audit'} />}
        {(mayRun || mayAudit) && (
          <Entry to="/falls/reports" title="Reports" isHere={path.startsWith('/falls/reports')} />
        )}
      </ul>
    </nav>
  )
}
