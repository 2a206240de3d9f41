import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { today } from '../../../contract/platform/dates/dates.ts'
import { reportForm, reportTypes, type ReportOffer } from '../../../contract/insight/report.ts'
import { daysOfPeriod } from '../../../contract/insight/reportPeriod.ts'
import { queryClient } from '../../platform/calls/queryClient.ts'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { MonthEndPack } from './MonthEndPack.tsx'
import { MyReports } from './MyReports.tsx'
import { NationalReturn } from './NationalReturn.tsx'
import { runInBackground } from './runInBackground.ts'
import { DrillDown } from './DrillDown.tsx'
import { PeriodFields } from './PeriodFields.tsx'
import { reportsQuery, runsQuery, savedReportsQuery } from './queries.ts'
import { ReportList } from './ReportList.tsx'
import { reportQuery } from './reportQuery.ts'
import { ReportView } from './ReportView.tsx'
import type { Shown } from './shown.ts'
import { RunView } from './RunView.tsx'
import { SavedReports } from './SavedReports.tsx'
import { saveReport } from './saveReport.ts'

/** Report, period and output format (specification). The address says what is shown. */
export const ReportsScreen = () => (
  <>
    <PageTitle>Reports</PageTitle>
    <Reports />
  </>
)

const Reports = () => {
  const { data: reports, error, refetch } = useQuery(reportsQuery)
  const shown = useSearch({ from: '/falls/reports' })
  if (error !== null) return <FailedState error={error} reset={() => void refetch()} />
  if (reports === undefined) return <LoadingState what="list of reports" shape="reports" />
  const { report, run, dateFrom, dateTo, suppress, section, column, row = null, of = 'A number' } = shown
  if (run !== undefined) return <RunView key={run} id={run} />
  const title = reports.find(({ name }) => name === report)?.title ?? 'Report'
  const parameters =
    report === undefined || dateFrom === undefined || dateTo === undefined
      ? null
      : { reportName: report, dateFrom, dateTo, ...(suppress ? { suppress } : {}) }
  if (parameters !== null && section !== undefined && column !== undefined)
    return <DrillDown title={title} of={of} input={{ ...parameters, section, row, column }} />
  return (
    <>
      <Ask key={JSON.stringify([report, parameters])} reports={reports} shown={shown} />
      {parameters === null ? (
        <>
          <MonthEndPack />
          <NationalReturn />
          <ReportList reports={reports} />
        </>
      ) : (
        // As tall as the list it replaces, so that the page does not jump while the report is loading.
        <div className="sf-report__place">
          <p>
            <Link to="/falls/reports">Back to all reports</Link>
          </p>
          <ReportView title={title} parameters={parameters} />
        </div>
      )}
      <Lists />
    </>
  )
}

/** Shows both lists together: if the first one came later, it would push the second one away under the pointer. */
const Lists = () => {
  const isPending = [useQuery(runsQuery), useQuery(savedReportsQuery)].some((query) => query.isPending)
  return isPending ? (
    <LoadingState what="reports" />
  ) : (
    <>
      <MyReports />
      <SavedReports />
    </>
  )
}

const outputs = [
  { id: 'html', name: 'On screen' },
  { id: 'pdf', name: 'PDF' },
  { id: 'csv', name: 'CSV' },
  { id: 'xlsx', name: 'Excel' },
  { id: 'later', name: 'In the background, to come back to' },
]
const asking = reportForm.and(z.object({ type: z.enum([...reportTypes, 'later']) }))

/** The last month for a report chosen from the list without a period; otherwise the days in the address, if any. */
const periodAtFirst = ({ report, dateFrom, dateTo }: Shown): { dateFrom: string; dateTo: string } =>
  report !== undefined && dateFrom === undefined && dateTo === undefined
    ? daysOfPeriod('lastMonth', today())
    : { dateFrom: dateFrom ?? '', dateTo: dateTo ?? '' }

const Ask = ({ reports, shown }: { reports: readonly ReportOffer[]; shown: Shown }) => {
  const navigate = useNavigate()
  const form = useZodForm(asking, {
    reportName: shown.report ?? '',
    ...periodAtFirst(shown),
    suppress: shown.suppress ?? false,
    type: 'html',
  })
  const chosen = useWatch({ control: form.control, name: 'reportName' })
  const offer = reports.find(({ name }) => name === chosen)
  return (
    <FormFrame
      form={form}
      className="sf-card sf-report__ask"
      submit="Run report"
      onSave={async ({ type, suppress = false, reportName, ...period }) => {
        const parameters = { reportName, ...period, ...(suppress ? { suppress } : {}) }
        if (type !== 'html') {
          const run = await (type === 'later'
            ? runInBackground(parameters)
            : saveReport({ ...parameters, type }))
          if (run === null) toast('Report saved to your downloads')
          else await navigate({ to: '/falls/reports', search: { run } })
          return
        }
        // Run again, even if the same report was run before.
        void queryClient.resetQueries({ queryKey: reportQuery(parameters).queryKey })
        await navigate({
          to: '/falls/reports',
          // The form stays in place; the page scrolls to the report once it is loaded.
          resetScroll: false,
          search: { report: reportName, ...period, ...(suppress ? { suppress } : {}) },
        })
      }}
    >
      <SelectField
        form={form}
        name="reportName"
        label="Report"
        options={reports.map(({ name, title, group }) => ({ id: name, name: `${title} (${group})` }))}
      />
      {offer !== undefined && offer.name !== shown.report && (
        <div className="sf-prompt" role="status">
          {offer.definition.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      <PeriodFields form={form} />
      <SelectField form={form} name="type" label="Show or save" options={outputs} />
      <CheckboxField
        form={form}
        name="suppress"
        label="Hide small numbers"
        hint="For figures that leave the service: 1 to 4 are shown as *, and counts are rounded to the nearest 5"
      />
    </FormFrame>
  )
}
