import { join } from 'node:path'
import { openTrail } from './audit/trail.ts'
import { buildApp } from './app.ts'
import { usualSettings, type AccountSettings } from './auth/settings.ts'
import { connect } from './db/connect.ts'

export interface ServerOptions {
  /** PostgreSQL, as the application. */
  databaseUrl: string
  host: string
  port: number
  logLevel?: string | false
  accounts?: AccountSettings
}

const web = join(import.meta.dirname, '../dist/web')

/** Starts the whole product on an address; `close` answers what is under way and lets the database go. */
export const startServer = async ({
  databaseUrl,
  host,
  port,
  logLevel,
  accounts = usualSettings,
}: ServerOptions) => {
  const db = connect(databaseUrl)
  const app = await buildApp(
    { db, trail: openTrail(db.pool), clock: Date.now, accounts },
    { web, ...(logLevel === undefined ? {} : { logLevel }) },
  )
  const address = await app.listen({ host, port })
  return {
    address,
    close: async () => {
      await app.close()
      await db.close()
    },
  }
}
