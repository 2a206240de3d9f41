import type { TaskList } from 'graphile-worker'
import { taskOf } from '../../platform/db/jobs/jobs.ts'
import type { Courier } from '../../platform/messages/couriers.ts'
import { noticeMail, resetMail, resetSms } from '../../platform/messages/texts.ts'
import { consumeRate } from '../throttle/rateCounter.ts'
import { notice, resetByMail, resetBySms } from '../settings/jobs.ts'
import { lifetimes } from '../sessions/lifetimes.ts'
import { newLinkCode, newSmsCode } from './resetCodes.ts'
import type { AccountsService } from '../settings/service.ts'
import { userNameKey } from '../sessions/tokens.ts'

const day = 24 * 60 * 60_000

/**
 * The queue's tasks for accounts. Codes are made here, when they are sent. So no code waits readable in the queue, and
 * the call that asked takes the same time whether or not the user exists (AU-13, AU-14).
 */
export const accountTasks = ({ db, accounts, clock }: AccountsService, courier: Courier): TaskList => {
  const findUser = (userName: string) =>
    db.sql
      .selectFrom('app_user')
      .select(['id', 'email', 'phone_number'])
      .where('user_name_key', '=', userNameKey(userName))
      .where('is_active', '=', true)
      .executeTakeFirst()

  const mailReset = taskOf(resetByMail, async ({ userName }) => {
    const user = await findUser(userName)
    if (courier.mail === null || user === undefined || !user.email) return
    const minutes = accounts.resetLinkMinutes
    const code = await newLinkCode(db.sql, clock(), user.id, minutes)
    const link = `${accounts.publicUrl}/reset?${new URLSearchParams({ userId: String(user.id), code }).toString()}`
    await courier.mail({ to: user.email, ...resetMail(accounts, { link, minutes }) })
  })

  const textReset = taskOf(resetBySms, async ({ userName }) => {
    const user = await findUser(userName)
    if (courier.sms === null || user === undefined || !user.phone_number) return
    // Text messages cost money, so the whole installation has a daily limit.
    const ceiling = { kind: 'sms', key: 'all', times: accounts.smsPerDay, withinMs: day }
    if (!(await consumeRate(db.pool, clock(), ceiling))) return
    const code = await newSmsCode(db.sql, clock(), user.id)
    await courier.sms({
      to: user.phone_number,
      text: resetSms({ code, minutes: lifetimes.smsCode / 60_000 }),
    })
  })

  const tell = taskOf(notice, async ({ userId, ...what }) => {
    const user = await db.sql
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirst()
    if (courier.mail === null || !user?.email) return
    await courier.mail({ to: user.email, ...noticeMail(accounts, what) })
  })

  return { ...mailReset, ...textReset, ...tell }
}
