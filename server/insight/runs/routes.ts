import type { FastifyInstance } from 'fastify'
import {
  listReportRuns,
  openReportRun,
  removeReportRun,
  startReportRun,
  type ReportRun,
} from '../../../contract/insight/reportRun.ts'
import { footNote } from '../../accounts/settings/footNote.ts'
import { notFound, HttpProblem } from '../../platform/errors.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { requireReport } from '../requireReport.ts'
import { fileOf, isWhole } from '../../platform/files/reportFile.ts'
import { peopleShown, shortened, withoutWithheld } from '../reports/listed.ts'
import { addRun, openRun, runsOf } from './store.ts'

const capability: Rights['capability'] = ['report.run', 'report.audit']
/** Most unfinished runs of one user at a time, so that nobody fills the queue. */
const mostUnderWay = 5

/**
 * Background reports. Only the user who asked can see a run. The audit trail records who requested what, and who
 * fetched which patients' entries and when. Rights are checked on request, on counting and on fetching (AZ-3, DP-1).
 */
export const serveReportRuns = (app: FastifyInstance, service: AccountsService): void => {
  route(
    app,
    service,
    listReportRuns,
    { capability, audit: 'none', idempotency: 'safe', rate: 'read' },
    async ({ principal, may }) => {
      const runs = await runsOf(service, principal.userId)
      return runs.flatMap((run) => {
        const report = catalogue.find(({ name }) => name === run.report_name)
        if (report === undefined || !may(report.capability)) return []
        return {
          id: run.id,
          reportName: run.report_name,
          title: report.title,
          savedAs: run.saved_as,
          dateFrom: run.date_from,
          dateTo: run.date_to,
          suppress: run.suppress,
          state: run.state as ReportRun['state'],
          progress: run.failure ?? run.progress,
          askedAt: run.asked_at,
          expiresAt: run.expires_at,
        }
      })
    },
  )

  route(
    app,
    service,
    startReportRun,
    { capability, audit: 'write', idempotency: 'create', rate: 'report' },
    (call, input) => {
      requireReport(call, input.reportName, input)
      return call.write(async (writing) => {
        await assertRoom(writing)
        const { reportName, dateFrom, dateTo, suppress = false } = input
        const asked = { reportName, dateFrom, dateTo, suppress }
        const id = await addRun(writing.sql, service.clock(), { userId: writing.userId, ...asked })
        writing.trace({ records: [{ entity: 'reportRun', id, before: null, after: asked }] })
        return { id }
      })
    },
  )

  route(
    app,
    service,
    openReportRun,
    { capability, audit: 'read', idempotency: 'safe', rate: 'report', restricted: 'lists' },
    async (call, { id, type }) => {
      const opened = await openRun(service, id, call.principal.userId)
      if (opened === undefined) throw notFound()
      const { run, report: whole } = opened
      requireReport(call, run.report_name)
      const report = isWhole(type) ? whole : shortened(whole)
      call.showed({
        patientIds: peopleShown(report),
        criteria: {
          id,
          type,
          reportName: run.report_name,
          dateFrom: run.date_from,
          dateTo: run.date_to,
          ...(run.suppress ? { suppress: true } : {}),
        },
      })
      const shown = await withoutWithheld(service.db.sql, report, call.principal)
      return fileOf(shown, type, call.may('report.run'), footNote(service.accounts))
    },
  )

  route(
    app,
    service,
    removeReportRun,
    { capability, audit: 'write', idempotency: 'repeatable', rate: 'write' },
    (call, { id }) =>
      call.write(async (writing) => {
        const { numDeletedRows } = await writing.sql
          .deleteFrom('report_run')
          .where('id', '=', id)
          .where('user_id', '=', writing.userId)
          .executeTakeFirstOrThrow()
        if (numDeletedRows > 0n) writing.trace({ records: [{ entity: 'reportRun', id, after: null }] })
        return { success: true as const }
      }),
  )
}

const assertRoom = async ({ sql, userId }: Writing): Promise<void> => {
  const { count } = await sql
    .selectFrom('report_run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow()
  if (count >= mostUnderWay)
    throw new HttpProblem(
      429,
      'too-many',
      `${mostUnderWay} of your reports are under way. Wait for one to end, or cancel one.`,
    )
}
