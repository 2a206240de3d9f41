import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { applicationRole } from './embeddedRoles.ts'

/**
 * Makes the application's login a member of surefoot_app, which holds the application's rights (trust DP-2).
 * Does nothing when either role does not exist, or when it is a member already.
 * @param login the role in DATABASE_URL
 */
export const grantApplication = async (owner: Client, login: string = applicationRole): Promise<void> => {
  for (let attempt = 1; !(await isSettled(owner, login)); attempt += 1) {
    try {
      await owner.query(`grant surefoot_app to ${owner.escapeIdentifier(login)}`)
    } catch (error) {
      // Roles belong to the whole cluster: the start on another of its databases may be granting the same.
      const { code } = error as { code?: string }
      if (attempt === 5 || (code !== 'XX000' && code !== '23505')) throw error
      await sleep(20 * attempt)
    }
  }
}

/** The same for a database of the service's own, whose application login may have any name. */
export const grantLogin = async (ownerUrl: string, applicationUrl: string): Promise<void> => {
  const login = decodeURIComponent(new URL(applicationUrl).username)
  if (login === '' || login === decodeURIComponent(new URL(ownerUrl).username)) return
  const owner = new Client({ connectionString: ownerUrl, application_name: 'surefoot migrate' })
  await owner.connect()
  try {
    await grantApplication(owner, login)
  } finally {
    await owner.end()
  }
}

const isSettled = async (owner: Client, login: string): Promise<boolean> => {
  const { rows } = await owner.query<{ settled: boolean }>(
    `select coalesce(
       (select pg_has_role(login.oid, application.oid, 'member')
          from pg_roles login, pg_roles application
         where login.rolname = $1 and application.rolname = 'surefoot_app'), true) as settled`,
    [login],
  )
  return rows[0]?.settled ?? true
}
