import { sql as raw } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import {
  otherEquipmentCode,
  otherRequired,
  equipmentAssessment,
  type equipmentAssessmentInput,
  equipmentAssessmentRecord,
} from '../../contract/records/equipmentAssessment.ts'
import {
  equipmentProblems,
  type EquipmentEnd,
  type equipmentProgressFields,
} from '../../contract/records/equipmentProgress.ts'
import { selected, type ColumnsOf } from '../writes/columns.ts'
import { ValidationProblem } from '../errors.ts'
import { recordKind, selectFrom, stamp } from './kind.ts'
import { onPathway } from './parents.ts'
import { afterSave, requireNone } from './progress.ts'

type EquipmentInput = z.output<typeof equipmentAssessmentInput>
type Progress = Pick<EquipmentInput, keyof typeof equipmentProgressFields>

export const equipmentProgressColumns = {
  askedDate: 'asked_date',
  orderedDate: 'ordered_date',
  fittedDate: 'fitted_date',
  reviewedDate: 'reviewed_date',
  dueBackDate: 'due_back_date',
  ended: 'ended',
  endedDate: 'ended_date',
} as const satisfies ColumnsOf<Progress, 'equipment_assessment', never>

export const equipmentAssessmentColumns = {
  equipmentId: 'equipment_id',
  other: 'other',
  ...equipmentProgressColumns,
} as const satisfies ColumnsOf<
  z.output<typeof equipmentAssessmentInput>,
  'equipment_assessment',
  'id' | 'version' | 'pathwayId' | 'patientId' | 'afterDeathConfirmed' | 'unusualConfirmed'
>

export const equipmentAssessmentKind = recordKind(equipmentAssessment, {
  entity: 'equipmentAssessment',
  table: 'equipment_assessment',
  labels: equipmentAssessmentRecord.labels,
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columns: equipmentAssessmentColumns,
  settle: async ({ sql }, input, before) => {
    // An absent field stays as it was: the rule holds for what will be there. A sender that knows none of them is not asked.
    const after = afterSave(equipmentProgressColumns, input, before)
    if (after !== null) requireNone(equipmentProblems(after))
    const other = input.other === undefined ? before?.other : input.other
    if (other) return {}
    const equipment = await sql
      .selectFrom('equipment')
      .select('code')
      .where('id', '=', input.equipmentId)
      .executeTakeFirst()
    if (equipment?.code === otherEquipmentCode) throw new ValidationProblem({ other: otherRequired })
    return {}
  },
  select: selectFrom('equipment_assessment as record')
    .innerJoin('pathway', 'pathway.id', 'record.pathway_id')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
    .innerJoin('equipment', 'equipment.id', 'record.equipment_id')
    .where('pathway.is_active', '=', raw.lit(true))
    .select(stamp)
    .select(selected('record', equipmentAssessmentColumns))
    .select(({ ref }) => jsonBuildObject({ equipment: ref('equipment.name') }).as('names'))
    // The table holds no others.
    .$narrowType<{ ended: EquipmentEnd | null }>(),
  // Nobody is asked whether equipment that is collected after a death is meant: its return is none of them.
  days: ['askedDate', 'orderedDate', 'fittedDate', 'reviewedDate'],
  isListedAsRecorded: true,
})
