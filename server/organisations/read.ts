import { sql as raw, type Kysely } from 'kysely'
import { foldName } from '../../contract/fold.ts'
import type { OrganisationRow, OrganisationView } from '../../contract/organisation.ts'
import { selected } from '../columns.ts'
import type { DB } from '../db/types.ts'
import { notFound } from '../errors.ts'
import { countUses } from '../lookups/uses.ts'
import { organisationColumns, parentColumns } from './columns.ts'

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
      .select('version')
      .select(selected('organisation', organisationColumns))
      .where('id', '=', id)
      // The table holds no other letters and types.
      .$narrowType<Pick<OrganisationView['organisation'], 'type' | 'statusCode' | 'subTypeCode'>>()
      .executeTakeFirst(),
    sql
      .selectFrom('organisation_parent as link')
      .innerJoin('organisation', 'organisation.id', 'link.parent_organisation_id')
      .select(['link.organisation_id as organisationId', 'organisation.name as parentName'])
      .select(selected('link', parentColumns))
      .where('link.organisation_id', '=', id)
      .$narrowType<Pick<NonNullable<OrganisationView['parent']>, 'parentCode'>>()
      .executeTakeFirst(),
    countUses(sql, 'organisation', id),
  ])
  if (organisation === undefined) throw notFound()
  return {
    organisation,
    parent: parent ?? null,
    // Its own link is part of it, not a use.
    uses: uses.filter(({ kind }) => kind !== 'organisationParent'),
  }
}
