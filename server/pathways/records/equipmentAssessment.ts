import type { Kysely } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import {
  otherEquipmentCode,
  otherRequired,
  equipmentAssessment,
  equipmentAssessmentInput,
  equipmentAssessmentRecord,
  whichEquipment,
} from '../../../contract/pathways/records/equipmentAssessment.ts'
import {
  equipmentProblems,
  type EquipmentEnd,
  equipmentProgressFields,
} from '../../../contract/pathways/records/equipmentProgress.ts'
import type { FieldErrors } from '../../../contract/platform/calls/problem.ts'
import type { DB } from '../../platform/db/types.ts'
import { selected } from '../../platform/writes/columns.ts'
import { recordColumns, recordKind, recordsOnPathway } from './kind.ts'
import { onPathway } from './parents.ts'
import { afterSave, requireNone } from './progress.ts'

export const equipmentProgressColumns = recordColumns(equipmentProgressFields)

export const equipmentAssessmentColumns = recordColumns(equipmentAssessmentInput.shape)

/** Equipment outside the list must be described. */
const otherMissing = async (
  sql: Kysely<DB>,
  { equipmentId, other }: { equipmentId: number; other?: string | null | undefined },
): Promise<FieldErrors> => {
  if (other) return {}
  const equipment = await sql
    .selectFrom('equipment')
    .select('code')
    .where('id', '=', equipmentId)
    .executeTakeFirst()
  return equipment?.code === otherEquipmentCode ? { other: otherRequired } : {}
}

export const equipmentAssessmentKind = recordKind(equipmentAssessment, {
  entity: 'equipmentAssessment',
  table: 'equipment_assessment',
  labels: equipmentAssessmentRecord.labels,
  parent: onPathway,
  columns: equipmentAssessmentColumns,
  settle: async ({ sql }, input, before) => {
    // Absent fields keep their stored values, and the rule applies to the result. A save that names none of these
    // fields is not checked against it.
    const after = afterSave(equipmentProgressColumns, input, before)
    const other = input.other === undefined ? before?.other : input.other
    requireNone({
      ...(after !== null && equipmentProblems(after)),
      ...(await otherMissing(sql, { equipmentId: input.equipmentId, other })),
    })
    return {}
  },
  missingBeside: async (sql, sent) => {
    const { success, data } = whichEquipment.safeParse(sent)
    const isLeftOut = data?.other === undefined && sent['id'] !== 0
    return success && !isLeftOut ? otherMissing(sql, data) : {}
  },
  select: recordsOnPathway('equipment_assessment')
    .innerJoin('equipment', 'equipment.id', 'record.equipment_id')
    .select(selected('record', equipmentAssessmentColumns))
    .select(({ ref }) => jsonBuildObject({ equipment: ref('equipment.name') }).as('names'))
    // The table allows no other values.
    .$narrowType<{ ended: EquipmentEnd | null }>(),
  // Omits the days of its return: collecting equipment after a death needs no confirmation.
  days: ['askedDate', 'orderedDate', 'fittedDate', 'reviewedDate'],
  isListedAsRecorded: true,
})
