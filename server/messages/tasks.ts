import type { Task, TaskList } from 'graphile-worker'
import { makeAuditMonths } from '../audit/months.ts'
import { takeTurn } from '../auth/callLog.ts'
import { newLinkCode, newSmsCode } from '../auth/resetCodes.ts'
import { userNameKey } from '../auth/tokens.ts'
import { tidyAccounts } from '../auth/tidy.ts'
import { tidyCounts } from '../worklists/counts.ts'
import { lives } from '../auth/lives.ts'
import { takeUpSilent } from '../reports/runs/work.ts'
import { runDueReports } from '../reports/saved/schedule.ts'
import type { Service } from '../serve.ts'
import type { Courier } from './couriers.ts'
import type { Jobs } from './jobs.ts'
import { noticeMail, reportMail, resetMail, resetSms, searchClosedMail } from './texts.ts'

const day = 24 * 60 * 60_000

/**
 * What the queue does. Codes are made here, when they are sent, so that none waits in the queue in plain sight, and so
 * that the call that asked takes the same time whether the user exists or not (trust AU-13, AU-14).
 */
export const tasksOf = (service: Service, courier: Courier): TaskList => {
  const { db, accounts, clock } = service

  const findUser = (userName: string) =>
    db.sql
      .selectFrom('app_user')
      .select(['id', 'email', 'phone_number'])
      .where('user_name_key', '=', userNameKey(userName))
      .where('is_active', '=', true)
      .executeTakeFirst()

  const resetByMail = async ({ userName }: Jobs['resetByMail']): Promise<void> => {
    const user = await findUser(userName)
    if (courier.mail === null || user === undefined || !user.email) return
    const minutes = accounts.resetLinkMinutes
    const code = await newLinkCode(db.sql, clock(), user.id, minutes)
    const link = `${accounts.publicUrl}/reset?${new URLSearchParams({ userId: String(user.id), code }).toString()}`
    await courier.mail({ to: user.email, ...resetMail(accounts, { link, minutes }) })
  }

  const resetBySms = async ({ userName }: Jobs['resetBySms']): Promise<void> => {
    const user = await findUser(userName)
    if (courier.sms === null || user === undefined || !user.phone_number) return
    // Text messages cost money: so many a day for the whole installation, and no more.
    const ceiling = { kind: 'sms', key: 'all', times: accounts.smsPerDay, withinMs: day }
    if (!(await takeTurn(db.pool, clock(), ceiling))) return
    const code = await newSmsCode(db.sql, clock(), user.id)
    await courier.sms({ to: user.phone_number, text: resetSms({ code, minutes: lives.smsCode / 60_000 }) })
  }

  const notice = async ({ userId, ...what }: Jobs['notice']): Promise<void> => {
    const user = await db.sql
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirst()
    if (courier.mail === null || !user?.email) return
    await courier.mail({ to: user.email, ...noticeMail(accounts, what) })
  }

  const searchClosed = async ({ userId, aboutUserId, at }: Jobs['searchClosed']): Promise<void> => {
    const administrator = await db.sql
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirst()
    const about = await db.sql
      .selectFrom('app_user')
      .select('display_name')
      .where('id', '=', aboutUserId)
      .executeTakeFirstOrThrow()
    if (courier.mail === null || !administrator?.email) return
    const mail = searchClosedMail(accounts, { name: about.display_name, userId: aboutUserId, at })
    await courier.mail({ to: administrator.email, ...mail })
  }

  /** The link leads to the result; what it is about stays inside (trust AU-14). */
  const reportNotice = async ({ runId }: Jobs['reportNotice']): Promise<void> => {
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
  }

  return {
    resetByMail: resetByMail as Task,
    resetBySms: resetBySms as Task,
    notice: notice as Task,
    searchClosed: searchClosed as Task,
    reportNotice: reportNotice as Task,
    lookAfterReports: async () => {
      await takeUpSilent(service)
      await runDueReports(service)
    },
    tidy: async () => {
      await makeAuditMonths(db.pool)
      await tidyAccounts(db.pool, clock())
      await tidyCounts(db.pool)
    },
  }
}
