import { createRoute, redirect, type AnyRoute } from '@tanstack/react-router'
import { lazy } from '../../platform/ui/lazyScreen.tsx'
import { screen } from '../../platform/ui/screen.ts'
import type * as LookupPaths from '../../reference/lookups/paths.ts'

const may = 'administration.write'

// The list of lookups is not part of the first page. It is loaded when an address may belong to a lookup.
/**
 * Redirects an address that is not a lookup to the home page. If the names cannot be loaded, the screen is shown: it
 * loads them again and checks for itself.
 */
const leadHomeUnless = async (isKnown: (paths: typeof LookupPaths) => boolean): Promise<void> => {
  const paths = await import('../../reference/lookups/paths.ts').catch(() => null)
  if (paths !== null && !isKnown(paths)) throw redirect({ to: '/falls' })
}

export const lookupScreens = <Administration extends AnyRoute>(administration: Administration) =>
  [
    createRoute({
      getParentRoute: () => administration,
      path: '{$list}-list',
      staticData: { needs: may },
      beforeLoad: ({ params: { list } }) =>
        leadHomeUnless((paths) => paths.lookupListedAs(list) !== undefined),
      component: lazy('LookupList', () => import('../../reference/lookups/LookupList.tsx')),
    }),
    createRoute({
      getParentRoute: () => administration,
      path: '$lookup/edit/$id',
      staticData: { needs: may },
      beforeLoad: ({ params: { lookup } }) =>
        leadHomeUnless((paths) => paths.lookupEditedAs(lookup) !== undefined),
      component: lazy('LookupEdit', () => import('../../reference/lookups/LookupEdit.tsx')),
    }),
  ] as const

export const userScreens = <User extends AnyRoute>(user: User) =>
  [
    screen(user, 'view', may, 'UserScreen', () => import('../../accounts/users/UserScreen.tsx')),
    screen(user, 'edit', may, 'UserEdit', () => import('../../accounts/users/UserForms.tsx')),
    screen(user, 'password', may, 'UserPassword', () => import('../../accounts/users/UserForms.tsx')),
    screen(user, 'role', may, 'UserRole', () => import('../../accounts/users/UserForms.tsx')),
    screen(user, 'provider', may, 'UserProvider', () => import('../../accounts/users/UserForms.tsx')),
  ] as const

export const administrationScreens = <Administration extends AnyRoute>(administration: Administration) =>
  [
    screen(administration, 'administration', may, 'Administration', () => import('./Administration.tsx')),
    screen(
      administration,
      'first-contact',
      may,
      'FirstContact',
      () => import('../../insight/reports/FirstContact.tsx'),
    ),
    screen(
      administration,
      'deprivation',
      may,
      'Deprivation',
      () => import('../../reference/deprivation/Deprivation.tsx'),
    ),
    screen(
      administration,
      'service-status',
      may,
      'ServiceStatus',
      () => import('../status/ServiceStatus.tsx'),
    ),
    screen(administration, 'user-list', may, 'UserList', () => import('../../accounts/users/UserList.tsx')),
    screen(
      administration,
      'user-create',
      may,
      'UserCreate',
      () => import('../../accounts/users/UserCreate.tsx'),
    ),
    screen(
      administration,
      'organisation-list',
      may,
      'OrganisationList',
      () => import('../../reference/organisations/OrganisationList.tsx'),
    ),
    screen(
      administration,
      'organisation/edit/$code',
      may,
      'OrganisationEdit',
      () => import('../../reference/organisations/OrganisationEdit.tsx'),
    ),
    screen(
      administration,
      'organisation/import',
      may,
      'OrganisationImport',
      () => import('../../reference/organisations/OrganisationImport.tsx'),
    ),
  ] as const
