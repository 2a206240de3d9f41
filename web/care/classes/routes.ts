import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

export const classScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    screen(falls, 'classes', 'workList.read', 'ClassesScreen', () => import('./ClassesScreen.tsx')),
    screen(falls, 'class/$classId', 'workList.read', 'ClassScreen', () => import('./ClassScreen.tsx')),
    screen(
      falls,
      'class-edit/$classId',
      'class.write',
      'ClassEditScreen',
      () => import('./ClassEditScreen.tsx'),
    ),
    screen(
      falls,
      'class-close/$classId',
      'class.write',
      'CloseClassScreen',
      () => import('./CloseClassScreen.tsx'),
    ),
    screen(
      falls,
      'class-register/$sessionId',
      'clinical.write',
      'RegisterScreen',
      () => import('./RegisterScreen.tsx'),
    ),
  ] as const

export const placeScreens = <Pathway extends AnyRoute>(pathway: Pathway) =>
  [
    screen(pathway, 'enrol', 'clinical.write', 'EnrolScreen', () => import('./EnrolScreen.tsx')),
    screen(
      pathway,
      'class-leave/$placeId',
      'clinical.write',
      'LeaveScreen',
      () => import('./LeaveScreen.tsx'),
    ),
    screen(
      pathway,
      'home-exercise/$exerciseId',
      'clinical.write',
      'HomeExerciseScreen',
      () => import('./HomeExerciseScreen.tsx'),
    ),
  ] as const
