import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import type { Capability } from '../../contract/permissions.ts'

const search = z.object({
  id: z.int().min(0).catch(0),
  newReferral: z.boolean().optional().catch(undefined),
  section: z.string().optional().catch(undefined),
})

const frame = () => import('../frames/PatientFrame.tsx')

/** /patient?id&newReferral and its children (specification). */
export const patientRoutes = <Parent extends AnyRoute>(parent: Parent) => {
  const patient = createRoute({
    getParentRoute: () => parent,
    path: 'patient',
    validateSearch: search,
    component: lazyRouteComponent(frame, 'PatientFrame'),
  })
  /** @param needs what the role must be able to do, for the forms */
  const screen = (path: string, component: ReturnType<typeof lazyRouteComponent>, needs?: Capability) =>
    createRoute({ getParentRoute: () => patient, path, component, staticData: needs && { needs } })
  return [
    patient.addChildren([
      createRoute({
        getParentRoute: () => patient,
        path: '/',
        beforeLoad: ({ search: given }) => {
          const { id, newReferral } = search.parse(given)
          throw id === 0
            ? redirect({ to: '/falls/patient/demographics', search: { id, newReferral } })
            : redirect({ to: '/falls/patient/view', search: { id, newReferral } })
        },
      }),
      screen(
        'view',
        lazyRouteComponent(() => import('./PatientScreen.tsx'), 'PatientScreen'),
      ),
      screen(
        'demographics',
        lazyRouteComponent(() => import('./Demographics.tsx'), 'Demographics'),
        'patient.write',
      ),
      screen(
        'address',
        lazyRouteComponent(() => import('./Address.tsx'), 'Address'),
        'patient.write',
      ),
      screen(
        'contact',
        lazyRouteComponent(() => import('./PartForms.tsx'), 'Contact'),
        'patient.write',
      ),
      screen(
        'consent',
        lazyRouteComponent(() => import('./PartForms.tsx'), 'Consent'),
        'patient.write',
      ),
      screen(
        'deceased',
        lazyRouteComponent(() => import('./Deceased.tsx'), 'Deceased'),
        'patient.write',
      ),
      screen(
        'nextofkin',
        lazyRouteComponent(() => import('./NextOfKin.tsx'), 'NextOfKin'),
        'patient.write',
      ),
      screen(
        'bmi/$bmiId',
        lazyRouteComponent(() => import('../records/BmiScreen.tsx'), 'PatientBmiScreen'),
        'clinical.write',
      ),
      screen(
        'gp-search',
        lazyRouteComponent(() => import('./GpSearch.tsx'), 'GpSearch'),
        'patient.write',
      ),
    ]),
  ]
}
