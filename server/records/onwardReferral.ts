import { sql as raw } from 'kysely'
import type { z } from 'zod'
import type { onwardReferralInput } from '../../contract/records/onwardReferral.ts'
import { latestFirst, ofPathway, stamp, type RecordKind } from './kind.ts'
import { onPathway } from './parents.ts'

export const onwardReferralKind: RecordKind<z.output<typeof onwardReferralInput>> = {
  entity: 'onwardReferral',
  table: 'onward_referral',
  parent: onPathway,
  identityOf: (input) => ({ ...input, parentId: input.pathwayId }),
  columnsOf: (input) => ({
    referral_date: input.referralDate,
    referral_clinician_id: input.referralClinicianId,
    refer_to_id: input.referToId,
    referral_method_id: input.referralMethodId,
  }),
  select: raw`
    select ${stamp}, record.referral_date as "referralDate", record.referral_clinician_id as "referralClinicianId",
      record.refer_to_id as "referToId", record.referral_method_id as "referralMethodId",
      jsonb_build_object('referralClinician', clinician.display_name, 'referTo', refer_to.name,
        'referralMethod', method.name) as names
    from ${ofPathway('onward_referral')}
    join clinician on clinician.id = record.referral_clinician_id
    join refer_to on refer_to.id = record.refer_to_id
    join method on method.id = record.referral_method_id`,
  order: latestFirst('referralDate'),
  days: ['referral_date'],
}
