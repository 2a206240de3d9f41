import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '../../../../contract/platform/calls/endpoint.ts'
import { type FileReply, type fileReply, mediaTypes } from '../../../../contract/platform/calls/file.ts'
import { arrange, type Column } from '../../../../contract/platform/words/grid.ts'
import type { SheetAsked } from '../../../../contract/platform/calls/sheet.ts'
import type { Trace } from '../../audit/auditTrail.ts'
import { HttpProblem } from '../../errors.ts'
import { renderInWorker } from '../../files/renderWorkerPool.ts'
import { tableCsv, type Table } from '../../files/spreadsheet.ts'
import { concurrencyLimit } from '../../files/concurrencyLimit.ts'
import type { Rights } from '../request/rights.ts'
import type { Service } from '../calls/service.ts'
import { route, type Call } from '../calls/route.ts'

/** More than any list of one service has. A longer list is refused, never silently truncated. */
const mostRows = 100_000
const tooLong = (): HttpProblem =>
  new HttpProblem(400, 'bad-request', `The list has more than ${mostRows} rows. Narrow it first.`)

/** All rows of a grid. */
interface Listed<Row> {
  title: string
  /** File name; derived from the title if absent. */
  name?: string
  rows: readonly Row[]
  /** The rows already match the filter, because the server also filters this list on screen. */
  isFiltered?: true
}

interface ListExport<Input, Row> {
  /** The capability needed to see the list. */
  capability: Rights['capability']
  columns: readonly Column<Row>[]
  /** Whether a file has the column, if that depends on the input. */
  hasColumn?: (column: Column<Row>, input: Input) => boolean
  /** @param limit the most rows to read */
  read: (call: Call, input: Input, limit: number) => Promise<Listed<Row>>
  /** The ids of the rows that leave the system. */
  trace: (rows: readonly Row[]) => Trace
  /** By default shared by all lists. */
  limited?: ReturnType<typeof concurrencyLimit>
}

const limitOfAll = concurrencyLimit(2)

/** Saves a whole grid as filtered and sorted. The audit trail records all ids and the input (DP-1, DP-4). */
export const serveListExport = <Input extends z.ZodType<SheetAsked & Trace['criteria']>, Row>(
  app: FastifyInstance,
  service: Service,
  endpoint: Endpoint<Input, typeof fileReply>,
  {
    capability,
    columns,
    hasColumn = () => true,
    read,
    trace,
    limited = limitOfAll,
  }: ListExport<z.output<Input>, Row>,
): void =>
  route(
    app,
    service,
    endpoint,
    { capability, audit: 'read', idempotency: 'safe', rate: 'report', restricted: 'lists' },
    (call, input) =>
      limited(async () => {
        const { rows, ...listed } = await read(call, input, mostRows + 1)
        if (rows.length > mostRows) throw tooLong()
        const shown = arrange(rows, columns, listed.isFiltered === true ? { ...input, filter: null } : input)
        call.showed({ ...trace(shown), criteria: input })
        return draw(
          input.type,
          listed,
          columns.filter((column) => hasColumn(column, input)),
          shown,
        )
      }),
  )

const draw = async <Row>(
  type: SheetAsked['type'],
  { title, name = fileNameOf(title) }: Omit<Listed<Row>, 'rows'>,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<FileReply> => {
  const table: Table = {
    title,
    columns: columns.map((column) => ({ title: column.title, kind: column.kind })),
    rows: rows.map((row) => columns.map(({ value }) => value(row))),
  }
  const body = type === 'csv' ? tableCsv(table) : await renderInWorker({ type: 'table', table })
  return { type: mediaTypes[type], name: `${name}.${type}`, body }
}

/** For example 'referral-methods' for 'Referral Methods'. */
const fileNameOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-')
