import { sql as raw, type Insertable } from 'kysely'
import { foldName } from '../../../contract/platform/words/fold.ts'
import { formatName } from '../../../contract/platform/words/format.ts'
import type { LookupSave } from '../../../contract/reference/lookupCalls.ts'
import { lookupFieldsOf, type LookupName } from '../../../contract/reference/lookups.ts'
import { isRuleRow } from '../../../contract/reference/ruleRow.ts'
import { fieldOf, valuesOf } from '../../platform/writes/columns.ts'
import type { DB } from '../../platform/db/types.ts'
import { ValidationProblem, isUniqueViolation } from '../../platform/errors.ts'
import { addRow, changeRow, lockRow } from '../../platform/writes/saveRow.ts'
import { advisoryLock } from '../../platform/db/connection/advisoryLock.ts'
import { showNewName } from '../../stages/renamed.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { keepRights, settleRights } from '../../accounts/users/rights.ts'
import { lookupTables, type LookupTable } from './tables.ts'

type Row = Record<string, unknown>

/**
 * Adds or changes a row of a list. Among active rows, names are compared without case, accents and spaces. A row on
 * which rules depend can be renamed or deactivated only with a confirmation, and can never exist twice (CS-11).
 */
export const saveLookup = async (
  writing: Writing,
  of: LookupName,
  input: LookupSave,
): Promise<{ id: number; version: number }> => {
  const lookup: LookupTable = lookupTables[of]
  const { table, name = 'name' } = lookup
  // One save of a list at a time: two concurrent ones could add the same name.
  await advisoryLock(writing.sql, table)
  const before: Row | null = input.id === 0 ? null : await lockRow(writing, table, input.id)
  const values = valuesToSet(lookup, input, before)
  const place = await placeOf(writing, of, input, before)
  if (place !== null) values['sort_order'] = place
  if (values['internal_code'] === '')
    values['internal_code'] = await freeCode(writing, lookup, String(values['name'] ?? before?.['name']))
  if (of === 'role') settleRights(values, before)
  requireConfirmation(of, before, values, input.confirmed ?? false)
  const renamed = values[name] !== undefined && values[name] !== before?.[name]
  if (renamed || (values['is_active'] === true && before?.['is_active'] !== true))
    await requireOwnName(writing, lookup, input.id, afterwards(before, values))
  try {
    // The column map was type-checked against the table where it was declared (tables.ts).
    const row = { ...lookup, values: values as Insertable<DB[LookupTable['table']]>, patientId: null }
    const saved =
      before === null
        ? await addRow(writing, row)
        : await changeRow(writing, { ...row, id: input.id, version: input.version })
    if (place !== null) await makeRoom(writing, lookup, saved.id, place)
    if (before !== null && renamed) await showNewName(writing.sql, table, [saved.id])
    if (of === 'role') await keepRights(writing)
    return saved
  } catch (error) {
    if (isUniqueViolation(error, `${table}_internal_code_key`))
      throw new ValidationProblem({ internalCode: 'Another row has this internal code' })
    throw error
  }
}

/** The row after the save. An undefined value leaves a column unchanged. */
const afterwards = (before: Row | null, values: Row): Row => ({
  ...before,
  ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)),
})

/** The columns to set: only those on the list's own form. Absent ones stay unchanged (AZ-8). */
const valuesToSet = ({ columns }: LookupTable, input: LookupSave, before: Row | null): Row => {
  const { sort_order: _place, is_active: isActive, ...own } = valuesOf(columns, input as Row) as Row
  const values: Row = { is_active: isActive ?? (before === null ? true : undefined) }
  for (const [column, value] of Object.entries(own)) values[column] = value === null ? '' : value
  const after = afterwards(before, values)
  const isBlank = (column: string) => (after[column] ?? '') === ''
  if ('internalCode' in columns && isBlank('internal_code')) values['internal_code'] = ''
  if ('displayName' in columns && isBlank('display_name'))
    values['display_name'] = formatName({
      familyName: String(after['family_name']),
      firstName: String(after['first_name']),
    })
  return values
}

/** A row that rules find by its code keeps its meaning unless the user confirms the change. */
const requireConfirmation = (of: LookupName, before: Row | null, values: Row, confirmed: boolean): void => {
  if (confirmed || before === null || !isRuleRow(of, before['code'])) return
  if (values['name'] !== undefined && values['name'] !== before['name'])
    throw new ValidationProblem({
      name: `Rules depend on “${before['name']}”. Confirm that you want to rename it`,
    })
  if (values['is_active'] === false && before['is_active'] === true)
    throw new ValidationProblem({
      isActive: `Rules depend on “${before['name']}”. Confirm that you want to take it out of use`,
    })
}

/**
 * Refuses a name that another active row has. Also refuses a name by which a rule knows a row of this list, such as
 * 'No', even if that row now has another name or is inactive (CS-11).
 */
const requireOwnName = async (
  { sql }: Writing,
  { table, columns, name = 'name' }: LookupTable,
  id: number,
  row: Row,
): Promise<void> => {
  const { rows } = await raw<{ name: string; isActive: boolean; code: string | null }>`
    select ${raw.ref(name)} as name, is_active as "isActive",
      case when not to_jsonb(t) ? 'internal_code' then to_jsonb(t) ->> 'code' end as code
    from ${raw.table(table)} as t where id <> ${id}`.execute(sql)
  const key = foldName(String(row[name]))
  const field = fieldOf(columns, name) ?? name
  const ruling = rows.find(({ name: other, code }) => code !== null && [code, foldName(other)].includes(key))
  if (ruling !== undefined)
    throw new ValidationProblem({
      [field]: `Rules depend on “${ruling.name}” in this list: there cannot be a second`,
    })
  if (row['is_active'] === true && rows.some((other) => other.isActive && foldName(other.name) === key))
    throw new ValidationProblem({ [field]: 'Another active row has this name' })
}

/** The position that the row takes: the requested one, or the last for a new row. Null if it stays where it is. */
const placeOf = async (
  { sql }: Writing,
  of: LookupName,
  { sortOrder }: LookupSave,
  before: Row | null,
): Promise<number | null> => {
  if (!lookupFieldsOf(of).includes('sortOrder')) return null
  if (before !== null && (sortOrder == null || sortOrder === before['sort_order'])) return null
  const { rows } = await raw<{ count: number }>`
    select count(*) as count from ${raw.table(lookupTables[of].table)}`.execute(sql)
  const last = (rows[0]?.count ?? 0) + (before === null ? 1 : 0)
  return sortOrder == null ? last : Math.min(Number(sortOrder), last)
}

/** Moves the other rows, so that no other row has this position. */
const makeRoom = async (
  { sql }: Writing,
  { table, name = 'name' }: LookupTable,
  id: number,
  place: number,
): Promise<void> => {
  await raw`
    update ${raw.table(table)} as t
    set sort_order = rank + case when rank >= ${place} then 1 else 0 end
    from (
      select id, row_number() over (order by sort_order, ${raw.ref(name)}, id) as rank
      from ${raw.table(table)} where id <> ${id}) as others
    where others.id = t.id and t.sort_order <> rank + case when rank >= ${place} then 1 else 0 end`.execute(
    sql,
  )
}

/** An internal code made from the name, with a number if another row already has it. */
const freeCode = async ({ sql }: Writing, { table }: LookupTable, name: string): Promise<string> => {
  const code = foldName(name).toUpperCase()
  const { rows } = await raw<{ taken: string }>`
    select internal_code as taken from ${raw.table(table)}
    where starts_with(internal_code, ${code})`.execute(sql)
  const taken = new Set(rows.map((row) => row.taken))
  let free = code
  for (let number = 2; taken.has(free); number += 1) free = `${code}${number}`
  return free
}
