import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

export const searchScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    screen(
      falls,
      'referral-search',
      'patient.search',
      'ReferralSearch',
      () => import('./ReferralSearch.tsx'),
    ),
  ] as const
