import { useNavigate } from '@tanstack/react-router'
import type { Days } from '../../../contract/insight/dashboard/dashboard.ts'
import { today } from '../../../contract/platform/dates/dates.ts'
import { reportDays } from '../../../contract/insight/report.ts'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { DayFields } from '../reports/PeriodFields.tsx'
import {
  dashboardPeriods,
  dashboardPeriodTitles,
  daysOn,
  keepPeriod,
  type DashboardPeriod,
} from './dashboardPeriod.ts'

/**
 * One press for each usual period; the last one chosen is remembered. The days of any other period are in the
 * address.
 */
export const PeriodPicker = ({ days }: { days: Days }) => {
  const navigate = useNavigate()
  const form = useZodForm(reportDays, days)
  const show = (search: Days): Promise<void> => navigate({ to: '/falls/dashboard', search })
  const isShown = (period: DashboardPeriod): boolean => {
    const { dateFrom, dateTo } = daysOn(period, today())
    return dateFrom === days.dateFrom && dateTo === days.dateTo
  }
  return (
    <div className="sf-dashboard__period">
      <div className="sf-period__usual" role="group" aria-label="Period">
        {dashboardPeriods.map((period) => (
          <button
            key={period}
            type="button"
            className="sf-button"
            aria-pressed={isShown(period)}
            onClick={() => {
              keepPeriod(period)
              void show(daysOn(period, today()))
            }}
          >
            {dashboardPeriodTitles[period]}
          </button>
        ))}
      </div>
      <details className="sf-report__ask">
        <summary>Choose other days</summary>
        <FormFrame form={form} submit="Show" onSave={({ dateFrom, dateTo }) => show({ dateFrom, dateTo })}>
          <DayFields form={form} />
        </FormFrame>
      </details>
    </div>
  )
}
