import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

export const differenceScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    screen(
      falls,
      'pds-differences',
      'patient.write',
      'DifferencesScreen',
      () => import('./DifferencesScreen.tsx'),
    ),
  ] as const
