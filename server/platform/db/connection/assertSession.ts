import type { Pool } from 'pg'
import { timeouts } from './connect.ts'

/**
 * The faults of the sessions that a pool gives, one sentence each. A pooler in between may have dropped the role and
 * timeouts that the connection asked for; everything then works, but with the wrong rights (DP-2, DL-5).
 */
export const faultsOfSession = async (pool: Pool): Promise<string[]> => {
  const { rows } = await pool.query<Session>(askSession, [longestMs])
  const [session] = rows
  if (session === undefined) throw new Error('PostgreSQL answered without a row')
  const { name, is_superuser, owns, may_change, endless } = session
  return [
    ...(is_superuser ? [`uses the role ${name}, which is a superuser`] : []),
    ...(owns ? [`uses the role ${name}, which has the rights of the owner of the tables`] : []),
    ...(may_change ? [`uses the role ${name}, which may change and delete the audit trail`] : []),
    ...(endless.length > 0
      ? [`has no ${endless.join(' and no ')} of ${longestMs / 1000} seconds or less`]
      : []),
  ]
}

/**
 * Throws if the sessions of a pool do not have the application's role and timeouts.
 * @param isPooled true behind a known pooler, where the login sets role and timeouts (settleLogin.ts)
 */
export const assertSession = async (pool: Pool, isPooled = false): Promise<void> => {
  const faults = await faultsOfSession(pool).catch((error: unknown) => {
    throw understood(error)
  })
  if (faults.length > 0)
    throw new Error(
      [
        ...faults.map((fault) => `The connection of DATABASE_URL ${fault}.`),
        isPooled
          ? 'The login now has its role and timeouts, but the pooler may still use sessions that it opened earlier: please run RECONNECT in its ' +
            'console, or restart it. Both DATABASE_URL and DATABASE_DIRECT_URL need the same login (docs/operate/operations.md, "Behind a pooler").'
          : 'Surefoot requests the role surefoot_app and timeouts, and did not get them: a pooler in between drops the request. ' +
            'Please set DATABASE_DIRECT_URL as docs/operate/operations.md says under "Behind a pooler", or point DATABASE_URL past the pooler.',
      ].join('\n'),
    )
}

interface Session {
  name: string
  is_superuser: boolean
  owns: boolean
  may_change: boolean
  endless: string[]
}

/** Longer than any of our timeouts, and short enough that a stuck lock ends before users give up. */
const longestMs = 10_000

const askSession = `
  select current_user as name, role.rolsuper as is_superuser, pg_has_role(audit.relowner, 'member') as owns,
    has_table_privilege(audit.oid, 'update, delete, truncate') as may_change,
    array(select name from pg_settings
      where name in (${Object.keys(timeouts)
        .map((name) => `'${name}'`)
        .join(', ')}) and setting::bigint not between 1 and $1 order by name) as endless
  from pg_roles as role, pg_class as audit
  where role.rolname = current_user and audit.oid = 'audit_event'::regclass`

/** PgBouncer closes a connection that asks for startup parameters it does not support. */
const understood = (error: unknown): unknown =>
  error instanceof Error && error.message.includes('unsupported startup parameter')
    ? new Error(
        `DATABASE_URL leads through a pooler that refuses the connection (${error.message}). ` +
          'Please set DATABASE_DIRECT_URL as docs/operate/operations.md says under "Behind a pooler".',
        { cause: error },
      )
    : error
