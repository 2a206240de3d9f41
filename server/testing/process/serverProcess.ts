import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openAddressLookup } from '../../reference/addressLookup/lookup.ts'
import { openPds } from '../../exchange/pds/openPds.ts'
import { buildApp } from '../../app/app.ts'
import { readConfig } from '../../app/config.ts'
import { connect } from '../../platform/db/connection/connect.ts'
import type { Endpoint } from '../../../contract/platform/calls/endpoint.ts'
import { requestOf, type Wire } from '../values/request.ts'
import { partsOn } from './parts.ts'
import { ownEnvironment } from './ownEnvironment.ts'

/*
 * The server in a process of its own, for tests that need another time zone or everything it logs.
 * The same file is the process.
 */

export interface ServerProcess {
  /** Calls over the network, as a browser would. */
  ask: (
    call: Endpoint,
    input: Wire,
    headers?: Record<string, string>,
  ) => Promise<{ status: number; body: unknown }>
  /** Sends anything at all. */
  fetch: (path: string, options?: RequestInit) => Promise<Response>
  /** Everything that was written to standard output and error so far. */
  log: () => string
  stop: () => Promise<void>
}

export const startServerProcess = async (environment: {
  DATABASE_URL: string
  [setting: string]: string
}): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [import.meta.filename], {
    env: { ...ownEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (text: Buffer) => {
      log += text.toString()
    })
    child.stdout.on('data', (text: Buffer) => {
      log += text.toString()
      const found = /^listening (\S+)$/m.exec(log)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${log}`)))
  })
  const ask: ServerProcess['ask'] = async (call, input, headers = {}) => {
    const { query = {}, payload, ...request } = requestOf(call, input, headers)
    const isForm = typeof payload === 'string'
    const response = await fetch(
      `${address}${call.path}?${new URLSearchParams(query as Record<string, string>).toString()}`,
      {
        method: call.method,
        headers: {
          ...(isForm ? {} : { 'content-type': 'application/json' }),
          ...(request.headers as object),
        },
        ...(call.method === 'GET' ? {} : { body: isForm ? payload : JSON.stringify(payload) }),
      },
    )
    return { status: response.status, body: await response.json() }
  }
  return {
    ask,
    fetch: (path, options) => fetch(`${address}${path}`, options),
    log: () => log,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'close')
      child.kill('SIGTERM')
      await ended
    },
  }
}

if (import.meta.main) {
  const db = connect(process.env['DATABASE_URL'] ?? '')
  const { addressLookup, pds, secretKey, trustedProxies = [] } = readConfig(process.env)
  const parts = await partsOn(db, Date.now, secretKey === undefined ? {} : { secretKey })
  parts.addressLookup = openAddressLookup(addressLookup)
  parts.pds = openPds(pds)
  const app = await buildApp(parts, { logLevel: 'trace', trustedProxies })
  process.stdout.write(`listening ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
}
