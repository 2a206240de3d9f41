import { sql as raw } from 'kysely'
import type { FieldErrors } from '../../../contract/platform/calls/problem.ts'
import { prepareShort } from '../db/query/compileOnce.ts'
import { choiceTablesOf } from '../db/query/foreignKeys.ts'
import { ValidationProblem } from '../errors.ts'
import { fieldOf, type SavedTable } from './columns.ts'
import type { Writing } from './write.ts'

type Table = Pick<SavedTable, 'table' | 'columns'>
type Row = Readonly<Record<string, unknown>>

/**
 * Checks that each new choice is on its list and active. An unchanged choice stays valid, so that an old record can
 * still be saved. All choices of a row are looked up in one statement.
 * @param ownRules columns that have rules of their own
 * @returns messages for the fields to correct
 */
export const refusedChoices = async (
  { sql }: Writing,
  { table, columns }: Table,
  values: Row,
  before: Row | null,
  ownRules: readonly string[] = [],
): Promise<FieldErrors> => {
  const chosen = [...(await choiceTablesOf(sql, table))].filter(
    ([column]) => values[column] != null && values[column] !== before?.[column] && !ownRules.includes(column),
  )
  if (chosen.length === 0) return {}
  const lookups = chosen.map(
    ([column, target]) =>
      raw`(select is_active from ${raw.table(target)} where id = ${values[column]}) as ${raw.ref(column)}`,
  )
  const [found] = await prepareShort(
    sql,
    'choices',
    raw<Record<string, boolean | null>>`select ${raw.join(lookups)}`,
  )
  const failed = chosen.filter(([column]) => found?.[column] !== true)
  return Object.fromEntries(
    failed.map(([column]) => [fieldOf(columns, column) ?? column, 'Choose from the list']),
  )
}

/** As `refusedChoices`, but throws if there are any. @param fieldPrefix for a row that is part of what was sent */
export const requireActiveChoices = async (
  writing: Writing,
  table: Table,
  values: Row,
  before: Row | null,
  fieldPrefix = '',
): Promise<void> => {
  const refused = Object.entries(await refusedChoices(writing, table, values, before))
  if (refused.length > 0)
    throw new ValidationProblem(
      Object.fromEntries(refused.map(([field, message]) => [fieldPrefix + field, message])),
    )
}
