import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { applicationRole } from './roles.ts'
import { withClient } from './withClient.ts'

/** What the application works as, and what it steps down to for people who may only look (DP-2). */
const roles = ['surefoot_app', 'surefoot_reader'] as const

/**
 * Makes the application's login a member of the roles that hold the application's rights.
 * Does nothing where a role does not exist, or where it is a member already.
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
