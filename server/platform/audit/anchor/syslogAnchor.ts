import { connect as connectTcp } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import type { Anchor } from './anchor.ts'

/** Facility "log audit" (13), severity "notice" (5). */
const priority = 13 * 8 + 5
const timeoutMs = 10_000

export interface SyslogSettings {
  host: string
  port: number
  isEncrypted: boolean
}

/**
 * A log server that accepts RFC 5424 messages over TCP, each preceded by its length (RFC 6587), or over TLS (RFC 5425).
 */
export const syslogAnchor = (server: SyslogSettings): Anchor => ({
  place: `the log server ${server.host}`,
  note: (line) => {
    const at = new Date().toISOString()
    const message = `<${priority}>1 ${at} ${hostname()} surefoot ${process.pid} audit - ${line}`
    return sendTo(server, `${Buffer.byteLength(message)} ${message}`)
  },
  check: () => sendTo(server, ''),
  read: null,
})

const sendTo = ({ host, port, isEncrypted }: SyslogSettings, framed: string): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    const socket = isEncrypted
      ? connectTls({ host, port, servername: host }, () => send())
      : connectTcp({ host, port }, () => send())
    // A successful write does not show that the server still listens. So end the connection, and wait for the server to
    // end it too.
    const send = (): void => void socket.end(framed)
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The log server does not answer')))
    socket.once('error', reject)
    socket.once('close', (hadError) => {
      if (!hadError) resolve()
    })
    socket.resume()
  })
