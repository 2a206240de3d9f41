import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import type { Capability } from '../../contract/permissions.ts'
import { recordScreens } from '../records/screens.ts'

const search = z.object({
  id: z.int().min(0).catch(0),
  patientId: z.int().min(0).catch(0),
  newReferral: z.boolean().optional().catch(undefined),
  section: z.string().optional().catch(undefined),
})

/** /pathway?id&patientId and its children (specification). */
export const pathwayRoutes = <Parent extends AnyRoute>(parent: Parent) => {
  const pathway = createRoute({
    getParentRoute: () => parent,
    path: 'pathway',
    validateSearch: search,
    component: lazyRouteComponent(() => import('../frames/PathwayFrame.tsx'), 'PathwayFrame'),
  })
  /** @param needs what the role must be able to do, for the forms */
  const screen = (path: string, component: ReturnType<typeof lazyRouteComponent>, needs?: Capability) =>
    createRoute({ getParentRoute: () => pathway, path, component, staticData: needs && { needs } })
  return [
    pathway.addChildren([
      createRoute({
        getParentRoute: () => pathway,
        path: '/',
        beforeLoad: ({ search: given }) => {
          throw redirect({ to: '/falls/pathway/view', search: search.parse(given) })
        },
      }),
      screen(
        'view',
        lazyRouteComponent(() => import('./PathwayScreen.tsx'), 'PathwayScreen'),
      ),
      screen(
        'referral',
        lazyRouteComponent(() => import('./Referral.tsx'), 'Referral'),
        'pathway.write',
      ),
      screen(
        'cancel',
        lazyRouteComponent(() => import('./Cancel.tsx'), 'Cancel'),
        'pathway.write',
      ),
      screen(
        'reinstate',
        lazyRouteComponent(() => import('./Cancel.tsx'), 'Reinstate'),
        'pathway.write',
      ),
      screen(
        'discharge',
        lazyRouteComponent(() => import('./Discharge.tsx'), 'Discharge'),
        'clinical.write',
      ),
      screen(
        'consent',
        lazyRouteComponent(() => import('./NotesScreens.tsx'), 'PathwayConsent'),
        'pathway.write',
      ),
      screen(
        'general',
        lazyRouteComponent(() => import('./NotesScreens.tsx'), 'General'),
        'pathway.write',
      ),
      screen(
        'comments',
        lazyRouteComponent(() => import('./NotesScreens.tsx'), 'Comments'),
        'pathway.write',
      ),
      ...Object.values(recordScreens).map(({ path, component }) => screen(path, component, 'clinical.write')),
      createRoute({
        getParentRoute: () => pathway,
        path: 'documents-upload',
        staticData: { needs: 'document.write' },
        component: lazyRouteComponent(() => import('../documents/UploadScreen.tsx'), 'UploadScreen'),
      }),
      createRoute({
        getParentRoute: () => pathway,
        path: 'documents-delete',
        staticData: { needs: 'document.write' },
        validateSearch: z.object({ documentId: z.int().optional().catch(undefined) }),
        component: lazyRouteComponent(() => import('../documents/DeleteScreen.tsx'), 'DeleteScreen'),
      }),
    ]),
  ]
}
