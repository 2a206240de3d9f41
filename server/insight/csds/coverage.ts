import type { Kysely } from 'kysely'
import { needTitles, standingInWords } from '../../../contract/insight/csds/fieldInWords.ts'
import { csdsRules, outcomeTitles } from '../../../contract/insight/csds/rules.ts'
import { kindTitles, type Finding, type TableCount } from '../../../contract/insight/csds/submission.ts'
import { csdsTables } from '../../../contract/insight/csds/tables.ts'
import type { DB } from '../../platform/db/types.ts'
import { csvFile } from '../../platform/files/csv.ts'

/** As in reports that leave the service: 1 to 4 are hidden, and counts are rounded to the nearest 5. */
const hidden = (count: number): string | number =>
  count === 0 ? 0 : count < 5 ? '*' : Math.round(count / 5) * 5

/**
 * What the last check or submission of the month counted, for the month-end pack: rows of each table, what would be
 * refused, and how far each field is filled; null if the month was not checked.
 */
export const coverageOf = async (sql: Kysely<DB>, month: string): Promise<string | null> => {
  const found = await sql
    .selectFrom('csds_submission')
    .select(['id', 'kind', 'ended_at', 'tables', 'findings'])
    .where('month', '=', `${month}-01`)
    .where('state', '=', 'ready')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (found === undefined) return null
  const tables = found.tables as unknown as TableCount[]
  const findings = found.findings as unknown as Finding[]
  const countOf = (rule: string): number => findings.find((each) => each.rule === rule)?.count ?? 0
  return csvFile([
    [
      'National return (CSDS)',
      month,
      kindTitles[found.kind as keyof typeof kindTitles],
      found.ended_at ?? '',
    ],
    ['No validator of NHS England was run. Small numbers are hidden, and counts are rounded.'],
    [],
    ['Table', 'Title', 'Rows', 'Would be refused'],
    ...csdsTables.map(({ name, title }) => {
      const counted = tables.find((table) => table.name === name)
      return [name, title, hidden(counted?.rows ?? 0), hidden(counted?.refused ?? 0)]
    }),
    [],
    ['Rule', 'Outcome', 'Records'],
    ...csdsRules
      .filter(({ id }) => countOf(id) > 0)
      .map(({ id, title, outcome }) => [title, outcomeTitles[outcome], hidden(countOf(id))]),
    [],
    ['Table', 'Field', 'Need', 'Filled', 'Expected', 'How sure'],
    ...csdsTables.flatMap(({ name, fields }) => {
      const counted = tables.find((table) => table.name === name)
      return fields.map((field) => [
        name,
        field.name,
        needTitles[field.need],
        hidden(counted?.filled[field.name] ?? 0),
        hidden(counted?.of[field.name] ?? 0),
        standingInWords(field.standing),
      ])
    }),
  ])
}
