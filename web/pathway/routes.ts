import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'

const search = z.object({
  id: z.int().min(0).catch(0),
  patientId: z.int().min(0).catch(0),
  newReferral: z.boolean().optional().catch(undefined),
  section: z.string().optional().catch(undefined),
})

/** /pathway?id&patientId and its children (specification section 2). */
export const pathwayRoutes = <Parent extends AnyRoute>(parent: Parent) => {
  const pathway = createRoute({
    getParentRoute: () => parent,
    path: 'pathway',
    validateSearch: search,
    component: lazyRouteComponent(() => import('./PathwayFrame.tsx'), 'PathwayFrame'),
  })
  return [
    pathway.addChildren([
      createRoute({
        getParentRoute: () => pathway,
        path: '/',
        beforeLoad: ({ search: given }) => {
          throw redirect({ to: '/falls/pathway/view', search: search.parse(given) })
        },
      }),
      createRoute({
        getParentRoute: () => pathway,
        path: 'view',
        component: lazyRouteComponent(() => import('./PathwayScreen.tsx'), 'PathwayScreen'),
      }),
      createRoute({
        getParentRoute: () => pathway,
        path: 'referral',
        component: lazyRouteComponent(() => import('./Referral.tsx'), 'Referral'),
      }),
      createRoute({
        getParentRoute: () => pathway,
        path: 'frat/$fratId',
        component: lazyRouteComponent(() => import('../records/FratScreen.tsx'), 'FratScreen'),
      }),
      createRoute({
        getParentRoute: () => pathway,
        path: 'documents-upload',
        component: lazyRouteComponent(() => import('../documents/UploadScreen.tsx'), 'UploadScreen'),
      }),
      createRoute({
        getParentRoute: () => pathway,
        path: 'documents-delete',
        validateSearch: z.object({ documentId: z.int().optional().catch(undefined) }),
        component: lazyRouteComponent(() => import('../documents/DeleteScreen.tsx'), 'DeleteScreen'),
      }),
    ]),
  ]
}
