import { stageRoutes } from '../contract/stages/stage.ts'

/**
 * Screens in the words of the site map, by who opens them; a web test compares them with it. Those of administration are
 * visited in administration.spec.ts, and stand below.
 */
export const screensOf = {
  nobody: ['/login', '/forgot', '/reset', '/reset-sms', '/accessibility', '/privacy', '/visits'],
  external: ['/falls/external'],
  infogov: [
    '/falls/home',
    '/falls/audit',
    '/falls/subject-requests',
    '/falls/restricted-access',
    '/falls/patient/restriction',
    '/falls/retention',
    '/falls/patient/retention',
    '/falls/patient/subject-request/$requestId',
    '/falls/fhir-clients',
    '/falls/fhir-client/$clientId',
  ],
  sysadmin: ['/falls/systemAdministrator', '/falls/outbox', '/falls/fhir-client-edit/$clientId'],
  teamlead: [
    ...['admissions', 'password', 'security', 'help', 'help/$topic', 'app-launch'],
    ...['today', 'owners', 'list-targets', 'calls'],
    'letters',
    ...[
      'classes',
      'class/$classId',
      'class-edit/$classId',
      'class-close/$classId',
      'class-register/$sessionId',
    ],
    ...['clinics', 'clinic/$clinicId', 'clinic-edit/$clinicId', 'clinic-offer/$slotId', 'round'],
    'outstanding',
    ...['incoming-referrals', 'incoming-referral'],
    ...['pds-differences', 'case-finding'],
    'diary',
    ...['possible-duplicates', 'compare-records', 'merged-records', 'merged-records/$mergeId'],
    'registered-in-error',
    ...['referral-search', 'referral-create', 'register', 'reports', 'reports/saved/$savedId', 'dashboard'],
    'national-return',
    ...Object.values(stageRoutes),
    ...[
      ...['view', 'demographics', 'address', 'contact', 'consent', 'deceased', 'nextofkin', 'gp-search'],
      ...['in-error', 'flags', 'flag/$flagId', 'flag-review/$flagId', 'flag-end/$flagId'],
      ...['capacity/$capacityId', 'contacts/$contactId', 'reminders/$reminderConsentId', 'bmi/$bmiId'],
      'falls-calendar/$fallsCalendarConsentId',
    ].map((screen) => `patient/${screen}`),
    ...[
      ...[
        'in-error',
        'view',
        'referral',
        'cancel',
        'reinstate',
        'discharge',
        'consent',
        'general',
        'comments',
      ],
      ...['frat/$fratId', 'wellbeing/$wellbeingId', 'treatmentPlan/$treatmentPlanId'],
      ...['noPlanDecision/$noPlanDecisionId', 'exercise/$exerciseId', 'attendance/$exerciseId/$attendanceId'],
      ...['followup/$followupId', 'equipmentAssessment/$equipmentId', 'onwardReferral/$onwardReferralId'],
      ...[
        'bmi/$bmiId',
        'contactNote/$contactNoteId',
        'fall/$fallId',
        'owner',
        'own-page',
        'task/$taskId',
        'task-close/$taskId',
        'enrol',
        'class-leave/$placeId',
        'home-exercise/$exerciseId',
        'falls-month/$questionId',
        'letter/$letterId',
        'letter-new/$templateId',
        'letter-draft/$draftId',
        'letter-correction/$letterId',
        'documents-upload',
        'documents-delete',
      ],
      ...['equipment-progress/$equipmentId', 'onward-progress/$onwardReferralId'],
      ...['measure/$measureId', 'medicinesReview/$medicinesReviewId', 'fallsChecklist/$fallsChecklistId'],
      ...['appointment/$appointmentId', 'book', 'move/$appointmentId'],
    ].map((screen) => `pathway/${screen}`),
  ].map((screen) => `/falls/${screen}`),
}

export type Opener = keyof typeof screensOf

/** Those of administration. */
export const administrationScreens = [
  ...['administration', 'first-contact', 'deprivation', 'service-status', 'user-list', 'user-create'],
  ...['user/view', 'user/edit', 'user/password', 'user/role', 'user/provider'],
  ...['letter-templates', 'letter-template/$templateId', 'letterhead', 'letter-addresses'],
  ...['organisation-list', 'organisation/edit/$code', 'organisation/import'],
  ...['{$list}-list', '$lookup/edit/$id'],
].map((screen) => `/falls/${screen}`)

export interface ScreenSubjects {
  pathwayId: number
  patientId: number
  /** What stands for the names in an address; 0, a new one, where it is not given. */
  ids: Record<string, number | string>
}

/** Where a screen of a patient or pathway is opened. */
export const addressOf = (screen: string, { pathwayId, patientId, ids }: ScreenSubjects): string => {
  const path = screen.replaceAll(/\{?\$(\w+)\}?/g, (_, name: string) => String(ids[name] ?? 0))
  if (screen.startsWith('/falls/user/')) return `${path}?id=${ids['userId'] ?? 0}`
  if (screen.startsWith('/falls/patient/')) return `${path}?id=${patientId}`
  if (screen.startsWith('/falls/pathway/')) return `${path}?id=${pathwayId}&patientId=${patientId}`
  if (screen === '/falls/incoming-referral') return `${path}?id=${ids['incomingId'] ?? 0}`
  if (screen === '/falls/case-finding') return `${path}?list=${ids['caseFindingListId'] ?? 0}`
  if (screen === '/falls/national-return' && ids['submissionId'] !== undefined)
    return `${path}?run=${ids['submissionId']}`
  if (screen === '/falls/app-launch') return `${path}?${ids['appAsks'] ?? ''}`
  if (screen === '/falls/compare-records')
    return `${path}?patientId=${patientId}&otherId=${ids['otherId'] ?? 0}`
  return path
}
