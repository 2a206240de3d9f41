import { getHeapStatistics } from 'node:v8'
import { parseArgs } from 'node:util'
import { destination, pino, type Logger } from 'pino'
import { readConfig, type Environment } from './config.ts'
import { withChosenPort } from './process/chosenPort.ts'
import { causeOf } from '../platform/db/connection/causeOf.ts'
import { connectionsOfProcess } from '../platform/db/connection/connect.ts'
import { logOptions } from '../platform/http/replies/logOptions.ts'
import { prepareDatabase, requireServiceConfig, type ServiceConfig } from './process/prepareDatabase.ts'
import type { serveOne } from './process/serveOne.ts'
import { lastLines } from './process/lastLines.ts'
import { stopOnSignal } from './process/stopOnSignal.ts'
import { ownNumber, superviseWorkers, tellServing } from './process/superviseWorkers.ts'
import { version } from './version.ts'

/*
 * `npm run serve [-- --workers n]`: the real service, in one process or in several under a supervisor. Settings come
 * from the environment or from files and are checked first. The service refuses a database that could lose acknowledged
 * writes or that contains invented patients, and keys or stores that do not belong to its data. Every line it prints is
 * JSON of one shape (server/platform/http/replies/logOptions.ts).
 */
const worker = ownNumber()
const output = destination(1)
let log = pino(logOptions('info', worker), output)

/** Added to the configured deadline, because calls that are cut off still finish their statements. */
const lastStatementsMs = 7_000

type Close = () => Promise<void>

/** Imported on demand: the supervisor serves nothing itself, so its process stays small. */
const serveHere = async (...given: Parameters<typeof serveOne>) =>
  (await import('./process/serveOne.ts')).serveOne(...given)

const serveForReal = async (): Promise<Close> => {
  const environment = await withChosenPort(withArguments(process.env))
  const config = requireServiceConfig(readConfig(environment))
  // Startup messages are logged at every level except silent.
  const isSilent = config.logLevel === 'silent'
  const startLog = pino(logOptions(isSilent ? 'silent' : 'info', worker), output)
  log = pino(logOptions(config.logLevel, worker), output)
  if (worker !== null) {
    const { address, close } = await serveHere(config, worker, { log, startLog })
    tellServing(address)
    return close
  }
  await prepareDatabase(config, startLog)
  const { address, close, processes } =
    config.workers === 1
      ? { ...(await serveHere(config, 1, { log, startLog })), processes: '' }
      : await serveTogether(config, environment, startLog)
  warn(config, startLog)
  startLog.info({ version, address }, `Surefoot is ready at ${address}${processes}`)
  return close
}

const serveTogether = async (config: ServiceConfig, environment: Environment, startLog: Logger) => {
  const { workers: count, stopDeadlineMs } = config
  const { address, givenUp, stop } = await superviseWorkers({
    count,
    environment: { PORT: environment['PORT'], WORKERS: String(count) },
    stopWithinMs: stopDeadlineMs + lastStatementsMs,
    log: startLog,
  })
  givenUp.catch(fail)
  const { ofCalls } = connectionsOfProcess
  const heapMiB = Math.round(getHeapStatistics().heap_size_limit / 2 ** 20)
  return {
    address,
    close: stop,
    processes: `, with ${count} workers of up to ${ofCalls} connections for calls and ${heapMiB} MiB of heap each`,
  }
}

/** Command-line options override the environment. */
const withArguments = (environment: Environment): Environment => {
  const { values } = parseArgs({ options: { workers: { type: 'string' } } })
  return values.workers === undefined ? environment : { ...environment, WORKERS: values.workers }
}

const warn = ({ publicUrl, trustedProxies, messages, secretKeyLost }: ServiceConfig, to: Logger): void => {
  if (publicUrl.startsWith('https:') && trustedProxies === undefined)
    to.warn(
      'TRUSTED_PROXIES is not set, but an https PUBLIC_URL needs a proxy: everybody behind it counts as one address.',
    )
  if (messages.smtp === null)
    to.warn('No mail server is set (SMTP_URL): only an administrator can give someone a new password.')
  if (secretKeyLost)
    to.warn(
      'SECRET_KEY_LOST is set: data that another key sealed cannot be opened. Please remove the setting once the authenticator apps are set up again.',
    )
}

const fail = (error: unknown): never => {
  const words = error instanceof Error ? error.message : String(error)
  // Several wrong settings are logged as several lines.
  for (const line of words.split('\n')) log.fatal(line)
  process.exit(1)
}

// Node would print the error with its values, and not as a JSON line.
const failWithoutWords = (error: unknown): never => {
  log.fatal(causeOf(error), 'an unexpected failure ended the service')
  process.exit(1)
}
process.on('uncaughtException', failWithoutWords)
process.on('unhandledRejection', failWithoutWords)
process.removeAllListeners('warning')
process.on('warning', ({ name, message }) => log.warn({ name }, message))

try {
  const close = await serveForReal()
  const stop = async (): Promise<void> => {
    // The log must distinguish a stop from a crash.
    log.info('Surefoot is stopping: calls in progress are finished, new ones are refused')
    await close()
    log.info('Surefoot has stopped')
    await lastLines(output)
    process.exit(0)
  }
  stopOnSignal(() => void stop().catch(fail))
} catch (error) {
  fail(error)
}
