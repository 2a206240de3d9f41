import { sql as raw, type Kysely } from 'kysely'
import { foldName } from '../../contract/fold.ts'
import type { DB } from '../db/types.ts'
import { beginsWith } from '../db/beginsWith.ts'

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
 * Active practices whose name, code or postcode begins with the text, each followed by its branches, and branches
 * that begin so themselves.
 */
export const findPractices = async (sql: Kysely<DB>, search: string) => {
  const name = foldName(search)
  const code = search.trim().toUpperCase()
  const postcode = code.replaceAll(' ', '')
  const begins = (organisation: string) => {
    const column = (written: string) => raw.raw(written.replaceAll('@', organisation))
    return raw`(${raw.join(
      [
        beginsWith(column('@.name_key'), name),
        beginsWith(column('@.id collate "C"'), code),
        beginsWith(column(`replace(@.postcode, ' ', '') collate "C"`), postcode),
      ],
      raw` or `,
    )})`
  }
  const { rows } = await raw<Found>`
    select * from (
      select gp.id as gp_id, gp.name as gp_name, gp.name_key as gp_key, gp.postcode as gp_postcode,
        null as branch_id, null as branch_name, null as branch_key, null as branch_postcode
      from organisation as gp
      where gp.type = 'GP Practices' and gp.is_active and ${begins('gp')}
      union all
      select gp.id, gp.name, gp.name_key, gp.postcode, branch.id, branch.name, branch.name_key, branch.postcode
      from organisation as gp
      join organisation_parent as link on link.parent_organisation_id = gp.id and link.is_active
      join organisation as branch on branch.id = link.organisation_id
      where gp.type = 'GP Practices' and gp.is_active and branch.type = 'Branch Surgeries' and branch.is_active
        and (${begins('gp')} or ${begins('branch')})
    ) as found
    order by gp_key, gp_id collate "C", branch_key nulls first, branch_id
    limit ${mostRows}`.execute(sql)
  return rows.map((row) => ({
    gp: { id: row.gp_id, name: row.gp_name, postcode: row.gp_postcode },
    branch:
      row.branch_id === null || row.branch_name === null
        ? null
        : { id: row.branch_id, name: row.branch_name, postcode: row.branch_postcode },
  }))
}
