import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { instantOf } from '../../../../../contract/platform/words/format.ts'
import { meshDigest } from '../api/authorisation.ts'
import { usualDocumentWorkflow, type MeshSettings } from '../settings.ts'
import { itkResponse } from './response.ts'

/** A fault that the stand-in shows, for tests. */
export type MeshFault =
  /** Refuses, or says that it failed. `after`: it has accepted the message all the same. */
  | { status: number; code?: string; retryAfter?: string; after?: true }
  /** Accepts a message and closes the connection without a reply. */
  | 'lost'
  /** Does not answer, and accepts nothing. */
  | 'silent'
  /** Answers in a form that nobody knows. */
  | 'another form'

/** A message that was sent to the stand-in. */
export interface Held {
  id: string
  to: string
  workflow: string
  localId: string
  subject: string
  contentType: string
  total: number
  chunks: Map<number, Buffer>
  status: 'uploading' | 'accepted' | 'acknowledged' | 'error'
  code: string | null
  /** ISO 8601 in UTC. */
  at: string
}

/** A message in our inbox. */
export interface InInbox {
  id: string
  type: 'DATA' | 'REPORT'
  workflow: string
  localId: string
  linked: string | null
  code: string | null
  chunks: Buffer[]
  /** What its headers say of its chunks, where that is not so. */
  total?: string
  encoding?: string
  isAcknowledged: boolean
}

export interface MeshStandIn {
  /** How the product reaches it. */
  settings: MeshSettings
  /** Where it says that the list of its inbox goes on. */
  nextOfInbox: string | null
  /** Faults of the next requests in their order, then `fault`. */
  nextFaults: (MeshFault | null)[]
  fault: MeshFault | null
  /** Chooses the fault of each request of one kind; before the others. */
  chooseFault: ((request: { isSending: boolean }) => MeshFault | null) | null
  /** Whether practices collect and answer at once. */
  isPrompt: boolean
  /** The mailboxes of organisations, by their code. */
  directory: Map<string, string[]>
  messages: Held[]
  inbox: InInbox[]
  greetings: number
  /** Every request: its method and path, without numbers of messages. */
  asked: string[]
  contentOf: (message: Held) => Buffer
  collect: (localId: string) => void
  /** The recipient did not collect it: MESH reports it. */
  expire: (localId: string) => void
  /** The system of the practice answers a document with codes of ITK3. */
  answer: (localId: string, ...codes: string[]) => void
  put: (message: Partial<InInbox>) => void
  /** Puts something into our inbox that is not for this service. */
  putOther: () => void
  close: () => Promise<void>
}

const secrets = { mailbox: 'X26OT001', password: 'stand-in-password', sharedKey: 'stand-in-key' }
export const standInWorkflow = 'SUREFOOT_LETTER'
const json = 'application/vnd.mesh.v2+json'

/** A stand-in of MESH on this machine. It checks what the service checks, and answers as NHS England's sandbox does. */
export const startMeshStandIn = async (): Promise<MeshStandIn> => {
  const seen = new Set<string>()

  /** What practices do at once, where they are prompt. */
  const delivered = (message: Held): void => {
    message.status = 'accepted'
    if (!standIn.isPrompt) return
    message.status = 'acknowledged'
    if (message.workflow === usualDocumentWorkflow) standIn.answer(message.localId, '20013', '30001')
  }

  const isOurs = (header: string): boolean => {
    const [, mailbox = '', nonce = '', count = '', minute = '', digest] =
      /^NHSMESH ([^:]+):([^:]+):(\d+):(\d{12}):([0-9a-f]{64})$/.exec(header) ?? []
    const isNew = nonce !== '' && !seen.has(nonce)
    seen.add(nonce)
    return isNew && mailbox === secrets.mailbox && digest === meshDigest(secrets, nonce, count, minute)
  }

  const send = (request: IncomingMessage, response: ServerResponse, body: Buffer): (() => void) => {
    const read = (name: string): string => String(request.headers[name] ?? '')
    const to = read('mex-to').toUpperCase()
    const [, total = '1'] = read('mex-chunk-range').split(':')
    const isKnown = to.startsWith('GPPROVIDER_') || [...standIn.directory.values()].flat().includes(to)
    if (!isKnown) return () => refuse(response, 417, '12')
    if (read('mex-workflowid') === '') return () => refuse(response, 400, '06')
    if (body.length === 0) return () => refuse(response, 417, '02')
    const message: Held = {
      ...{ id: randomUUID().replaceAll('-', '').toUpperCase(), to, workflow: read('mex-workflowid') },
      ...{ localId: read('mex-localid'), subject: read('mex-subject') },
      contentType: read('mex-content-type') || read('content-type'),
      ...{
        total: Number(total),
        chunks: new Map([[1, plain(request, body)]]),
        code: null,
        at: instantOf(Date.now()),
      },
      status: 'uploading',
    }
    standIn.messages.push(message)
    if (message.total === 1) delivered(message)
    return () => reply(response, 202, { message_id: message.id })
  }

  const sendChunk = (request: IncomingMessage, response: ServerResponse, body: Buffer, path: string[]) => {
    const message = standIn.messages.find(({ id }) => id === path[2])
    const number = Number(path[3])
    if (message === undefined) return () => refuse(response, 404)
    if (message.status !== 'uploading') return () => refuse(response, 423)
    if (request.headers['mex-chunk-range'] !== `${number}:${message.total}`)
      return () => refuse(response, 417, 'InvalidHeaderChunks')
    message.chunks.set(number, plain(request, body))
    if (number === message.total) delivered(message)
    return () => void response.writeHead(202).end()
  }

  const track = (response: ServerResponse, path: string[], query: URLSearchParams): void => {
    const local = path[3]
    if (local === undefined) {
      const message = standIn.messages.find(({ id }) => id === query.get('messageID'))
      if (message === undefined) return refuse(response, 404)
      const { id: message_id, localId: local_id, status, code: status_code } = message
      return reply(response, 200, { message_id, local_id, status, status_code })
    }
    const [message, second] = standIn.messages.filter(({ localId }) => localId === local)
    if (message === undefined) return refuse(response, 404)
    if (second !== undefined) return refuse(response, 300)
    const { id, localId, status, code } = message
    return reply(response, 200, {
      ...{ messageId: id, localId, statusCode: code },
      status: `${status[0]?.toUpperCase()}${status.slice(1)}`,
    })
  }

  const rich = (response: ServerResponse, query: URLSearchParams): void => {
    const since = query.get('start_time') ?? ''
    const from = Number(query.get('continue_from') ?? 0)
    const most = Number(query.get('max_results') ?? 100)
    const all = standIn.messages.filter(({ at }) => at > since)
    const more = new URLSearchParams(query)
    more.set('continue_from', String(from + most))
    reply(response, 200, {
      messages: all.slice(from, from + most).map(({ id, localId, status, code }) => ({
        ...{ message_id: id, local_id: localId, status, status_code: code },
      })),
      links:
        from + most < all.length
          ? { next: `/messageexchange/${secrets.mailbox}/outbox/rich?${more.toString()}` }
          : {},
    })
  }

  const readInbox = (request: IncomingMessage, response: ServerResponse, path: string[]): void => {
    const [, , id, number = '1'] = path
    if (id === undefined)
      return reply(response, 200, {
        messages: standIn.inbox.flatMap((each) => (each.isAcknowledged ? [] : each.id)),
        links: standIn.nextOfInbox === null ? {} : { next: standIn.nextOfInbox },
      })
    const message = standIn.inbox.find((each) => each.id === id)
    if (message === undefined) return refuse(response, 404)
    if (request.method === 'PUT') {
      message.isAcknowledged = true
      return void response.writeHead(200).end()
    }
    response.setHeader('mex-messageid', message.id)
    response.setHeader('mex-messagetype', message.type)
    response.setHeader('mex-workflowid', message.workflow)
    response.setHeader('mex-localid', message.localId)
    response.setHeader('mex-total-chunks', message.total ?? String(message.chunks.length))
    if (message.encoding !== undefined) response.setHeader('content-encoding', message.encoding)
    if (message.linked !== null) response.setHeader('mex-linkedmsgid', message.linked)
    if (message.code !== null) response.setHeader('mex-statuscode', message.code)
    const chunk = message.chunks[Number(number) - 1]
    if (chunk === undefined && message.type === 'DATA') return refuse(response, 404)
    return void response.writeHead(Number(number) >= message.chunks.length ? 200 : 206).end(chunk)
  }

  /** Does what was asked, and gives back how it is answered: a fault may come between the two. */
  const handle = (
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    body: Buffer,
  ): (() => void) => {
    const path = url.pathname.replace('/messageexchange/', '').split('/')
    const [first, part, third] = path
    if (first === 'endpointlookup')
      return () =>
        reply(response, 200, {
          results: (standIn.directory.get(part ?? '') ?? []).map((id) => ({
            ...{ mailbox_id: id, mailbox_name: 'Stand-in' },
          })),
        })
    if (first !== secrets.mailbox) return () => refuse(response, 403)
    if (part === undefined) {
      const isWhole = ['mex-clientversion', 'mex-osname', 'mex-osversion'].every(
        (name) => request.headers[name],
      )
      if (isWhole) standIn.greetings += 1
      return () => (isWhole ? void response.writeHead(200).end() : refuse(response, 400))
    }
    if (part === 'inbox') return () => readInbox(request, response, path)
    if (part !== 'outbox') return () => refuse(response, 404)
    if (third === 'tracking') return () => track(response, path, url.searchParams)
    if (third === 'rich') return () => rich(response, url.searchParams)
    return third === undefined ? send(request, response, body) : sendChunk(request, response, body, path)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const body = await readBody(request)
    const isSending = request.method === 'POST' && url.pathname.includes('/outbox')
    standIn.asked.push(`${request.method} ${url.pathname.replaceAll(/[0-9A-F]{32}|[0-9a-f-]{36}/g, '{id}')}`)
    const fault = standIn.chooseFault?.({ isSending }) ?? standIn.nextFaults.shift() ?? standIn.fault
    if (fault === 'silent') return
    if (fault === 'another form')
      return void response.writeHead(202, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>')
    if (!isOurs(String(request.headers.authorization ?? ''))) return refuse(response, 403)
    if (fault !== null && fault !== 'lost' && fault.after !== true) return show(response, fault)
    const say = handle(request, response, url, body)
    if (fault === 'lost') return void response.destroy()
    return fault === null ? say() : show(response, fault)
  }

  const show = (response: ServerResponse, { status, code, retryAfter }: Exclude<MeshFault, string>): void => {
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
    refuse(response, status, code)
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It keeps no process alive that has nothing else to do.
  server.unref()

  const put = (message: Partial<InInbox>): void => {
    standIn.inbox.push({
      ...{ id: randomUUID().replaceAll('-', '').toUpperCase(), type: 'DATA', workflow: '', localId: '' },
      ...{ linked: null, code: null, chunks: [], isAcknowledged: false },
      ...message,
    })
  }
  const held = (localId: string): Held => {
    const message = standIn.messages.find((each) => each.localId === localId)
    if (message === undefined) throw new Error(`The stand-in of MESH has no message ${localId}`)
    return message
  }
  const standIn: MeshStandIn = {
    settings: {
      ...secrets,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...{ odsCode: 'X26', letterWorkflow: standInWorkflow, documentWorkflow: usualDocumentWorkflow },
      ...{ tls: null, isStandIn: true },
    },
    ...{ nextOfInbox: null, nextFaults: [], fault: null, chooseFault: null, isPrompt: false },
    ...{ directory: new Map(), messages: [], inbox: [], greetings: 0, asked: [] },
    contentOf: ({ chunks }) =>
      Buffer.concat([...chunks].sort(([one], [other]) => one - other).map(([, chunk]) => chunk)),
    collect: (localId) => {
      held(localId).status = 'acknowledged'
    },
    expire: (localId) => {
      const message = held(localId)
      message.status = 'error'
      message.code = '14'
      put({ type: 'REPORT', localId, linked: message.id, code: '14', workflow: message.workflow })
    },
    answer: (localId, ...codes) => {
      for (const code of codes) {
        const content = Buffer.from(itkResponse(localId, code))
        const half = Math.ceil(content.length / 2)
        // In two chunks, as a large one comes.
        put({
          workflow: `${usualDocumentWorkflow}_ACK`,
          chunks: [content.subarray(0, half), content.subarray(half)],
        })
      }
    },
    put,
    putOther: () => put({ workflow: 'SOMETHING_ELSE', chunks: [Buffer.from('For other software')] }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

const plain = ({ headers }: IncomingMessage, body: Buffer): Buffer =>
  headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body

const reply = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': json }).end(JSON.stringify(body))

const refuse = (response: ServerResponse, status: number, code?: string): void =>
  reply(response, status, code === undefined ? {} : { detail: [{ event: 'SEND', code, msg: 'Refused' }] })

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
