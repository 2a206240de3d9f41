import { randomInt } from 'node:crypto'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { withClient } from '../../platform/db/connection/withClient.ts'
import { insertEvents, eventRow } from '../../platform/audit/auditTrail.ts'
import { hashPassword } from '../hashing/passwords.ts'
import { userNameKey } from '../sessions/tokens.ts'

const validForMs = 24 * 60 * 60_000

interface Asked {
  userName: string
  /** Allowed even if there already is an administrator: they may all be locked out. */
  again: boolean
}

/**
 * Creates a System Administrator, or gives an existing one access again. Returns the one-time secret, which is valid
 * for a day and must be changed at the first sign-in (AU-11). This needs the database owner's URL. Throws with a
 * sentence for the person at the terminal.
 * @param ownerUrl the owner's connection
 */
export const makeAdministrator = async (ownerUrl: string, { userName, again }: Asked): Promise<string> => {
  const name = userName.normalize('NFC').trim()
  if (name === '' || name.length > 100) throw new Error('A user name has 1 to 100 characters.')
  const secret = newSecret()
  const hash = await hashPassword(secret)
  await withClient(ownerUrl, async (client) => {
    await client.query('begin')
    // Without the lock, two concurrent runs would both find no administrator.
    await client.query(`select pg_advisory_xact_lock(hashtext('surefoot first administrator'))`)
    const { rows: roles } = await client.query<{ id: string }>(
      `select id from role where profile = 'System Administrator' and profile_is_fixed and is_active order by id limit 1`,
    )
    const roleId = roles[0]?.id
    if (roleId === undefined)
      throw new Error('The database has no System Administrator role yet: please start Surefoot once.')
    const { rows: present } = await client.query<{ user_name: string }>(
      `select user_name from app_user
       where is_active and password_hash is not null and exists (
         select from user_role join role on role.id = user_role.role_id
         where user_role.user_id = app_user.id and role.profile = 'System Administrator' and role.is_active)
       limit 1`,
    )
    if (present.length > 0 && !again)
      throw new Error(
        'There is already an administrator, who can add others under Users. If nobody can sign in, use --again.',
      )
    const { rows: users } = await client.query<{ id: string }>(
      `insert into app_user (user_name, user_name_key, family_name, first_name, display_name, default_role_id,
         password_hash, must_change_password, password_expires_at)
       values ($1, $2, 'Administrator', 'System', 'System Administrator', $3, $4, true, $5)
       on conflict (user_name_key) do update set password_hash = excluded.password_hash, is_active = true,
         must_change_password = true, password_expires_at = excluded.password_expires_at,
         version = app_user.version + 1
       returning id`,
      [name, userNameKey(name), roleId, hash, instantOf(Date.now() + validForMs)],
    )
    const userId = Number(users[0]?.id)
    await client.query('insert into user_role (user_id, role_id) values ($1, $2) on conflict do nothing', [
      userId,
      roleId,
    ])
    await client.query('delete from second_factor where user_id = $1', [userId])
    await client.query('delete from recovery_code where user_id = $1', [userId])
    await client.query('delete from passkey where user_id = $1', [userId])
    // As when an administrator sets a password: codes sent before, known devices and counted wrong attempts end too.
    await client.query('update reset_code set closed_at = now() where user_id = $1 and closed_at is null', [
      userId,
    ])
    await client.query('update user_session set device_id = null where user_id = $1', [userId])
    await client.query('delete from user_device where user_id = $1', [userId])
    await client.query('delete from sign_in_bucket where account_key = $1', [sha256(userNameKey(name))])
    await client.query(
      `update user_session set ended_at = now(), end_reason = 'made administrator' where user_id = $1 and ended_at is null`,
      [userId],
    )
    await client.query(insertEvents, [JSON.stringify([eventRow(eventFor(userId))])])
    await client.query('commit')
  })
  return secret
}

const eventFor = (userId: number) => ({
  kind: 'write' as const,
  action: 'command administrator',
  status: 200,
  userId,
  sessionId: null,
  role: null,
  records: [{ entity: 'user', id: userId, after: { administrator: true, password: 'one-time secret' } }],
  requestId: 'command',
  address: null,
})

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Five groups of four characters, none of which look alike: 100 random bits. */
const newSecret = (): string =>
  Array.from({ length: 5 }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)] ?? '').join(''),
  ).join('-')
