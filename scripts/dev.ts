import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createServer as createVite } from 'vite'
import { readConfig, type Config } from '../server/app/config.ts'
import { freePort } from '../server/platform/db/embedded/freePort.ts'
import { describeDemonstration, openDemonstration, portInWords } from './demonstration.ts'
import { runUntilStopped, type Running } from './runUntilStopped.ts'

/*
 * `npm run dev`: what `npm start` shows, while you change it. The database is opened once; the server restarts when
 * a file of it changes; Vite stands in front and replaces changed screens in the open page.
 */

const root = join(import.meta.dirname, '..')

/** What the server answers itself; the slash keeps files such as /api.ts with Vite. */
const callsOfServer = '^/(api|oauth|health)/'

const develop = async (running: Running): Promise<void> => {
  const { signal, opened, fail } = running
  const config = readConfig(process.env)
  const serverPort = await freePort()
  const serverUrl = `http://127.0.0.1:${serverPort}`
  const [database, front] = await Promise.allSettled([
    openDemonstration(config, (stop) => opened.push(stop), fail),
    openFront(config, serverUrl, running),
  ])
  if (signal.aborted) return
  if (database.status === 'rejected') throw database.reason
  if (front.status === 'rejected') throw front.reason

  watchServer(config, database.value.url, serverPort, running)
  await answering(serverUrl, signal)
  if (signal.aborted) return
  console.log(describeDemonstration(config, database.value.signIns))
  await once(signal, 'abort')
}

/** Vite on the address of the settings, with the calls handed on to the server. */
const openFront = async (config: Config, serverUrl: string, { opened, signal }: Running): Promise<void> => {
  const { host, port } = config
  const http = createHttpServer()
  // In an HTTP server of ours: with one of its own Vite ends the whole process at SIGTERM, before the database.
  const vite = await createVite({
    configFile: join(root, 'vite.config.ts'),
    clearScreen: false,
    logLevel: 'warn',
    server: {
      middlewareMode: true,
      hmr: { server: http },
      proxy: { [callsOfServer]: { target: serverUrl, xfwd: true } },
    },
  })
  const calls = new RegExp(callsOfServer)
  http.on('request', (request, response) => {
    // A page that reloads for the same change as the server must not find it gone.
    const turn = calls.test(request.url ?? '') ? answering(serverUrl, signal) : Promise.resolve()
    void turn.then(() => vite.middlewares(request, response))
  })
  opened.push(async () => {
    http.closeAllConnections()
    http.close()
    await vite.close()
  })
  await listen(http, host, port)
}

const listen = async (http: Server, host: string, port: number): Promise<void> => {
  http.listen(port, host)
  await once(http, 'listening').catch((error: unknown) => {
    throw portInWords(error, port)
  })
}

/** The server under Node's own watch, which restarts it when a file that it imports changes. */
const watchServer = (
  { publicUrl }: Config,
  databaseUrl: string,
  port: number,
  { opened, fail, signal }: Running,
): void => {
  const watched = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', join(root, 'scripts/devServer.ts')],
    {
      // Its output comes through here, so that the end of it is the end of the server too, not of the watch alone.
      // Its input never comes; when this process is gone it ends, and the server hears that.
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: publicUrl,
        DATABASE_URL: databaseUrl,
        // Halves what a start costs.
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      },
    },
  )
  watched.stdout.pipe(process.stdout)
  watched.stderr.pipe(process.stderr)
  const closed = once(watched, 'close')
  watched.once('exit', (code) => {
    if (!signal.aborted) fail(new Error(`The watch over the server ended with ${code}.`))
  })
  opened.push(async () => {
    watched.kill('SIGTERM')
    await closed
  })
}

/** Waits for the server; one that cannot start says so itself, and restarts when its file is corrected. */
const answering = async (serverUrl: string, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const isThere = await fetch(`${serverUrl}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await sleep(50)
  }
}

await runUntilStopped(develop)
