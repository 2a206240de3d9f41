import type { TaskList } from 'graphile-worker'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { taskOf } from '../../platform/db/jobs/jobs.ts'
import type { Courier } from '../../platform/messages/couriers.ts'
import { searchClosedMail } from '../../platform/messages/texts.ts'
import { searchClosed } from './jobs.ts'

/** The queue's handlers for searches. */
export const searchTasks = (
  { db, accounts }: Pick<AccountsService, 'db' | 'accounts'>,
  courier: Courier,
): TaskList =>
  taskOf(searchClosed, async ({ userId, aboutUserId, at }) => {
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
  })
