import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { addDays, addMonths, today, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { daysOfPeriod, firstOfMonth, type MovingPeriod } from '../../../contract/insight/reportPeriod.ts'
import { transact } from '../../platform/db/connection/transact.ts'
import type { DB } from '../../platform/db/types.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { appendEvent } from '../../platform/writes/write.ts'
import { catalogue } from '../catalogue/catalogue.ts'
import { findOwner, mayRun } from './owner.ts'
import { addRun } from './store.ts'

/**
 * Queues every report that is due, that is, whose next first of the month has come (London time). After any downtime
 * each report runs once, for the current month. Several processes can do this at the same time.
 */
export const runDueReports = async (service: AccountsService): Promise<void> => {
  const { db, clock } = service
  for (;;) {
    const isDone = await transact(db.sql, (sql) => runNextDue(service, sql, today(clock())))
    if (isDone) return
  }
}

/** Returns true if nothing was due. */
const runNextDue = async (
  { clock, accounts }: AccountsService,
  sql: Transaction<DB>,
  day: CalendarDate,
): Promise<boolean> => {
  const due = await sql
    .selectFrom('saved_report')
    .select(['id', 'version', 'user_id', 'report_name', 'period', 'suppress', 'next_on'])
    .where('is_active', '=', true)
    .where('is_monthly', '=', true)
    .where('next_on', '<=', day)
    .orderBy('next_on')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (due === undefined) return true
  const month = firstOfMonth(day)
  const report = catalogue.find(({ name }) => name === due.report_name)
  const isAllowed = mayRun(await findOwner(sql, due.user_id), report, accounts)
  const next = isAllowed
    ? { next_on: addMonths(month, 1) }
    : { is_monthly: false, next_on: null, stopped_at: instantOf(clock()) }
  await sql
    .updateTable('saved_report')
    .set((row) => ({ ...next, version: row('version', '+', 1), updated_at: instantOf(clock()) }))
    .where('id', '=', due.id)
    .execute()
  const asked = { reportName: due.report_name, suppress: due.suppress, ...scheduledDays(due.period, month) }
  const schedule = { savedReportId: due.id, month }
  const runId = isAllowed ? await addRun(sql, clock(), { userId: due.user_id, ...asked, schedule }) : null
  await appendEvent(sql, {
    kind: 'write',
    action: 'report schedule',
    status: 200,
    userId: due.user_id,
    sessionId: null,
    role: null,
    requestId: randomUUID(),
    address: null,
    records: [
      {
        entity: 'savedReport',
        id: due.id,
        version: due.version + 1,
        before: { next_on: due.next_on },
        after: next,
      },
      ...(runId === null ? [] : [{ entity: 'reportRun', id: runId, before: null, after: asked }]),
    ],
  })
  return false
}

/** On the first of a month the day has only just begun, so only the days before it are counted. */
const scheduledDays = (period: string, month: CalendarDate) =>
  daysOfPeriod(period as MovingPeriod, month, addDays(month, -1))
