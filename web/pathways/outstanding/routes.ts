import type { AnyRoute } from '@tanstack/react-router'
import { outstandingInput } from '../../../contract/pathways/outstandingWaits.ts'
import { searchScreen } from '../../platform/ui/screen.ts'

const { what, whose } = outstandingInput.shape

/** The kind of item and its owner; without either, the whole list. */
const narrowed = outstandingInput.extend({ what: what.catch(undefined), whose: whose.catch(undefined) })

export const outstandingScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    searchScreen(
      falls,
      'outstanding',
      'workList.read',
      narrowed,
      'OutstandingScreen',
      () => import('./OutstandingScreen.tsx'),
    ),
  ] as const
