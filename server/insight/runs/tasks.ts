import type { FastifyBaseLogger } from 'fastify'
import type { Task, TaskList } from 'graphile-worker'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { taskOf } from '../../platform/db/jobs/jobs.ts'
import type { Courier } from '../../platform/messages/couriers.ts'
import { reportMail } from '../../platform/messages/texts.ts'
import { runDueReports } from './schedule.ts'
import { reportNotice } from './jobs.ts'
import { takeUpSilent, workOnRun } from './work.ts'

/** Tasks that count reports in the background. The payload contains only the id of a run. */
export const reportTasks = (
  service: AccountsService,
  stopping: AbortSignal,
  log: FastifyBaseLogger | null = null,
): TaskList => ({
  reportRun: (({ id }: { id: number }) => workOnRun(service, id, stopping, log)) as Task,
})

/** Tasks that maintain background reports: notices, runs left by a dead process, and due schedules. */
export const reportUpkeep = (service: AccountsService, courier: Courier): TaskList => {
  const { db, accounts } = service
  /** The e-mail has a link to the result and does not say what it is about (AU-14). */
  const tell = taskOf(reportNotice, async ({ runId }) => {
    const run = await db.sql
      .selectFrom('report_run')
      .innerJoin('app_user', 'app_user.id', 'report_run.user_id')
      .select(['report_run.state', 'report_run.expires_at', 'app_user.email'])
      .where('report_run.id', '=', runId)
      .where('app_user.is_active', '=', true)
      .executeTakeFirst()
    if (courier.mail === null || !run?.email) return
    const link = `${accounts.publicUrl}/falls/reports?run=${runId}`
    const mail = reportMail(accounts, { link, isReady: run.state === 'ready', until: run.expires_at })
    await courier.mail({ to: run.email, ...mail })
  })

  return {
    ...tell,
    lookAfterReports: async () => {
      await takeUpSilent(service)
      await runDueReports(service)
    },
  }
}
