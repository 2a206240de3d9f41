import { createRoute, redirect, type AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { text } from '../../platform/page/addressFields.ts'
import { currentSession, roleNow } from '../../platform/session/session.ts'
import { lazy } from '../../platform/ui/lazyScreen.tsx'
import { screen } from '../../platform/ui/screen.ts'
import { homePathOf } from './homes.ts'

export const homeScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    createRoute({
      getParentRoute: () => falls,
      path: '/',
      validateSearch: z.object({ section: text }),
      beforeLoad: ({ search }) => {
        throw redirect({ to: homePathOf(roleNow(currentSession())), hash: search.section ?? '' })
      },
    }),
    // No capability is required: the screen itself says what a role without patients finds here.
    screen(falls, 'admissions', null, 'AdmissionsHome', () => import('./AdmissionsHome.tsx'), {
      isReadOnly: true,
    }),
    screen(falls, 'external', 'patient.searchExternal', 'ExternalHome', () => import('./ExternalHome.tsx')),
    screen(
      falls,
      'systemAdministrator',
      'administration.write',
      'AdministratorHome',
      () => import('./QuietHomes.tsx'),
    ),
    // For roles without their own home.
    createRoute({
      getParentRoute: () => falls,
      path: 'home',
      beforeLoad: () => {
        const home = homePathOf(roleNow(currentSession()))
        if (home !== '/falls/home') throw redirect({ to: home })
      },
      component: lazy('EmptyHome', () => import('./QuietHomes.tsx')),
    }),
  ] as const
