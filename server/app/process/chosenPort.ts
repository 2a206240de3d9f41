import type { Environment } from '../config.ts'
import { freePort } from '../../platform/db/embedded/freePort.ts'

/** With PORT=0 a port is chosen before anything is made of it: links in messages and what the start says have it too. */
export const withChosenPort = async (environment: Environment): Promise<Environment> =>
  environment['PORT']?.trim() === '0' ? { ...environment, PORT: String(await freePort()) } : environment
