import { useNavigate, useSearch } from '@tanstack/react-router'
import { reportForm } from '../../contract/report.ts'
import { addDays, today } from '../../contract/dates.ts'
import { FormFrame } from '../ui/FormFrame.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { useZodForm } from '../ui/useZodForm.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { ReportView } from './ReportView.tsx'

const reportName = 'serviceDashboard'
const usualWeeks = 12

/** The service at a glance, for Team Leads: a report that is shown at once, over the last weeks unless another period is chosen. */
export const DashboardScreen = () => (
  <>
    <PageTitle>Service dashboard</PageTitle>
    <Dashboard />
  </>
)

const Dashboard = () => {
  const navigate = useNavigate()
  const given = useSearch({ from: '/falls/dashboard' })
  const day = today()
  const { dateFrom = addDays(day, 1 - 7 * usualWeeks), dateTo = day } = given
  const form = useZodForm(reportForm, { reportName, dateFrom, dateTo })
  return (
    <>
      <details className="sf-card sf-report__ask">
        <summary>Choose another period</summary>
        <FormFrame
          form={form}
          submit="Show"
          onSave={async (period) => {
            await navigate({
              to: '/falls/dashboard',
              search: { dateFrom: period.dateFrom, dateTo: period.dateTo },
            })
          }}
        >
          <PeriodFields form={form} />
        </FormFrame>
      </details>
      <ReportView title="Service dashboard" parameters={{ reportName, dateFrom, dateTo }} />
    </>
  )
}
