import type { FieldErrors } from '../../../../contract/platform/calls/problem.ts'
import { choiceTablesOf } from '../../../platform/db/query/foreignKeys.ts'
import { refusedPractice } from '../../../patients/patient/choices.ts'
import { refusedChoices } from '../../../platform/writes/activeChoices.ts'
import { fieldOf, type SavedTable } from '../../../platform/writes/columns.ts'
import type { StaffWriting } from '../../../platform/writes/write.ts'

/**
 * Which choices of a row the product's own rules refuse. An import checks each distinct choice once, however many rows
 * contain it.
 */
export interface Verdicts {
  choices: (
    writing: StaffWriting,
    table: Pick<SavedTable, 'table' | 'columns'>,
    values: Readonly<Record<string, unknown>>,
    ownRules?: readonly string[],
  ) => Promise<FieldErrors>
  practice: (writing: StaffWriting, practice: string | null, branch: string | null) => Promise<FieldErrors>
}

export const newVerdicts = (): Verdicts => {
  const known = new Map<string, FieldErrors>()
  const ask = async (key: string, rule: () => Promise<FieldErrors>): Promise<FieldErrors> => {
    const before = known.get(key)
    if (before !== undefined) return before
    const found = await rule()
    known.set(key, found)
    return found
  }
  return {
    choices: async (writing, { table, columns }, values, ownRules = []) => {
      const refused: FieldErrors = {}
      for (const [column] of await choiceTablesOf(writing.sql, table)) {
        const value = values[column]
        if (value == null || ownRules.includes(column)) continue
        const found = await ask(`${table}.${column} ${String(value)}`, () =>
          refusedChoices(writing, { table, columns }, { [column]: value }, null),
        )
        for (const message of Object.values(found)) refused[fieldOf(columns, column) ?? column] = message
      }
      return refused
    },
    practice: (writing, registeredGP, registeredGP_Branch) =>
      ask(`practice ${registeredGP} ${registeredGP_Branch}`, () =>
        refusedPractice(writing, { registeredGP, registeredGP_Branch }, null),
      ),
  }
}
