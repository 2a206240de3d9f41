import type { Client } from 'pg'
import { timeouts } from './connect.ts'
import { withClient } from './withClient.ts'

/**
 * Stores role and timeouts in the application's login, for a pooler in transaction mode, which drops what a connection
 * asks for. Connections that the pooler already has open keep their old settings until it closes them.
 */
export const settleLogin = async (ownerUrl: string, applicationUrl: string): Promise<void> => {
  const { username, pathname } = new URL(applicationUrl)
  const [login, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  await withClient(ownerUrl, async (owner) => {
    for (const [name, value] of Object.entries({ role: 'surefoot_app', ...timeouts })) {
      if (await isSet(owner, login, database, `${name}=${value}`)) continue
      const statement = `alter role ${owner.escapeIdentifier(login)} in database ${owner.escapeIdentifier(database)} set ${name} = '${value}'`
      await owner.query(statement).catch((error: unknown) => {
        if ((error as { code?: string }).code !== insufficientPrivilege) throw error
        throw new Error(
          `The owner may not set ${name} for ${login}: please run "${statement}" as a superuser.`,
          {
            cause: error,
          },
        )
      })
    }
  })
}

const insufficientPrivilege = '42501'

const isSet = async (owner: Client, login: string, database: string, line: string): Promise<boolean> => {
  const { rowCount } = await owner.query(
    `select from pg_db_role_setting
      where setrole = (select oid from pg_roles where rolname = $1)
        and setdatabase = (select oid from pg_database where datname = $2) and $3 = any(setconfig)`,
    [login, database, line],
  )
  return rowCount !== 0
}
