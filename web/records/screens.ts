import { lazyRouteComponent } from '@tanstack/react-router'
import type { RecordKindName } from '../../contract/records/kinds.ts'

interface RecordScreen {
  /** Its address under /falls/pathway (specification): 0 in place of the last id adds a record. */
  path: string
  component: ReturnType<typeof lazyRouteComponent>
}

/**
 * The screen of each kind of record. The site map is part of the first page, so this is all that it holds of a kind; the
 * screens come when they are asked for, and sections of the pathway page stand in web/pathway/recordSections.tsx.
 */
export const recordScreens = {
  frat: {
    path: 'frat/$fratId',
    component: lazyRouteComponent(() => import('./FratScreen.tsx'), 'FratScreen'),
  },
  wellbeing: {
    path: 'wellbeing/$wellbeingId',
    component: lazyRouteComponent(() => import('./WellbeingScreen.tsx'), 'WellbeingScreen'),
  },
  treatmentPlan: {
    path: 'treatmentPlan/$treatmentPlanId',
    component: lazyRouteComponent(() => import('./TreatmentPlanScreen.tsx'), 'TreatmentPlanScreen'),
  },
  noPlanDecision: {
    path: 'noPlanDecision/$noPlanDecisionId',
    component: lazyRouteComponent(() => import('./NoPlanDecisionScreen.tsx'), 'NoPlanDecisionScreen'),
  },
  exercise: {
    path: 'exercise/$exerciseId',
    component: lazyRouteComponent(() => import('./ExerciseScreen.tsx'), 'ExerciseScreen'),
  },
  exerciseAttendance: {
    path: 'attendance/$exerciseId/$attendanceId',
    component: lazyRouteComponent(() => import('./AttendanceScreen.tsx'), 'AttendanceScreen'),
  },
  followup: {
    path: 'followup/$followupId',
    component: lazyRouteComponent(() => import('./FollowupScreen.tsx'), 'FollowupScreen'),
  },
  equipmentAssessment: {
    path: 'equipmentAssessment/$equipmentId',
    component: lazyRouteComponent(() => import('./EquipmentScreen.tsx'), 'EquipmentScreen'),
  },
  onwardReferral: {
    path: 'onwardReferral/$onwardReferralId',
    component: lazyRouteComponent(() => import('./OnwardReferralScreen.tsx'), 'OnwardReferralScreen'),
  },
  bmi: {
    path: 'bmi/$bmiId',
    component: lazyRouteComponent(() => import('./BmiScreen.tsx'), 'PathwayBmiScreen'),
  },
} as const satisfies Record<RecordKindName, RecordScreen>
