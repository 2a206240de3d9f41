import { arch, platform, release } from 'node:os'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { instantOf } from '../../../../../contract/platform/words/format.ts'
import { authorisation } from './authorisation.ts'
import { MeshRefused, refusalOf } from './refusal.ts'
import { openHttp, TooMuch, type Asked, type AskHttp, type Reply } from './request.ts'
import type { MeshSettings } from '../settings.ts'

/** A message that is to leave. */
export interface MeshMessage {
  to: string
  workflow: string
  /** Our own number, by which it is found again. */
  localId: string
  subject: string
  fileName: string
  contentType: string
  content: Uint8Array
}

/** How a message that we sent stands. */
export interface Tracked {
  messageId: string
  status: string
  code: string | null
}

/** A message in our inbox: what its headers say. */
export interface Received {
  messageId: string
  isReport: boolean
  workflow: string
  localId: string | null
  linkedMessageId: string | null
  code: string | null
  chunks: number
}

export interface Mesh {
  settings: MeshSettings
  /** Tells MESH that the mailbox is in use, which it wants to hear every day. */
  greet: () => Promise<void>
  /** @returns the number that MESH gave it */
  send: (message: MeshMessage) => Promise<string>
  track: (messageId: string) => Promise<Tracked>
  /** What MESH has under one of our numbers, whole or not. Throws if it cannot say so for certain. */
  findByLocalId: (localId: string, since: number) => Promise<Tracked[]>
  /** The mailboxes of an organisation that take this workflow. */
  lookUp: (odsCode: string, workflow: string) => Promise<string[]>
  inbox: () => Promise<string[]>
  /** Null: MESH does not keep it any more. */
  readHeaders: (messageId: string) => Promise<Received | null>
  /** Null: it is not whole, or larger than any answer to a letter. */
  readContent: (received: Received) => Promise<Buffer | null>
  acknowledge: (messageId: string) => Promise<void>
}

export interface MeshOptions {
  now?: () => number
  /** Most bytes in one chunk, before compression. MESH takes 20 MB. */
  chunkBytes?: number
  waitMs?: number
  version?: string
}

const usualChunk = 20 * 1000 * 1000
const mostPages = 200

const sent = z.object({ message_id: z.string().min(1) })
const tracked = z.object({
  message_id: z.string().min(1),
  status: z.string(),
  status_code: z.string().nullish(),
})
/** The older form, which the search by our own number still has. */
const trackedByLocalId = z.object({
  messageId: z.string().min(1),
  status: z.string(),
  statusCode: z.string().nullish(),
})
const richOutbox = z.object({
  messages: z.array(
    z.object({
      message_id: z.string(),
      local_id: z.string().nullish(),
      status: z.string(),
      status_code: z.string().nullish(),
    }),
  ),
  links: z.record(z.string(), z.string()).optional(),
})
const found = z.object({ results: z.array(z.object({ mailbox_id: z.string() })) })
const listed = z.object({
  messages: z.array(z.string()),
  links: z.record(z.string(), z.string()).optional(),
})

/**
 * The mailbox of this service in MESH, by its API of version 2. Throws MeshRefused for what MESH refuses, and NoReply.
 * Sources: NHS England's MESH API and its sandbox (github.com/NHSDigital/mesh-sandbox).
 */
export const openMesh = (settings: MeshSettings, options: MeshOptions = {}): Mesh => {
  const { now = Date.now, chunkBytes = usualChunk, waitMs = 60_000, version = '1' } = options
  const http: AskHttp = openHttp(settings, waitMs)
  const base = `${settings.url}/messageexchange`
  const own = `${base}/${settings.mailbox}`
  const client = {
    'mex-ClientVersion': `surefoot==${version}`,
    'mex-OSName': platform(),
    'mex-OSVersion': release(),
    'mex-OSArchitecture': arch(),
  }

  const ask = async (
    asked: Omit<Asked, 'headers'> & { headers?: Record<string, string> },
  ): Promise<Reply> => {
    const reply = await http({
      ...asked,
      headers: {
        authorization: authorisation(settings, now()),
        accept: 'application/vnd.mesh.v2+json',
        'user-agent': 'surefoot',
        ...asked.headers,
      },
    })
    if (reply.status < 200 || reply.status > 299) throw refusalOf(reply)
    return reply
  }
  const get = (url: string): Promise<Reply> => ask({ method: 'GET', url })

  const send = async ({ content, ...message }: MeshMessage): Promise<string> => {
    const chunks: Uint8Array[] = []
    for (let from = 0; from === 0 || from < content.byteLength; from += chunkBytes)
      chunks.push(content.subarray(from, from + chunkBytes))
    const put = (url: string, number: number, chunk: Uint8Array, headers: Record<string, string>) =>
      ask({
        method: 'POST',
        url,
        // Each chunk is compressed by itself.
        body: gzipSync(chunk),
        headers: {
          'content-type': 'application/octet-stream',
          'content-encoding': 'gzip',
          ...(chunks.length === 1 ? {} : { 'mex-Chunk-Range': `${number}:${chunks.length}` }),
          ...headers,
        },
      })
    const { body } = await put(`${own}/outbox`, 1, chunks[0] ?? content, {
      'mex-From': settings.mailbox,
      'mex-To': message.to,
      'mex-WorkflowID': message.workflow,
      'mex-LocalID': message.localId,
      'mex-Subject': message.subject,
      'mex-FileName': message.fileName,
      'mex-Content-Type': message.contentType,
      ...(chunks.length === 1 ? { 'content-type': message.contentType } : {}),
    })
    const { message_id: id } = jsonOf(body, sent)
    for (const [index, chunk] of chunks.entries())
      if (index > 0) await put(`${own}/outbox/${encodeURIComponent(id)}/${index + 1}`, index + 1, chunk, {})
    return id
  }

  /** All that left since, of which some have our number. */
  const inRichOutbox = async (localId: string, since: number): Promise<Tracked[]> => {
    const matches: Tracked[] = []
    // MESH names a day without a zone; five minutes before, for clocks that differ.
    const start = instantOf(since - 5 * 60_000).slice(0, 19)
    let next: string | undefined = `${own}/outbox/rich?max_results=100&start_time=${start}`
    for (let page = 0; next !== undefined; page += 1) {
      if (page === mostPages) throw new MeshRefused(0, null, 'The outbox in MESH is too long to be searched')
      const { messages, links }: z.output<typeof richOutbox> = jsonOf((await get(next)).body, richOutbox)
      for (const { message_id: messageId, local_id, status, status_code: code } of messages)
        if (local_id === localId) matches.push(standing(messageId, status, code))
      next = nextPage(links, settings)
    }
    return matches
  }

  const readChunk = async (at: string, number: number): Promise<Buffer | null> => {
    const url = number === 1 ? at : `${at}/${number}`
    try {
      const { body, headers } = await ask({ method: 'GET', url, headers: { 'accept-encoding': 'gzip' } })
      return headers['content-encoding'] === 'gzip' ? unzipped(body) : body
    } catch (error) {
      const isGone = error instanceof MeshRefused && (error.status === 404 || error.status === 410)
      if (isGone || error instanceof TooMuch) return null
      throw error
    }
  }

  const readListed = async (): Promise<string[]> => {
    const ids: string[] = []
    let next: string | undefined = `${own}/inbox?max_results=500`
    for (let page = 0; next !== undefined && page < mostPages; page += 1) {
      const { messages, links }: z.output<typeof listed> = jsonOf((await get(next)).body, listed)
      ids.push(...messages)
      next = nextPage(links, settings)
    }
    return ids
  }

  return {
    settings,
    greet: async () => {
      await ask({ method: 'POST', url: own, headers: client })
    },
    send,
    track: async (messageId) => {
      const { body } = await get(`${own}/outbox/tracking?messageID=${encodeURIComponent(messageId)}`)
      const { message_id, status, status_code: code } = jsonOf(body, tracked)
      return standing(message_id, status, code)
    },
    findByLocalId: async (localId, since) => {
      try {
        const { body } = await get(`${own}/outbox/tracking/${encodeURIComponent(localId)}`)
        const { messageId, status, statusCode: code } = jsonOf(body, trackedByLocalId)
        return [standing(messageId, status, code)]
      } catch (error) {
        // 404: none, unless this deprecated address is gone. 300: several. The outbox itself decides both.
        if (error instanceof MeshRefused && (error.status === 404 || error.status === 300))
          return inRichOutbox(localId, since)
        throw error
      }
    },
    lookUp: async (odsCode, workflow) => {
      const { body } = await get(
        `${base}/endpointlookup/${encodeURIComponent(odsCode)}/${encodeURIComponent(workflow)}`,
      )
      return jsonOf(body, found).results.map(({ mailbox_id }) => mailbox_id)
    },
    inbox: readListed,
    readHeaders: async (messageId) => {
      try {
        const { headers } = await ask({
          method: 'HEAD',
          url: `${own}/inbox/${encodeURIComponent(messageId)}`,
        })
        const read = (name: string): string | null => {
          const value = headers[name]
          return typeof value === 'string' && value !== '' ? value : null
        }
        return {
          messageId,
          isReport: read('mex-messagetype') === 'REPORT',
          workflow: read('mex-workflowid') ?? '',
          localId: read('mex-localid'),
          linkedMessageId: read('mex-linkedmsgid'),
          code: read('mex-statuscode'),
          chunks: Number(read('mex-total-chunks') ?? 1),
        }
      } catch (error) {
        if (error instanceof MeshRefused && (error.status === 404 || error.status === 410)) return null
        throw error
      }
    },
    readContent: async ({ messageId, chunks }) => {
      if (!(chunks <= mostChunks)) return null
      const parts: Buffer[] = []
      for (let number = 1; number <= Math.max(chunks, 1); number += 1) {
        const chunk = await readChunk(`${own}/inbox/${encodeURIComponent(messageId)}`, number)
        if (chunk === null) return null
        parts.push(chunk)
      }
      const content = Buffer.concat(parts)
      // Some software compresses a message before MESH does (its sandbox: mex-Content-Compressed).
      return content.subarray(0, 2).equals(gzipStart) ? unzipped(content) : content
    },
    acknowledge: async (messageId) => {
      await ask({ method: 'PUT', url: `${own}/inbox/${encodeURIComponent(messageId)}/status/acknowledged` })
    },
  }
}

/** Both forms of its API write the same words, with and without a capital; without a code it may write a blank one. */
const standing = (messageId: string, status: string, code: string | null | undefined): Tracked => ({
  messageId,
  status: status.toLowerCase(),
  code: code === '' ? null : (code ?? null),
})

/** An answer to a letter has a few kilobytes, in one chunk. */
const mostChunks = 20
/** What a few bytes may grow to. */
const limits = { maxOutputLength: 16 * 1024 * 1024 }
const gzipStart = Buffer.from([0x1f, 0x8b])

const unzipped = (content: Buffer): Buffer | null => {
  try {
    return gunzipSync(content, limits)
  } catch {
    // Decompression only fails because of the content.
    return null
  }
}

/** What a page says comes after it. Our authorisation goes to MESH only, whatever the page says. */
const nextPage = (
  links: Record<string, string> | undefined,
  { url }: Pick<MeshSettings, 'url'>,
): string | undefined => {
  if (links?.['next'] === undefined) return undefined
  const next = new URL(links['next'], url)
  if (next.origin !== new URL(url).origin)
    throw new MeshRefused(0, null, 'MESH named a page of another server')
  return next.href
}

const jsonOf = <Shape extends z.ZodType>(body: Buffer, shape: Shape): z.output<Shape> => {
  try {
    return shape.parse(JSON.parse(body.toString('utf8')))
  } catch {
    throw new MeshRefused(502, null, 'MESH answered in an unknown form')
  }
}
