import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { shown } from './shown.ts'

export const reportRoutes = <Parent extends AnyRoute>(parent: Parent) => [
  createRoute({
    getParentRoute: () => parent,
    path: 'reports',
    validateSearch: shown,
    component: lazyRouteComponent(() => import('./ReportsScreen.tsx'), 'ReportsScreen'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: 'reports/saved/$id',
    component: lazyRouteComponent(() => import('./SavedReportEdit.tsx'), 'SavedReportEdit'),
  }),
  createRoute({
    getParentRoute: () => parent,
    path: 'dashboard',
    validateSearch: shown.pick({ dateFrom: true, dateTo: true }),
    component: lazyRouteComponent(() => import('./DashboardScreen.tsx'), 'DashboardScreen'),
  }),
]
