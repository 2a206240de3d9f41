import type { FastifyInstance } from 'fastify'
import { today } from '../../contract/dates.ts'
import type { FileReply } from '../../contract/file.ts'
import {
  exportDemographicsSearch,
  exportNhsNumberSearch,
  exportPeople,
  exportWorkList,
  type SheetType,
} from '../../contract/listExport.ts'
import { matchesPatient, patientColumns } from '../../contract/patientColumns.ts'
import { stageRoutes, stageTitles } from '../../contract/pathway/stage.ts'
import { mediaTypes } from '../../contract/report.ts'
import type { PatientRow } from '../../contract/search.ts'
import { Refusal } from '../errors.ts'
import type { Rights } from '../rights.ts'
import { findByDemographics, findByNhsNumber } from '../search/find.ts'
import { serve, type Call, type Service } from '../serve.ts'
import { readWorkList } from '../worklists/read.ts'
import { demandReport } from './demandReport.ts'
import { drawApart } from './draw/apart.ts'
import { tableCsv, type Table } from './draw/sheet.ts'
import { findPeople } from './people.ts'
import { periodOf } from './run.ts'
import { inTurn } from './turns.ts'

/** More than any list of one service has; who meets it is told, and nothing is left out in silence. */
const mostRows = 100_000
const tooLong = (): Refusal =>
  new Refusal(400, 'bad-request', `The list has more than ${mostRows} rows. Narrow it first.`)

const rights = (capability: Rights['capability']): Rights => ({
  capability,
  audit: 'read',
  idempotency: 'safe',
  rate: 'report',
})

/** Every patient grid, saved whole; the trail has all ids and what was asked (trust DP-1, DP-4). */
export const serveExports = (app: FastifyInstance, service: Service): void => {
  const { sql, pool } = service.db
  const turn = inTurn(2)
  serve(app, service, exportWorkList, rights('workList.read'), (call, input) =>
    turn(async () => {
      const { stage } = input
      const rows = await readWorkList(sql, stage, { limit: mostRows + 1 })
      return save(call, rows, input, { name: stageRoutes[stage], title: stageTitles[stage] })
    }),
  )
  serve(app, service, exportNhsNumberSearch, rights('patient.search'), async (call, input) =>
    save(call, await findByNhsNumber(pool, input.nhsNumber), input, found),
  )
  serve(app, service, exportDemographicsSearch, rights('patient.search'), (call, input) =>
    turn(async () => {
      const { rows } = await findByDemographics(pool, input, mostRows + 1)
      return save(call, rows, input, found)
    }),
  )
  serve(app, service, exportPeople, rights('report.run'), (call, input) =>
    turn(async () => {
      const report = demandReport(call, input.reportName)
      const period = periodOf(sql, { ...input, today: today(service.clock()) })
      const { rows } = await findPeople(sql, report, input, period, mostRows + 1)
      return save(call, rows, input, { name: input.reportName, title: report.title })
    }),
  )
}

const found = { name: 'patients', title: 'Patients found' }

const save = async (
  call: Call,
  rows: readonly PatientRow[],
  input: { type: SheetType; filter?: string | null | undefined },
  { name, title }: { name: string; title: string },
): Promise<FileReply> => {
  if (rows.length > mostRows) throw tooLong()
  const { type, filter } = input
  const shown = filter ? rows.filter((row) => matchesPatient(row, filter)) : rows
  call.showed({
    patientIds: shown.map(({ patientId }) => patientId),
    pathwayIds: shown.flatMap(({ pathwayId }) => (pathwayId === null ? [] : [pathwayId])),
    criteria: input,
  })
  const columns = Object.values(patientColumns)
  const table: Table = {
    title,
    columns: columns.map((column) => ({ title: column.title, kind: column.kind })),
    rows: shown.map((row) => columns.map(({ value }) => value(row))),
  }
  const body = type === 'csv' ? tableCsv(table) : await drawApart({ type: 'table', table })
  return { type: mediaTypes[type], name: `${name}.${type}`, body }
}
