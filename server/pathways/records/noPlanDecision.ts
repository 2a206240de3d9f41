import { sql as raw } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import {
  noPlanDecision,
  noPlanDecisionInput,
  noPlanDecisionRecord,
} from '../../../contract/pathways/records/noPlanDecision.ts'
import { type NoPlanReason } from '../../../contract/stages/noPlanReasons.ts'
import { selected } from '../../platform/writes/columns.ts'
import { recordColumns, recordKind, selectFrom, stamp } from './kind.ts'
import { onPathway } from './parents.ts'

export const noPlanDecisionColumns = recordColumns(noPlanDecisionInput.shape)

export const noPlanDecisionKind = recordKind(noPlanDecision, {
  entity: 'noPlanDecision',
  table: 'no_plan_decision',
  labels: noPlanDecisionRecord.labels,
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columns: noPlanDecisionColumns,
  single: {
    index: 'no_plan_decision_of_pathway',
    refusal: 'This referral has a no-plan decision already. Change that one, or delete it first.',
  },
  select: selectFrom('no_plan_decision as record')
    .innerJoin('pathway', 'pathway.id', 'record.pathway_id')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .where('pathway.is_active', '=', raw.lit(true))
    .select(stamp)
    .select(selected('record', noPlanDecisionColumns))
    .select(({ ref }) => jsonBuildObject({ clinician: ref('clinician.display_name') }).as('names'))
    // The table allows no other value.
    .$narrowType<{ reason: NoPlanReason }>(),
  days: ['decisionDate'],
})
