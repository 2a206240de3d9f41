import type { FastifyInstance } from 'fastify'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { stages } from '../../../contract/stages/stage.ts'
import { getServiceStatus } from '../../../contract/app/serviceStatus.ts'
import { route } from '../../platform/http/calls/route.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import type { ExchangeService } from '../../exchange/settings/settings.ts'
import { readNotifyStatus } from '../../care/telling/messages/status.ts'
import { readIncomingStatus } from '../../exchange/incoming/status.ts'
import { readNoticesStatus } from '../../exchange/fhir/subscriptions/status.ts'
import { readOutgoingStatus } from '../../exchange/outgoing/status.ts'
import { measure } from './measure.ts'
import { newestBackup } from './newestBackup.ts'
import type { OutsidePart } from './outsideParts.ts'
import type { ReadParts } from './route.ts'
import { shared } from './shared.ts'
import { tryPart, type TriedPart } from './tryParts.ts'

export interface Watched {
  version: string
  outside: readonly OutsidePart[]
  /** Where this machine can read the backups; null if it cannot. */
  backupFolder: string | null
}

const rights: Rights = {
  capability: 'administration.write',
  audit: 'none',
  idempotency: 'safe',
  rate: 'read',
}

/** Trying some parts includes signing in to them, which must not happen each time the page is reloaded. */
const partsHold = { holdsMs: 30_000, timeoutMs: 5_500 }

/** The status page for administrators. It shows no patient data. */
export const serveStatus = (
  app: FastifyInstance,
  service: ExchangeService,
  readParts: ReadParts,
  { version, outside, backupFolder }: Watched,
): void => {
  const startedAt = instantOf(service.clock())
  const tried = shared<TriedPart[]>(() => Promise.all(outside.map(tryPart)), [], partsHold)
  route(app, service, getServiceStatus, rights, async () => {
    const [
      parts,
      outsideParts,
      { queue, lists },
      databaseVersion,
      newestAt,
      incoming,
      notices,
      outgoing,
      notify,
    ] = await Promise.all([
      readParts(),
      tried(),
      measure(service),
      readVersion(service),
      // An unreadable folder is reported as one without backups: somebody has to look at it either way.
      backupFolder === null ? null : newestBackup(backupFolder).catch(() => null),
      readIncomingStatus(service),
      readNoticesStatus(service.db.sql),
      readOutgoingStatus(service),
      readNotifyStatus(service.db.sql),
    ])
    return {
      version,
      nodeVersion: process.versions.node,
      databaseVersion,
      startedAt,
      parts: Object.entries(parts).map(([part, state]) => ({ part, state })),
      outside: outsideParts.map(({ part, setting, lastSuccessAt, fault }) => ({
        part,
        setting,
        ...(lastSuccessAt === undefined ? {} : { lastSuccessAt }),
        fault: fault === null ? null : { words: fault.words, without: fault.without },
      })),
      queue: { ...queue, oldestSeconds: Math.round(queue.oldestSeconds) },
      lists: stages.map((stage) => ({ stage, ...lists[stage] })),
      incoming,
      notices,
      outgoing,
      notify,
      backup: { isWatched: backupFolder !== null, newestAt },
    }
  })
}

const readVersion = async ({ db }: Service): Promise<string> => {
  const { rows } = await db.pool.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  return rows[0]?.version ?? ''
}
