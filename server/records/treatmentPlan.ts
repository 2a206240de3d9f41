import { sql as raw } from 'kysely'
import type { z } from 'zod'
import { today } from '../../contract/dates.ts'
import {
  goalsNotAchievedCode,
  reasonFor,
  reasonRequired,
  type treatmentPlanInput,
} from '../../contract/records/treatmentPlan.ts'
import { FieldFailure } from '../errors.ts'
import type { Writing } from '../write.ts'
import { latestFirst, ofPathway, stamp, type RecordKind, type Row } from './kind.ts'
import { onPathway } from './parents.ts'

type TreatmentPlanInput = z.output<typeof treatmentPlanInput>

const isNo = async ({ sql }: Writing, goalsAchievedId: number | null): Promise<boolean> => {
  if (goalsAchievedId === null) return false
  const goals = await sql
    .selectFrom('goals_achieved')
    .select('code')
    .where('id', '=', goalsAchievedId)
    .executeTakeFirst()
  return goals?.code === goalsNotAchievedCode
}

/** An absent field stays as it was: the rule holds for what will stand there after the save. */
const settleGoals = async (writing: Writing, input: TreatmentPlanInput, before: Row | null): Promise<Row> => {
  const stored = <Value>(column: string): Value | null => (before?.[column] ?? null) as Value | null
  const goalsAchievedId =
    input.goalsAchievedId === undefined ? stored<number>('goals_achieved_id') : input.goalsAchievedId
  const given =
    input.goalsNotAchievedReason === undefined
      ? stored<string>('goals_not_achieved_reason')
      : input.goalsNotAchievedReason
  const settled = reasonFor({ goalsNotAchievedReason: given }, await isNo(writing, goalsAchievedId))
  if (settled === null) throw new FieldFailure({ goalsNotAchievedReason: reasonRequired })
  return {
    goals_not_achieved_reason: settled.reason,
    // The plan ends on the day its outcome is recorded; a corrected outcome leaves that day.
    goals_recorded_date: goalsAchievedId === null ? null : (stored<string>('goals_recorded_date') ?? today()),
  }
}

export const treatmentPlanKind: RecordKind<TreatmentPlanInput> = {
  entity: 'treatmentPlan',
  table: 'treatment_plan',
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columnsOf: (input) => ({
    treatment_date: input.treatmentDate,
    assessment_date: input.assessmentDate,
    clinician_id: input.clinicianId,
    location_id: input.locationId,
    patient_goals: input.patientGoals,
    goals_achieved_id: input.goalsAchievedId,
  }),
  settle: settleGoals,
  select: raw`
    select ${stamp}, record.treatment_date as "treatmentDate", record.assessment_date as "assessmentDate",
      record.clinician_id as "clinicianId", record.location_id as "locationId",
      record.patient_goals as "patientGoals", record.goals_achieved_id as "goalsAchievedId",
      record.goals_not_achieved_reason as "goalsNotAchievedReason",
      jsonb_build_object('clinician', clinician.display_name, 'location', location.name,
        'goalsAchieved', goals_achieved.name) as names
    from ${ofPathway('treatment_plan')}
    join clinician on clinician.id = record.clinician_id
    join location on location.id = record.location_id
    left join goals_achieved on goals_achieved.id = record.goals_achieved_id`,
  order: latestFirst('treatmentDate'),
  days: ['treatment_date', 'assessment_date'],
}
