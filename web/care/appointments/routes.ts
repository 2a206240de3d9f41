import type { AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { id, text } from '../../platform/page/addressFields.ts'
import { searchScreen } from '../../platform/ui/screen.ts'

/** The clinician or location, the day, and the view. */
const diaryAddress = z.object({
  view: z.enum(['day', 'week']).optional().catch(undefined),
  day: text,
  clinician: id.optional(),
  place: id.optional(),
})

export const diaryScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    searchScreen(
      falls,
      'diary',
      'workList.read',
      diaryAddress,
      'DiaryScreen',
      () => import('./DiaryScreen.tsx'),
    ),
  ] as const
