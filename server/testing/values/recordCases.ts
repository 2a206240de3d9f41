import { addDays, today } from '../../../contract/platform/dates/dates.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import {
  recordKindNames,
  recordKinds,
  type RecordKindName,
} from '../../../contract/pathways/records/kinds.ts'
import type { DB } from '../../platform/db/types.ts'
import { recordKindsOnServer } from '../../pathways/records/kinds.ts'
import { aClinician, aPathway, aTeamMember, expectSaved, firstOf, type Saved } from '../world/factories.ts'
import type { TestService } from '../process/service.ts'
import type { TestUser } from '../world/users.ts'

type Body = Record<string, unknown>

/** A pathway with an exercise plan, and a choice of each list: what any kind of record needs around it. */
export interface Ground {
  pathwayId: number
  patientId: number
  exerciseId: number
  clinicianId: number
  teamMemberId: number
  locationId: number
  concernId: number
  equipmentId: number
  exerciseTypeId: number
  referToId: number
  methodId: number
}

interface DeclaredCase {
  /** Fields that a valid record has, without identity and parent. */
  fields: (ground: Ground) => Body
  /** What a second save changes. */
  change: (ground: Ground) => Body
  parent: (ground: Ground) => Body
  /** Each required field with its message (specification). */
  required: Record<string, string>
  /** A field with the day it is about. */
  day: string | null
  /** A choice, and the table of its list. */
  choice: { field: string; table: 'clinician' | 'team_member' | 'equipment' | 'location' | null }
}

export interface RecordCase extends DeclaredCase {
  kind: RecordKindName
  table: keyof DB & string
  /** Where the fields of a save and their messages stand. */
  prefix: string
  /** It is never changed, so there is no second save of one. */
  isSigned: boolean
  /** Whether it is of one referral, and so neither added nor changed once that is closed. */
  isOfReferral: boolean
  calls: Record<'get' | 'save' | 'delete' | 'restore' | 'history', Endpoint>
}

const past = (days: number) => addDays(today(), -days)
const ofPathway = ({ pathwayId }: Ground): Body => ({ pathwayId })

/** What each kind's own tests need to know of it. */
const declaredCases: Record<RecordKindName, DeclaredCase> = {
  frat: {
    fields: ({ teamMemberId, locationId }) => ({
      assessmentDate: past(20),
      teamMemberId,
      locationId,
      fratScore: 3,
    }),
    change: () => ({ fratScore: 0 }),
    parent: ofPathway,
    required: {
      assessmentDate: 'Assessment Date required',
      teamMemberId: 'Team Member required',
      locationId: 'Location required',
      fratScore: 'FRAT score invalid',
    },
    day: 'assessmentDate',
    choice: { field: 'teamMemberId', table: 'team_member' },
  },
  wellbeing: {
    fields: ({ clinicianId, locationId }) => ({ assessmentDate: past(18), clinicianId, locationId }),
    change: () => ({ assessmentDate: past(17) }),
    parent: ofPathway,
    required: {
      assessmentDate: 'Assessment Date required',
      clinicianId: 'Clinician required',
      locationId: 'Location required',
    },
    day: 'assessmentDate',
    choice: { field: 'clinicianId', table: 'clinician' },
  },
  treatmentPlan: {
    fields: ({ clinicianId, locationId }) => ({
      treatmentDate: past(15),
      assessmentDate: null,
      clinicianId,
      locationId,
      patientGoals: 'To walk to the shop',
      goalsAchievedId: null,
      goalsNotAchievedReason: null,
    }),
    change: () => ({ patientGoals: 'To walk to the shop and back' }),
    parent: ofPathway,
    required: {
      treatmentDate: 'Treatment Date required',
      clinicianId: 'Clinician required',
      locationId: 'Location required',
      patientGoals: 'Patient Goals required',
    },
    day: 'treatmentDate',
    choice: { field: 'clinicianId', table: 'clinician' },
  },
  noPlanDecision: {
    fields: ({ clinicianId }) => ({ decisionDate: past(16), clinicianId, reason: 'equipmentOnly' }),
    change: () => ({ reason: 'adviceOnly' }),
    parent: ofPathway,
    required: {
      decisionDate: 'Decision Date required',
      clinicianId: 'Clinician required',
      reason: 'Reason required',
    },
    day: 'decisionDate',
    choice: { field: 'clinicianId', table: 'clinician' },
  },
  exercise: {
    fields: ({ clinicianId }) => ({
      exercisePlanDate: past(14),
      clinicianId,
      exercisePlan: 'Otago at home, three times a week',
      completedDate: null,
    }),
    change: () => ({ completedDate: past(1), endedHow: 'completed' }),
    parent: ofPathway,
    required: {
      exercisePlanDate: 'Exercise Plan Date required',
      clinicianId: 'Clinician required',
      exercisePlan: 'Exercise Plan required',
    },
    day: 'exercisePlanDate',
    choice: { field: 'clinicianId', table: 'clinician' },
  },
  exerciseAttendance: {
    fields: ({ exerciseTypeId, locationId }) => ({
      attendanceDate: past(7),
      exerciseTypeId,
      locationId,
      attendanceStatus: '5',
      minutes: 60,
    }),
    change: () => ({ attendanceStatus: '3', minutes: null }),
    parent: ({ pathwayId, exerciseId }) => ({ pathwayId, exerciseId }),
    required: {
      attendanceDate: 'Attendance Date required',
      exerciseTypeId: 'Exercise Type required',
      locationId: 'Location required',
    },
    day: 'attendanceDate',
    choice: { field: 'locationId', table: 'location' },
  },
  followup: {
    fields: ({ clinicianId }) => ({ callDate: past(3), clinicianId }),
    change: () => ({ callDate: past(2) }),
    parent: ofPathway,
    required: { callDate: 'Call Date required', clinicianId: 'Clinician required' },
    day: 'callDate',
    choice: { field: 'clinicianId', table: 'clinician' },
  },
  equipmentAssessment: {
    fields: ({ equipmentId }) => ({ equipmentId, other: null }),
    change: () => ({ other: 'left-handed' }),
    parent: ofPathway,
    required: { equipmentId: 'Equipment required' },
    day: null,
    choice: { field: 'equipmentId', table: 'equipment' },
  },
  onwardReferral: {
    fields: ({ clinicianId, referToId, methodId }) => ({
      referralDate: past(10),
      referralClinicianId: clinicianId,
      referToId,
      referralMethodId: methodId,
    }),
    change: () => ({ referralDate: past(9) }),
    parent: ofPathway,
    required: {
      referralDate: 'Referral Date required',
      referralClinicianId: 'Clinician required',
      referToId: 'Refer To required',
      referralMethodId: 'Method required',
    },
    day: 'referralDate',
    choice: { field: 'referralClinicianId', table: 'clinician' },
  },
  bmi: {
    fields: () => ({ assessmentDate: past(20), bmi: 24.5 }),
    change: () => ({ bmi: 23 }),
    parent: ({ patientId }) => ({ patientId }),
    required: { assessmentDate: 'Please enter the Assessment date', bmi: 'Please enter the BMI' },
    day: 'assessmentDate',
    choice: { field: '', table: null },
  },
  contactNote: {
    fields: () => ({
      contactDate: past(6),
      contactType: 'visit',
      minutes: 45,
      whoWasThere: 'Her sister',
      note: 'Walked to the gate and back',
    }),
    change: () => ({ note: 'Walked to the shop and back' }),
    parent: ofPathway,
    required: {
      contactDate: 'Day of the contact required',
      contactType: 'Type of contact required',
      note: 'Note required',
    },
    day: 'contactDate',
    choice: { field: '', table: null },
  },
  fall: {
    fields: () => ({
      fallDate: past(8),
      place: 'The bathroom',
      activity: 'Getting out of the bath',
      injury: 'minor',
      longLie: false,
      blackout: null,
      ambulance: false,
    }),
    change: () => ({ place: 'The kitchen' }),
    parent: ({ patientId }) => ({ patientId }),
    required: { fallDate: 'Day of the fall required' },
    day: 'fallDate',
    choice: { field: '', table: null },
  },
  measure: {
    fields: ({ clinicianId }) => ({
      measuredDate: past(12),
      measure: 'timedUpAndGo',
      value: 14.2,
      unable: false,
      aid: 'stick',
      clinicianId,
    }),
    change: () => ({ value: 11.5 }),
    parent: ofPathway,
    required: {
      measuredDate: 'Measurement Date required',
      measure: 'Measure required',
      clinicianId: 'Clinician required',
    },
    day: 'measuredDate',
    choice: { field: 'clinicianId', table: 'clinician' },
  },
  medicinesReview: {
    fields: () => ({
      assessmentDate: past(18),
      fallRiskMedicines: 'yes',
      reviewAskedDate: null,
      reviewDoneDate: null,
      reviewedBy: 'Practice pharmacist',
      note: 'Sedative stopped',
    }),
    change: () => ({ fallRiskMedicines: 'notKnown' }),
    parent: ofPathway,
    required: {
      assessmentDate: 'Assessment Date required',
      fallRiskMedicines: 'Choose yes, no or not known',
    },
    day: 'assessmentDate',
    choice: { field: '', table: null },
  },
  fallsChecklist: {
    fields: ({ clinicianId }) => ({
      assessmentDate: past(13),
      clinicianId,
      vision: 'referred',
      visionFinding: 'Cataract in the left eye',
      delirium: 'notNeeded',
    }),
    change: () => ({ hearing: 'done' }),
    parent: ofPathway,
    required: { assessmentDate: 'Assessment Date required', clinicianId: 'Clinician required' },
    day: 'assessmentDate',
    choice: { field: 'clinicianId', table: 'clinician' },
  },
  appointment: {
    fields: ({ clinicianId, locationId }) => ({
      appointmentType: 'visit',
      appointmentDate: past(5),
      startTime: '10:30',
      minutes: 45,
      locationId,
      clinicianId,
      outcome: null,
      note: 'Use the side door',
    }),
    change: () => ({ startTime: '11:15' }),
    parent: ofPathway,
    required: {
      appointmentType: 'Kind of appointment required',
      appointmentDate: 'Day of the appointment required',
      startTime: 'Start time required',
      locationId: 'Place required',
      clinicianId: 'Clinician required',
    },
    day: 'appointmentDate',
    choice: { field: 'locationId', table: 'location' },
  },
}

export const caseOf = (kind: RecordKindName): RecordCase => {
  const { table, fieldPrefix = '', parent } = recordKindsOnServer[kind]
  const { calls, isSigned } = recordKinds[kind]
  const isOfReferral = parent.column !== 'patient_id'
  return { ...declaredCases[kind], kind, table, prefix: fieldPrefix, isSigned, isOfReferral, calls }
}

/** All kinds: what is alike in them is tested by a loop over this table. */
export const recordCases: readonly RecordCase[] = recordKindNames.map(caseOf)

/** The body of a save: wellbeing carries its assessment in a part, beside its concerns. */
export const bodyOf = ({ kind, parent, fields }: RecordCase, ground: Ground, overrides: Body = {}): Body => {
  const record = { id: 0, ...parent(ground), ...fields(ground), ...overrides }
  return kind === 'wellbeing' ? { assessment: record, concerns: [ground.concernId] } : record
}

let saves = 0

/** Saves under a key of its own, so that two alike on purpose are two. */
export const saveRecordOf = (
  service: TestService,
  user: TestUser,
  each: RecordCase,
  ground: Ground,
  overrides: Body = {},
) => {
  saves += 1
  return service.ask(each.calls.save, bodyOf(each, ground, overrides), user, {
    'idempotency-key': `${process.pid}-${saves}`,
  })
}

export const aRecord = async (
  service: TestService,
  user: TestUser,
  each: RecordCase,
  ground: Ground,
  overrides: Body = {},
): Promise<Saved> => expectSaved(each.kind, await saveRecordOf(service, user, each, ground, overrides))

/** What any kind of record needs around it, on a pathway of its own. */
export const aGround = async (service: TestService, user: TestUser): Promise<Ground> => {
  const pathway = await aPathway(service, user)
  return groundOf(service, user, { pathwayId: pathway.id, patientId: pathway.patientId })
}

/** The same on a pathway that is there. */
export const groundOf = async (
  service: TestService,
  user: TestUser,
  pathway: Pick<Ground, 'pathwayId' | 'patientId'>,
): Promise<Ground> => {
  const ground: Ground = {
    ...pathway,
    exerciseId: 0,
    clinicianId: await aClinician(service),
    teamMemberId: await aTeamMember(service),
    locationId: await firstOf(service, 'location'),
    concernId: await firstOf(service, 'concern'),
    equipmentId: await firstOf(service, 'equipment'),
    exerciseTypeId: await firstOf(service, 'exercise_type'),
    referToId: await firstOf(service, 'refer_to'),
    methodId: await firstOf(service, 'method'),
  }
  const plan = await aRecord(service, user, caseOf('exercise'), ground)
  return { ...ground, exerciseId: plan.id }
}
