import { join } from 'node:path'
import { openTrail } from './audit/trail.ts'
import { buildApp } from './app.ts'
import { connect } from './db/connect.ts'
import { startChores } from './documents/chores.ts'
import { openDocuments } from './documents/documents.ts'
import { usualDocumentSettings, type DocumentSettings } from './documents/settings.ts'

import type { Service } from './serve.ts'

export interface ServerOptions {
  /** PostgreSQL, as the application. */
  databaseUrl: string
  host: string
  port: number
  logLevel?: string | false
  documents?: DocumentSettings
}

const web = join(import.meta.dirname, '../dist/web')

/** Starts the whole product on an address; `close` answers what is under way and lets the database go. */
export const startServer = async ({
  databaseUrl,
  host,
  port,
  logLevel,
  documents = usualDocumentSettings,
}: ServerOptions) => {
  const db = connect(databaseUrl)
  const service: Service = {
    db,
    trail: openTrail(db.pool),
    documents: await openDocuments(documents),
    clock: Date.now,
  }
  const app = await buildApp(service, { web, ...(logLevel === undefined ? {} : { logLevel }) })
  const address = await app.listen({ host, port })
  const stopChores = startChores(service, app.log)
  return {
    address,
    close: async () => {
      await app.close()
      await stopChores()
      await db.close()
    },
  }
}
