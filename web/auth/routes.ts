import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'

/** What each user does with their own account. */
export const accountRoutes = (falls: AnyRoute) => [
  createRoute({
    getParentRoute: () => falls,
    path: 'password',
    component: lazyRouteComponent(() => import('./ChangePassword.tsx'), 'ChangePassword'),
  }),
]
