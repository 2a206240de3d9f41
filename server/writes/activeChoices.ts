import { sql as raw } from 'kysely'
import { fieldOf, type SavedTable } from './columns.ts'
import { choiceTablesOf } from '../db/foreignKeys.ts'
import { ValidationProblem } from '../errors.ts'
import type { Writing } from './write.ts'

/**
 * A choice newly made must be on its list and active; one that was there before stays valid, so that an old record
 * can still be saved. All choices of a row are looked up in one statement.
 */
export const requireActiveChoices = async (
  { sql }: Writing,
  { table, columns }: Pick<SavedTable, 'table' | 'columns'>,
  values: Record<string, unknown>,
  before: Record<string, unknown> | null,
  fieldPrefix = '',
): Promise<void> => {
  const chosen = [...(await choiceTablesOf(sql, table))].filter(
    ([column]) => values[column] != null && values[column] !== before?.[column],
  )
  if (chosen.length === 0) return
  const lookups = chosen.map(
    ([column, target]) =>
      raw`(select is_active from ${raw.table(target)} where id = ${values[column]}) as ${raw.ref(column)}`,
  )
  const { rows } = await raw<Record<string, boolean | null>>`select ${raw.join(lookups)}`.execute(sql)
  const failed = chosen.filter(([column]) => rows[0]?.[column] !== true)
  if (failed.length > 0)
    throw new ValidationProblem(
      Object.fromEntries(
        failed.map(([column]) => [
          fieldPrefix + (fieldOf(columns, column) ?? column),
          'Choose from the list',
        ]),
      ),
    )
}
