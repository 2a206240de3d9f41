import { setTimeout } from 'node:timers/promises'
import { withClient } from './withClient.ts'

/** Not allowed to end an autovacuum worker (insufficient_privilege), or one is still there (object_in_use). */
const busyCodes = ['42501', '55006']

/**
 * Drops a database and ends the connections to it. Only a superuser may end an autovacuum worker, so while one works on
 * that database this tries again, for up to a minute.
 * @param serverUrl a login that owns the database, connected to another database
 */
export const dropDatabase = async (serverUrl: string, name: string, attempts = 600): Promise<void> => {
  try {
    await withClient(serverUrl, (owner) => owner.query(`drop database ${name} with (force)`))
  } catch (error) {
    if (attempts === 0 || !busyCodes.includes((error as { code?: string }).code ?? '')) throw error
    await setTimeout(100)
    await dropDatabase(serverUrl, name, attempts - 1)
  }
}
