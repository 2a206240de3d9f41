import type { AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { text } from '../../platform/page/addressFields.ts'
import { searchScreen } from '../../platform/ui/screen.ts'

/** Works without a signal, and without a session. What is shown: `address.ts`. */
export const visitScreens = <Root extends AnyRoute>(root: Root) =>
  [
    searchScreen(root, '/visits', null, z.object({ show: text }), 'Visits', () => import('./Visits.tsx')),
  ] as const
