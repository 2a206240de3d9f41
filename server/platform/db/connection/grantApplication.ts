import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { applicationRole } from './roles.ts'
import { withClient } from './withClient.ts'

/**
 * The role that the application works as, and those it switches to: for users who may only read (DP-2), and for what a
 * person sees on their own page.
 */
const roles = ['surefoot_app', 'surefoot_reader', 'surefoot_person'] as const

/**
 * Makes the application's login a member of the roles with the application's rights. Does nothing for a role that does
 * not exist, or of which the login is already a member.
 * @param login the role in DATABASE_URL
 */
export const grantApplication = async (owner: Client, login: string = applicationRole): Promise<void> => {
  for (const role of roles) await grantRole(owner, role, login)
}

const grantRole = async (owner: Client, role: string, login: string): Promise<void> => {
  const grant = `grant ${role} to ${owner.escapeIdentifier(login)}`
  for (let attempt = 1; !(await isSettled(owner, role, login)); attempt += 1) {
    try {
      await owner.query(grant)
    } catch (error) {
      const { code } = error as { code?: string }
      if (code === insufficientPrivilege) {
        const sentence = `The schema's owner may not make ${login} a member of ${role}: please run "${grant}" as a superuser.`
        throw new Error(sentence, { cause: error })
      }
      // Roles belong to the whole cluster. A service starting on another database of the cluster may be granting the
      // same role.
      if (attempt === 5 || (code !== concurrentUpdate && code !== uniqueViolation)) throw error
      await sleep(20 * attempt)
    }
  }
}

const insufficientPrivilege = '42501'
const concurrentUpdate = 'XX000'
const uniqueViolation = '23505'

/**
 * The same for an external database, whose application login may have any name or be the owner. From PostgreSQL 16,
 * even the creator of a role cannot switch to it until it is granted.
 */
export const grantLogin = async (ownerUrl: string, applicationUrl: string): Promise<void> => {
  const login = decodeURIComponent(new URL(applicationUrl).username)
  await withClient(ownerUrl, (owner) => grantApplication(owner, login))
}

const isSettled = async (owner: Client, role: string, login: string): Promise<boolean> => {
  const { rows } = await owner.query<{ settled: boolean }>(
    `select coalesce(
       (select pg_has_role(login.oid, granted.oid,
                 case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end)
          from pg_roles login, pg_roles granted
         where login.rolname = $1 and granted.rolname = $2), true) as settled`,
    [login, role],
  )
  return rows[0]?.settled ?? true
}
