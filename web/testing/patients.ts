import { recordKindNames, type RecordKindName } from '../../contract/pathways/records/kinds.ts'
import type { SafetyNets } from '../../contract/patients/flags/safetyNets.ts'
import type { PathwayView } from '../../contract/pathways/referral/pathway.ts'
import type { PatientRecord, PatientView } from '../../contract/patients/patient.ts'
import type { Frat } from '../../contract/pathways/records/frat.ts'
import type { Followup } from '../../contract/pathways/records/followup.ts'
import type { Problem } from '../../contract/platform/calls/problem.ts'
import { json } from './fakeService.ts'

/** The Edna of the grids, with her full record. */
export const ednaRecord: PatientRecord = {
  id: 11,
  version: 3,
  isActive: true,
  familyName: 'Ashworth',
  firstName: 'Edna',
  namePrefix: null,
  genderId: 1,
  dateOfBirth: '1945-07-14',
  nhsNumber: '9990000077',
  nhsNumberUnknown: false,
  ethnicity: null,
  addressLine1: '1 Orchard Close',
  addressLine2: null,
  addressLine3: null,
  town: 'Sampletown',
  county: null,
  postcode: 'ZZ9 9ZZ',
  phoneHome: '01632 960 001',
  phoneWork: null,
  phoneMobile: null,
  phoneHomeNote: null,
  phoneWorkNote: null,
  phoneMobileNote: null,
  email: null,
  registeredGP: 'Z99001',
  registeredGP_Branch: null,
  consentRefusedDate: null,
  timeConsentRefused: null,
  deceasedDate: null,
  ethnicityCode: null,
  names: {
    namePrefix: null,
    gender: 'Female',
    ethnicity: null,
    registeredGP: 'Example Green Surgery',
    registeredGP_Branch: null,
  },
}

export const ednaView: PatientView = {
  ...ednaRecord,
  nextOfKin: null,
  pathways: [],
  flags: [],
  doNotCall: false,
  bmi: [],
}

const noRecords = Object.fromEntries(recordKindNames.map((kind) => [kind, []])) as unknown as Record<
  RecordKindName,
  []
>

/** An exercise class that she attends. */
export const ednaExercise: PathwayView['exercise'][number] = {
  id: 71,
  version: 1,
  isActive: true,
  recordedBy: 'Priya Nair',
  recordedAt: '2020-01-06T10:00:00Z',
  pathwayId: 21,
  exercisePlanDate: '2020-01-06',
  clinicianId: 1,
  exercisePlan: 'Class',
  completedDate: null,
  endedHow: null,
  stoppedReason: null,
  elsewhereTo: null,
  names: { clinician: 'Okafor, Ada' },
}

export const ednaPathway: PathwayView = {
  patient: ednaRecord,
  pathway: {
    id: 21,
    version: 1,
    isActive: true,
    patientId: 11,
    referralDate: '2020-01-05',
    receivedDate: null,
    ubrn: null,
    referrerId: 1,
    referralMethodId: 1,
    cancelReferralDate: null,
    declinedReferralId: null,
    teamMemberId: null,
    dischargeDate: null,
    dischargeReasonId: null,
    dischargeClinicianId: null,
    dischargedTo: null,
    vulnerability: null,
    vulnerabilityNote: null,
    consentGiven: null,
    consentDate: null,
    comments: null,
    generalNotes: null,
    vasScaleId: null,
    recordedBy: 'Carol Whitaker',
    recordedAt: '2020-01-05T10:00:00Z',
    names: {
      referrer: 'GP',
      referralMethod: 'Letter',
      declinedReferral: null,
      teamMember: null,
      dischargeReason: null,
      dischargeClinician: null,
      dischargedTo: null,
      vasScale: null,
    },
  },
  stage: {
    open: true,
    stage: 'awaitingAssessment',
    since: '2020-01-05',
    due: null,
    reason: 'Referred on 05-Jan-2020; no FRAT yet.',
    deceased: false,
    warnings: [],
    callsCountFrom: null,
    countedCalls: [],
    nextCallCountsFrom: null,
    firstMissedOn: null,
  },
  flags: [],
  doNotCall: false,
  otherOpen: [],
  nextDue: { day: '2020-02-02', group: 'later', words: 'due in 16 days' },
  ...noRecords,
  documents: [],
  stageChanges: [],
}

const flag: SafetyNets['flags'][number] = {
  id: 7,
  version: 1,
  patientId: 11,
  kind: 'redFlag',
  category: 'blackout',
  detail: 'Found on the kitchen floor',
  sinceDate: null,
  action: null,
  reviewDate: '2026-01-01',
  source: 'wellbeing',
  setBy: 'Priya Nair',
  setAt: '2026-01-01T10:00:00Z',
  reviewedBy: null,
  reviewedAt: null,
  endedBy: null,
  endedAt: null,
  endedNote: null,
}
/**
 * Her safety information: an open red flag without an action, one that has ended, and a patient with a similar name.
 */
export const ednaSafetyNets: SafetyNets = {
  patientId: 11,
  flags: [
    flag,
    {
      ...flag,
      id: 8,
      kind: 'interpreter',
      category: null,
      endedAt: '2026-01-02T10:00:00Z',
      endedNote: 'Speaks English',
    },
  ],
  reminderConsents: [],
  fallsCalendarConsents: [],
  capacity: [
    {
      id: 3,
      version: 1,
      patientId: 11,
      decision: 'Whether to accept a home visit',
      isAble: false,
      assessedDate: '2026-01-01',
      assessor: 'Okafor, Ada',
      basis: 'Could not weigh it',
      attorney: null,
      recordedBy: 'Priya Nair',
      recordedAt: '2026-01-01T10:00:00Z',
    },
  ],
  contacts: [
    {
      id: 4,
      version: 1,
      patientId: 11,
      name: 'Ruth Marlowe',
      role: 'Neighbour',
      phoneNumber: '01632 960 007',
      phoneNumberNote: null,
      mayLeaveMessage: false,
      isPreferred: true,
      isEmergency: false,
      note: null,
    },
  ],
  similarNames: [
    {
      id: 12,
      familyName: 'Ashworth',
      firstName: 'Edna',
      namePrefix: null,
      dateOfBirth: '1946-01-01',
      nhsNumber: '9990000085',
      postcode: 'ZZ9 9ZZ',
    },
  ],
}

/** A FRAT of hers with only a score. */
export const recordedFrat: Frat = {
  id: 51,
  version: 1,
  isActive: true,
  recordedBy: 'Priya Nair',
  recordedAt: '2020-01-06T10:00:00Z',
  pathwayId: 21,
  assessmentDate: '2020-01-06',
  teamMemberId: 1,
  locationId: 1,
  fratScore: 2,
  dischargedTo: null,
  fallInLastYear: null,
  fourOrMoreMedicines: null,
  strokeOrParkinsons: null,
  balanceProblems: null,
  cannotRiseFromChair: null,
  names: { teamMember: 'Hill, Ann', location: 'Clinic', dischargedTo: null },
}

/** A call with only the specified fields. */
export const ednaCall: Followup = {
  id: 81,
  version: 1,
  isActive: true,
  recordedBy: 'Priya Nair',
  recordedAt: '2020-03-06T10:00:00Z',
  pathwayId: 21,
  callDate: '2020-03-06',
  clinicianId: 1,
  outcome: null,
  nextTryDate: null,
  nextTryTime: null,
  fallsSinceContact: null,
  falls: [],
  exerciseHours: null,
  confidence: null,
  equipmentInUse: null,
  note: null,
  redFlagHeard: null,
  redFlagText: null,
  letterSentDate: null,
  countsEarly: null,
  names: { clinician: 'Okafor, Ada' },
}

/** The reply of the service if another user saved first. */
export const changedBy = (by: string, fields: string[], version: number): Response =>
  json(
    {
      code: 'conflict',
      message: `${by} changed this record since you opened it (${fields.join(', ')}). Nothing of yours was saved.`,
      requestId: 'test',
      conflict: { version, changes: [{ by, at: '2020-01-06T14:30:00Z', fields }] },
    } satisfies Problem,
    409,
  )
