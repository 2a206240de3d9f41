import { withClient } from '../../server/platform/db/connection/withClient.ts'
import { firstTemplates } from './letterTemplates.ts'
import { lists } from './lists.ts'
import { ethnicities, genders, namePrefixes, roles } from './people.ts'

/**
 * Loads the reference data of a new service in one transaction. A list that already has rows belongs to its
 * administrators and is left alone, so this can run at every start.
 * @param url the connection URL of the database owner
 */
export const loadReferenceData = (url: string): Promise<void> =>
  withClient(url, async (client) => {
    const fill = async (table: string, rows: readonly object[]): Promise<void> => {
      const ordered = rows.map((row, index) => ({ sort_order: index + 1, ...row }))
      const columns = [...new Set(ordered.flatMap((row) => Object.keys(row)))].join(', ')
      // jsonb_populate_recordset gives the values the types of the table, so that one statement serves every list.
      await client.query(
        `insert into ${table} (${columns})
         select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)
         where not exists (select from ${table})
         order by sort_order`,
        [JSON.stringify(ordered)],
      )
    }
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('surefoot reference data'))`)
    for (const [table, choices] of Object.entries(lists))
      await fill(
        table,
        choices.map(({ name, code, nationalCode, redFlagSign, isActive }) => ({
          name,
          code: code ?? null,
          national_code: nationalCode ?? null,
          ...(redFlagSign !== undefined && { red_flag_sign: redFlagSign }),
          is_active: isActive ?? true,
        })),
      )
    await fill(
      'gender',
      genders.map(({ internalCode, ...gender }) => ({
        internal_code: internalCode,
        is_active: true,
        ...gender,
      })),
    )
    await fill(
      'ethnicity',
      ethnicities.map(({ internalCode, ...row }) => ({
        internal_code: internalCode,
        is_active: true,
        ...row,
      })),
    )
    await fill(
      'name_prefix',
      namePrefixes.map(({ internalCode, ...row }) => ({
        internal_code: internalCode,
        is_active: true,
        ...row,
      })),
    )
    await fill(
      'role',
      roles.map((name) => ({ name, profile: name, profile_is_fixed: true, is_active: true })),
    )
    // If the service has its own list of document types without this name, the first type is used until somebody
    // chooses one.
    await client.query(
      `insert into letter_template (name, recipient, occasion, document_type_id, title, body)
       select first.name, first.recipient, first.occasion, type.id, first.title, first.body
       from rows from (jsonb_to_recordset($1::jsonb) as (name text, recipient text, occasion text, "documentType" text,
         title text, body text)) with ordinality as first (name, recipient, occasion, type_name, title, body, place)
       cross join lateral (select id from document_type
         order by name = first.type_name desc, is_active desc, sort_order, id limit 1) as type
       where not exists (select from letter_template)
       order by first.place`,
      [JSON.stringify(firstTemplates)],
    )
    await client.query(
      `insert into letter_template_version (template_id, template_version, title, body)
       select id, version, title, body from letter_template
       on conflict do nothing`,
    )
    await client.query('commit')
  })
