import { sql as raw, type RawBuilder } from 'kysely'
import type { extraFields } from '../../../contract/pathways/worklists/listColumns.ts'
import { preferredTelephone } from './preferredTelephone.ts'

/** SQL of each extra field, over `patient` and the `listed` row of it; read for the rows of one page only. */
export const extraFieldSql: Record<keyof typeof extraFields, RawBuilder<unknown>> = {
  telephone: preferredTelephone,
  // Most stand in Unowned, and of those nobody is looked for.
  owner: raw`case when listed.owner_id is not null then (
    select display_name from clinician_in_service as present where present.id = listed.owner_id) end`,
}
