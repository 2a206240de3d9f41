import type { Days } from '../../../contract/insight/dashboard/dashboard.ts'
import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { daysOfPeriod, movingPeriods, periodTitles } from '../../../contract/insight/reportPeriod.ts'
import { storagePrefix } from '../../../contract/accounts/session.ts'
import { currentSession } from '../../platform/session/session.ts'

/*
 * The period with which the dashboard opens: the last one chosen, stored in this browser for each user and kept after
 * sign-out. It contains no patient data.
 */

const usual = 'last12Weeks'
export const dashboardPeriods = [usual, ...movingPeriods] as const
export type DashboardPeriod = (typeof dashboardPeriods)[number]
export const dashboardPeriodTitles: Record<DashboardPeriod, string> = {
  [usual]: 'Last 12 weeks',
  ...periodTitles,
}

export const daysOn = (period: DashboardPeriod, day: CalendarDate): Days =>
  period === usual ? { dateFrom: addDays(day, 1 - 7 * 12), dateTo: day } : daysOfPeriod(period, day)

const key = (): string => `${storagePrefix}dashboardPeriod.${currentSession()?.profile?.user.id ?? 0}`

export const keepPeriod = (period: DashboardPeriod): void => localStorage.setItem(key(), period)
export const keptPeriod = (): DashboardPeriod => {
  const kept = localStorage.getItem(key())
  return dashboardPeriods.find((period) => period === kept) ?? usual
}
