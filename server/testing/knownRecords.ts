import type { RecordKindName } from '../../contract/records/record.ts'
import type { KnownCall } from './knownCalls.ts'
import { aRecord, bodyOf, recordCases, type RecordCase } from './recordCases.ts'
import type { Wire } from './request.ts'
import type { World } from './world.ts'

/** The columns that a save of each kind writes, by field. */
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
  // The reason is not here: with every outcome but 'No' it is cleared, whatever was sent (specification section 5).
  treatmentPlan: {
    pathwayId: 'pathway_id',
    treatmentDate: 'treatment_date',
    assessmentDate: 'assessment_date',
    clinicianId: 'clinician_id',
    locationId: 'location_id',
    patientGoals: 'patient_goals',
    goalsAchievedId: 'goals_achieved_id',
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

const made = ({ service, user, ground }: World, each: RecordCase) => aRecord(service, user, each, ground)

const callsOf = (each: RecordCase): KnownCall[] => {
  const { calls, kind, table } = each
  const of = ({ patient }: World) => [patient.id]
  const [read, write] = [
    { use: 'read' as const, of },
    { use: 'write' as const, of },
  ]
  const part = kind === 'wellbeing' ? { part: 'assessment' } : {}
  const parentInQuery = ({ ground }: World): Wire =>
    kind === 'exerciseAttendance' ? { pathwayId: ground.pathwayId } : {}
  return [
    {
      call: calls.get,
      input: async (world) => ({ id: (await made(world, each)).id }),
      patientData: read,
      saves: [],
    },
    {
      call: calls.history,
      input: async (world) => ({ id: (await made(world, each)).id }),
      patientData: read,
      saves: [],
    },
    {
      call: calls.save,
      input: async ({ ground }) => bodyOf(each, ground),
      patientData: write,
      saves: [
        {
          table,
          ...part,
          columns: columns[kind],
          existing: {
            input: async (world) => bodyOf(each, world.ground, { ...(await made(world, each)) }),
            change: ({ ground }) => each.change(ground),
          },
        },
      ],
    },
    {
      call: calls.delete,
      input: async (world) => ({ ...(await made(world, each)), ...parentInQuery(world) }),
      patientData: write,
      saves: [],
    },
    {
      call: calls.restore,
      input: async (world) => {
        const saved = await made(world, each)
        const { service, user } = world
        await service.ask(calls.delete, { ...saved, ...parentInQuery(world) }, user)
        return { id: saved.id }
      },
      patientData: write,
      saves: [],
    },
  ]
}

/** The five calls of each kind of record. */
export const knownRecords: readonly KnownCall[] = recordCases.flatMap(callsOf)
