import type { Profile } from '../../../contract/accounts/permissions.ts'
import { hashPassword } from '../../accounts/hashing/passwords.ts'
import type { Asked, TestService } from './service.ts'
import { aUser, tokenFor, type TestUser } from '../world/users.ts'

const hashes = new Map<string, Promise<string>>()

/** A signed-in user who can also sign in with this password. */
export const aUserWithPassword = async (
  { db, time }: TestService,
  profiles: readonly Profile[],
  password: string,
): Promise<TestUser> => {
  const user = await aUser(db, profiles)
  // One hash for all users of a test file: hashing is expensive.
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  await db.sql
    .updateTable('app_user')
    .set({ password_hash: await hash })
    .where('id', '=', user.userId)
    .execute()
  return tokenFor(db, time.now, user)
}

interface SignInOptions {
  /** Further parameters of the token call. */
  form?: Record<string, string>
  headers?: Record<string, string>
  /** Where the call seems to come from. */
  address?: string
}

/** The password grant, through HTTP. */
export const signIn = async (
  { app }: TestService,
  username: string,
  password: string,
  { form = {}, headers = {}, address = '127.0.0.1' }: SignInOptions = {},
): Promise<Asked> => {
  const response = await app.inject({
    method: 'POST',
    url: '/oauth/token',
    remoteAddress: address,
    payload: new URLSearchParams({ grant_type: 'password', username, password, ...form }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
