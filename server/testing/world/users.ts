import { randomBytes } from 'node:crypto'
import type { Profile } from '../../../contract/accounts/permissions.ts'
import type { Database } from '../../platform/db/connection/connect.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'

export interface TestUser {
  userId: number
  userName: string
  roleIds: number[]
  sessionId: number
  accessToken: string
}

let made = 0

/** A user with one role of each profile, the seeded role of that profile where there is one. */
export const aUser = async (
  db: Database,
  profiles: readonly Profile[],
): Promise<Pick<TestUser, 'userId' | 'userName' | 'roleIds'>> => {
  made += 1
  const userName = `user${made}.${process.pid}`
  const roleIds: number[] = []
  for (const profile of profiles) roleIds.push(await roleOf(db, profile))
  const { id: userId } = await db.sql
    .insertInto('app_user')
    .values({
      user_name: userName,
      user_name_key: userName,
      family_name: `Tester${made}`,
      first_name: 'Robin',
      display_name: `Robin Tester${made}`,
      default_role_id: roleIds[0] ?? (await roleOf(db, 'none')),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (roleIds.length > 0)
    await db.sql
      .insertInto('user_role')
      .values(roleIds.map((role_id) => ({ user_id: userId, role_id })))
      .execute()
  return { userId, userName, roleIds }
}

const roleOf = async (db: Database, profile: Profile): Promise<number> => {
  const found = await db.sql.selectFrom('role').select('id').where('profile', '=', profile).executeTakeFirst()
  if (found !== undefined) return found.id
  const { id } = await db.sql
    .insertInto('role')
    .values({ name: `Role ${profile}`, profile })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A session of the user with an access token, without the cost of a password. @param now milliseconds since the epoch */
export const tokenFor = async (
  db: Database,
  now: number,
  user: Pick<TestUser, 'userId' | 'userName' | 'roleIds'>,
): Promise<TestUser> => {
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const { id: sessionId } = await db.sql
    .insertInto('user_session')
    .values({ user_id: user.userId, started_at: at(0), expires_at: at(480) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const accessToken = randomBytes(32).toString('base64url')
  await db.sql
    .insertInto('access_token')
    .values({
      hash: sha256(accessToken),
      session_id: sessionId,
      issued_at: at(0),
      expires_at: at(480),
    })
    .execute()
  return { ...user, sessionId, accessToken }
}
