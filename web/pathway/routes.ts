import { createRoute, lazyRouteComponent, redirect, type AnyRoute } from '@tanstack/react-router'
import { z } from 'zod'
import type { Capability } from '../../contract/permissions.ts'

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
      screen(
        'frat/$fratId',
        lazyRouteComponent(() => import('../records/FratScreen.tsx'), 'FratScreen'),
        'clinical.write',
      ),
      screen(
        'wellbeing/$wellbeingId',
        lazyRouteComponent(() => import('../records/WellbeingScreen.tsx'), 'WellbeingScreen'),
        'clinical.write',
      ),
      screen(
        'treatmentPlan/$treatmentPlanId',
        lazyRouteComponent(() => import('../records/TreatmentPlanScreen.tsx'), 'TreatmentPlanScreen'),
        'clinical.write',
      ),
      screen(
        'exercise/$exerciseId',
        lazyRouteComponent(() => import('../records/ExerciseScreen.tsx'), 'ExerciseScreen'),
        'clinical.write',
      ),
      screen(
        'attendance/$exerciseId/$attendanceId',
        lazyRouteComponent(() => import('../records/AttendanceScreen.tsx'), 'AttendanceScreen'),
        'clinical.write',
      ),
      screen(
        'followup/$followupId',
        lazyRouteComponent(() => import('../records/FollowupScreen.tsx'), 'FollowupScreen'),
        'clinical.write',
      ),
      screen(
        'equipmentAssessment/$equipmentId',
        lazyRouteComponent(() => import('../records/EquipmentScreen.tsx'), 'EquipmentScreen'),
        'clinical.write',
      ),
      screen(
        'onwardReferral/$onwardReferralId',
        lazyRouteComponent(() => import('../records/OnwardReferralScreen.tsx'), 'OnwardReferralScreen'),
        'clinical.write',
      ),
      screen(
        'bmi/$bmiId',
        lazyRouteComponent(() => import('../records/BmiScreen.tsx'), 'PathwayBmiScreen'),
        'clinical.write',
      ),
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
