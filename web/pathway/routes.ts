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
  const screen = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => pathway, path, component })
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
      ),
      screen(
        'cancel',
        lazyRouteComponent(() => import('./Cancel.tsx'), 'Cancel'),
      ),
      screen(
        'reinstate',
        lazyRouteComponent(() => import('./Cancel.tsx'), 'Reinstate'),
      ),
      screen(
        'discharge',
        lazyRouteComponent(() => import('./Discharge.tsx'), 'Discharge'),
      ),
      screen(
        'consent',
        lazyRouteComponent(() => import('./NotesScreens.tsx'), 'PathwayConsent'),
      ),
      screen(
        'general',
        lazyRouteComponent(() => import('./NotesScreens.tsx'), 'General'),
      ),
      screen(
        'comments',
        lazyRouteComponent(() => import('./NotesScreens.tsx'), 'Comments'),
      ),
      screen(
        'frat/$fratId',
        lazyRouteComponent(() => import('../records/FratScreen.tsx'), 'FratScreen'),
      ),
      screen(
        'wellbeing/$wellbeingId',
        lazyRouteComponent(() => import('../records/WellbeingScreen.tsx'), 'WellbeingScreen'),
      ),
      screen(
        'treatmentPlan/$treatmentPlanId',
        lazyRouteComponent(() => import('../records/TreatmentPlanScreen.tsx'), 'TreatmentPlanScreen'),
      ),
      screen(
        'exercise/$exerciseId',
        lazyRouteComponent(() => import('../records/ExerciseScreen.tsx'), 'ExerciseScreen'),
      ),
      screen(
        'attendance/$exerciseId/$attendanceId',
        lazyRouteComponent(() => import('../records/AttendanceScreen.tsx'), 'AttendanceScreen'),
      ),
      screen(
        'followup/$followupId',
        lazyRouteComponent(() => import('../records/FollowupScreen.tsx'), 'FollowupScreen'),
      ),
      screen(
        'equipmentAssessment/$equipmentId',
        lazyRouteComponent(() => import('../records/EquipmentScreen.tsx'), 'EquipmentScreen'),
      ),
      screen(
        'onwardReferral/$onwardReferralId',
        lazyRouteComponent(() => import('../records/OnwardReferralScreen.tsx'), 'OnwardReferralScreen'),
      ),
      screen(
        'bmi/$bmiId',
        lazyRouteComponent(() => import('../records/BmiScreen.tsx'), 'PathwayBmiScreen'),
      ),
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
