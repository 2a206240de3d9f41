import type { FastifyInstance } from 'fastify'
import { causeOf, type Cause } from '../../platform/db/connection/causeOf.ts'
import { migrationNames } from '../../platform/db/connection/migrations.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { DocumentsService } from '../../pathways/documents/service.ts'
import { checkDatabase, type DatabaseParts } from './database.ts'
import { shared } from './shared.ts'
import { stateOfFailure, type PartState } from './state.ts'

const rights: Rights = { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'open' }

/**
 * Anonymous callers must not be able to cause load. A caller who asks every second sees a fault within two seconds
 * (OP-5).
 */
const databaseHolds = { holdsMs: 1_000, timeoutMs: 2_000 }
/** For checks of other services, some of which charge for requests. */
const outsideHolds = { holdsMs: 2_500, timeoutMs: 2_000 }

/** Reads the state of each part of the service; answers may be a few seconds old. */
export type ReadParts = () => Promise<Record<string, PartState>>

/**
 * `/health/ready`: whether this process can serve now, part by part; 503 if any part is not ok. Returns the function
 * that reads the parts.
 */
export const serveReadiness = async (
  app: FastifyInstance,
  service: DocumentsService,
  version: string,
): Promise<ReadParts> => {
  const { db } = service
  const migrations = await migrationNames()
  const reasons = new Map<string, unknown>()
  const databaseParts = shared<DatabaseParts>(
    () => checkDatabase(db, migrations, version, (error) => reasons.set('database', error)),
    {
      database: 'slow',
      session: 'unknown',
      schema: 'unknown',
      audit: 'unknown',
      queue: 'unknown',
      lists: 'unknown',
    },
    databaseHolds,
  )
  const outside = (part: string, check: () => Promise<void>): (() => Promise<PartState>) =>
    shared<PartState>(
      () =>
        check().then(
          () => 'ok',
          (error: unknown) => {
            reasons.set(part, error)
            return stateOfFailure(error)
          },
        ),
      'slow',
      outsideHolds,
    )
  const documentsPart = outside('documents', () => service.documents.storage.check(db.sql))
  const scannerPart = outside('scanner', async () => service.documents.scanner?.greet())
  let before = 'ok'

  const readParts: ReadParts = async () => {
    const [databases, stored, scanned] = await Promise.all([
      databaseParts(),
      documentsPart(),
      service.documents.scanner === null ? null : scannerPart(),
    ])
    return { ...databases, documents: stored, ...(scanned === null ? {} : { scanner: scanned }) }
  }

  app.get('/health/ready', { config: { rights } }, async (request, reply) => {
    const parts = await readParts()
    const isReady = Object.values(parts).every((state) => state === 'ok')
    const now = isReady ? 'ok' : JSON.stringify(parts)
    if (now !== before)
      request.log.warn(
        { parts, ...causesOf(parts, reasons) },
        isReady ? 'ready again' : `not ready: ${inWords(parts)}`,
      )
    before = now
    reply.header('cache-control', 'no-store')
    if (!isReady) reply.code(503).header('retry-after', '5')
    return { status: isReady ? 'ok' : 'unavailable', parts }
  })
  return readParts
}

/** Omits unknown parts: they are unknown because of the database, which is listed itself. */
const inWords = (parts: Record<string, PartState>): string =>
  Object.entries(parts)
    .filter(([, state]) => state !== 'ok' && state !== 'unknown')
    .map(([part, state]) => `${part} ${state}`)
    .join(', ')

/** The causes of the parts that failed. A part that timed out has none. */
const causesOf = (
  parts: Record<string, PartState>,
  reasons: ReadonlyMap<string, unknown>,
): { causes?: Record<string, Cause> } => {
  const failed = [...reasons].filter(([part]) => !['ok', 'slow', undefined].includes(parts[part]))
  if (failed.length === 0) return {}
  return { causes: Object.fromEntries(failed.map(([part, error]) => [part, causeOf(error)])) }
}
