import { sql as raw, type Kysely } from 'kysely'
import { foldName } from '../../../contract/platform/words/fold.ts'
import type { DB } from '../../platform/db/types.ts'
import { beginsWith } from '../../platform/db/query/beginsWith.ts'
import { organisationQuery } from '../search/termsQuery.ts'

const mostRows = 50

interface Found {
  gp_id: string
  gp_name: string
  gp_postcode: string | null
  branch_id: string | null
  branch_name: string | null
  branch_postcode: string | null
}

/**
 * Active practices that match the text, each followed by its branches, and branches that match themselves. Names, codes
 * and postcodes match from their beginning, and words anywhere in them. Names that begin with the text come first.
 */
export const findPractices = async (sql: Kysely<DB>, search: string) => {
  const query = organisationQuery(search)
  if (query === null) return []
  const { rows } = await raw<Found>`
    with fitting as materialized (
      select id from organisation
      where is_active and search_terms @@ ${query}::tsquery
    )
    select * from (
      select gp.id as gp_id, gp.name as gp_name, gp.name_key as gp_key, gp.postcode as gp_postcode,
        null as branch_id, null as branch_name, null as branch_key, null as branch_postcode
      from organisation as gp
      where gp.type = 'GP Practices' and gp.id in (select id from fitting)
      union all
      select gp.id, gp.name, gp.name_key, gp.postcode, branch.id, branch.name, branch.name_key, branch.postcode
      from organisation as gp
      join organisation_parent as link on link.parent_organisation_id = gp.id and link.is_active
      join organisation as branch on branch.id = link.organisation_id
      where gp.type = 'GP Practices' and gp.is_active and branch.type = 'Branch Surgeries' and branch.is_active
        and (gp.id in (select id from fitting) or branch.id in (select id from fitting))
    ) as found
    order by ${beginsWith(raw.ref('gp_key'), foldName(search))} desc, gp_key, gp_id collate "C", branch_key nulls first, branch_id
    limit ${mostRows}`.execute(sql)
  return rows.map((row) => ({
    gp: { id: row.gp_id, name: row.gp_name, postcode: row.gp_postcode },
    branch:
      row.branch_id === null || row.branch_name === null
        ? null
        : { id: row.branch_id, name: row.branch_name, postcode: row.branch_postcode },
  }))
}
