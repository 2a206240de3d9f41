import { sql as raw, type Kysely } from 'kysely'
import { foldName } from '../../contract/fold.ts'
import type { OrganisationRow, OrganisationView } from '../../contract/organisation.ts'
import type { DB } from '../db/types.ts'
import { notFound } from '../errors.ts'
import { countUses } from '../lookups/uses.ts'

/** Organisations whose name, code, type or postcode contains the text, by name, and how many there are. */
export const readOrganisations = async (
  sql: Kysely<DB>,
  { inactiveToo, search, limit }: { inactiveToo: boolean; search: string; limit: number },
): Promise<{ rows: OrganisationRow[]; total: number }> => {
  const text = search.trim()
  const contains = (key: string, part: string) =>
    part === '' ? raw<boolean>`false` : raw<boolean>`strpos(${raw.raw(key)}, ${part}) > 0`
  const fits =
    text === ''
      ? raw<boolean>`true`
      : raw<boolean>`(${raw.join(
          [
            contains('name_key', foldName(text)),
            contains('id', text.toUpperCase()),
            contains("replace(postcode, ' ', '')", text.toUpperCase().replaceAll(' ', '')),
            contains('lower(type)', text.toLowerCase()),
          ],
          raw` or `,
        )})`
  const { rows } = await raw<OrganisationRow & { total: number }>`
    select id, type, name, postcode, is_active as "isActive", count(*) over () as total
    from organisation
    where (is_active or ${inactiveToo}) and ${fits}
    order by name_key, id collate "C" limit ${limit}`.execute(sql)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

export const readOrganisation = async (sql: Kysely<DB>, id: string): Promise<OrganisationView> => {
  const [organisation, parent, uses] = await Promise.all([
    sql
      .selectFrom('organisation')
      .select([
        'id',
        'version',
        'type',
        'name',
        'address_line1 as addressLine1',
        'address_line2 as addressLine2',
        'address_line3 as addressLine3',
        'town',
        'county',
        'postcode',
        'open_date as openDate',
        'close_date as closeDate',
        'status_code as statusCode',
        'sub_type_code as subTypeCode',
        'is_active as isActive',
      ])
      .where('id', '=', id)
      .executeTakeFirst(),
    sql
      .selectFrom('organisation_parent as link')
      .innerJoin('organisation', 'organisation.id', 'link.parent_organisation_id')
      .select([
        'link.organisation_id as organisationId',
        'link.parent_organisation_id as parentOrganisationId',
        'organisation.name as parentName',
        'link.join_date as joinDate',
        'link.leave_date as leaveDate',
        'link.parent_code as parentCode',
        'link.is_active as isActive',
      ])
      .where('link.organisation_id', '=', id)
      .executeTakeFirst(),
    countUses(sql, 'organisation', id),
  ])
  if (organisation === undefined) throw notFound()
  return {
    organisation,
    parent: parent ?? null,
    // Its own link is part of it, not a use.
    uses: uses.filter(({ kind }) => kind !== 'organisationParent'),
  } as OrganisationView
}
