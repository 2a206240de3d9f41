import type { AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { id, text } from '../../platform/page/addressFields.ts'
import { searchScreen } from '../../platform/ui/screen.ts'

export const caseFindingScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    searchScreen(
      falls,
      'case-finding',
      'referral.triage',
      // `list`: one list, with those of its people who are `shown`. `step`: loading another.
      z.object({ list: id.optional(), shown: text, page: id.optional(), step: text }),
      'CaseFindingScreen',
      () => import('./CaseFindingScreen.tsx'),
    ),
  ] as const
