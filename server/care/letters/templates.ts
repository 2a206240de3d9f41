import { sql as raw, type Kysely } from 'kysely'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import type {
  LetterTemplateRow,
  LetterTemplateView,
  saveLetterTemplate,
} from '../../../contract/care/letters/template.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { requireActiveChoices } from '../../platform/writes/activeChoices.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import { addRow, changeRow, lockRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { templateColumns, templateTable } from './columns.ts'

export const readTemplates = async (sql: Kysely<DB>, inactiveToo: boolean): Promise<LetterTemplateRow[]> => {
  const { rows } = await raw<LetterTemplateRow>`
    select id, version, name, recipient, occasion, is_active as "isActive" from letter_template
    where is_active or ${inactiveToo}
    order by name, id`.execute(sql)
  return rows
}

export const readTemplate = async (sql: Kysely<DB>, id: number): Promise<LetterTemplateView> => {
  const { rows } = await raw<LetterTemplateView>`
    select template.id, template.version, template.name, template.recipient, template.occasion,
      template.is_active as "isActive", template.document_type_id as "documentTypeId", template.title, template.body,
      (select jsonb_agg(jsonb_build_object('version', was.template_version, 'title', was.title, 'body', was.body,
          'savedBy', app_user.display_name, 'savedAt', was.saved_at) order by was.template_version desc)
        from letter_template_version as was left join app_user on app_user.id = was.saved_by
        where was.template_id = template.id) as versions,
      jsonb_build_object('documentType', document_type.name) as names
    from letter_template as template
    join document_type on document_type.id = template.document_type_id
    where template.id = ${id}`.execute(sql)
  const found = rows[0]
  if (found === undefined) throw notFound()
  return found
}

/** Each save that changes something creates a new version; letters record the version they were written from. */
export const saveTemplateRow = async (
  writing: Writing,
  input: CheckedInputOf<typeof saveLetterTemplate>,
): Promise<SavedRow> => {
  const { id, version, title, body } = input
  const before = id === 0 ? null : await lockRow(writing, 'letter_template', id)
  const values = valuesOf(templateColumns, input)
  await requireActiveChoices(writing, templateTable, values, before)
  const row = { ...templateTable, values, patientId: null }
  const saved =
    before === null
      ? await addRow(writing, row)
      : await changeRow(writing, { ...row, id, version, locked: before })
  await writing.sql
    .insertInto('letter_template_version')
    .values({
      template_id: saved.id,
      template_version: saved.version,
      title,
      body,
      saved_by: writing.userId,
    })
    // The version is already stored if nothing changed.
    .onConflict((same) => same.doNothing())
    .execute()
  return saved
}
