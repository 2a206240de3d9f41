import { sql as raw } from 'kysely'

/**
 * The owner of a red flag that the patient of a closed `pathway` still has: one row if this is the patient's last
 * referral, otherwise none.
 */
export const redFlagHeldBy = raw`
  select flag.pathway_id, flag.owner_id, flag.owner_name from open_red_flag as flag
  where flag.patient_id = pathway.patient_id and flag.pathway_id = pathway.id and not flag.has_open_referral limit 1`

/**
 * The closed referrals whose recorded owner is still responsible for a red flag, as (pathway_id, recorded_owner_id).
 */
export const referralsHoldingRedFlags = raw`
  select distinct pathway_id, recorded_owner_id from open_red_flag where not has_open_referral and pathway_id is not null`
