import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import {
  getDashboard,
  printDashboard,
  type Dashboard,
  type Days,
} from '../../../contract/insight/dashboard/dashboard.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { formatDate, formatDateTime } from '../../../contract/platform/words/format.ts'
import { call } from '../../platform/calls/api.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { download } from '../../platform/calls/download.ts'
import { ExportButton } from '../../platform/ui/ExportButton.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { usePaperSubject } from '../../platform/ui/paper.ts'
import { Sentence } from '../../platform/ui/Sentence.tsx'
import { LongCounting } from '../reports/LongCounting.tsx'
import { readable } from '../reports/readable.ts'
import { daysOn, keptPeriod } from './dashboardPeriod.ts'
import { Figures } from './Figures.tsx'
import { Funnel } from './Funnel.tsx'
import { LongestWaits } from './LongestWaits.tsx'
import { PeriodPicker } from './PeriodPicker.tsx'
import { RunChart } from './RunChart.tsx'

const dashboardQuery = (days: Days) =>
  queryOptions({
    queryKey: ['dashboard', days],
    queryFn: ({ signal }) => call(getDashboard, days, { signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

/** The service at a glance, for Team Leads: numbers first, for the period last chosen. */
export const DashboardScreen = () => {
  const given = useSearch({ from: '/falls/dashboard' })
  const { dateFrom, dateTo } = { ...daysOn(keptPeriod(), today()), ...given }
  const days = { dateFrom, dateTo }
  const { data, error, isPlaceholderData, fetchStatus, refetch } = useQuery(dashboardQuery(days))
  const isCounting = error === null && (data === undefined || isPlaceholderData)
  const isStopped = isCounting && fetchStatus === 'idle'
  return (
    <>
      <div className="sf-dashboard__head">
        <PageTitle>Service dashboard</PageTitle>
        <ExportButton what="dashboard" types={['pdf']} save={() => download(printDashboard, days)} />
      </div>
      <PeriodPicker key={`${dateFrom} ${dateTo}`} days={days} />
      {error !== null && <FailedState error={readable(error)} reset={() => void refetch()} />}
      {isCounting && (
        <LongCounting
          key={`counting ${dateFrom} ${dateTo}`}
          what="dashboard"
          isStopped={isStopped}
          stop={() => queryClient.cancelQueries(dashboardQuery(days))}
          again={refetch}
        >
          {data === undefined && <LoadingState what="dashboard" shape="dashboard" />}
        </LongCounting>
      )}
      {data !== undefined && error === null && !isStopped && (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'sf-dashboard--counting' : ''}>
          <Counted dashboard={data} />
        </div>
      )}
    </>
  )
}

const words = ({ dateFrom, dateTo }: Days): string => `${formatDate(dateFrom)} to ${formatDate(dateTo)}`

const Counted = ({ dashboard }: { dashboard: Dashboard }) => {
  usePaperSubject('Service dashboard')
  const { period, before, countedAt, figures, trends, waiting, funnel } = dashboard
  return (
    <>
      <p className="sf-quiet" role="status">
        <Sentence>{`${words(period)}, both days counted, compared with ${words(before)}.`}</Sentence> Counted{' '}
        {formatDateTime(countedAt)}.
      </p>
      <Figures figures={figures} period={period} />
      <section className="sf-card" aria-labelledby="trends">
        <h2 className="nhsuk-heading-m" id="trends">
          Month by month
        </h2>
        <p className="sf-quiet">
          The 24 months up to {formatDate(period.dateTo)}. The dashed line is the median of the months.
        </p>
        <div className="sf-trends">
          {trends.map((trend) => (
            <RunChart key={trend.id} trend={trend} dateTo={period.dateTo} />
          ))}
        </div>
      </section>
      <LongestWaits waiting={waiting} period={period} />
      <Funnel funnel={funnel} period={period} />
    </>
  )
}
