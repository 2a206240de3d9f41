import { buildApp } from '../../../app/app.ts'
import { readConfig } from '../../../app/config.ts'
import { connect } from '../../../platform/db/connection/connect.ts'
import { partsOn } from '../../../testing/process/parts.ts'
import { openDocuments } from '../documents.ts'

/* The product as a separate process that can be killed, with the document store that its environment names. */

const config = readConfig(process.env)
if (config.databaseUrl === undefined) throw new Error('DATABASE_URL is missing')
const parts = await partsOn(connect(config.databaseUrl))
const documents = await openDocuments(config.documents)
const app = await buildApp({ ...parts, documents }, { logLevel: false })
await app.listen({ host: '127.0.0.1', port: config.port })
process.stdout.write('ready\n')
