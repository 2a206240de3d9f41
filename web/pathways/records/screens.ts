import type { RouteComponent } from '@tanstack/react-router'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { lazy } from '../../platform/ui/lazyScreen.tsx'

interface RecordScreen {
  /** Its address under /falls/pathway (specification): 0 as the last id adds a record. */
  path: string
  component: RouteComponent
}

/**
 * The screen of each kind of record. The site map is part of the first page, so this is all it contains of a kind. The
 * screens are loaded on demand, and the sections of the pathway page are in web/care/pathwayPage/recordSections.tsx.
 */
export const recordScreens = {
  frat: {
    path: 'frat/$fratId',
    component: lazy('FratScreen', () => import('./FratScreen.tsx')),
  },
  wellbeing: {
    path: 'wellbeing/$wellbeingId',
    component: lazy('WellbeingScreen', () => import('./WellbeingScreen.tsx')),
  },
  treatmentPlan: {
    path: 'treatmentPlan/$treatmentPlanId',
    component: lazy('TreatmentPlanScreen', () => import('./TreatmentPlanScreen.tsx')),
  },
  noPlanDecision: {
    path: 'noPlanDecision/$noPlanDecisionId',
    component: lazy('NoPlanDecisionScreen', () => import('./NoPlanDecisionScreen.tsx')),
  },
  exercise: {
    path: 'exercise/$exerciseId',
    component: lazy('ExerciseScreen', () => import('./ExerciseScreen.tsx')),
  },
  exerciseAttendance: {
    path: 'attendance/$exerciseId/$attendanceId',
    component: lazy('AttendanceScreen', () => import('./AttendanceScreen.tsx')),
  },
  followup: {
    path: 'followup/$followupId',
    component: lazy('FollowupScreen', () => import('./FollowupScreen.tsx')),
  },
  equipmentAssessment: {
    path: 'equipmentAssessment/$equipmentId',
    component: lazy('EquipmentScreen', () => import('./EquipmentScreen.tsx')),
  },
  onwardReferral: {
    path: 'onwardReferral/$onwardReferralId',
    component: lazy('OnwardReferralScreen', () => import('./OnwardReferralScreen.tsx')),
  },
  bmi: {
    path: 'bmi/$bmiId',
    component: lazy('PathwayBmiScreen', () => import('./BmiScreen.tsx')),
  },
  contactNote: {
    path: 'contactNote/$contactNoteId',
    component: lazy('ContactNoteScreen', () => import('./ContactNoteScreen.tsx')),
  },
  fall: {
    path: 'fall/$fallId',
    component: lazy('FallScreen', () => import('./FallScreen.tsx')),
  },
  measure: {
    path: 'measure/$measureId',
    component: lazy('MeasureScreen', () => import('./MeasureScreen.tsx')),
  },
  medicinesReview: {
    path: 'medicinesReview/$medicinesReviewId',
    component: lazy('MedicinesReviewScreen', () => import('./MedicinesReviewScreen.tsx')),
  },
  fallsChecklist: {
    path: 'fallsChecklist/$fallsChecklistId',
    component: lazy('FallsChecklistScreen', () => import('./FallsChecklistScreen.tsx')),
  },
  appointment: {
    path: 'appointment/$appointmentId',
    component: lazy('AppointmentScreen', () => import('./AppointmentScreen.tsx')),
  },
} as const satisfies Record<RecordKindName, RecordScreen>
