import { openTrail } from '../audit/trail.ts'
import type { Database } from '../db/connect.ts'
import { openDocuments } from '../documents/documents.ts'
import type { Service } from '../serve.ts'

/** What the server works with, on a database, with the usual settings. */
export const partsOn = async (db: Database, clock: () => number = Date.now): Promise<Service> => ({
  db,
  trail: openTrail(db.pool),
  documents: await openDocuments(),
  clock,
})
