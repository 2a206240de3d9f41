import { sql as raw } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import {
  onwardReferral,
  type onwardReferralInput,
  onwardReferralRecord,
} from '../../contract/records/onwardReferral.ts'
import { selected, type ColumnsOf } from '../writes/columns.ts'
import { recordKind, selectFrom, stamp } from './kind.ts'
import { onPathway } from './parents.ts'

export const onwardReferralColumns = {
  referralDate: 'referral_date',
  referralClinicianId: 'referral_clinician_id',
  referToId: 'refer_to_id',
  referralMethodId: 'referral_method_id',
} as const satisfies ColumnsOf<
  z.output<typeof onwardReferralInput>,
  'onward_referral',
  'id' | 'version' | 'pathwayId' | 'patientId' | 'afterDeathConfirmed'
>

export const onwardReferralKind = recordKind(onwardReferral, {
  entity: 'onwardReferral',
  table: 'onward_referral',
  labels: onwardReferralRecord.labels,
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columns: onwardReferralColumns,
  select: selectFrom('onward_referral as record')
    .innerJoin('pathway', 'pathway.id', 'record.pathway_id')
    .leftJoin('app_user as recorder', 'recorder.id', 'record.updated_by')
    .innerJoin('clinician', 'clinician.id', 'record.referral_clinician_id')
    .innerJoin('refer_to', 'refer_to.id', 'record.refer_to_id')
    .innerJoin('method', 'method.id', 'record.referral_method_id')
    .where('pathway.is_active', '=', raw.lit(true))
    .select(stamp)
    .select(selected('record', onwardReferralColumns))
    .select(({ ref }) =>
      jsonBuildObject({
        referralClinician: ref('clinician.display_name'),
        referTo: ref('refer_to.name'),
        referralMethod: ref('method.name'),
      }).as('names'),
    ),
  days: ['referralDate'],
})
