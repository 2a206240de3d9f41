import type { InputOf, Endpoint } from '../../contract/endpoint.ts'
import type { RecordKindName } from '../../contract/records/record.ts'
import { aRecord, bodyOf, recordCases, type RecordCase } from './recordCases.ts'
import type { KnownCall, SavedTable } from './knownCalls.ts'
import type { Wire } from './request.ts'
import type { World } from './world.ts'

/** Every field of a save that goes to a column, by kind. */
const columns: Record<RecordKindName, Record<string, string>> = {
  frat: {
    pathwayId: 'pathway_id',
    assessmentDate: 'assessment_date',
    teamMemberId: 'team_member_id',
    locationId: 'location_id',
    fratScore: 'frat_score',
    dischargedTo: 'discharged_to_id',
    fallInLastYear: 'fall_in_last_year',
    fourOrMoreMedicines: 'four_or_more_medicines',
    strokeOrParkinsons: 'stroke_or_parkinsons',
    balanceProblems: 'balance_problems',
    cannotRiseFromChair: 'cannot_rise_from_chair',
  },
  wellbeing: {
    pathwayId: 'pathway_id',
    assessmentDate: 'assessment_date',
    clinicianId: 'clinician_id',
    locationId: 'location_id',
  },
  treatmentPlan: {
    pathwayId: 'pathway_id',
    treatmentDate: 'treatment_date',
    assessmentDate: 'assessment_date',
    clinicianId: 'clinician_id',
    locationId: 'location_id',
    patientGoals: 'patient_goals',
    goalsAchievedId: 'goals_achieved_id',
    // The reason is cleared with any outcome but 'No', so it has a test of its own.
  },
  exercise: {
    pathwayId: 'pathway_id',
    exercisePlanDate: 'exercise_plan_date',
    clinicianId: 'clinician_id',
    exercisePlan: 'exercise_plan',
    completedDate: 'completed_date',
  },
  exerciseAttendance: {
    exerciseId: 'exercise_id',
    attendanceDate: 'attendance_date',
    exerciseTypeId: 'exercise_type_id',
    locationId: 'location_id',
    attendanceStatus: 'attendance_status',
    minutes: 'minutes',
  },
  followup: { pathwayId: 'pathway_id', callDate: 'call_date', clinicianId: 'clinician_id' },
  equipmentAssessment: { pathwayId: 'pathway_id', equipmentId: 'equipment_id', other: 'other' },
  onwardReferral: {
    pathwayId: 'pathway_id',
    referralDate: 'referral_date',
    referralClinicianId: 'referral_clinician_id',
    referToId: 'refer_to_id',
    referralMethodId: 'referral_method_id',
  },
  bmi: { patientId: 'patient_id', assessmentDate: 'assessment_date', bmi: 'bmi' },
}

const savedTable = (each: RecordCase): SavedTable => ({
  table: each.table,
  columns: columns[each.kind],
  ...(each.kind === 'wellbeing' ? { part: 'assessment' } : {}),
  existing: {
    input: async ({ service, user, ground }) =>
      bodyOf(each, ground, { ...(await aRecord(service, user, each, ground)) }),
    change: ({ ground }) => each.change(ground),
  },
})

const patientData = (use: 'read' | 'write'): KnownCall['patientData'] => ({
  use,
  of: ({ ground }) => [ground.patientId],
})

const known = <E extends Endpoint>(
  call: E,
  use: 'read' | 'write',
  input: (world: World) => InputOf<E> | Promise<InputOf<E>>,
  saves: SavedTable[] = [],
): KnownCall => ({
  call,
  input: async (world) => (await input(world)) as Wire,
  patientData: patientData(use),
  saves,
})

const callsOf = (each: RecordCase): KnownCall[] => {
  const made = ({ service, user, ground }: World) => aRecord(service, user, each, ground)
  const withParent = async (world: World) => ({ ...(await made(world)), ...each.parent(world.ground) })
  return [
    known(each.calls.get, 'read', async (world) => ({ id: (await made(world)).id })),
    known(each.calls.save, 'write', ({ ground }) => bodyOf(each, ground), [savedTable(each)]),
    known(each.calls.delete, 'write', withParent),
    known(each.calls.restore, 'write', async (world) => {
      const record = await withParent(world)
      await world.service.ask(each.calls.delete, record, world.user)
      return { id: record.id }
    }),
    known(each.calls.history, 'read', async (world) => ({ id: (await made(world)).id })),
  ]
}

/** The calls of all nine kinds of record, for the tests that must hold on every call. */
export const knownRecordCalls: readonly KnownCall[] = recordCases.flatMap(callsOf)
