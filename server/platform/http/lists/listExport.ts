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

/** More than any list of one service has; who meets it is told, and nothing is left out in silence. */
const mostRows = 100_000
const tooLong = (): HttpProblem =>
  new HttpProblem(400, 'bad-request', `The list has more than ${mostRows} rows. Narrow it first.`)

/** All that a grid lists. */
interface Listed<Row> {
  title: string
  /** What the file is called; the title unless said. */
  name?: string
  rows: readonly Row[]
  /** The rows are those that the filter finds: of a list that the server filters on screen too. */
  isFiltered?: true
}

interface ListExport<Input, Row> {
  /** The right to see the list. */
  capability: Rights['capability']
  columns: readonly Column<Row>[]
  /** Columns of which a file has only some, by what is asked for. */
  hasColumn?: (column: Column<Row>, input: Input) => boolean
  /** @param limit rows to read at most */
  read: (call: Call, input: Input, limit: number) => Promise<Listed<Row>>
  /** The ids of what leaves. */
  trace: (rows: readonly Row[]) => Trace
}

const limited = concurrencyLimit(2)

/** Saves a grid whole, as it is filtered and sorted; the audit trail has all ids and what was asked (DP-1, DP-4). */
export const serveListExport = <Input extends z.ZodType<SheetAsked & Trace['criteria']>, Row>(
  app: FastifyInstance,
  service: Service,
  endpoint: Endpoint<Input, typeof fileReply>,
  { capability, columns, hasColumn = () => true, read, trace }: ListExport<z.output<Input>, Row>,
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

/** 'referral-methods' of 'Referral Methods'. */
const fileNameOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-')
