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
import { recordColumns, recordKind, recordsOnPathway } from './kind.ts'
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
  columns: fallsChecklistColumns,
  readOutside: noFindings,
  select: recordsOnPathway('falls_checklist')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .select(selected('record', fallsChecklistColumns))
    .select(({ ref }) => jsonBuildObject({ clinician: ref('clinician.display_name') }).as('names'))
    // The table allows no other value.
    .$narrowType<Record<ChecklistPart, PartState | null>>(),
  days: ['assessmentDate'],
})
