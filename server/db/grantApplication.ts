import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { applicationRole } from './embeddedRoles.ts'
import { withClient } from './withClient.ts'

/**
 * Makes the application's login a member of surefoot_app, which holds the application's rights (trust DP-2).
 * Does nothing when either role does not exist, or when it is a member already.
 * @param login the role in DATABASE_URL
 */
export const grantApplication = async (owner: Client, login: string = applicationRole): Promise<void> => {
  const grant = `grant surefoot_app to ${owner.escapeIdentifier(login)}`
  for (let attempt = 1; !(await isSettled(owner, login)); attempt += 1) {
    try {
      await owner.query(grant)
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === insufficientPrivilege) {
        const sentence = `The schema's owner may not make ${login} a member of surefoot_app: please run "${grant}" as a superuser.`
        throw new Error(sentence, { cause: error })
      }
      // Roles belong to the whole cluster: the start on another of its databases may be granting the same.
      if (attempt === 5 || (code !== concurrentUpdate && code !== uniqueViolation)) throw error
      await sleep(20 * attempt)
    }
  }
}

const insufficientPrivilege = '42501'
const concurrentUpdate = 'XX000'
const uniqueViolation = '23505'

/**
 * The same for a database of the service's own, whose application login may have any name, or be the owner:
 * from PostgreSQL 16 on even the creator of a role may not act in it until it is granted.
 */
export const grantLogin = async (ownerUrl: string, applicationUrl: string): Promise<void> => {
  const login = decodeURIComponent(new URL(applicationUrl).username)
  await withClient(ownerUrl, (owner) => grantApplication(owner, login))
}

const isSettled = async (owner: Client, login: string): Promise<boolean> => {
  const { rows } = await owner.query<{ settled: boolean }>(
    `select coalesce(
       (select pg_has_role(login.oid, application.oid,
                 case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
          from pg_roles login, pg_roles application
         where login.rolname = $1 and application.rolname = 'surefoot_app'), true) as settled`,
    [login],
  )
  return rows[0]?.settled ?? true
}
