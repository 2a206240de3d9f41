import type { FastifyInstance } from 'fastify'
import type { Updateable } from 'kysely'
import { addMonths, today } from '../../../contract/platform/dates/dates.ts'
import { firstOfMonth } from '../../../contract/insight/reportPeriod.ts'
import {
  deleteSavedReport,
  listSavedReports,
  saveSavedReport,
  type SavedReport,
} from '../../../contract/insight/savedReport.ts'
import { valuesOf } from '../../platform/writes/columns.ts'
import type { SavedReport as SavedReportRow } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { route } from '../../platform/http/calls/route.ts'
import { addRow, changeRow, lockRow, type StoredRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { requireReport } from '../requireReport.ts'
import { savedReportColumns, savedReportTable } from './columns.ts'

const rights = { capability: ['report.run', 'report.audit'] } as const satisfies Partial<Rights>

/** Saved reports of a user: nobody else can see, change or run them. */
export const serveSavedReports = (app: FastifyInstance, service: Service): void => {
  route(
    app,
    service,
    listSavedReports,
    { ...rights, audit: 'none', idempotency: 'safe', rate: 'read' },
    async ({ principal, may }) => {
      const rows = await service.db.sql
        .selectFrom('saved_report')
        .selectAll()
        .where('user_id', '=', principal.userId)
        .where('is_active', '=', true)
        .orderBy('name')
        .orderBy('id')
        .execute()
      return rows.map((row) => {
        const report = catalogue.find(({ name }) => name === row.report_name)
        return {
          id: row.id,
          version: row.version,
          name: row.name,
          reportName: row.report_name,
          title: report?.title ?? row.report_name,
          mayRun: report !== undefined && may(report.capability),
          period: row.period as SavedReport['period'],
          dateFrom: row.date_from,
          dateTo: row.date_to,
          suppress: row.suppress,
          isMonthly: row.is_monthly,
          nextOn: row.next_on,
          stoppedAt: row.stopped_at,
        }
      })
    },
  )

  route(
    app,
    service,
    saveSavedReport,
    { ...rights, audit: 'write', idempotency: 'create', rate: 'write' },
    (call, input) => {
      requireReport(call, input.reportName)
      return call.write(async (writing) => {
        const { id, version, period, isMonthly } = input
        const before = id === 0 ? null : await lockOwn(writing, id)
        const isFixed = period === 'fixed'
        const { is_monthly: _monthly, ...stored } = valuesOf(savedReportColumns, input)
        const values = {
          ...stored,
          ...(isFixed ? {} : { date_from: null, date_to: null }),
          ...schedule(before, isFixed ? false : isMonthly, today(service.clock())),
        }
        const row = { ...savedReportTable, values, patientId: null }
        return before === null
          ? addRow(writing, { ...row, values: { ...values, user_id: writing.userId } })
          : changeRow(writing, { ...row, id, version })
      })
    },
  )

  route(
    app,
    service,
    deleteSavedReport,
    { ...rights, audit: 'write', idempotency: 'repeatable', rate: 'write' },
    (call, { id }) =>
      call.write(async (writing) => {
        const locked = await lockOwn(writing, id, true)
        const { version } = locked
        const values = { is_active: false, is_monthly: false, next_on: null }
        return changeRow(writing, { ...savedReportTable, id, version, locked, values, patientId: null })
      }),
  )
}

/** Locks the row if it is the caller's own. For anybody else it is not found. */
const lockOwn = async (writing: Writing, id: number, evenDeleted = false) => {
  const row = await lockRow(writing, 'saved_report', id)
  if (row.user_id !== writing.userId) throw notFound()
  if (!row.is_active && !evenDeleted) throw notFound()
  return row
}

/**
 * Columns to change when monthly runs are switched on or off. The first run is on the first of the following month.
 */
const schedule = (
  before: StoredRow<'saved_report'> | null,
  isMonthly: boolean | undefined,
  day: string,
): Pick<Updateable<SavedReportRow>, 'is_monthly' | 'next_on' | 'stopped_at'> => {
  const wasMonthly = before?.is_monthly === true
  if (isMonthly === undefined || isMonthly === wasMonthly) return {}
  return isMonthly
    ? { is_monthly: true, next_on: addMonths(firstOfMonth(day), 1), stopped_at: null }
    : { is_monthly: false, next_on: null }
}
