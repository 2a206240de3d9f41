import { createRoute, lazyRouteComponent, type AnyRoute } from '@tanstack/react-router'
import { keptLookups, type KeptLookup } from '../../contract/lookups.ts'
import { pathsOf } from './paths.ts'

const list = () => import('./LookupList.tsx')
const edit = () => import('./LookupEdit.tsx')

/** The list and edit screens of everything that administrators keep (specification section 2). */
export const administrationRoutes = <Parent extends AnyRoute>(parent: Parent) => {
  const listScreens = keptLookups.flatMap((lookup) =>
    pathsOf(lookup).map((path) =>
      createRoute({
        getParentRoute: () => parent,
        path,
        staticData: { lookup },
        component: lazyRouteComponent(list, 'LookupList'),
      }),
    ),
  )
  const editScreens = keptLookups.map((lookup) =>
    createRoute({
      getParentRoute: () => parent,
      path: `${lookup}/edit/$id`,
      staticData: { lookup },
      component: lazyRouteComponent(edit, 'LookupEdit'),
    }),
  )
  return [
    createRoute({
      getParentRoute: () => parent,
      path: 'administration',
      component: lazyRouteComponent(() => import('./Administration.tsx'), 'Administration'),
    }),
    ...listScreens,
    ...editScreens,
  ]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Which list the screen is of. */
    lookup?: KeptLookup
  }
}
