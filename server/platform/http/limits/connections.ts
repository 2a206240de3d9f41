import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Problem, ProblemCode } from '../../../../contract/platform/calls/problem.ts'
import { clientNetwork } from './clientNetwork.ts'
import { inList } from '../request/inList.ts'
import { securityHeaders } from '../replies/securityHeaders.ts'

/**
 * How long the server waits for slow senders and readers, and for how many of them
 * (docs/decisions/0031-slow-clients.md).
 */
export interface ConnectionLimits {
  /** Time for all headers, counted from the first byte or from the connection. */
  headersMs: number
  /** Time for a whole request, even if it arrives steadily. */
  requestMs: number
  /** How far a body, or the reader of a reply, may fall behind the floor rate. Also the longest silence. */
  graceMs: number
  bytesPerSecond: number
  /** How long the rest of a body is read after the reply, so that the sender sees the reply. */
  afterAnswerMs: number
  checkMs: number
  /** Per network: requests that have not fully arrived, and replies that are not being read. */
  unfinishedOfNetwork: number
  connections: number
  /** Requests on one connection that wait for earlier replies. */
  requestsInLine: number
}

export const usualConnectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 20 * 60_000,
  graceMs: 20_000,
  bytesPerSecond: 4 * 1024,
  afterAnswerMs: 5_000,
  checkMs: 1_000,
  unfinishedOfNetwork: 128,
  connections: 2_000,
  requestsInLine: 32,
}

interface Connection {
  socket: Socket
  /** The client's network; null behind a trusted proxy until headers name it. */
  network: string | null
  request: IncomingMessage | null
  response: ServerResponse | null
  /** Requests that wait for the reply before them. */
  inLine: number
  /** How much longer the arriving body may be silent, in milliseconds. */
  credit: number
  bytesRead: number
  /** Bytes that have left, and the time by which the rest must have left. */
  bytesTaken: number
  takenBy: number
}

export interface Connections {
  /**
   * Calls `goOn` once the previous reply on the connection has left. A client that sends many requests and reads no
   * reply must not have all of them carried out. If the connection closes first, `goOn` is never called, since nobody
   * is left to reply to.
   */
  inOrder: (request: IncomingMessage, goOn: () => void) => void
  /** Records the client address that a proxy reports for the request. */
  from: (request: IncomingMessage, address: string) => void
  /** Closes idle connections now, and every other connection once its reply has left. */
  drain: () => void
}

/**
 * Keeps slow senders and readers from using up what others need. Node limits the time for headers and for the whole
 * request. Here a body must arrive at a floor rate, and a reply must be read at that rate. When a network has too many
 * unfinished requests, the oldest are cut off. Refused and anonymous requests are treated alike.
 */
export const watchConnections = (
  { server }: { server: Server },
  connectionLimits: ConnectionLimits,
  trustedProxies: readonly string[],
): Connections => {
  const all = new Map<Socket, Connection>()
  /** Ordered by when they began. Some may have finished since. */
  const unfinished = new Map<string, Set<Connection>>()
  const answeredBefore = new WeakMap<IncomingMessage, ServerResponse>()
  const isProxy = inList(trustedProxies)
  let isDraining = false

  const countUnfinished = (connection: Connection): void => {
    const { network } = connection
    if (network === null) return
    const ofNetwork = unfinished.get(network) ?? new Set()
    unfinished.set(network, ofNetwork)
    ofNetwork.delete(connection)
    ofNetwork.add(connection)
    if (ofNetwork.size <= connectionLimits.unfinishedOfNetwork) return
    for (const other of ofNetwork) if (!isUnfinished(other)) ofNetwork.delete(other)
    for (const oldest of ofNetwork) {
      if (ofNetwork.size <= connectionLimits.unfinishedOfNetwork) return
      cut(oldest, 503)
    }
  }

  const forget = (connection: Connection): void => {
    all.delete(connection.socket)
    const ofNetwork = unfinished.get(connection.network ?? '')
    ofNetwork?.delete(connection)
    if (ofNetwork?.size === 0) unfinished.delete(connection.network ?? '')
  }

  const cut = (connection: Connection, status: 408 | 503): void => {
    forget(connection)
    const { socket, response } = connection
    if (response === null || (!response.headersSent && !response.destroyed)) answerRaw(socket, status)
    socket.destroySoon()
    // A client that does not read does not let the reply leave either.
    if (socket.writableLength > 0) socket.destroy()
  }

  const closeAll = (isWanted: (connection: Connection) => boolean): void => {
    for (const connection of all.values())
      if (isWanted(connection)) {
        forget(connection)
        connection.socket.destroy()
      }
  }

  const makeRoom = (): void => {
    if (all.size <= connectionLimits.connections) return
    closeAll(isIdle)
    for (const connection of all.values()) {
      if (all.size <= connectionLimits.connections) return
      if (isUnfinished(connection)) cut(connection, 503)
    }
  }

  server.on('connection', (socket) => {
    const peer = socket.remoteAddress ?? ''
    const connection: Connection = {
      socket,
      network: isProxy(peer) ? null : clientNetwork(peer),
      request: null,
      response: null,
      inLine: 0,
      credit: 0,
      bytesRead: 0,
      bytesTaken: 0,
      takenBy: Infinity,
    }
    all.set(socket, connection)
    socket.once('close', () => forget(connection))
    countUnfinished(connection)
    makeRoom()
  })

  // Before Fastify's own listener, whose hooks look up the connection.
  server.prependListener('request', (request, response) => {
    const connection = all.get(request.socket)
    if (connection === undefined) return
    const { socket } = connection
    if (isAnswering(connection) && connection.response !== null) {
      answeredBefore.set(request, connection.response)
      connection.inLine += 1
      // Requests in line write nothing, so nothing else would stop the sender from sending more and more.
      if (connection.inLine > connectionLimits.requestsInLine) socket.destroy()
    }
    Object.assign(connection, {
      request,
      response,
      credit: connectionLimits.graceMs,
      bytesRead: socket.bytesRead,
    })
    if (hasBody(request) && !isProxy(socket.remoteAddress ?? '')) countUnfinished(connection)
    response.once('close', () => {
      if (isDraining && isIdle(connection)) socket.destroySoon()
    })
  })

  let checked = performance.now()
  const check = (): void => {
    const now = performance.now()
    const passed = now - checked
    checked = now
    for (const connection of all.values()) {
      if (isTooSlow(connection, passed, now)) cut(connection, 408)
    }
    if (isDraining) closeAll(isWithoutCall)
  }

  const isTooSlow = (connection: Connection, passed: number, now: number): boolean => {
    const { socket, request, response } = connection
    if (request !== null && !request.complete) {
      const earned = ((socket.bytesRead - connection.bytesRead) / connectionLimits.bytesPerSecond) * 1000
      const isAnswered = response?.writableFinished === true
      const most = isAnswered ? connectionLimits.afterAnswerMs : connectionLimits.graceMs
      connection.credit = Math.min(most, connection.credit + (isAnswered ? 0 : earned)) - passed
      connection.bytesRead = socket.bytesRead
      if (connection.credit < 0) return true
    }
    const waiting = socket.writableLength
    if (waiting === 0) {
      connection.takenBy = Infinity
      return false
    }
    const taken = socket.bytesWritten - waiting
    if (connection.takenBy === Infinity || taken !== connection.bytesTaken) {
      if (connection.takenBy === Infinity) countUnfinished(connection)
      connection.bytesTaken = taken
      connection.takenBy = now + connectionLimits.graceMs + (waiting / connectionLimits.bytesPerSecond) * 1000
    }
    return now > connection.takenBy
  }

  server.headersTimeout = connectionLimits.headersMs
  server.requestTimeout = connectionLimits.requestMs
  // Accept a few more than the limit: `makeRoom` then closes others for them.
  server.maxConnections = Math.ceil(connectionLimits.connections * 1.1)
  // Node treats a connection whose reply is still on its way as idle, and would cut the reply short.
  server.closeIdleConnections = () => closeAll(isWithoutCall)
  const checking = setInterval(check, connectionLimits.checkMs)
  checking.unref()
  server.once('close', () => clearInterval(checking))

  return {
    inOrder: (request, goOn) => {
      const before = answeredBefore.get(request)
      if (before === undefined || before.closed) return goOn()
      before.once('close', () => {
        const connection = all.get(request.socket)
        if (connection !== undefined) connection.inLine -= 1
        if (!request.socket.destroyed) goOn()
      })
    },
    from: (request, address) => {
      const connection = all.get(request.socket)
      if (connection === undefined || !isProxy(request.socket.remoteAddress ?? '')) return
      unfinished.get(connection.network ?? '')?.delete(connection)
      connection.network = clientNetwork(address)
      if (hasBody(request)) countUnfinished(connection)
    },
    drain: () => {
      isDraining = true
      closeAll(isWithoutCall)
    },
  }
}

/** Replies, in the contract's format, to requests that Node cannot parse or that took too long. */
export const answerClientError = (error: { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const { _httpMessage: answering } = socket as Socket & { _httpMessage?: ServerResponse | null }
  if (answering?.headersSent !== true) answerRaw(socket, status)
  socket.destroySoon()
}

const raw: Record<400 | 408 | 431 | 503, [ProblemCode, string]> = {
  400: ['bad-request', 'The request cannot be read.'],
  408: ['bad-request', 'The request arrived too slowly. Nothing was saved. Please try again.'],
  431: ['too-large', 'The headers of the request are too large.'],
  503: ['unavailable', 'Too many unfinished requests come from your network. Please try again in a moment.'],
}

const answerRaw = (socket: Socket, status: keyof typeof raw): void => {
  if (!socket.writable) return
  const [code, message] = raw[status]
  const problem: Problem = { code, message, requestId: randomUUID() }
  const body = JSON.stringify(problem)
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...(status === 503 ? { 'retry-after': '5' } : {}),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`)
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const isAnswering = ({ response }: Connection): boolean =>
  response !== null && !response.writableFinished && !response.destroyed

/** The client has not sent a whole request, or does not read the reply. */
const isUnfinished = ({ socket, request }: Connection): boolean =>
  request === null || !request.complete || socket.writableLength > 0

/** Between two requests. A connection that has begun to send the next request's headers looks the same. */
const isIdle = (connection: Connection): boolean => !isUnfinished(connection) && !isAnswering(connection)

const isWithoutCall = (connection: Connection): boolean =>
  isIdle(connection) || (connection.request === null && connection.socket.bytesRead === 0)
