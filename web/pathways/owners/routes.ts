import type { AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { screen, searchScreen } from '../../platform/ui/screen.ts'

/** The clinician whose referrals are listed; without one, the referrals in Unowned. */
const owner = z.object({ clinicianId: z.int().positive().optional().catch(undefined) })

export const ownersScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    searchScreen(falls, 'owners', 'workList.read', owner, 'OwnersScreen', () => import('./OwnersScreen.tsx')),
  ] as const

export const ownerScreens = <Pathway extends AnyRoute>(pathway: Pathway) =>
  [screen(pathway, 'owner', 'owner.assign', 'OwnerScreen', () => import('./OwnerScreen.tsx'))] as const
