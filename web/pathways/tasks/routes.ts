import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

export const todayScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [screen(falls, 'today', 'workList.read', 'TodayScreen', () => import('./TodayScreen.tsx'))] as const

export const taskScreens = <Pathway extends AnyRoute>(pathway: Pathway) =>
  [
    screen(pathway, 'task/$taskId', 'task.write', 'TaskScreen', () => import('./TaskScreen.tsx')),
    screen(
      pathway,
      'task-close/$taskId',
      'task.write',
      'TaskCloseScreen',
      () => import('./TaskCloseScreen.tsx'),
    ),
  ] as const
