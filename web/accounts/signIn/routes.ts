import { createRoute, redirect, type AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { text, typedText } from '../../platform/page/addressFields.ts'
import { safeRedirect } from '../../platform/calls/redirect.ts'
import { currentSession } from '../../platform/session/session.ts'
import { screen, searchScreen } from '../../platform/ui/screen.ts'
import { Login } from './Login.tsx'

/** Screens before sign-in. */
export const signInScreens = <Root extends AnyRoute>(root: Root) =>
  [
    createRoute({
      getParentRoute: () => root,
      path: '/login',
      // Includes the parameters with which an OpenID provider sends people back.
      validateSearch: z.object({ redirect: text, code: typedText, state: typedText, iss: text, error: text }),
      beforeLoad: ({ search }) => {
        if (currentSession() !== null) throw redirect({ href: safeRedirect(search.redirect) ?? '/falls' })
      },
      component: Login,
    }),
    screen(root, '/forgot', null, 'Forgot', () => import('./Forgot.tsx')),
    searchScreen(
      root,
      '/reset',
      null,
      z.object({ userId: typedText, code: typedText }),
      'Reset',
      () => import('./Reset.tsx'),
    ),
    screen(root, '/reset-sms', null, 'ResetSms', () => import('./ResetSms.tsx')),
  ] as const

export const accountScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    screen(falls, 'password', null, 'ChangePassword', () => import('./ChangePassword.tsx')),
    screen(falls, 'security', null, 'Security', () => import('./Security.tsx')),
    screen(falls, 'outbox', 'outbox.read', 'Outbox', () => import('./Outbox.tsx')),
  ] as const
