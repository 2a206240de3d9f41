import type { Logger } from 'pino'
import { bankHolidaysOf } from '../../../contract/platform/dates/bankHolidays.ts'
import { causeOf } from '../../platform/db/connection/causeOf.ts'
import { shareOf } from '../../platform/http/limits/rateLimit.ts'
import { courierOf } from '../../platform/messages/couriers.ts'
import type { ServiceConfig } from './prepareDatabase.ts'
import { tellParts } from '../readiness/tryParts.ts'
import { startServer } from '../server.ts'

export interface Serving {
  address: string
  close: () => Promise<void>
}

/**
 * Serves in this process, on a database that has been prepared.
 * @param worker this process's number among those that serve together, from 1
 * @param startLog for startup messages, at every level except silent
 */
export const serveOne = async (
  config: ServiceConfig,
  worker: number,
  { log, startLog }: { log: Logger; startLog: Logger },
): Promise<Serving> => {
  const { accounts, metrics, messages, secretKey } = config
  const processes = config.workers * config.machines
  const server = await startServer({
    databaseUrl: config.databaseUrl,
    databaseDirectUrl: config.databaseDirectUrl,
    databaseReplicaUrl: config.databaseReplicaUrl,
    host: config.host,
    port: config.port,
    log,
    documents: config.documents,
    auditAnchor: config.auditAnchor,
    fhir: config.fhir,
    pds: config.pds,
    mesh: config.mesh,
    processes,
    referralForm: config.referralForm,
    personPage: config.personPage,
    bars: config.bars,
    ers: config.ers,
    caseFinding: config.caseFinding,
    offersFreedPlaces: config.offersFreedPlaces,
    visitPacks: config.visitPacks,
    notifyCallback: messages.notify?.callbackToken ?? null,
    postage: messages.notify?.postage ?? null,
    csds: config.csds,
    addressLookup: config.addressLookup,
    bankHolidayOn: bankHolidaysOf(config.bankHolidays.nation, config.bankHolidays.published),
    accounts: {
      ...accounts,
      rates: accounts.rates === null ? null : shareOf(accounts.rates, processes),
      secretKey,
      sends: {
        mail: messages.smtp !== null || (messages.notify?.mailTemplate ?? null) !== null,
        texts: (messages.notify?.template ?? null) !== null && accounts.smsPerDay > 0,
      },
    },
    courier: () => courierOf(messages),
    trustedProxies: config.trustedProxies,
    stopDeadlineMs: config.stopDeadlineMs,
    metrics:
      metrics === null || metrics.port === 0 ? metrics : { ...metrics, port: metrics.port + worker - 1 },
    tracing: config.tracing,
    backupFolder: config.backupFolder,
  })
  if (server.metricsAddress !== null)
    startLog.info({ address: server.metricsAddress }, `Metrics are at ${server.metricsAddress}`)
  // Startup does not wait for a part that does not answer: the service works without it. All workers have the same
  // parts, so only the first checks them.
  const telling =
    worker === 1
      ? Promise.all([tellParts(server.outside, startLog), tellPriority(server.whyNotBehind, startLog)])
      : null
  return {
    address: server.address,
    close: async () => {
      await server.close()
      await telling
    },
  }
}

/**
 * Logs whether reports run at a lower priority than everything else. Without it, the only symptom is that others wait
 * longer.
 */
const tellPriority = async (whyNotBehind: () => Promise<string | null>, log: Logger): Promise<void> => {
  try {
    const why = await whyNotBehind()
    if (why === null) log.info('Reports are counted at a lower priority than everything else')
    else log.info({ why }, `Reports are counted at the same priority as everything else: ${why}`)
  } catch (error) {
    log.warn(causeOf(error), 'no connection for reports could be opened yet')
  }
}
