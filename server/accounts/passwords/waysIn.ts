import type { Transaction } from 'kysely'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import type { RecordTrace } from '../../platform/audit/auditTrail.ts'
import type { DB } from '../../platform/db/types.ts'
import { describeDevice } from '../sessions/describeDevice.ts'

/** What stays after a new password. */
export interface Kept {
  /** Ids of passkeys, or all of them. */
  passkeys: readonly number[] | 'all'
  app: boolean
}

/** What a new password did to the other ways to sign in: in words for the owner, and for the audit trail. */
export interface WaysIn {
  removed: string[]
  kept: string[]
  records: RecordTrace[]
}

/**
 * Removes the passkeys and the authenticator app that are not kept: a thief who had the old password may have added
 * them (decision 35). Call this after the sessions have ended, so that none can add another meanwhile.
 * @param exceptSession the session whose device stays known
 */
export const removeWaysIn = async (
  sql: Transaction<DB>,
  userId: number,
  keep: Kept,
  exceptSession?: number,
): Promise<WaysIn> => {
  const passkeys = await removePasskeys(sql, userId, keep.passkeys)
  const app = await removeApp(sql, userId, keep.app)
  await forgetDevices(sql, userId, exceptSession)
  return {
    removed: [...passkeys.removed, ...app.removed],
    kept: [...passkeys.kept, ...app.kept],
    records: [...passkeys.records, ...app.records],
  }
}

const removePasskeys = async (
  sql: Transaction<DB>,
  userId: number,
  keep: Kept['passkeys'],
): Promise<WaysIn> => {
  const held = await sql
    .selectFrom('passkey')
    .select(['id', 'user_agent', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const kept = held.filter(({ id }) => keep === 'all' || keep.includes(id))
  const removed = held.filter((passkey) => !kept.includes(passkey))
  if (removed.length > 0)
    await sql
      .deleteFrom('passkey')
      .where('user_id', '=', userId)
      .where(
        'id',
        'in',
        removed.map(({ id }) => id),
      )
      .execute()
  const words = (passkey: (typeof held)[number]) =>
    `the passkey of ${describeDevice(passkey.user_agent)}, added on ${formatDateTime(passkey.created_at)}`
  return {
    removed: removed.map(words),
    kept: kept.map(words),
    records: removed.map(({ id }) => ({ entity: 'passkey', id, after: { removed: true } })),
  }
}

const removeApp = async (sql: Transaction<DB>, userId: number, isKept: boolean): Promise<WaysIn> => {
  // An app whose set-up was begun but never confirmed is always removed: somebody else may have its secret.
  const gone = await sql
    .deleteFrom('second_factor')
    .where('user_id', '=', userId)
    .$if(isKept, (query) => query.where('confirmed_at', 'is', null))
    .returning('confirmed_at')
    .execute()
  if (isKept) {
    const app = await sql
      .selectFrom('second_factor')
      .select('confirmed_at')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return { removed: [], kept: app === undefined ? [] : [wordsOfApp(app.confirmed_at)], records: [] }
  }
  await sql.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  const apps = gone.filter(({ confirmed_at }) => confirmed_at !== null)
  return {
    removed: apps.map(({ confirmed_at }) => wordsOfApp(confirmed_at)),
    kept: [],
    records: apps.map(() => ({ entity: 'user', id: userId, after: { secondFactor: 'removed' } })),
  }
}

const wordsOfApp = (confirmedAt: string | null): string =>
  `the authenticator app${confirmedAt === null ? '' : `, set up on ${formatDateTime(confirmedAt)}`}`

/** A known device has its own attempts and triggers no mail (AU-10). A thief who had the old password must not keep that. */
const forgetDevices = async (
  sql: Transaction<DB>,
  userId: number,
  exceptSession: number | undefined,
): Promise<void> => {
  const kept =
    exceptSession === undefined
      ? undefined
      : await sql
          .selectFrom('user_session')
          .select('device_id')
          .where('id', '=', exceptSession)
          .executeTakeFirst()
  const keptId = kept?.device_id ?? null
  await sql
    .updateTable('user_session')
    .set({ device_id: null })
    .where('user_id', '=', userId)
    .where('device_id', 'is not', null)
    .$if(keptId !== null, (query) => query.where('device_id', '<>', keptId))
    .execute()
  await sql
    .deleteFrom('user_device')
    .where('user_id', '=', userId)
    .$if(keptId !== null, (query) => query.where('id', '<>', keptId ?? 0))
    .execute()
}
