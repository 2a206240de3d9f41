import type { AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { searchScreen } from '../../platform/ui/screen.ts'

/** The person being rung. */
const called = z.object({ pathwayId: z.int().min(1).optional().catch(undefined) })

export const callScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    searchScreen(
      falls,
      'calls',
      'clinical.write',
      called,
      'CallListScreen',
      () => import('./CallListScreen.tsx'),
    ),
  ] as const
