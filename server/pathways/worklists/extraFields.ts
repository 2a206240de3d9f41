import { sql as raw, type RawBuilder } from 'kysely'
import type { extraFields } from '../../../contract/pathways/worklists/listColumns.ts'
import { preferredTelephone } from './preferredTelephone.ts'

/** The SQL of each extra field, over `patient` and its `listed` row. Read only for the rows of one page. */
export const extraFieldSql: Record<keyof typeof extraFields, RawBuilder<unknown>> = {
  telephone: preferredTelephone,
  // Most referrals are in Unowned, and have no owner to look up.
  owner: raw`case when listed.owner_id is not null then (
    select display_name from clinician_in_service as present where present.id = listed.owner_id) end`,
}
