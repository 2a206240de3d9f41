import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import compress from '@fastify/compress'
import staticFiles from '@fastify/static'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { serveClients } from '../exchange/clients/routes.ts'
import { serveNotifyCallback } from '../exchange/outgoing/notify/routes.ts'
import { serveSubscriptions } from '../exchange/fhir/subscriptions/routes.ts'
import { serveIncoming } from '../exchange/incoming/inbox/routes.ts'
import { receivesReferrals, type IncomingService } from '../exchange/incoming/service.ts'
import { serveDifferences } from '../exchange/pds/nightly/routes.ts'
import { servePds } from '../exchange/pds/routes.ts'
import { serveFhir } from '../exchange/fhir/http/routes.ts'
import { appLaunchPath } from '../../contract/exchange/launch.ts'
import { wordedLaunch } from '../exchange/launch/addresses.ts'
import { serveReferralForm } from '../exchange/incoming/form/routes.ts'
import { serveCsds } from '../insight/csds/routes.ts'
import type { CsdsService } from '../insight/csds/settings.ts'
import { serveCaseFinding } from '../exchange/caseFinding/routes.ts'
import { serveListedPeople } from '../exchange/caseFinding/people/peopleRoutes.ts'
import { serveErs } from '../exchange/incoming/ers/routes.ts'
import { besideFhir } from '../exchange/incoming/bars/routes.ts'
import { serveLaunch } from '../exchange/launch/routes.ts'
import { serveSmart } from '../exchange/smart/routes.ts'
import type { ExchangeService } from '../exchange/settings/settings.ts'
import { serveLookupFrame } from '../reference/addressLookup/frame.ts'
import { serveAddressLookup } from '../reference/addressLookup/routes.ts'
import { flushEachMinute } from '../platform/audit/refusalCounts.ts'
import { serveForgotten } from '../accounts/passwords/forgotten.ts'
import { serveOpenSignIn } from '../accounts/throttle/unlockAccount.ts'
import { serveOwnPassword } from '../accounts/passwords/ownPassword.ts'
import { serveResets } from '../accounts/passwords/resets.ts'
import { registerAuth } from '../accounts/signIn/routes.ts'
import { serveOutbox } from '../platform/messages/routes.ts'
import { serveDrafts } from '../accounts/drafts/routes.ts'
import { serveLookups } from '../reference/lookups/routes.ts'
import { serveDocuments } from '../pathways/documents/routes.ts'
import { largestBody, longestAddress } from '../platform/http/limits/bodyLimit.ts'
import {
  answerClientError,
  usualConnectionLimits,
  watchConnections,
  type ConnectionLimits,
} from '../platform/http/limits/connections.ts'
import { readEarlyScripts } from '../platform/http/replies/earlyScripts.ts'
import { logOptions } from '../platform/http/replies/logOptions.ts'
import { warnOfUnknownProxies } from '../platform/http/limits/unknownProxy.ts'
import { addressTooLong, PartFailure, tooOften, unavailable } from '../platform/errors.ts'
import { servePasskeys } from '../accounts/passkeys/passkeyRoutes.ts'
import { serveProvider } from '../accounts/openid/providerRoutes.ts'
import { serveSecondFactor } from '../accounts/secondFactor/secondFactorRoutes.ts'
import { serveSecurity } from '../accounts/signIn/security.ts'
import { replyToErrors, answerUnreadable } from '../platform/http/calls/errorReplies.ts'
import { serveInError } from '../governance/inError/routes.ts'
import { serveMerges } from '../governance/merges/routes.ts'
import { serveOrganisationImport } from '../reference/organisations/ods/routes.ts'
import { serveOrganisations } from '../reference/organisations/routes.ts'
import { serveOpenApi } from '../platform/http/openapi/routes.ts'
import { serveOwners } from '../pathways/owners/routes.ts'
import { servePathwayPage } from '../care/pathwayPage/routes.ts'
import { servePathways } from '../pathways/referral/routes.ts'
import { recordDeathWith } from '../patients/patient/death.ts'
import { servePatients } from '../patients/patient/routes.ts'
import { bmiKind } from '../pathways/records/bmi.ts'
import { recordedDays } from '../pathways/records/recordedDays.ts'
import { serveRecords } from '../pathways/records/routes.ts'
import { recordList } from '../pathways/records/store.ts'
import { requireRights, type Rights } from '../platform/http/request/rights.ts'
import { securityHeaders } from '../platform/http/replies/securityHeaders.ts'
import { reportStyleHash } from '../platform/files/html.ts'
import { readOnlyText } from '../platform/http/replies/readText.ts'
import { serveRestrictions } from '../governance/privacy/restrictionRoutes.ts'
import { serveRetention } from '../governance/privacy/retentionRoutes.ts'
import { serveSubjectRequests } from '../governance/privacy/routes.ts'
import type { Metrics } from './readiness/metrics.ts'
import { serveStatus, type Watched } from './readiness/statusRoute.ts'
import { serveReadiness } from './readiness/route.ts'
import { serveSafetyNets } from '../patients/safetyNets/routes.ts'
import { serveReports } from '../insight/routes.ts'
import { serveExternalSearch } from '../patients/search/external.ts'
import { serveSearches } from '../patients/search/routes.ts'
import type { AccountsService } from '../accounts/settings/service.ts'
import type { AddressLookupService } from '../reference/addressLookup/service.ts'
import type { DocumentsService } from '../pathways/documents/service.ts'
import { serveSessions } from '../accounts/signIn/profile.ts'
import { cancelBookedWith } from '../care/appointments/cancelBooked.ts'
import { serveAppointments } from '../care/appointments/routes.ts'
import { serveVisits, type VisitsService } from '../care/visits/routes.ts'
import { serveClinics } from '../care/clinics/routes.ts'
import { serveFallsCalendar } from '../care/fallsCalendar/routes.ts'
import { serveClasses } from '../care/classes/routes.ts'
import { serveOutstanding } from '../pathways/outstanding/routes.ts'
import { beginDeclineLetter } from '../care/letters/declineLetter.ts'
import { outsideWays } from '../../contract/care/letters/ways.ts'
import { serveLetters } from '../care/letters/routes.ts'
import { servePersonPage } from '../care/person/routes.ts'
import type { FreedService } from '../care/clinics/offerFreed.ts'
import type { PersonService } from '../care/person/service.ts'
import { serveTasks } from '../pathways/tasks/routes.ts'
import { settleTasksOf } from '../pathways/tasks/settle.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { serveUsers } from '../accounts/users/routes.ts'
import { version } from './version.ts'
import type { FollowLimits } from '../stages/changes/followers.ts'
import { serveChanges } from '../stages/changes/routes.ts'
import { countAll } from '../pathways/worklists/countAll.ts'
import { serveCallList } from '../care/calls/callListRoute.ts'
import { serveWorkLists } from '../pathways/worklists/routes.ts'

/** Every service that the whole server uses. */
export interface Product
  extends
    AccountsService,
    AddressLookupService,
    CsdsService,
    DocumentsService,
    ExchangeService,
    IncomingService,
    PersonService,
    FreedService,
    VisitsService {}

export interface AppOptions {
  /** Folder of the built browser part; without it only the API is served. */
  web?: string
  /** Pino's level, or false for silence. */
  logLevel?: string | false
  /** The process's existing log, if it has one. */
  log?: FastifyBaseLogger
  /** What the status page shows besides the database. */
  watched?: Omit<Watched, 'version'>
  /** Counts replies for Prometheus. */
  metrics?: Metrics
  /** Creates a span for each call. */
  tracing?: Tracing
  /** Addresses of proxies whose X-Forwarded-For is trusted (DL-3). */
  trustedProxies?: readonly string[]
  /** Time limits for slow senders and readers; shorter in tests. */
  connectionLimits?: Partial<ConnectionLimits>
  /** Limits for screens that follow changes; shorter in tests. */
  followLimits?: Partial<FollowLimits>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every registered route, such as `GET /api/patient/get`, with the rights that it declares. */
    liveRoutes: ReadonlyMap<string, Rights>
  }
}

const open: Rights = { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'open' }

/** The contract validates input (platform/http/calls/route.ts), so Fastify's own compilers are not loaded. */
const noSchemas = (): never => {
  throw new Error('A route is checked by its contract, not by a schema of Fastify')
}

/** Builds the whole server on a service. Tests build the same server. */
export const buildApp = async (service: Product, options: AppOptions = {}): Promise<FastifyInstance> => {
  const headers = securityHeaders(reportStyleHash)
  const addHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(headers)
    reply.header('x-request-id', request.id)
    // Replies that may be cached set their own header: the built files and the page (IO-7).
    reply.header('cache-control', 'no-store')
  }
  const connectionLimits: ConnectionLimits = { ...usualConnectionLimits, ...options.connectionLimits }
  const app = Fastify({
    http: { connectionsCheckingInterval: connectionLimits.checkMs },
    requestTimeout: connectionLimits.requestMs,
    clientErrorHandler: answerClientError,
    // While stopping, the hook below refuses calls with the contract's own error.
    return503OnClosing: false,
    ...(options.log === undefined
      ? { logger: options.logLevel === false ? false : logOptions(options.logLevel ?? 'info') }
      : { loggerInstance: options.log }),
    // URLs contain ids and, in the calls that the specification fixes, user names. None of it is logged (DP-4).
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies === undefined ? false : [...options.trustedProxies],
    routerOptions: { caseSensitive: false },
    bodyLimit: largestBody,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // A HEAD request must never run a handler that changes something (AZ-9).
    exposeHeadRoutes: false,
    // A malformed URL reaches no hook, and Fastify's own reply would repeat it.
    frameworkErrors: (_, request, reply) => {
      addHeaders(request, reply)
      answerUnreadable(request, reply)
    },
  })
  const liveRoutes = new Map<string, Rights>()
  app.decorate('liveRoutes', liveRoutes)
  app.addHook('onRoute', (route) => {
    const action = `${String(route.method)} ${route.url.replaceAll(/:(\w+)/g, '{$1}')}`
    requireRights(route)
    const { rights } = route.config as FastifyContextConfig
    if (rights !== undefined) liveRoutes.set(action, rights)
  })
  const connections = watchConnections(app, connectionLimits, options.trustedProxies ?? [])
  warnOfUnknownProxies(app, options.trustedProxies ?? [], service.clock)
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    connections.drain()
    done()
  })
  app.addHook('onSend', (_, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
  app.decorateRequest('principal', null)
  app.decorateRequest('ignoredFields', null)
  app.decorateRequest('signInRefusal', null)
  readOnlyText(app)
  app.addHook('onRequest', (request, _, done) => connections.inOrder(request.raw, done))
  options.tracing?.watchCalls(app)
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply)
    connections.from(request.raw, request.ip)
    if (isStopping) return done(unavailable(new PartFailure('service', 'it is stopping')))
    done(request.url.length > longestAddress ? addressTooLong() : undefined)
  })
  app.addHook('onRequest', ({ routeOptions, ip }, _, done) => {
    const rate = routeOptions.config.rights?.rate ?? 'read'
    const wait = service.rateLimits.take(rate, { address: ip }, service.clock())
    done(wait > 0 ? tooOften(wait) : undefined)
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })
  options.metrics?.watch(app)
  await app.register(compress, { threshold: 2048 })
  replyToErrors(app, service)
  app.addHook('onClose', flushEachMinute(service.refusals, app.log))

  await registerAuth(app, service)
  const addressLookup = () => ({
    browserKey: service.addressLookup.browser?.key ?? null,
    isOnServer: service.addressLookup.service !== null,
  })
  const pds = () => (service.pds === null ? 'off' : service.pds.isStandIn ? 'standIn' : 'on')
  serveSessions(
    app,
    service,
    {
      addressLookup,
      pds,
      receivesReferrals: () => receivesReferrals(service),
      caseFinding: () => service.caseFinding,
      visitPacks: () => service.visitPacks,
    },
    service.documents.kinds,
  )
  serveOwnPassword(app, service)
  serveOpenSignIn(app, service)
  serveSecurity(app, service)
  serveProvider(app, service)
  servePasskeys(app, service)
  serveSecondFactor(app, service)
  serveForgotten(app, service)
  serveResets(app, service)
  serveOutbox(app, service)
  serveDrafts(app, service)
  serveLookups(app, service)
  serveUsers(app, service)
  serveOrganisations(app, service)
  serveOrganisationImport(app, service)
  servePatients(app, service, { recordedDays, bmiList: recordList(bmiKind) })
  serveMerges(app, service)
  serveInError(app, service)
  serveSafetyNets(app, service, settleTasksOf)
  serveAddressLookup(app, service)
  serveSearches(app, service)
  serveExternalSearch(app, service)
  const recordDeath = recordDeathWith(recordedDays)
  const closing = {
    recordDeath,
    cancelBooked: cancelBookedWith(service, recordDeath),
    beginDeclineLetter: service.accounts.declineDemands ? beginDeclineLetter : null,
  }
  servePathways(app, service, closing, recordedDays)
  servePathwayPage(app, service)
  serveRecords(app, service, recordDeath)
  serveOwners(app, service)
  serveOutstanding(app, service)
  serveTasks(app, service)
  serveClasses(app, service, recordDeath)
  serveFallsCalendar(app, service)
  serveAppointments(app, service)
  serveClinics(app, service, recordDeath)
  serveVisits(app, service, { recordDeath, closing })
  await serveDocuments(app, service)
  serveLetters(app, service, () => outsideWays.filter((way) => service.carriers[way] !== undefined))
  serveWorkLists(app, service)
  serveCallList(app, service)
  serveChanges(app, service, countAll, options.followLimits)
  serveReports(app, service)
  serveCsds(app, service)
  serveSubjectRequests(app, service)
  serveRetention(app, service)
  serveRestrictions(app, service)
  serveIncoming(app, service, recordedDays)
  serveErs(app, service)
  serveCaseFinding(app, service)
  serveListedPeople(app, service)
  serveClients(app, service)
  serveSubscriptions(app, service)
  serveLaunch(app, service)
  servePds(app, service)
  serveDifferences(app, service)
  await serveSmart(app, service)
  await serveReferralForm(app, service)
  await servePersonPage(app, service, recordDeath)
  await serveNotifyCallback(app, service)
  await serveFhir(app, service, version, besideFhir(service))
  serveOpenApi(app, service.narrowing)
  app.get('/health/live', { config: { rights: open } }, async () => ({
    status: 'ok',
    version,
  }))
  const readParts = await serveReadiness(app, service, version)
  serveStatus(app, service, readParts, {
    version,
    ...(options.watched ?? { outside: [], backupFolder: null }),
  })
  if (options.web !== undefined) {
    await serveWeb(app, options.web)
    if (service.addressLookup.browser !== null)
      serveLookupFrame(app, options.web, service.addressLookup.browser.frame)
  }
  await app.ready()
  return app
}

/** First path segments used by programs, not people. */
const forPrograms: ReadonlySet<string> = new Set([
  'api',
  'oauth',
  'fhir',
  'health',
  'assets',
  'calendar',
  'notify',
])

/**
 * Serves the browser part: its files, its one page for every address below it, and redirects to it from other
 * addresses.
 */
const serveWeb = async (app: FastifyInstance, folder: string): Promise<void> => {
  if (!existsSync(join(folder, 'index.html')))
    throw new Error('The web application is not built: run npm run build.')
  await app.register(staticFiles, { root: folder, serve: false, cacheControl: false, preCompressed: true })
  app.get('/assets/*', { config: { rights: open } }, (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .sendFile(`assets/${(request.params as { '*': string })['*']}`),
  )
  const page = new Set([
    '',
    'login',
    'forgot',
    'reset',
    'reset-sms',
    'accessibility',
    'privacy',
    'falls',
    'visits',
  ])
  const files = new Set(await readdir(folder))
  const scriptsOf = await readEarlyScripts(folder)
  app.get('/*', { config: { rights: open } }, (request, reply) => {
    const path = (request.params as { '*': string })['*']
    const first = path.split('/')[0]?.toLowerCase() ?? ''
    const launch = `/${path}`.toLowerCase() === appLaunchPath ? wordedLaunch(request.url) : null
    if (launch !== null) return reply.redirect(launch)
    if (page.has(first)) {
      const scripts = scriptsOf(path)
      if (scripts !== null) reply.header('link', scripts)
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
    }
    if (/^[a-z0-9-]+\.[a-z0-9]+$/i.test(path) && files.has(path))
      return reply.header('cache-control', 'no-cache').sendFile(path)
    if (!forPrograms.has(first) && request.headers.accept?.includes('text/html') === true)
      return reply.redirect('/falls')
    return reply.callNotFound()
  })
}
