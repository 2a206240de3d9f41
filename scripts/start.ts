import { once } from 'node:events'
import { withChosenPort } from '../server/app/process/chosenPort.ts'
import { readConfig } from '../server/app/config.ts'
import { startServer } from '../server/app/server.ts'
import { buildPlain } from './buildPlain.ts'
import { buildWebIfStale } from './buildWeb.ts'
import {
  demonstrationOptions,
  describeDemonstration,
  openDemonstration,
  portInWords,
} from './demonstration.ts'
import { runUntilStopped } from './runUntilStopped.ts'

/** `npm start`: Surefoot with invented patients on this machine, with a database of its own unless one is given. */
await runUntilStopped(async ({ signal, opened, fail }) => {
  const config = readConfig(await withChosenPort(process.env))
  const [database, web] = await Promise.allSettled([
    openDemonstration(config, (stop) => opened.push(stop), fail),
    buildWebIfStale(signal),
    // For the next start: this one has read its sources, and goes on without.
    buildPlain().catch((error: Error) => console.warn(`The next start will take longer: ${error.message}`)),
  ])
  if (signal.aborted) return
  if (database.status === 'rejected') throw database.reason
  if (web.status === 'rejected') throw web.reason

  const options = await demonstrationOptions(config, database.value.url)
  const server = await startServer(options).catch((error: unknown) => {
    throw portInWords(error, config.port)
  })
  opened.push(() => server.close())
  console.log(describeDemonstration(config, database.value.signIns))
  if (!signal.aborted) await once(signal, 'abort')
})
