import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router'
import { z } from 'zod'
import { stageRoutes, stages, type Stage } from '../contract/pathway/stage.ts'
import type { Capability } from '../contract/permissions.ts'
import { getProfile } from '../contract/session.ts'
import { ApiError, call } from './api.ts'
import { administrationRoutes } from './admin/routes.ts'
import { Login } from './auth/Login.tsx'
import { accountRoutes, publicRoutes } from './auth/routes.ts'
import { homePathOf } from './home/homes.ts'
import { OpeningBar } from './layout/OpeningBar.tsx'
import { rememberScroll } from './layout/scrollMemory.ts'
import { ScreenFailed } from './layout/ScreenFailed.tsx'
import { pathwayRoutes } from './pathway/routes.ts'
import { patientRoutes } from './patient/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { safeRedirect } from './redirect.ts'
import { currentSession, roleNow, setProfile } from './session.ts'

/* The site map. Everything past the sign-in page is loaded when it is needed. */

const root = createRootRoute({ component: Outlet })

const toFalls = () => redirect({ to: '/falls' })

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw toFalls()
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: z.object({
    redirect: z.string().optional().catch(undefined),
    // What an OpenID provider sends people back with.
    code: z.coerce.string().optional().catch(undefined),
    state: z.coerce.string().optional().catch(undefined),
    iss: z.string().optional().catch(undefined),
    error: z.string().optional().catch(undefined),
  }),
  beforeLoad: ({ search }) => {
    if (currentSession() === null) return
    throw redirect({ href: safeRedirect(search.redirect) ?? '/falls' })
  },
  component: Login,
})

/** Where people do what they owe before anything else is open to them (AU-11, AU-12). */
const placeOfDuty = { password: '/falls/password', 'second-factor': '/falls/security' } as const

const falls = createRoute({
  getParentRoute: () => root,
  path: '/falls',
  beforeLoad: async ({ location }) => {
    if (currentSession() === null) throw redirect({ to: '/login', search: { redirect: location.href } })
    try {
      if (currentSession()?.profile == null) setProfile(await call(getProfile, {}))
    } catch (error) {
      if (error instanceof ApiError && error.status === 401)
        throw redirect({ to: '/login', search: { redirect: location.href } })
      throw error
    }
    const owed = currentSession()?.profile?.owes
    const place = owed == null ? null : placeOfDuty[owed]
    if (place !== null && location.pathname.toLowerCase() !== place) throw redirect({ to: place })
  },
  component: lazyRouteComponent(() => import('./layout/Shell.tsx'), 'Shell'),
})

const fallsIndex = createRoute({
  getParentRoute: () => falls,
  path: '/',
  validateSearch: z.object({ section: z.string().optional().catch(undefined) }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: homePathOf(roleNow(currentSession())), hash: search.section ?? '' })
  },
})

const screens = [
  createRoute({
    getParentRoute: () => falls,
    path: 'admissions',
    component: lazyRouteComponent(() => import('./home/AdmissionsHome.tsx'), 'AdmissionsHome'),
  }),
  createRoute({
    getParentRoute: () => falls,
    path: 'external',
    component: lazyRouteComponent(() => import('./home/ExternalHome.tsx'), 'ExternalHome'),
  }),
  createRoute({
    getParentRoute: () => falls,
    path: 'systemAdministrator',
    staticData: { needs: 'administration.write' },
    component: lazyRouteComponent(() => import('./home/QuietHomes.tsx'), 'AdministratorHome'),
  }),
  createRoute({
    getParentRoute: () => falls,
    path: 'home',
    // For roles without a home of their own.
    beforeLoad: () => {
      const home = homePathOf(roleNow(currentSession()))
      if (home !== '/falls/home') throw redirect({ to: home })
    },
    component: lazyRouteComponent(() => import('./home/QuietHomes.tsx'), 'EmptyHome'),
  }),
  createRoute({
    getParentRoute: () => falls,
    path: 'referral-search',
    component: lazyRouteComponent(() => import('./search/ReferralSearch.tsx'), 'ReferralSearch'),
  }),
  createRoute({
    getParentRoute: () => falls,
    path: 'referral-create',
    staticData: { needs: 'patient.write' },
    component: lazyRouteComponent(() => import('./patient/ReferralCreate.tsx'), 'ReferralCreate'),
  }),
  createRoute({
    getParentRoute: () => falls,
    path: '$',
    beforeLoad: () => {
      throw toFalls()
    },
  }),
]

const lists = stages.map((stage) =>
  createRoute({
    getParentRoute: () => falls,
    path: stageRoutes[stage],
    staticData: { stage },
    component: lazyRouteComponent(() => import('./worklists/WorkList.tsx'), 'WorkList'),
  }),
)

const anywhereElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw toFalls()
  },
})

const routeTree = root.addChildren([
  index,
  login,
  ...publicRoutes(root),
  falls.addChildren([
    fallsIndex,
    ...screens,
    ...lists,
    ...accountRoutes(falls),
    ...patientRoutes(falls),
    ...pathwayRoutes(falls),
    ...administrationRoutes(falls),
    ...reportRoutes(falls),
  ]),
  anywhereElse,
])

/** The site. @param history the browser's own unless given */
export const createSite = (history?: RouterHistory) => {
  const site = createRouter({
    routeTree,
    caseSensitive: false,
    // The screen that is left stays, and stays still, until the next one is there.
    defaultPendingMs: Infinity,
    InnerWrap: OpeningBar,
    defaultErrorComponent: ScreenFailed,
    ...(history === undefined ? {} : { history }),
  })
  rememberScroll(site)
  return site
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    stage?: Stage
    /** What the current role must be able to do, or the screen is not shown. */
    needs?: Capability
  }
}
