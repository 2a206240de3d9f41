import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { usualRates } from '../server/platform/http/limits/rateLimit.ts'
import { usualSettings } from '../server/accounts/settings/settings.ts'
import { readConfig } from '../server/app/config.ts'
import { courierOf, outbox } from '../server/platform/messages/couriers.ts'
import { startServer } from '../server/app/server.ts'

/* The product under attack, with the limits of the real service; settings come from the environment. */
const [databaseUrl = ''] = process.argv.slice(2)
const trustedProxies = process.env['TRUSTED_PROXIES']?.split(',')
const config = readConfig(process.env)
/** Another build of the pages than that of this folder. */
const web = process.env['FAULTS_WEB']
const { address, close } = await startServer({
  databaseUrl,
  host: '127.0.0.1',
  port: 0,
  logLevel: 'error',
  trustedProxies,
  documents: config.documents,
  stopDeadlineMs: config.stopDeadlineMs,
  referralForm: config.referralForm,
  personPage: config.personPage,
  visitPacks: config.visitPacks,
  ...(web === undefined ? {} : { web }),
  fhir: config.fhir,
  bars: config.bars,
  mesh: config.mesh,
  postage: config.messages.notify?.postage ?? null,
  // Answers to messages, letters and notices are sent by jobs, which run only where mail is sent too. It stays in the database.
  ...(config.messages.notify !== null
    ? { courier: () => courierOf(config.messages) }
    : config.bars === null && config.mesh === null && config.fhir === null
      ? {}
      : { courier: outbox }),
  accounts: {
    ...usualSettings,
    secondFactorFor: [],
    rates: usualRates,
    secretKey: config.secretKey ?? randomBytes(32),
  },
})

const stop = (): void => void close().then(() => process.exit(0))

/* Asked by faults/eventLoop.ts: how long the event loop was held at the longest since it was asked last. */
const holds = monitorEventLoopDelay({ resolution: 1 })
holds.enable()
process.on('message', (asked) => {
  if (asked === 'close') return stop()
  if (asked !== 'longest hold') return
  process.send?.({ longestHoldMs: holds.max / 1e6 })
  holds.reset()
})

process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', stop)
process.send?.({ address })
