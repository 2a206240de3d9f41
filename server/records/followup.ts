import { sql as raw } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import {
  type CallOutcome,
  followup,
  type followupInput,
  followupRecord,
} from '../../contract/records/followup.ts'
import { selected, type ColumnsOf } from '../writes/columns.ts'
import { recordKind, selectFrom, stamp } from './kind.ts'
import { onPathway } from './parents.ts'

export const followupColumns = {
  callDate: 'call_date',
  clinicianId: 'clinician_id',
  outcome: 'outcome',
} as const satisfies ColumnsOf<
  z.output<typeof followupInput>,
  'followup',
  'id' | 'version' | 'pathwayId' | 'patientId' | 'afterDeathConfirmed'
>

export const followupKind = recordKind(followup, {
  entity: 'followup',
  table: 'followup',
  labels: followupRecord.labels,
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columns: followupColumns,
  select: selectFrom('followup as record')
    .innerJoin('pathway', 'pathway.id', 'record.pathway_id')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
    .innerJoin('clinician', 'clinician.id', 'record.clinician_id')
    .where('pathway.is_active', '=', raw.lit(true))
    .select(stamp)
    .select(selected('record', followupColumns))
    .select(({ ref }) => jsonBuildObject({ clinician: ref('clinician.display_name') }).as('names'))
    // The table holds no other.
    .$narrowType<{ outcome: CallOutcome | null }>(),
  days: ['callDate'],
})
