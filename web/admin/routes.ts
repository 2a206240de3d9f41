import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { keptLookups, type KeptLookup } from '../../contract/lookups.ts'
import { pathsOf } from './paths.ts'

const list = () => import('./LookupList.tsx')
const edit = () => import('./LookupEdit.tsx')

const userSearch = z.object({ id: z.int().min(0).catch(0) })
const userForms = () => import('./users/UserForms.tsx')

/** /user-list, /user-create and /user?id with its children. */
const userRoutes = <Parent extends AnyRoute>(parent: Parent) => {
  const user = createRoute({
    getParentRoute: () => parent,
    path: 'user',
    validateSearch: userSearch,
    component: lazyRouteComponent(() => import('./users/UserFrame.tsx'), 'UserFrame'),
  })
  const screen = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => user, path, component })
  return [
    createRoute({
      getParentRoute: () => parent,
      path: 'user-list',
      component: lazyRouteComponent(() => import('./users/UserList.tsx'), 'UserList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: 'user-create',
      component: lazyRouteComponent(() => import('./users/UserCreate.tsx'), 'UserCreate'),
    }),
    user.addChildren([
      createRoute({
        getParentRoute: () => user,
        path: '/',
        beforeLoad: ({ search }) => {
          throw redirect({ to: '/falls/user/view', search: userSearch.parse(search) })
        },
      }),
      screen(
        'view',
        lazyRouteComponent(() => import('./users/UserScreen.tsx'), 'UserScreen'),
      ),
      screen('edit', lazyRouteComponent(userForms, 'UserEdit')),
      screen('password', lazyRouteComponent(userForms, 'UserPassword')),
      screen('role', lazyRouteComponent(userForms, 'UserRole')),
      screen('provider', lazyRouteComponent(userForms, 'UserProvider')),
    ]),
  ]
}

/** The list and edit screens of everything that administrators keep (specification). */
export const administrationRoutes = <Parent extends AnyRoute>(falls: Parent) => {
  const parent = createRoute({
    getParentRoute: () => falls,
    id: 'kept',
    staticData: { isAdministration: true },
  })
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
    parent.addChildren([
      createRoute({
        getParentRoute: () => parent,
        path: 'administration',
        component: lazyRouteComponent(() => import('./Administration.tsx'), 'Administration'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: 'organisation-list',
        component: lazyRouteComponent(
          () => import('./organisations/OrganisationList.tsx'),
          'OrganisationList',
        ),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: 'organisation/edit/$code',
        component: lazyRouteComponent(
          () => import('./organisations/OrganisationEdit.tsx'),
          'OrganisationEdit',
        ),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: 'organisation/import',
        component: lazyRouteComponent(
          () => import('./organisations/OrganisationImport.tsx'),
          'OrganisationImport',
        ),
      }),
      ...userRoutes(parent),
      ...listScreens,
      ...editScreens,
    ]),
  ]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Which list the screen is of. */
    lookup?: KeptLookup
    isAdministration?: true
  }
}
