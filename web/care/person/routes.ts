import type { AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { id } from '../../platform/page/addressFields.ts'
import { searchScreen } from '../../platform/ui/screen.ts'

export const ownPageScreens = <Pathway extends AnyRoute>(pathway: Pathway) =>
  [
    searchScreen(
      pathway,
      'own-page',
      'patient.write',
      z.object({ paper: id.optional() }),
      'OwnPageScreen',
      () => import('./OwnPageScreen.tsx'),
    ),
  ] as const
