import { sql as raw } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import {
  checklistParts,
  fallsChecklist,
  type ChecklistFinding,
  type ChecklistPart,
  type fallsChecklistInput,
  fallsChecklistRecord,
  findingOf,
  type PartState,
} from '../../../contract/pathways/records/fallsChecklist.ts'
import { selected, type ColumnsOf } from '../../platform/writes/columns.ts'
import { recordKind, selectFrom, stamp } from './kind.ts'
import { onPathway } from './parents.ts'

export const fallsChecklistColumns = {
  assessmentDate: 'assessment_date',
  clinicianId: 'clinician_id',
  gaitAndBalance: 'gait_and_balance',
  gaitAndBalanceFinding: 'gait_and_balance_finding',
  functionalAbility: 'functional_ability',
  functionalAbilityFinding: 'functional_ability_finding',
  concernAboutFalling: 'concern_about_falling',
  concernAboutFallingFinding: 'concern_about_falling_finding',
  cardiovascular: 'cardiovascular',
  cardiovascularFinding: 'cardiovascular_finding',
  dizziness: 'dizziness',
  dizzinessFinding: 'dizziness_finding',
  neurological: 'neurological',
  neurologicalFinding: 'neurological_finding',
  cognitionAndMood: 'cognition_and_mood',
  cognitionAndMoodFinding: 'cognition_and_mood_finding',
  delirium: 'delirium',
  deliriumFinding: 'delirium_finding',
  vision: 'vision',
  visionFinding: 'vision_finding',
  hearing: 'hearing',
  hearingFinding: 'hearing_finding',
  feetAndFootwear: 'feet_and_footwear',
  feetAndFootwearFinding: 'feet_and_footwear_finding',
  continence: 'continence',
  continenceFinding: 'continence_finding',
  nutrition: 'nutrition',
  nutritionFinding: 'nutrition_finding',
  alcohol: 'alcohol',
  alcoholFinding: 'alcohol_finding',
  medicines: 'medicines',
  medicinesFinding: 'medicines_finding',
  boneHealth: 'bone_health',
  boneHealthFinding: 'bone_health_finding',
  longTermConditions: 'long_term_conditions',
  longTermConditionsFinding: 'long_term_conditions_finding',
} as const satisfies ColumnsOf<
  z.output<typeof fallsChecklistInput>,
  'falls_checklist',
  'id' | 'version' | 'pathwayId' | 'patientId' | 'afterDeathConfirmed' | 'unusualConfirmed'
>

/**
 * Findings are hidden from outside readers: the reader may be the person, or somebody who hurts the person
 * (decision 55).
 */
const noFindings = Object.fromEntries(checklistParts.map(({ field }) => [findingOf(field), null])) as Record<
  ChecklistFinding,
  null
>

export const fallsChecklistKind = recordKind(fallsChecklist, {
  entity: 'fallsChecklist',
  table: 'falls_checklist',
  labels: fallsChecklistRecord.labels,
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columns: fallsChecklistColumns,
  readOutside: noFindings,
  select: selectFrom('falls_checklist as record')
    .innerJoin('pathway', 'pathway.id', 'record.pathway_id')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .where('pathway.is_active', '=', raw.lit(true))
    .select(stamp)
    .select(selected('record', fallsChecklistColumns))
    .select(({ ref }) => jsonBuildObject({ clinician: ref('clinician.display_name') }).as('names'))
    // The table allows no other value.
    .$narrowType<Record<ChecklistPart, PartState | null>>(),
  days: ['assessmentDate'],
})
