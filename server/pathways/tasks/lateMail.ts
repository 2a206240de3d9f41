import { sql as raw } from 'kysely'
import type { TaskList } from 'graphile-worker'
import { lateForMail } from '../../../contract/pathways/today.ts'
import type { Profile } from '../../../contract/accounts/permissions.ts'
import type { AccountsService } from '../../accounts/settings/service.ts'
import { queueJob, taskOf, type Job } from '../../platform/db/jobs/jobs.ts'
import type { Courier } from '../../platform/messages/couriers.ts'
import { lateMail as mailOf } from '../../platform/messages/texts.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'
import { settleTasks } from './settle.ts'
import { countLate } from './today.ts'

const mailLate: Job<{ userId: number }> = { name: 'mailLate', attempts: 6 }
const settleAll: Job<Record<string, never>> = { name: 'settleTasks', attempts: 5 }

/** The profile that is responsible for what is late. */
const overseer: Profile = 'Team Lead'

/** Changes the user's own account only, and so nobody else's preference. */
export const setLateMail = async (
  writing: StaffWriting,
  lateMail: boolean,
): Promise<{ lateMail: boolean }> => {
  const { sql, userId } = writing
  const changed = await sql
    .updateTable('app_user')
    .set((row) => ({ without_late_mail: !lateMail, version: row('version', '+', 1), updated_by: userId }))
    .where('id', '=', userId)
    .where('without_late_mail', '=', lateMail)
    .returning('version')
    .executeTakeFirst()
  if (changed !== undefined)
    writing.trace({
      records: [
        {
          entity: 'user',
          id: userId,
          version: changed.version,
          before: { without_late_mail: lateMail },
          after: { without_late_mail: !lateMail },
        },
      ],
    })
  return { lateMail }
}

/** The queue's jobs for tasks. */
export const taskUpkeep = ({ db, accounts }: AccountsService, courier: Courier): TaskList => ({
  ...taskOf(settleAll, async () => {
    await settleTasks(db.sql)
  }),
  /** Once a week, queues a mail for each Team Lead who wants it. Each mail is sent and retried separately. */
  mailLateToAll: async () => {
    if (courier.mail === null) return
    const { rows } = await raw<{ id: number }>`
      select distinct app_user.id from app_user
      join user_role on user_role.user_id = app_user.id
      join role on role.id = user_role.role_id and role.is_active and role.profile = ${overseer}
      where app_user.is_active and not app_user.without_late_mail and app_user.email is not null
      order by app_user.id`.execute(db.sql)
    for (const { id } of rows) await queueJob(db.sql, mailLate, { userId: id })
  },
  ...taskOf(mailLate, async ({ userId }) => {
    const user = await db.sql
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', userId)
      .where('is_active', '=', true)
      .where('without_late_mail', '=', false)
      .executeTakeFirst()
    if (courier.mail === null || !user?.email) return
    const counts = await countLate(db.sql, lateForMail)
    if (counts.late > 0) await courier.mail({ to: user.email, ...mailOf(accounts, counts) })
  }),
})

/** At each start, so that a night without the service leaves no task unopened. */
export const settleAtStart = ({ db }: Pick<AccountsService, 'db'>): Promise<void> =>
  queueJob(db.sql, settleAll, {})
