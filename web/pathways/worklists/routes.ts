import { createRoute, type AnyRoute } from '@tanstack/react-router'
import { stageRoutes, stages, type Stage } from '../../../contract/stages/stage.ts'
import { lazy } from '../../platform/ui/lazyScreen.tsx'
import { screen } from '../../platform/ui/screen.ts'
import { listAddress } from './address.ts'

const workList = lazy('WorkList', () => import('./WorkList.tsx'))
/** The list of one stage, with the filters in the address. */
const workListOf = <Falls extends AnyRoute, const At extends Stage>(falls: Falls, stage: At) =>
  createRoute({
    getParentRoute: () => falls,
    path: stageRoutes[stage],
    validateSearch: listAddress,
    component: workList,
    staticData: { needs: 'workList.read', stage, isReadOnly: true },
  })

type WorkLists<Falls extends AnyRoute> = { [At in Stage]: ReturnType<typeof workListOf<Falls, At>> }

export const workListScreens = <Falls extends AnyRoute>(falls: Falls) =>
  [
    ...(stages.map((stage) => workListOf(falls, stage)) as WorkLists<Falls>[Stage][]),
    screen(falls, 'list-targets', 'target.write', 'ListTargets', () => import('./ListTargets.tsx')),
  ] as const

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The work list that the screen shows. */
    stage?: Stage
  }
}
