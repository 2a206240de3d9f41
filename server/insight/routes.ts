import type { FastifyInstance } from 'fastify'
import { today } from '../../contract/platform/dates/dates.ts'
import { instantOf } from '../../contract/platform/words/format.ts'
import { listReports, reportPeople, runReport, withheldHeader } from '../../contract/insight/report.ts'
import { totalHeader } from '../../contract/patients/search/search.ts'
import { footNote } from '../accounts/settings/footNote.ts'
import type { Rights } from '../platform/http/request/rights.ts'
import type { AccountsService } from '../accounts/settings/service.ts'
import { route } from '../platform/http/calls/route.ts'
import { callerName } from './reports/callerName.ts'
import { catalogue } from './catalogue/catalogue.ts'
import { requireReport } from './requireReport.ts'
import { fileOf, isWhole } from '../platform/files/reportFile.ts'
import { serveAudit } from './audit/routes.ts'
import { serveDashboard } from './dashboard/routes.ts'
import { serveDeprivation } from '../reference/deprivation/routes.ts'
import { serveExports } from './reports/exports.ts'
import { peopleShown, withoutWithheld } from './reports/listed.ts'
import { findPeople, namedPeople } from './reports/drillDown.ts'
import { serveMonthEndPack } from './monthEndPack.ts'
import { countingPatiently } from './reports/patiently.ts'
import { countReport, periodOf } from './reports/run.ts'
import { serveFirstContact } from './reports/firstContact.ts'
import { serveReportRuns } from './runs/routes.ts'
import { serveSavedReports } from './saved/routes.ts'

const rights: Rights = {
  capability: ['report.run', 'report.audit'],
  audit: 'read',
  idempotency: 'safe',
  rate: 'report',
}

export const serveReports = (app: FastifyInstance, service: AccountsService): void => {
  const { sql } = service.db
  const patiently = countingPatiently(service.db)
  serveExports(app, service, patiently)
  serveAudit(app, service)
  serveReportRuns(app, service)
  serveSavedReports(app, service)
  serveFirstContact(app, service)
  serveDashboard(app, service, patiently)
  serveMonthEndPack(app, service, patiently)
  serveDeprivation(app, service)
  route(app, service, listReports, { ...rights, audit: 'none', rate: 'read' }, async ({ may }) =>
    catalogue
      .filter(({ capability }) => may(capability))
      .map(({ name, title, group, answers, definition }) => ({
        ...{ name, title, group, answers },
        definition: [...definition],
      })),
  )
  route(app, service, runReport, { ...rights, restricted: 'lists' }, async (call, input) => {
    const { reportName, type, dateFrom, dateTo, suppress = false } = input
    const definition = requireReport(call, reportName, { dateFrom, dateTo })
    const ranBy = await callerName(call)
    return patiently(call, async (count) => {
      const report = await count((snapshot) =>
        countReport(snapshot, definition, {
          dateFrom,
          dateTo,
          suppress,
          today: today(service.clock()),
          ranBy,
          ranAt: instantOf(service.clock()),
          isWhole: isWhole(type),
        }),
      )
      call.showed({ patientIds: peopleShown(report), criteria: input })
      const shown = await withoutWithheld(sql, report, call.principal)
      return fileOf(shown, type, call.may('report.run'), footNote(service.accounts))
    })
  })
  route(
    app,
    service,
    reportPeople,
    { ...rights, capability: 'report.run', restricted: 'lists' },
    async (call, input) => {
      const report = requireReport(call, input.reportName, input)
      const { rows, total } = await patiently(call, (count) =>
        count((snapshot) =>
          findPeople(
            snapshot,
            report,
            input,
            periodOf(snapshot, { ...input, today: today(service.clock()) }),
          ),
        ),
      )
      const { named, withheld } = await namedPeople(sql, rows, call.principal)
      call.setHeader(totalHeader, String(total))
      if (withheld > 0) call.setHeader(withheldHeader, String(withheld))
      call.showed({
        patientIds: named.map(({ patientId }) => patientId),
        pathwayIds: named.flatMap(({ pathwayId }) => (pathwayId === null ? [] : [pathwayId])),
        criteria: input,
      })
      return named
    },
  )
}
