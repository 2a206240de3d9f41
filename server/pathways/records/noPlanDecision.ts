import { jsonBuildObject } from 'kysely/helpers/postgres'
import {
  noPlanDecision,
  noPlanDecisionInput,
  noPlanDecisionRecord,
} from '../../../contract/pathways/records/noPlanDecision.ts'
import { type NoPlanReason } from '../../../contract/stages/noPlanReasons.ts'
import { selected } from '../../platform/writes/columns.ts'
import { recordColumns, recordKind, recordsOnPathway } from './kind.ts'
import { onPathway } from './parents.ts'

export const noPlanDecisionColumns = recordColumns(noPlanDecisionInput.shape)

export const noPlanDecisionKind = recordKind(noPlanDecision, {
  entity: 'noPlanDecision',
  table: 'no_plan_decision',
  labels: noPlanDecisionRecord.labels,
  parent: onPathway,
  columns: noPlanDecisionColumns,
  single: {
    index: 'no_plan_decision_of_pathway',
    refusal: 'This referral has a no-plan decision already. Change that one, or delete it first.',
  },
  select: recordsOnPathway('no_plan_decision')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .select(selected('record', noPlanDecisionColumns))
    .select(({ ref }) => jsonBuildObject({ clinician: ref('clinician.display_name') }).as('names'))
    // The table allows no other value.
    .$narrowType<{ reason: NoPlanReason }>(),
  days: ['decisionDate'],
})
