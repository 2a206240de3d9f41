import type { AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { id } from '../../platform/page/addressFields.ts'
import { screen, searchScreen } from '../../platform/ui/screen.ts'

const compared = z.object({ patientId: id, otherId: id })

export const mergeScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    screen(
      falls,
      'possible-duplicates',
      'duplicate.read',
      'PossibleDuplicates',
      () => import('./PossibleDuplicates.tsx'),
    ),
    searchScreen(
      falls,
      'compare-records',
      'duplicate.read',
      compared,
      'CompareRecords',
      () => import('./CompareRecords.tsx'),
    ),
    screen(falls, 'merged-records', 'duplicate.read', 'MergedRecords', () => import('./MergedRecords.tsx')),
    screen(falls, 'merged-records/$mergeId', 'duplicate.read', 'MergeView', () => import('./MergeView.tsx')),
    screen(
      falls,
      'registered-in-error',
      ['record.restore', 'report.audit'],
      'RegisteredInError',
      () => import('./RegisteredInError.tsx'),
    ),
  ] as const
