import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { restrictedInWords } from '../../../contract/platform/calls/withheld.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { exportPeople } from '../../../contract/app/listExport.ts'
import type { reportPeople } from '../../../contract/insight/report.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { download } from '../../platform/calls/download.ts'
import { PatientGrid } from '../../patients/search/PatientGrid.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { LongCounting } from './LongCounting.tsx'
import { peopleQuery } from './queries.ts'
import { useFocusedHeading } from '../../platform/ui/useFocusedHeading.ts'

interface DrillDownProps {
  title: string
  /** What the number counts. */
  of: string
  input: InputOf<typeof reportPeople>
}

/** The people counted in one number of a report. */
export const DrillDown = ({ title, of, input }: DrillDownProps) => {
  const { data, error, fetchStatus, refetch } = useQuery(peopleQuery(input))
  const isCounting = data === undefined && error === null
  const isStopped = isCounting && fetchStatus === 'idle'
  const heading = useFocusedHeading()
  const { reportName: report, dateFrom, dateTo } = input
  return (
    <section aria-labelledby="people">
      <p>
        {/* Goes to the report's heading, which takes the focus, instead of the top of the page. */}
        <Link to="/falls/reports" search={{ report, dateFrom, dateTo }} resetScroll={false}>
          Back to the report
        </Link>
      </p>
      <h2 className="nhsuk-heading-m" id="people" ref={heading} tabIndex={-1}>
        {of}
      </h2>
      <p className="sf-quiet">
        {title}, {formatDate(dateFrom)} to {formatDate(dateTo)}
        {data !== undefined && data.total > data.rows.length + data.withheld
          ? `. The first ${data.rows.length} of ${data.total} are shown.`
          : ''}
      </p>
      {data !== undefined && data.withheld > 0 && (
        <p>
          {restrictedInWords(data.withheld)} of the {data.total} {data.withheld === 1 ? 'is' : 'are'} not
          named here. Work lists have everybody.
        </p>
      )}
      {error !== null && <FailedState error={error} reset={() => void refetch()} />}
      {isCounting && (
        <LongCounting
          what="list"
          isStopped={isStopped}
          stop={() => queryClient.cancelQueries(peopleQuery(input))}
          again={refetch}
        >
          <LoadingState what="list" shape="list" />
        </LongCounting>
      )}
      {data !== undefined && (
        <PatientGrid
          name={`report ${report}`}
          caption="Patients counted"
          rows={data.rows}
          save={(asked) => download(exportPeople, { ...input, ...asked })}
          empty={
            data.withheld > 0
              ? 'Nobody else is counted here.'
              : 'Nobody is counted here any more. The report may be older than the latest change.'
          }
        />
      )}
    </section>
  )
}
