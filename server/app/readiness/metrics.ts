import type { FastifyInstance } from 'fastify'
import { streamType } from '../../../contract/stages/changes.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Service } from '../../platform/http/calls/service.ts'
import { measure } from './measure.ts'
import { newestBackup } from './newestBackup.ts'
import type { OutsidePart } from './outsideParts.ts'
import { shared } from './shared.ts'
import { tryPart } from './tryParts.ts'

export interface Metrics {
  /** Counts every reply. Call it before the server is ready. */
  watch: (app: FastifyInstance) => void
  /** The parts outside the database to try when metrics are read. */
  watchParts: (parts: readonly OutsidePart[]) => void
  /** All metrics in Prometheus text format. */
  text: () => Promise<string>
}

/** Buckets from unnoticeable to the longest that a call may take. */
const seconds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Counting is cheap, but frequent requests must not cause load. */
const countsHold = { holdsMs: 5_000, timeoutMs: 4_000 }
/** Trying a mail server includes signing in to it. */
const partsHold = { holdsMs: 120_000, timeoutMs: 5_500 }

/**
 * The metrics that Prometheus reads (decision 96). No metric contains an id, a URL with ids or a name: a call is
 * labelled with its route template.
 */
export const openMetrics = (
  service: Pick<Service, 'db' | 'clock' | 'auditAnchor'>,
  { version, backupFolder }: { version: string; backupFolder: string | null },
): Metrics => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `surefoot_${name}`, help, labelNames, registers })
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `surefoot_${name}`, help, labelNames, registers })

  gauge('info', 'The running release', ['version']).set({ version }, 1)
  const requests = counter('requests_total', 'Replies by call and status', ['method', 'route', 'status'])
  const latency = new Histogram({
    name: 'surefoot_request_seconds',
    help: 'How long replies took, by call',
    labelNames: ['method', 'route'],
    buckets: seconds,
    registers,
  })
  const failures = counter('unavailable_total', 'Replies with 503 by the part that failed', ['part'])
  const refusals = counter('sign_in_refusals_total', 'Refused sign-ins by reason', ['reason'])
  const connections = gauge('pool_connections', 'Connections to the database by pool', ['pool', 'state'])
  const poolWaiting = gauge('pool_waiting', 'Calls waiting for a connection, by pool', ['pool'])
  const database = gauge('database_up', '1 while the figures below could be read from the database')
  const jobs = gauge('jobs_waiting', 'Jobs that are due and not started')
  const jobAge = gauge('oldest_job_seconds', 'How long the oldest job that is due has waited')
  const jobsFailed = gauge('jobs_failed', 'Jobs that failed on their last attempt')
  const unsealed = gauge('audit_unsealed_events', 'Events of the audit trail that are not sealed yet')
  const auditLag = gauge('audit_lag_seconds', 'How long the oldest event that is not sealed has waited')
  const sealAge = gauge('audit_seal_age_seconds', 'How long ago the audit trail was sealed last')
  const anchorAge = gauge(
    'audit_note_age_seconds',
    'How long ago the head of the audit trail was noted outside the database',
  )
  const checkAge = gauge('audit_check_age_seconds', 'How long ago the audit trail was checked')
  const problems = gauge('audit_problems', 'Problems that the last check of the audit trail found')
  const people = gauge('list_people', 'People on each work list', ['list'])
  const late = gauge('list_late', 'People who are late on each work list', ['list'])
  const backupAge = gauge('backup_age_seconds', 'How old the newest backup in BACKUP_FOLDER is')
  const up = gauge('part_up', '1 while a part outside the database replies', ['part'])

  const counted = shared(() => measure(service).catch(() => null), null, countsHold)
  let triedParts: () => Promise<Awaited<ReturnType<typeof tryPart>>[]> = async () => []

  const ageOf = (at: string | null | undefined): number | null =>
    at == null ? null : Math.max(0, (service.clock() - Date.parse(at)) / 1000)
  /** Removes an unknown value instead of leaving the previous one. */
  const show = (shown: Gauge, value: number | null): void => {
    if (value === null) shown.remove()
    else shown.set(value)
  }

  const readCounts = async (): Promise<void> => {
    const found = await counted()
    database.set(found === null ? 0 : 1)
    const { queue, seal } = found ?? {}
    show(jobs, queue?.waiting ?? null)
    show(jobAge, queue?.oldestSeconds ?? null)
    show(jobsFailed, queue?.failed ?? null)
    show(unsealed, seal?.unsealed ?? null)
    show(auditLag, seal === undefined ? null : (ageOf(seal.oldestUnsealedAt) ?? 0))
    show(sealAge, ageOf(seal?.lastSealedAt))
    show(anchorAge, ageOf(seal?.lastAnchor?.at))
    show(checkAge, ageOf(seal?.lastCheck?.endedAt))
    show(problems, seal?.lastCheck?.problems ?? null)
    people.reset()
    late.reset()
    for (const [list, size] of Object.entries(found?.lists ?? {})) {
      people.set({ list }, size.people)
      late.set({ list }, size.late)
    }
  }

  const readPools = (): void => {
    for (const [pool, { totalCount, idleCount, waitingCount }] of service.db.pools) {
      connections.set({ pool, state: 'busy' }, totalCount - idleCount)
      connections.set({ pool, state: 'idle' }, idleCount)
      poolWaiting.set({ pool }, waitingCount)
    }
  }

  const readBackup = async (): Promise<void> => {
    if (backupFolder === null) return
    show(backupAge, ageOf(await newestBackup(backupFolder).catch(() => null)))
  }

  const readParts = async (): Promise<void> => {
    for (const { part, fault } of await triedParts()) up.set({ part }, fault === null ? 1 : 0)
  }

  return {
    watch: (app) => {
      app.addHook('onResponse', (request, reply, done) => {
        const call = { method: request.method, route: request.routeOptions.url ?? 'none' }
        requests.inc({ ...call, status: reply.statusCode })
        // A stream lasts as long as its screen is open, so its duration says nothing about latency.
        if (reply.raw.getHeader('content-type') !== streamType)
          latency.observe(call, reply.elapsedTime / 1000)
        if (request.failedPart !== null) failures.inc({ part: request.failedPart })
        if (request.signInRefusal !== null) refusals.inc({ reason: request.signInRefusal })
        done()
      })
    },
    watchParts: (parts) => {
      triedParts = shared(() => Promise.all(parts.map(tryPart)), [], partsHold)
    },
    text: async () => {
      readPools()
      await Promise.all([readCounts(), readBackup(), readParts()])
      return registry.metrics()
    },
  }
}
