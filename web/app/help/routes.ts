import type { AnyRoute } from '@tanstack/react-router'
import { screen } from '../../platform/ui/screen.ts'

/** Open to everybody. */
export const publicHelpScreens = <Root extends AnyRoute>(root: Root) =>
  [
    screen(root, '/accessibility', null, 'Accessibility', () => import('./Accessibility.tsx')),
    screen(root, '/privacy', null, 'Privacy', () => import('./Privacy.tsx')),
  ] as const

export const helpScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    screen(falls, 'help', null, 'HelpScreen', () => import('./HelpScreen.tsx')),
    screen(falls, 'help/$topic', null, 'TopicScreen', () => import('./topics/TopicScreen.tsx')),
  ] as const
