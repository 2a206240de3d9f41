import { sql as raw } from 'kysely'
import type { z } from 'zod'
import {
  otherEquipmentCode,
  otherRequired,
  type equipmentAssessmentInput,
} from '../../contract/records/equipmentAssessment.ts'
import { FieldFailure } from '../errors.ts'
import { ofPathway, stamp, type RecordKind } from './kind.ts'
import { onPathway } from './parents.ts'

export const equipmentAssessmentKind: RecordKind<z.output<typeof equipmentAssessmentInput>> = {
  entity: 'equipmentAssessment',
  table: 'equipment_assessment',
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columnsOf: (input) => ({ equipment_id: input.equipmentId, other: input.other }),
  settle: async ({ sql }, input, before) => {
    const other = input.other === undefined ? before?.['other'] : input.other
    if (other) return {}
    const equipment = await sql
      .selectFrom('equipment')
      .select('code')
      .where('id', '=', input.equipmentId)
      .executeTakeFirst()
    if (equipment?.code === otherEquipmentCode) throw new FieldFailure({ other: otherRequired })
    return {}
  },
  select: raw`
    select ${stamp}, record.equipment_id as "equipmentId", record.other,
      jsonb_build_object('equipment', equipment.name) as names
    from ${ofPathway('equipment_assessment')}
    join equipment on equipment.id = record.equipment_id`,
  order: raw`r.id desc`,
  days: [],
}
