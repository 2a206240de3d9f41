import { mostDifferences, type TableDifferences } from '../../../../contract/insight/csds/submission.ts'
import { header } from '../../../../contract/insight/csds/personTables.ts'
import { filledTables } from '../../../../contract/insight/csds/tables.ts'
import type { Table } from '../../../../contract/insight/csds/table.ts'
import { rowsOfCsv } from '../csvLines.ts'
import type { CsdsService } from '../settings.ts'
import { linesOf } from '../store.ts'

/** What differs between two submissions of a month, a table at a time. */
export const findDifferences = async (
  service: CsdsService,
  primary: number,
  refresh: number,
): Promise<TableDifferences[]> => {
  const found: TableDifferences[] = []
  for (const table of filledTables)
    if (table.name !== header.name) found.push(await differencesIn(service, table, primary, refresh))
  return found
}

type Fields = readonly string[]

const differencesIn = async (
  service: CsdsService,
  table: Table,
  primary: number,
  refresh: number,
): Promise<TableDifferences> => {
  const result: TableDifferences = { table: table.name, added: 0, changed: 0, gone: 0, rows: [] }
  const names = table.fields.map(({ name }) => name)
  const note = (
    change: TableDifferences['rows'][number]['change'],
    key: string,
    row: Fields,
    fields: string[],
  ): void => {
    result[change] += 1
    if (result.rows.length < mostDifferences)
      result.rows.push({ change, key, fields, pathwayId: pathwayOf(row[names.indexOf('ServiceRequestID')]) })
  }
  const before = new Map<string, Fields>()
  for await (const [key, row] of keyed(service, table, primary)) before.set(key, row)
  for await (const [key, row] of keyed(service, table, refresh)) {
    const old = before.get(key)
    before.delete(key)
    if (old === undefined) note('added', key, row, [])
    else {
      const fields = names.filter((_, index) => old[index] !== row[index])
      if (fields.length > 0) note('changed', key, row, fields)
    }
  }
  for (const [key, row] of before) note('gone', key, row, [])
  return result
}

/** The rows of a table with their key. Of rows with one key each gets its number. */
async function* keyed(
  service: CsdsService,
  { name, key, fields }: Table,
  id: number,
): AsyncGenerator<readonly [string, Fields]> {
  const places = key.map((field) => fields.findIndex((each) => each.name === field))
  const times = new Map<string, number>()
  for await (const lines of linesOf(service, id, name))
    for (const row of rowsOfCsv(lines)) {
      const plain = places.map((place) => row[place] ?? '').join(' ')
      const time = (times.get(plain) ?? 0) + 1
      times.set(plain, time)
      yield [time === 1 ? plain : `${plain} (${time})`, row]
    }
}

const pathwayOf = (key: string | undefined): number | null =>
  key !== undefined && /^R\d+$/.test(key) ? Number(key.slice(1)) : null
