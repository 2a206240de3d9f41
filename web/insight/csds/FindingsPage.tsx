import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { csdsRules, outcomeTitles } from '../../../contract/insight/csds/rules.ts'
import type { FoundRecord } from '../../../contract/insight/csds/submission.ts'
import {
  formatCount,
  formatDate,
  formatName,
  formatNhsNumber,
} from '../../../contract/platform/words/format.ts'
import { LoadingOrFailed } from '../../platform/ui/LoadingOrFailed.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { StackedTable, type Column } from '../../platform/ui/StackedTable.tsx'
import { findingsQuery, submissionQuery } from './csdsQueries.ts'

/** The records of one rule, each with a link to mend it. */
export const FindingsPage = ({ id, rule: ruleId }: { id: number; rule: string }) => {
  const { data, error, refetch } = useQuery(findingsQuery(id, ruleId))
  const { data: submission } = useQuery(submissionQuery(id))
  const rule = csdsRules.find((each) => each.id === ruleId)
  if (data === undefined || rule === undefined)
    return <LoadingOrFailed what="records" shape="list" error={error} refetch={refetch} />
  const count = submission?.findings.find((found) => found.rule === ruleId)?.count ?? data.rows.length
  const left = count - data.rows.length - data.withheld
  return (
    <>
      <PageTitle tab="National return">{rule.title}</PageTitle>
      <p className="sf-purpose">
        {outcomeTitles[rule.outcome]}. {rule.mend}
      </p>
      <p>As they were when this was counted. After you have mended them, check the month again.</p>
      {data.withheld > 0 && (
        <p>{formatCount(data.withheld)} more are not listed, because their records are restricted.</p>
      )}
      {left > 0 && (
        <p>
          {formatCount(left)} more are not listed: the same record again, a record with no person, or those
          after the first 500.
        </p>
      )}
      {data.rows.length > 0 && (
        <section className="sf-card sf-part" aria-label={rule.title}>
          <div className="sf-scroll" role="region" aria-label={`${rule.title}, table`} tabIndex={0}>
            <StackedTable
              caption={rule.title}
              rows={data.rows}
              keyOf={({ patientId, pathwayId }) => `${patientId} ${pathwayId ?? ''}`}
              columns={
                data.rows.some(({ pathwayId }) => pathwayId !== null) ? [...columns, referral] : columns
              }
            />
          </div>
        </section>
      )}
      <p>
        <Link to="/falls/national-return" search={{ run: id }}>
          Go back to what would be refused
        </Link>
      </p>
    </>
  )
}

const columns: readonly Column<FoundRecord>[] = [
  {
    title: 'Patient',
    isName: true,
    cell: (record) => (
      <Link to="/falls/patient/view" search={{ id: record.patientId }}>
        {formatName(record)}
      </Link>
    ),
  },
  {
    title: 'NHS number',
    isName: true,
    cell: ({ nhsNumber }) => (nhsNumber === null ? 'Not recorded' : formatNhsNumber(nhsNumber)),
  },
]

/** Nothing for what is about the person. */
const referral: Column<FoundRecord> = {
  title: 'Referral',
  cell: ({ patientId, pathwayId, referralDate }) =>
    pathwayId === null ? (
      ''
    ) : (
      <Link to="/falls/pathway/view" search={{ id: pathwayId, patientId }}>
        {referralDate === null ? 'No referral date' : formatDate(referralDate)}
      </Link>
    ),
}
