import { sql as raw } from 'kysely'
import type { CheckedInputOf } from '../../../contract/platform/calls/endpoint.ts'
import { foldName } from '../../../contract/platform/words/fold.ts'
import type { saveOrganisation as call } from '../../../contract/reference/organisation.ts'
import { valuesOf, type StoredValues } from '../../platform/writes/columns.ts'
import { ValidationProblem, notFound } from '../../platform/errors.ts'
import {
  addRow,
  changeRow,
  lockRow,
  raiseVersion,
  type SavedRow,
  type StoredRow,
} from '../../platform/writes/saveRow.ts'
import { advisoryLock } from '../../platform/db/connection/advisoryLock.ts'
import { showNewName } from '../../stages/renamed.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { organisationColumns, organisationTable, parentColumns } from './columns.ts'

type Input = CheckedInputOf<typeof call>
type Parent = Input['parent']
type Saved = SavedRow<string>

/** Saves an organisation and its link to a parent, all or nothing (DU-5). */
export const saveOrganisation = async (
  writing: Writing,
  { organisation, parent, isNew }: Input,
): Promise<Saved> => {
  const { id } = organisation
  // One at a time: two concurrent links could close a circle.
  await advisoryLock(writing.sql, 'organisation')
  const before = await find(writing, id)
  if (before !== null && isNew === true)
    throw new ValidationProblem({ 'organisation.id': 'This Organisation Code is in use' })
  if (before === null && organisation.version !== undefined) throw notFound()
  const values = { ...valuesOf(organisationColumns, organisation), name_key: foldName(organisation.name) }
  assertOrder(before, values)
  const row = { ...organisationTable, values, patientId: null }
  const saved =
    before === null
      ? await addRow(writing, row)
      : await changeRow(writing, { ...row, id, version: organisation.version })
  const isLinked = parent !== undefined && (await saveParent(writing, id, parent))
  if (before !== null && values.name !== before.name) await showNewName(writing.sql, 'organisation', [id])
  // A reader sees the link as part of the organisation, so changing it makes a new version too.
  return isLinked && before !== null && saved.version === before.version ? newVersion(writing, saved) : saved
}

const find = async (writing: Writing, id: string) => {
  const known = await writing.sql
    .selectFrom('organisation')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return known === undefined ? null : lockRow(writing, 'organisation', id)
}

/** Also checks against a date that the save leaves unchanged. */
const assertOrder = (
  before: StoredRow<'organisation'> | null,
  {
    open_date,
    close_date,
  }: Pick<StoredValues<typeof organisationColumns, Input['organisation']>, 'open_date' | 'close_date'>,
): void => {
  const closed = close_date === undefined ? before?.close_date : close_date
  if (closed != null && closed < open_date)
    throw new ValidationProblem({ 'organisation.closeDate': 'The close date cannot be before the open date' })
}

/** Creates, changes or removes the link. Returns whether anything changed. A removed link stays in the audit trail. */
const saveParent = async (
  writing: Writing,
  id: string,
  parent: Exclude<Parent, undefined>,
): Promise<boolean> => {
  const before = await findLink(writing, id)
  if (parent === null) {
    if (before === null) return false
    await writing.sql.deleteFrom('organisation_parent').where('organisation_id', '=', id).execute()
    writing.trace({ records: [{ entity: 'organisationParent', id, before, after: null }] })
    return true
  }
  const sent = valuesOf(parentColumns, parent)
  const link = {
    ...sent,
    leave_date: valueAfter(sent.leave_date, before?.leave_date ?? null),
    parent_code: valueAfter(sent.parent_code, before?.parent_code ?? null),
    is_active: valueAfter(sent.is_active, before?.is_active ?? true),
  }
  if (link.leave_date !== null && link.leave_date < link.join_date)
    throw new ValidationProblem({ 'parent.leaveDate': 'The leave date cannot be before the join date' })
  if (before !== null && JSON.stringify(before) === JSON.stringify(link)) return false
  await requireParent(writing, id, parent.parentOrganisationId)
  await writing.sql
    .insertInto('organisation_parent')
    .values({ organisation_id: id, ...link })
    .onConflict((conflict) =>
      conflict
        .column('organisation_id')
        .doUpdateSet((row) => ({ ...link, version: row('organisation_parent.version', '+', 1) })),
    )
    .execute()
  writing.trace({ records: [{ entity: 'organisationParent', id, before, after: link }] })
  return true
}

const valueAfter = <Value>(sent: Value | undefined, before: Value): Value =>
  sent === undefined ? before : sent

const findLink = async ({ sql }: Writing, id: string) =>
  (await sql
    .selectFrom('organisation_parent')
    .select(Object.values(parentColumns))
    .where('organisation_id', '=', id)
    .forUpdate()
    .executeTakeFirst()) ?? null

/** The parent must exist, and must not be a descendant of the organisation. */
const requireParent = async ({ sql }: Writing, id: string, parentId: string): Promise<void> => {
  const { rows } = await raw<{ id: string }>`
    with recursive above as (
      select id from organisation where id = ${parentId}
      union
      select link.parent_organisation_id from organisation_parent as link
      join above on above.id = link.organisation_id
    )
    select id from above`.execute(sql)
  const field = 'parent.parentOrganisationId'
  if (rows.length === 0) throw new ValidationProblem({ [field]: 'There is no organisation with this code' })
  if (rows.some((above) => above.id === id))
    throw new ValidationProblem({ [field]: 'This organisation is itself below the one you are editing' })
}

const newVersion = async (writing: Writing, { id }: Saved): Promise<Saved> => {
  const version = await raiseVersion(writing, 'organisation', id)
  writing.trace({ records: [{ entity: 'organisation', id, version, after: { parent: 'changed' } }] })
  return { id, version }
}
