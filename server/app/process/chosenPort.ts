import type { Environment } from '../config.ts'
import { freePort } from '../../platform/db/embedded/freePort.ts'

/** With PORT=0, chooses a port before anything uses it, so that links in messages and startup messages contain it. */
export const withChosenPort = async (environment: Environment): Promise<Environment> =>
  environment['PORT']?.trim() === '0' ? { ...environment, PORT: String(await freePort()) } : environment
