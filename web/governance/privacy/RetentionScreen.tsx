import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatName,
  formatNhsNumber,
} from '../../../contract/platform/words/format.ts'
import { holdTitle, type Certificate, type Retention } from '../../../contract/governance/retention.ts'
import { useMay } from '../../platform/session/session.ts'
import { StackedTable } from '../../platform/ui/StackedTable.tsx'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { FlagChips } from '../../platform/ui/FlagChips.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { PrintButton } from '../../platform/ui/PrintButton.tsx'
import { RetentionRules } from './RetentionRules.tsx'
import { retentionQuery } from './retentionQueries.ts'

/** Records that are due, holds that keep some longer, pending decisions, and certificates of destroyed records. */
export const RetentionScreen = () => {
  const { data, error, refetch } = useQuery(retentionQuery)
  const mayWrite = useMay('retention.write')
  return (
    <>
      <div className="sf-list__head">
        <PageTitle>Retention of records</PageTitle>
        <PrintButton />
      </div>
      <p className="sf-purpose">
        Nothing is ever destroyed automatically. Information Governance looks at a record whose retention
        period has ended and decides; a second person confirms. Until then the record stays as it is.
      </p>
      {data === undefined ? (
        <LoadingOrFailed what="records" error={error} refetch={refetch} />
      ) : (
        <>
          <Part title="Waiting for a second person" empty="No decision waits." count={data.decided.length}>
            <Patients
              rows={data.decided}
              last={['Decided', ({ decidedBy, decidedAt }) => `${formatDateTime(decidedAt)} by ${decidedBy}`]}
            />
          </Part>
          <Part title="Due for review" empty="No record is due." count={data.dueTotal}>
            {data.dueTotal > data.due.length && (
              <p>
                {formatCount(data.dueTotal)} records are due. These are the {data.due.length} that are due
                longest.
              </p>
            )}
            <Patients rows={data.due} last={['Due since', ({ dueDay }) => formatDate(dueDay)]} />
          </Part>
          <Part title="Held" empty="No record is held." count={data.held.length}>
            <Patients
              rows={data.held}
              last={['Why', ({ kind, reason }) => `${holdTitle(kind)}. ${reason}`]}
            />
          </Part>
          <Part
            title="Certificates of destruction"
            empty="No record was destroyed."
            count={data.destroyed.length}
          >
            {data.destroyed.map((certificate) => (
              <Destroyed key={certificate.id} certificate={certificate} />
            ))}
          </Part>
          <RetentionRules rules={data.rules} mayWrite={mayWrite} />
        </>
      )}
    </>
  )
}

interface PartProps {
  title: string
  empty: string
  count: number
  children: ReactNode
}

const Part = ({ title, empty, count, children }: PartProps) => (
  <section className="sf-card sf-part" aria-label={title}>
    <h2 className="nhsuk-heading-m">{title}</h2>
    {count === 0 ? <p>{empty}</p> : children}
  </section>
)

type Named = Retention['due'][number] | Retention['held'][number] | Retention['decided'][number]

interface PatientsProps<Row extends Named> {
  rows: readonly Row[]
  /** The title of the last column, and the text of its cells. */
  last: readonly [title: string, text: (row: Row) => string]
}

const Patients = <Row extends Named>({ rows, last: [title, text] }: PatientsProps<Row>) => (
  <StackedTable
    rows={rows}
    keyOf={(row, index) => `${row.patientId}-${index}`}
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
      { title: 'Born', cell: (row) => formatDate(row.dateOfBirth) },
      { title: 'NHS number', isName: true, cell: (row) => formatNhsNumber(row.nhsNumber) },
      { title, cell: text },
    ]}
    action={(row) => (
      <Link
        className="sf-button"
        to="/falls/patient/retention"
        search={{ id: row.patientId }}
        aria-label={`Review the record of ${formatName(row)}`}
      >
        Review
      </Link>
    )}
  />
)

const Destroyed = ({ certificate }: { certificate: Certificate }) => {
  const {
    id,
    patientId,
    mergedIds,
    reason,
    lastDay,
    dueDay,
    decidedBy,
    decidedAt,
    confirmedBy,
    confirmedAt,
  } = certificate
  return (
    <article className="sf-certificate" aria-label={`Certificate ${id}`}>
      <h3 className="nhsuk-heading-s">
        Certificate {id}: record of patient number {patientId}
        {mergedIds.length > 0 && `, with number ${mergedIds.join(', ')} that had been merged into it`}
      </h3>
      <p>
        Destroyed {formatDateTime(confirmedAt)}, confirmed by {confirmedBy}. Decided{' '}
        {formatDateTime(decidedAt)} by {decidedBy}: {reason}.
      </p>
      <p>
        Last day in the record {formatDate(lastDay)}, to be kept until {formatDate(dueDay)}. Destroyed:{' '}
        {certificate.rows.map(({ table, count }) => `${table} ${count}`).join(', ')}; files of documents:{' '}
        {certificate.documents}.
      </p>
      <p className="sf-checksum">SHA-256 of what was destroyed: {certificate.sha256}</p>
    </article>
  )
}
