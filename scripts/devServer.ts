import { readConfig } from '../server/app/config.ts'
import { startServer } from '../server/app/server.ts'
import { stopOnSignal } from '../server/app/process/stopOnSignal.ts'
import { demonstrationOptions } from './demonstration.ts'

/* The part of `npm run dev` that restarts with each change: the calls alone, on the database that dev.ts opened. */

const config = readConfig(process.env)
if (config.databaseUrl === undefined) throw new Error('This is started by npm run dev.')
const server = await startServer({
  ...(await demonstrationOptions(config, config.databaseUrl)),
  web: null,
})

const end = (): void =>
  void server.close().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
stopOnSignal(end)
// dev.ts has been killed without a word: the watch ends, and this process with it.
process.stdin.once('end', () => process.kill(process.ppid, 'SIGTERM')).resume()
