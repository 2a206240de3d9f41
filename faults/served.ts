import { randomBytes } from 'node:crypto'
import { usualRates } from '../server/limits.ts'
import { usualSettings } from '../server/auth/settings.ts'
import { readConfig } from '../server/config.ts'
import { startServer } from '../server/listen.ts'

/* The product under attack, with the limits of the real service; settings come from the environment. */
const [databaseUrl = ''] = process.argv.slice(2)
const { address, close } = await startServer({
  databaseUrl,
  host: '127.0.0.1',
  port: 0,
  logLevel: 'error',
  documents: readConfig(process.env).documents,
  accounts: { ...usualSettings, secondFactorFor: [], rates: usualRates, secretKey: randomBytes(32) },
})

/* The fault asks for an orderly end; otherwise the process is killed. */
process.on('message', () => void close().then(() => process.exit(0)))
process.once('disconnect', () => process.exit(0))
process.send?.({ address })
