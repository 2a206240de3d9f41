import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

export const fallsCalendarScreens = <Pathway extends AnyRoute>(pathway: Pathway) =>
  [
    screen(
      pathway,
      'falls-month/$questionId',
      'clinical.write',
      'FallsMonthScreen',
      () => import('./FallsMonthScreen.tsx'),
    ),
  ] as const
