import type { AnyRoute } from '@tanstack/react-router'
import { screen, searchScreen } from '../platform/ui/screen.ts'
import { asked } from './audit/asked.ts'
import { shown } from './reports/shown.ts'

const period = shown.pick({ dateFrom: true, dateTo: true })

export const reportScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    searchScreen(
      falls,
      'reports',
      ['report.run', 'report.audit'],
      shown,
      'ReportsScreen',
      () => import('./reports/ReportsScreen.tsx'),
    ),
    screen(
      falls,
      'reports/saved/$savedId',
      ['report.run', 'report.audit'],
      'SavedReportEdit',
      () => import('./reports/SavedReportEdit.tsx'),
    ),
    searchScreen(
      falls,
      'audit',
      'report.audit',
      asked,
      'AuditScreen',
      () => import('./audit/AuditScreen.tsx'),
    ),
    searchScreen(
      falls,
      'dashboard',
      'dashboard.read',
      period,
      'DashboardScreen',
      () => import('./dashboard/DashboardScreen.tsx'),
    ),
  ] as const
