import { sql as raw, type Kysely } from 'kysely'
import type {
  organisationColumns as gridColumns,
  OrganisationView,
} from '../../../contract/reference/organisation.ts'
import { selected } from '../../platform/writes/columns.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import type { Order, PagedList } from '../../platform/http/lists/page.ts'
import { countUses } from '../lookups/uses.ts'
import { organisationColumns, parentColumns } from './columns.ts'

/**
 * Every column as a filter searches it, from keys that are already folded: national files have tens of thousands of
 * rows.
 */
const filterText = `name_key || ' ' || lower(id) || ' ' || lower(replace(coalesce(postcode, ''), ' ', ''))
  || ' ' || lower(replace(type, ' ', '')) || case when is_active then ' yes' else ' no' end`

const orders: Record<(typeof gridColumns)[number]['id'], Order> = {
  id: { keys: ['listed.id collate "C"'] },
  type: { keys: ['type collate "C"'] },
  name: { keys: ['name_key'] },
  postcode: { keys: ['postcode collate "C"'], gaps: 'last' },
  isActive: { keys: ['is_active'] },
}

/** The organisations, sorted by name. */
export const organisationListOf = (inactiveToo: boolean): PagedList => ({
  name: `organisations ${inactiveToo}`,
  from: raw`organisation as listed`,
  holds: raw`(is_active or ${inactiveToo})`,
  id: 'id collate "C"',
  orders,
  usual: orders.name,
  filterText,
  shown: raw`id, type, name, postcode, is_active as "isActive"`,
})

export const readOrganisation = async (sql: Kysely<DB>, id: string): Promise<OrganisationView> => {
  const [organisation, parent, uses] = await Promise.all([
    sql
      .selectFrom('organisation')
      .select('version')
      .select(selected('organisation', organisationColumns))
      .where('id', '=', id)
      // The table contains no other letters and types.
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
