import { jsonBuildObject } from 'kysely/helpers/postgres'
import { measure, measureInput, measureRecord } from '../../../contract/pathways/records/measure.ts'
import { measureOf, type MeasureCode, type WalkingAid } from '../../../contract/pathways/records/measures.ts'
import { selected } from '../../platform/writes/columns.ts'
import { recordColumns, recordKind, recordsOnPathway } from './kind.ts'
import { onPathway } from './parents.ts'

export const measureColumns = recordColumns(measureInput.shape)

export const measureKind = recordKind(measure, {
  entity: 'measure',
  table: 'measure',
  labels: measureRecord.labels,
  parent: onPathway,
  columns: measureColumns,
  // Every save states the whole result, so a value clears `unable`, and the reverse.
  settle: async (_writing, { measure: code, value = null }) => ({
    value,
    unable: value === null,
    ...(measureOf(code).takesAid === true ? {} : { aid: null }),
  }),
  select: recordsOnPathway('measure')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .select(selected('record', measureColumns))
    .select(({ ref }) => jsonBuildObject({ clinician: ref('clinician.display_name') }).as('names'))
    // The table allows no other value.
    .$narrowType<{ measure: MeasureCode; aid: WalkingAid | null }>(),
  days: ['measuredDate'],
})
