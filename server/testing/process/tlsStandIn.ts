import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'

/*
 * TLS in front of what speaks without it, with a certificate of an authority of its own, as organisations have. The key is for
 * tests alone, and that of the authority was thrown away.
 */
const fileOf = (name: string): string => join(import.meta.dirname, '../tls', name)
export const authorityFile = fileOf('authority.pem')
const identity = {
  key: readFileSync(fileOf('localhost.key.pem')),
  cert: readFileSync(fileOf('localhost.pem')),
}

export interface StandIn {
  port: number
  stop: () => Promise<void>
}

const joinTo = (near: Socket, port: number): void => {
  const far = connect(port, '127.0.0.1')
  for (const socket of [near, far])
    socket
      .on('error', () => undefined)
      .on('close', () => {
        near.destroy()
        far.destroy()
      })
  near.pipe(far)
  far.pipe(near)
}

const listening = async (server: Server): Promise<StandIn> => {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** TLS from the first byte, as https and smtps. */
export const tlsTo = (port: number): Promise<StandIn> =>
  listening(createTlsServer(identity, (socket) => joinTo(socket, port)))

/** TLS once the client asks for it, as PostgreSQL has it. */
export const tlsToPostgres = (port: number): Promise<StandIn> =>
  listening(
    createServer((socket) => {
      socket.once('data', () => {
        socket.write('S')
        joinTo(new TLSSocket(socket, { isServer: true, ...identity }), port)
      })
    }),
  )
