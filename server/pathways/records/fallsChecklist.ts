import { sql as raw } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import {
  checklistParts,
  fallsChecklist,
  type ChecklistFinding,
  type ChecklistPart,
  fallsChecklistInput,
  fallsChecklistRecord,
  findingOf,
  type PartState,
} from '../../../contract/pathways/records/fallsChecklist.ts'
import { selected } from '../../platform/writes/columns.ts'
import { recordColumns, recordKind, selectFrom, stamp } from './kind.ts'
import { onPathway } from './parents.ts'

export const fallsChecklistColumns = recordColumns(fallsChecklistInput.shape)

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
