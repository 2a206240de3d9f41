import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import type { NotifySettings } from './notify.ts'

/** A fault that the stand-in shows, for tests. */
export type Fault =
  | { status: number; error: string }
  /** Takes the message, and then the connection breaks before the answer. */
  | 'lost reply'
  /** Takes nothing, and the connection breaks. */
  | 'cut'
  | 'another form'

type Kind = 'sms' | 'email' | 'letter'

export interface Taken {
  id: string
  reference: string | null
  kind: Kind
  to: string
  /** What it goes through, ending with its last status. */
  ahead: string[]
  status: string
  pdf: Buffer | null
  postage: string | null
}

export interface StandIn {
  /** How the product reaches it. */
  settings: NotifySettings
  taken: Taken[]
  /** Faults of the next requests in their order. */
  nextFaults: (Fault | null)[]
  /** The fault of a request of which none was named; null for none. */
  chooseFault: ((isSending: boolean) => Fault | null) | null
  /** How many requests of each kind came. */
  asked: { posts: number; finds: number; gets: number }
  /** Where it calls back; null if nowhere. */
  callback: { url: string; token: string } | null
  /** What a letter goes through next; the statuses of the next letters. */
  nextLetters: string[][]
  /** Texts that people sent, oldest first. */
  received: { id: string; from: string; message: string; at: string }[]
  /** Where it passes those on; null if nowhere. */
  receivedCallback: { url: string; token: string } | null
  /**
   * Somebody sends a text to the number of the service.
   * @param options `id` of a text that was passed on before; `isLost` if no callback brings it
   * @returns what the product answered; 0 if nothing
   */
  receive: (
    from: string,
    message: string,
    options?: { id?: string; at?: number; isLost?: boolean },
  ) => Promise<number>
  /** Moves every message on by one status, and calls back for those that came to their end. */
  proceed: () => Promise<void>
  /** The post brings a letter back. @returns what the product answered; 0 if nothing */
  bringBack: (id: string) => Promise<number>
  /** Forgets what it has, as Notify does after 7 days. */
  forget: () => void
  close: () => Promise<void>
}

const serviceId = '26785a09-ab16-4eb0-8407-a37497a57506'
const secret = '3d844edf-8d35-48ac-975b-e847b4f122b0'
const templates = { sms: 'a-template-of-texts', email: 'a-template-of-mails' }
const clockSkewSeconds = 30
const fiveMegabytes = 5 * 1024 * 1024
const final = new Set([
  ...['delivered', 'permanent-failure', 'temporary-failure', 'technical-failure', 'sent'],
  ...['received', 'cancelled', 'virus-scan-failed', 'validation-failed'],
])

/** The numbers and addresses with which Notify simulates failures for a test key. */
const endOf = (to: string): string =>
  /7700900002$|^perm-fail@/.test(to)
    ? 'permanent-failure'
    : /7700900003$|^temp-fail@/.test(to)
      ? 'temporary-failure'
      : 'delivered'

/**
 * A stand-in of GOV.UK Notify on this machine. It checks the key and each request as the documentation says, refuses
 * with the documented errors, and moves messages on and calls back when it is told to.
 */
export const startStandIn = async ({
  stepMs,
}: {
  /** How often messages move on by themselves; absent: only when it is told to. */
  stepMs?: number
} = {}): Promise<StandIn> => {
  const isSigned = async (request: IncomingMessage): Promise<boolean> => {
    try {
      const { payload } = await jwtVerify(
        (request.headers.authorization ?? '').replace('Bearer ', ''),
        new TextEncoder().encode(secret),
        { algorithms: ['HS256'], issuer: serviceId, requiredClaims: ['iat'] },
      )
      return Math.abs(Date.now() / 1000 - (payload.iat ?? 0)) <= clockSkewSeconds
    } catch {
      return false
    }
  }

  const take = (kind: Kind, body: Record<string, unknown>): Taken => {
    const to = String(body['phone_number'] ?? body['email_address'] ?? '')
    const message: Taken = {
      id: randomUUID(),
      reference: typeof body['reference'] === 'string' ? body['reference'] : null,
      kind,
      to,
      status: kind === 'letter' ? 'pending-virus-check' : 'created',
      ahead:
        kind === 'letter'
          ? (standIn.nextLetters.shift() ?? ['accepted', 'received'])
          : ['sending', endOf(to)],
      pdf: typeof body['content'] === 'string' ? Buffer.from(body['content'], 'base64') : null,
      postage: kind === 'letter' ? String(body['postage'] ?? 'second') : null,
    }
    standIn.taken.push(message)
    return message
  }

  const post = async (request: IncomingMessage, response: ServerResponse, kind: Kind): Promise<void> => {
    standIn.asked.posts += 1
    const body = parse(await read(request))
    const fault = standIn.nextFaults.shift() ?? standIn.chooseFault?.(true) ?? null
    if (fault === 'cut') return void response.destroy()
    if (fault === 'another form') return sendJson(response, 201, { accepted: true })
    if (fault !== null && fault !== 'lost reply') return sendFault(response, fault.status, fault.error)
    const wrong = wrongIn(kind, body)
    if (wrong !== null) return sendFault(response, 400, ...wrong)
    const { id, reference, postage } = take(kind, body)
    if (fault === 'lost reply') return void response.destroy()
    return sendJson(response, 201, { id, reference, ...(postage === null ? {} : { postage }) })
  }

  const show = ({ id, reference, kind, status }: Taken): object => ({ id, reference, type: kind, status })

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (request.method === 'HEAD') return void response.writeHead(404).end()
    if (!(await isSigned(request)))
      return sendFault(response, 403, 'AuthError', 'Invalid token: API key not found')
    const kind = /^\/v2\/notifications\/(sms|email|letter)$/.exec(url.pathname)?.[1] as Kind | undefined
    if (request.method === 'POST' && kind !== undefined) return post(request, response, kind)
    if (request.method !== 'GET') return sendFault(response, 404, 'NoResultFound')
    const fault = standIn.nextFaults.shift() ?? standIn.chooseFault?.(false) ?? null
    if (fault === 'cut' || fault === 'lost reply') return void response.destroy()
    if (fault === 'another form') return sendJson(response, 200, { something: 'else' })
    if (fault !== null) return sendFault(response, fault.status, fault.error)
    if (url.pathname === '/v2/notifications') {
      standIn.asked.finds += 1
      const reference = url.searchParams.get('reference')
      const found = standIn.taken.filter((each) => reference === null || each.reference === reference)
      return sendJson(response, 200, { notifications: found.slice(-250).map(show), links: {} })
    }
    if (url.pathname === '/v2/received-text-messages') {
      const older = url.searchParams.get('older_than')
      const latest = standIn.received.toReversed()
      const from = older === null ? 0 : latest.findIndex(({ id }) => id === older) + 1
      const page = older !== null && from === 0 ? [] : latest.slice(from, from + 250)
      return sendJson(response, 200, {
        received_text_messages: page.map(({ id, from: user_number, message: content, at }) => ({
          ...{ id, user_number, content, notify_number: '07700900456', service_id: serviceId },
          created_at: at.replace('T', ' ').replace('Z', ''),
        })),
        links: {},
      })
    }
    standIn.asked.gets += 1
    const found = standIn.taken.find(({ id }) => url.pathname === `/v2/notifications/${id}`)
    return found === undefined
      ? sendFault(response, 404, 'NoResultFound', 'No result found')
      : sendJson(response, 200, show(found))
  }

  const callBack = async (body: object, to = standIn.callback): Promise<number> => {
    if (to === null) return 0
    const { url, token } = to
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    }).catch(() => null)
    return response?.status ?? 0
  }

  const proceed = async (): Promise<void> => {
    for (const message of standIn.taken) {
      const next = message.ahead.shift()
      if (next === undefined) continue
      message.status = next
      // Notify calls back about texts and e-mails, and about a letter only when it comes back.
      if (message.kind === 'letter' || !final.has(next)) continue
      await callBack({
        ...{ id: message.id, reference: message.reference, to: message.to, status: next },
        ...{ created_at: new Date().toISOString(), completed_at: new Date().toISOString() },
        ...{ sent_at: new Date().toISOString(), notification_type: message.kind },
        ...{ template_id: randomUUID(), template_version: 1 },
      })
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It keeps no process alive that has nothing else to do.
  server.unref()
  const timer = stepMs === undefined ? null : setInterval(() => void proceed(), stepMs)
  timer?.unref()
  const standIn: StandIn = {
    settings: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      key: `stand-in-${serviceId}-${secret}`,
      template: templates.sms,
      mailTemplate: templates.email,
      postage: 'second',
      callbackToken: 'the-token-of-the-stand-in',
    },
    taken: [],
    nextFaults: [],
    chooseFault: null,
    asked: { posts: 0, finds: 0, gets: 0 },
    callback: null,
    nextLetters: [],
    received: [],
    receivedCallback: null,
    receive: async (from, message, { id = randomUUID(), at = Date.now(), isLost = false } = {}) => {
      const text = { id, from: from.replace(/^0/, '44'), message, at: instantOf(at) }
      if (!standIn.received.some((each) => each.id === id)) standIn.received.push(text)
      if (isLost) return 0
      return callBack(
        {
          ...{ id, source_number: text.from, destination_number: '07700900456', message },
          date_received: text.at,
        },
        standIn.receivedCallback,
      )
    },
    proceed,
    bringBack: async (id) =>
      callBack({
        notification_id: id,
        reference: standIn.taken.find((each) => each.id === id)?.reference ?? null,
        ...{ date_sent: new Date().toISOString(), sent_by: null, template_name: 'Pre-compiled PDF' },
        ...{ template_id: randomUUID(), template_version: 1 },
        ...{ spreadsheet_file_name: null, spreadsheet_row_number: null, upload_letter_file_name: null },
      }),
    forget: () => {
      standIn.taken = []
    },
    close: async () => {
      if (timer !== null) clearInterval(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

/** The type and message of the documented error; null if the request is as it should be. */
const wrongIn = (kind: Kind, body: Record<string, unknown>): [string, string] | null => {
  const { reference, template_id: template, postage, content } = body
  if (kind === 'letter') {
    if (typeof reference !== 'string') return ['ValidationError', 'reference is a required property']
    if (postage !== undefined && !['first', 'second', 'economy'].includes(String(postage)))
      return ['ValidationError', 'postage invalid. It must be either first, second or economy.']
    const pdf = Buffer.from(String(content), 'base64')
    return pdf.subarray(0, 5).toString('latin1') === '%PDF-' && pdf.length <= fiveMegabytes
      ? null
      : ['BadRequestError', 'Letter content is not a valid PDF']
  }
  if (template === undefined) return ['ValidationError', 'template_id is a required property']
  if (template !== templates[kind]) return ['BadRequestError', 'Template not found']
  const personalisation = (body['personalisation'] ?? {}) as Record<string, unknown>
  if (typeof personalisation['message'] !== 'string')
    return ['BadRequestError', 'Missing personalisation: message']
  if (kind === 'email')
    return /^[^\s@]+@[^\s@]+$/.test(String(body['email_address']))
      ? null
      : ['ValidationError', 'email_address Not a valid email address']
  return /^(?:\+44|0)7\d{9}$/.test(String(body['phone_number']).replaceAll(' ', ''))
    ? null
    : ['ValidationError', 'phone_number Not a UK mobile number']
}

const parse = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

const sendJson = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const sendFault = (response: ServerResponse, status: number, error: string, message = error): void =>
  sendJson(response, status, { status_code: status, errors: [{ error, message }] })

const read = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
