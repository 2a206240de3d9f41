import type { AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { id, text } from '../platform/page/addressFields.ts'
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
      'national-return',
      'nationalReturn.make',
      // `run`: one check or submission, in one of its views, or the records to which a rule of it applies.
      z.object({ run: id.optional(), view: text, rule: text }),
      'CsdsScreen',
      () => import('./csds/CsdsScreen.tsx'),
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
