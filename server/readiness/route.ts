import type { FastifyInstance } from 'fastify'
import { migrationNames } from '../db/migrations.ts'
import type { Rights } from '../http/rights.ts'
import type { DocumentsService } from '../documents/service.ts'
import { checkDatabase, type DatabaseParts } from './database.ts'
import { shared } from './shared.ts'
import { stateOfFailure, type PartState } from './state.ts'

const rights: Rights = { capability: 'anonymous', audit: 'none', idempotency: 'safe', rate: 'open' }

/** An anonymous caller must not make load of it; and a caller who asks each second sees a fault within two (OP-5). */
const databaseHolds = { holdsMs: 1_000, timeoutMs: 2_000 }
/** What other services are asked, some of them for money. */
const outsideHolds = { holdsMs: 2_500, timeoutMs: 2_000 }

/** A word for each part of the service, as it is now or was a moment ago. */
export type ReadParts = () => Promise<Record<string, PartState>>

/** `/health/ready`: whether this process can serve now, part by part; 503 when any part is not ok. Returns how the parts are read. */
export const serveReadiness = async (
  app: FastifyInstance,
  service: DocumentsService,
  version: string,
): Promise<ReadParts> => {
  const { db } = service
  const migrations = await migrationNames()
  const databaseParts = shared<DatabaseParts>(
    () => checkDatabase(db, migrations, version),
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
  const documentsPart = outside(() => service.documents.storage.check(db.sql))
  const scannerPart = outside(async () => service.documents.scanner?.greet())
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
    if (now !== before) request.log.warn({ parts }, isReady ? 'ready again' : 'not ready')
    before = now
    reply.header('cache-control', 'no-store')
    if (!isReady) reply.code(503).header('retry-after', '5')
    return { status: isReady ? 'ok' : 'unavailable', parts }
  })
  return readParts
}

const outside = (check: () => Promise<void>): (() => Promise<PartState>) =>
  shared<PartState>(() => check().then(() => 'ok', stateOfFailure), 'slow', outsideHolds)
