import { sql as raw, type Kysely } from 'kysely'
import { foldName } from '../../contract/fold.ts'
import type { DB } from '../db/types.ts'
import { endOfPrefix } from '../search/prefix.ts'

const mostRows = 50

interface Found {
  gp_id: string
  gp_name: string
  gp_postcode: string | null
  branch_id: string | null
  branch_name: string | null
  branch_postcode: string | null
}

/** Active practices and their branches whose name, code or postcode begins with the text; a practice before its branches. */
export const findPractices = async (sql: Kysely<DB>, search: string) => {
  const name = foldName(search)
  const code = search.trim().toUpperCase()
  const postcode = code.replaceAll(' ', '')
  const begins = raw`(
    (organisation.name_key >= ${name} and organisation.name_key < ${endOfPrefix(name)} and ${name} <> '')
    or (organisation.id collate "C" >= ${code} and organisation.id collate "C" < ${endOfPrefix(code)})
    or (replace(organisation.postcode, ' ', '') collate "C" >= ${postcode}
      and replace(organisation.postcode, ' ', '') collate "C" < ${endOfPrefix(postcode)}))`
  const { rows } = await raw<Found>`
    select * from (
      select organisation.id as gp_id, organisation.name as gp_name, organisation.postcode as gp_postcode,
        null as branch_id, null as branch_name, null as branch_postcode
      from organisation
      where organisation.type = 'GP Practices' and organisation.is_active and ${begins}
      union all
      select gp.id, gp.name, gp.postcode, organisation.id, organisation.name, organisation.postcode
      from organisation
      join organisation_parent as parent on parent.organisation_id = organisation.id
      join organisation as gp on gp.id = parent.parent_organisation_id and gp.is_active and gp.type = 'GP Practices'
      where organisation.type = 'Branch Surgeries' and organisation.is_active and ${begins}
    ) as found
    order by gp_name, gp_id, branch_name nulls first
    limit ${mostRows}`.execute(sql)
  return rows.map((row) => ({
    gp: { id: row.gp_id, name: row.gp_name, postcode: row.gp_postcode },
    branch:
      row.branch_id === null || row.branch_name === null
        ? null
        : { id: row.branch_id, name: row.branch_name, postcode: row.branch_postcode },
  }))
}
