import type { FastifyInstance } from 'fastify'
import { today } from '../../contract/dates.ts'
import type { FileReply } from '../../contract/file.ts'
import { instantOf } from '../../contract/format.ts'
import { listReports, mediaTypes, reportPeople, runReport, type ReportType } from '../../contract/report.ts'
import { totalHeader } from '../../contract/search.ts'
import type { Rights } from '../rights.ts'
import { serve, type Call, type Service } from '../serve.ts'
import { catalogue } from './catalogue.ts'
import { demandReport } from './demandReport.ts'
import { drawHtml } from './draw/html.ts'
import { drawApart } from './draw/apart.ts'
import { drawCsv } from './draw/sheet.ts'
import type { DrawnReport } from './drawn.ts'
import { serveExports } from './exports.ts'
import { findPeople } from './people.ts'
import { periodOf, runReportOn } from './run.ts'
import { inTurn } from './turns.ts'

const rights: Rights = {
  capability: ['report.run', 'report.audit'],
  audit: 'read',
  idempotency: 'safe',
  rate: 'report',
}

const draw: Record<
  ReportType,
  (report: DrawnReport, hasPeople: boolean) => FileReply['body'] | Promise<FileReply['body']>
> = {
  html: (report, hasPeople) => drawHtml(report, { hasPeople }),
  pdf: (report) => drawApart({ type: 'pdf', report }),
  csv: drawCsv,
  xlsx: (report) => drawApart({ type: 'xlsx', report }),
}

export const serveReports = (app: FastifyInstance, service: Service): void => {
  const { sql } = service.db
  const turn = inTurn(2)
  serveExports(app, service)
  serve(app, service, listReports, { ...rights, audit: 'none', rate: 'read' }, async ({ may }) =>
    catalogue
      .filter(({ capability }) => may(capability))
      .map(({ name, title, group, definition }) => ({ name, title, group, definition: [...definition] })),
  )
  serve(app, service, runReport, rights, async (call, input) => {
    const { reportName, type, dateFrom, dateTo, suppress = false } = input
    const definition = demandReport(call, reportName)
    const ranBy = await nameOf(call)
    const ranAt = instantOf(service.clock())
    const isWhole = type === 'csv' || type === 'xlsx'
    return turn(async () => {
      const { report, patientIds } = await runReportOn(sql, definition, {
        dateFrom,
        dateTo,
        suppress,
        today: today(service.clock()),
        ranBy,
        ranAt,
        isWhole,
      })
      call.showed({ patientIds, criteria: input })
      const mayOpen = call.may('report.run') && !suppress
      const body = await draw[type](report, mayOpen)
      return { type: mediaTypes[type], name: type === 'html' ? null : `${reportName}.${type}`, body }
    })
  })
  serve(app, service, reportPeople, { ...rights, capability: 'report.run' }, async (call, input) => {
    const report = demandReport(call, input.reportName)
    const { rows, total } = await turn(() =>
      findPeople(sql, report, input, periodOf(sql, { ...input, today: today(service.clock()) })),
    )
    call.setHeader(totalHeader, String(total))
    call.showed({
      patientIds: rows.map(({ patientId }) => patientId),
      pathwayIds: rows.flatMap(({ pathwayId }) => (pathwayId === null ? [] : [pathwayId])),
      criteria: input,
    })
    return rows
  })
}

const nameOf = async ({ principal, service }: Call): Promise<string> => {
  const { display_name: name } = await service.db.sql
    .selectFrom('app_user')
    .select('display_name')
    .where('id', '=', principal.userId)
    .executeTakeFirstOrThrow()
  return name
}
