import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

export const launchScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [screen(falls, 'app-launch', 'patient.read', 'LaunchScreen', () => import('./LaunchScreen.tsx'))] as const
