import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import type { LookupName } from '../../contract/lookups.ts'

const list = () => import('./LookupList.tsx')
const edit = () => import('./LookupEdit.tsx')
// The lookups are no part of the first page: which there are is asked when the address is one of theirs.
const paths = () => import('./paths.ts')

const known = (lookup: LookupName | undefined): LookupName => {
  if (lookup === undefined) throw redirect({ to: '/falls' })
  return lookup
}

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
  const listScreen = createRoute({
    getParentRoute: () => parent,
    path: '{$list}-list',
    beforeLoad: async ({ params }) => {
      const { lookupListedAs } = await paths()
      return { lookup: known(lookupListedAs(params.list)) }
    },
    component: lazyRouteComponent(list, 'LookupList'),
  })
  const editScreen = createRoute({
    getParentRoute: () => parent,
    path: '$lookup/edit/$id',
    beforeLoad: async ({ params }) => {
      const { lookupEditedAs } = await paths()
      return { lookup: known(lookupEditedAs(params.lookup)) }
    },
    component: lazyRouteComponent(edit, 'LookupEdit'),
  })
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
      listScreen,
      editScreen,
    ]),
  ]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    isAdministration?: true
  }
}
