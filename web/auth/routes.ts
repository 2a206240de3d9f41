import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'

/** For people who have lost their password (specification, Public routes). */
export const publicRoutes = <Root extends AnyRoute>(root: Root) => [
  createRoute({
    getParentRoute: () => root,
    path: '/forgot',
    component: lazyRouteComponent(() => import('./Forgot.tsx'), 'Forgot'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset',
    validateSearch: z.object({
      userId: z.coerce.string().optional().catch(undefined),
      code: z.coerce.string().optional().catch(undefined),
    }),
    component: lazyRouteComponent(() => import('./Reset.tsx'), 'Reset'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reset-sms',
    component: lazyRouteComponent(() => import('./ResetSms.tsx'), 'ResetSms'),
  }),
]

/** What each user does with their own account, and what was written to users. */
export const accountRoutes = <Falls extends AnyRoute>(falls: Falls) => [
  createRoute({
    getParentRoute: () => falls,
    path: 'password',
    component: lazyRouteComponent(() => import('./ChangePassword.tsx'), 'ChangePassword'),
  }),
  createRoute({
    getParentRoute: () => falls,
    path: 'security',
    component: lazyRouteComponent(() => import('./Security.tsx'), 'Security'),
  }),
  createRoute({
    getParentRoute: () => falls,
    path: 'outbox',
    staticData: { needs: 'outbox.read' },
    component: lazyRouteComponent(() => import('./Outbox.tsx'), 'Outbox'),
  }),
]
