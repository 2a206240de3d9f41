import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery, sql as raw } from 'kysely'
import { eventRow, insertEvents } from '../../../platform/audit/auditTrail.ts'
import type { PartFailure } from '../../../platform/errors.ts'
import type { DocumentsService } from '../service.ts'
import { causeOf } from '../../../platform/db/connection/causeOf.ts'
import { transact } from '../../../platform/db/connection/transact.ts'
import { readContent } from '../download.ts'
import { storageNames } from './settings.ts'

const everyMs = 30_000
/** Longer than any upload can take. */
const abandonedAfter = '1 hour'

/**
 * Periodically scans waiting documents and removes contents that belong to no document. Returns a function that stops
 * it.
 */
export const startChores = (service: DocumentsService, log: FastifyBaseLogger): (() => Promise<void>) => {
  let stopped = false
  let round: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let scannedTo = 0
  /** The scanner's last failure, so that it is logged once and not in every round. */
  let silence = ''
  const run = async (): Promise<void> => {
    try {
      scannedTo = await scanWaiting(service, scannedTo, (why) => {
        if (why.message !== silence)
          log.warn(causeOf(why), 'documents wait in quarantine: the scanner did not reply')
        silence = why.message
      })
      await sweepAbandoned(service)
    } catch (error) {
      log.warn(causeOf(error), 'the upkeep of documents failed, trying again')
    }
    if (!stopped) timer = setTimeout(start, everyMs)
  }
  const start = (): void => {
    round = run()
  }
  start()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await round
  }
}

/**
 * Scans the documents in quarantine, oldest first, until the scanner gives no result. Returns the id to continue after
 * next time, so that a document that never gets a result does not block the others.
 */
export const scanWaiting = async (
  { db, documents }: Pick<DocumentsService, 'db' | 'documents'>,
  after = 0,
  tell?: (why: PartFailure) => void,
): Promise<number> => {
  if (documents.scanner === null) return 0
  for (let last = after; ;) {
    const row = await db.sql
      .selectFrom('document')
      .innerJoin('pathway', 'pathway.id', 'document.pathway_id')
      .selectAll('document')
      .select('pathway.patient_id')
      .where('scan', 'in', ['waiting', 'unscanned'])
      .where('document.id', '>', last)
      .orderBy('document.id')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return 0
    last = row.id
    const content = await readContent(db.sql, documents, row)
    // `npm run verify` reports a damaged document; the others must not wait for it.
    if (content === null) continue
    const scan = await documents.scanner.scan(content, tell)
    if (scan === 'unknown') return last
    await transact(db.sql, async (sql) => {
      const { numUpdatedRows } = await sql
        .updateTable('document')
        .set({ scan, scanned_at: raw<string>`clock_timestamp()` })
        .where('id', '=', row.id)
        .where('scan', '=', row.scan)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return
      const event = eventRow({
        kind: 'write',
        action: 'document scan',
        status: 200,
        userId: null,
        sessionId: null,
        role: null,
        requestId: randomUUID(),
        address: null,
        patientIds: [row.patient_id],
        pathwayIds: [row.pathway_id],
        records: [{ entity: 'document', id: row.id, before: { scan: row.scan }, after: { scan } }],
      })
      await sql.executeQuery(CompiledQuery.raw(insertEvents, [JSON.stringify([event])]))
    })
  }
}

/** Removes contents outside the database whose row was never committed, for example after a crash. */
export const sweepAbandoned = async (
  { db, documents }: Pick<DocumentsService, 'db' | 'documents'>,
  after = abandonedAfter,
): Promise<void> => {
  const abandoned = await db.sql
    .selectFrom('document_pending')
    .select(['stored_name', 'stored_in'])
    .where('begun_at', '<', raw<string>`clock_timestamp() - ${after}::interval`)
    .execute()
  for (const { stored_name: storedName, stored_in: storedIn } of abandoned) {
    const storage = documents.storages.get(storageNames.find((name) => name === storedIn) ?? 'postgres')
    await storage?.discardUnowned(db.sql, storedName)
  }
}
