import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { today } from '../../../contract/platform/dates/dates.ts'
import {
  formatDate,
  formatDateTime,
  formatName,
  formatNhsNumber,
} from '../../../contract/platform/words/format.ts'
import type { SubjectRequestRow } from '../../../contract/governance/subjectRequest.ts'
import { StackedTable } from '../../platform/ui/StackedTable.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { subjectRequestsQuery } from './subjectRequestQueries.ts'

/** Requests of patients to see what is held about them, the earliest due first. */
export const SubjectRequests = () => {
  const { data, error, refetch } = useQuery(subjectRequestsQuery)
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Subject access requests</PageTitle>
        <PrintButton />
      </div>
      <p className="sf-purpose">
        People may ask to see everything that the service holds about them, and must have an answer within one
        calendar month. To record a request, find the patient first and open the record.
      </p>
      {data === undefined ? (
        <LoadingOrFailed what="requests" error={error} refetch={refetch} />
      ) : data.length === 0 ? (
        <p className="sf-state">Nobody has asked yet.</p>
      ) : (
        <Requests rows={data} />
      )}
    </>
  )
}

const Requests = ({ rows }: { rows: readonly SubjectRequestRow[] }) => (
  <div className="sf-card sf-scroll" tabIndex={0} role="region" aria-label="Table of requests">
    <StackedTable
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Patient',
          cell: (row) => (
            <>
              <span translate="no">{formatName(row)}</span>
              <FlagChips chips={row.flags} />
            </>
          ),
        },
        { title: 'NHS number', isName: true, cell: (row) => formatNhsNumber(row.nhsNumber) },
        { title: 'Asked', cell: (row) => formatDate(row.askedDate) },
        {
          title: 'Due',
          cell: (row) => (
            <>
              {formatDate(row.dueDate)} {isLate(row) && <span className="sf-tag sf-tag--late">late</span>}
            </>
          ),
        },
        { title: 'State', cell: stateInWords },
      ]}
      action={(row) => (
        <Link
          className="sf-button"
          to="/falls/patient/subject-request/$requestId"
          params={{ requestId: String(row.id) }}
          search={{ id: row.patientId }}
          aria-label={`Open the request of ${formatName(row)} of ${formatDate(row.askedDate)}`}
        >
          Open
        </Link>
      )}
    />
  </div>
)

const isLate = ({ releasedAt, closedAt, dueDate }: SubjectRequestRow): boolean =>
  releasedAt === null && closedAt === null && dueDate < today()

const stateInWords = ({ releasedAt, releasedBy, closedAt, closedNote }: SubjectRequestRow): string =>
  releasedAt !== null
    ? `Released ${formatDateTime(releasedAt)} by ${releasedBy ?? 'somebody'}`
    : closedAt !== null
      ? `Closed ${formatDateTime(closedAt)}: ${closedNote ?? ''}`
      : 'To be looked through'
