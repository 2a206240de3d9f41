import { setTimeout } from 'node:timers/promises'
import { withClient } from './withClient.ts'

const objectInUse = '55006'
const insufficientPrivilege = '42501'

/** Another connection is still there, or may be ended by a superuser only. Any other lack of rights is final. */
const isBusy = (error: unknown): boolean => {
  const { code = '', routine = '' } = error as { code?: string; routine?: string }
  return code === objectInUse || (code === insufficientPrivilege && routine === 'TerminateOtherDBBackends')
}

/**
 * Drops a database and ends the connections to it. Only a superuser may end an autovacuum worker, so while one works on
 * that database this tries again, for up to a minute.
 * @param serverUrl a login that owns the database, connected to another database
 */
export const dropDatabase = async (serverUrl: string, name: string, attempts = 600): Promise<void> => {
  try {
    await withClient(serverUrl, (owner) => owner.query(`drop database ${name} with (force)`))
  } catch (error) {
    if (attempts === 0 || !isBusy(error)) throw error
    await setTimeout(100)
    await dropDatabase(serverUrl, name, attempts - 1)
  }
}
