import type { AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { id, text } from '../../platform/page/addressFields.ts'
import { searchScreen } from '../../platform/ui/screen.ts'

export const incomingScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    searchScreen(
      falls,
      'incoming-referrals',
      'referral.triage',
      z.object({ shown: text }),
      'IncomingListScreen',
      () => import('./IncomingListScreen.tsx'),
    ),
    searchScreen(
      falls,
      'incoming-referral',
      'referral.triage',
      // `step`: a form about it. `patientId`: the registered patient whom it is accepted for.
      z.object({ id, step: text, patientId: id.optional() }),
      'IncomingScreen',
      () => import('./IncomingScreen.tsx'),
    ),
  ] as const
