import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

export const registerScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    screen(falls, 'referral-create', 'patient.write', 'ReferralCreate', () => import('./ReferralCreate.tsx')),
    screen(falls, 'register', 'patient.write', 'RegisterAndRefer', () => import('./RegisterAndRefer.tsx')),
  ] as const
