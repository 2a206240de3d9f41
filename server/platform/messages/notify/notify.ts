import type { NotifyClient as Client } from 'notifications-node-client'
import { instantWritten } from '../../../../contract/platform/dates/wallTime.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { NotifyFailure, failureOf } from './failure.ts'

/** How letters are posted. */
export const postages = ['first', 'second', 'economy'] as const
export type Postage = (typeof postages)[number]

export interface NotifySettings {
  url: string
  key: string
  /** The template of texts, which contains only ((message)); null if no texts are sent. */
  template: string | null
  /** The template of e-mails: subject ((subject)), body ((message)); null if no e-mails are sent. */
  mailTemplate: string | null
  /** How letters are posted; null if none are. */
  postage: Postage | null
  /** What Notify says of itself when it calls back; null if it is only asked. */
  callbackToken: string | null
}

/** What Notify has of one message. */
export interface Notification {
  id: string
  status: string
}

/** A text that somebody sent to the number of this service. */
export interface ReceivedText {
  id: string
  from: string
  words: string
  /** Milliseconds since the epoch. */
  receivedAt: number
}

/** GOV.UK Notify. Everything throws a NotifyFailure if it fails. A reference is our own number, and names nobody. */
export interface Notify {
  /** Which messages to people it takes. */
  takes: { texts: boolean; mails: boolean }
  /** @returns the number by which Notify knows it */
  text: (message: { to: string; text: string; reference: string }) => Promise<string>
  mail: (message: { to: string; subject: string; text: string; reference: string }) => Promise<string>
  letter: (letter: { reference: string; pdf: Uint8Array; postage: Postage }) => Promise<string>
  /** What Notify has under our reference; null if nothing. */
  find: (reference: string) => Promise<Notification | null>
  /** The status of a message; null if Notify does not know it, or not any more: it forgets after 7 days. */
  ask: (id: string) => Promise<string | null>
  /** Texts that people sent in the last week, latest first: so long Notify keeps them. */
  received: () => Promise<ReceivedText[]>
  /** Throws unless Notify can be reached. It sends nothing. */
  reach: () => Promise<void>
  /** When it last answered a question or took a message in this process. */
  lastSuccessAt: () => string | null
}

const waitMs = 15_000
/** A letter may have 5 MB. */
const letterWaitMs = 60_000
const largestAnswer = 1024 * 1024
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The part of axios, on which the client is built, that sets its limits. */
interface Limits {
  create: (limits: object) => Parameters<Client['setClient']>[0]
}

/** @param now for tests */
export const openNotify = (
  { url, key, template, mailTemplate }: Pick<NotifySettings, 'url' | 'key' | 'template' | 'mailTemplate'>,
  now: () => number = Date.now,
): Notify => {
  let lastSuccess: number | null = null
  const clients = new Map<number, Promise<Client>>()
  /** The client loads with the first message, so that no start waits for it. If that fails, the next use tries again. */
  const client = (timeout: number): Promise<Client> => {
    const opened =
      clients.get(timeout) ??
      open(url, key, timeout).catch((error: unknown) => {
        clients.delete(timeout)
        throw error
      })
    clients.set(timeout, opened)
    return opened
  }
  const speak = async <Answer>(
    ask: (client: Client) => Promise<{ data: Answer }>,
    timeout = waitMs,
  ): Promise<Answer> => {
    try {
      const { data } = await ask(await client(timeout))
      lastSuccess = now()
      // A blank answer has no field either.
      return data ?? ({} as Answer)
    } catch (error) {
      throw failureOf(error, now())
    }
  }
  const accepted = ({ id }: { id?: unknown }): string => {
    if (typeof id === 'string' && uuid.test(id)) return id
    throw new NotifyFailure(
      'unknown',
      'GOV.UK Notify answered something that this service does not understand.',
    )
  }
  const notSetUp = (what: string): NotifyFailure => new NotifyFailure('again', `${what} is not set up.`)

  return {
    takes: { texts: template !== null, mails: mailTemplate !== null },
    text: async ({ to, text, reference }) => {
      if (template === null) throw notSetUp('Sending texts')
      return accepted(
        await speak((each) => each.sendSms(template, to, { personalisation: { message: text }, reference })),
      )
    },
    mail: async ({ to, subject, text, reference }) => {
      if (mailTemplate === null) throw notSetUp('Sending e-mails through GOV.UK Notify')
      return accepted(
        await speak((each) =>
          each.sendEmail(mailTemplate, to, { personalisation: { subject, message: text }, reference }),
        ),
      )
    },
    letter: async ({ reference, pdf, postage }) =>
      accepted(
        await speak((each) => each.sendPrecompiledLetter(reference, Buffer.from(pdf), postage), letterWaitMs),
      ),
    find: async (reference) => {
      const { notifications } = (await speak((each) =>
        each.getNotifications(undefined, undefined, reference),
      )) as { notifications?: unknown }
      if (!Array.isArray(notifications))
        throw new NotifyFailure(
          'again',
          'GOV.UK Notify answered something that this service does not understand.',
        )
      const ours = (notifications as { id?: unknown; reference?: unknown; status?: unknown }[]).find(
        (each) => each.reference === reference,
      )
      return ours === undefined ? null : { id: accepted(ours), status: String(ours.status) }
    },
    ask: async (id) => {
      try {
        const { status = null } = await speak<{ status?: string }>((each) =>
          each.getNotificationById(id).catch((error: { response?: { status?: number } }) => {
            if (error.response?.status === 404) return { data: {} }
            throw error
          }),
        )
        return status
      } catch (error) {
        // Asking changes nothing, so that its outcome is never uncertain.
        const { message, waitMs: wait } = failureOf(error, now())
        throw new NotifyFailure('again', message, wait)
      }
    },
    received: async () => {
      const all: ReceivedText[] = []
      for (let page = 0; page < mostPages; page += 1) {
        const { received_text_messages: found } = (await speak((each) =>
          each.getReceivedTexts(all.at(-1)?.id),
        )) as { received_text_messages?: unknown }
        if (!Array.isArray(found))
          throw new NotifyFailure(
            'again',
            'GOV.UK Notify answered something that this service does not understand.',
          )
        all.push(...(found as Listed[]).flatMap(textOf))
        if (found.length < receivedPerPage) break
      }
      return all
    },
    reach: async () => {
      await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(waitMs) })
    },
    lastSuccessAt: () => (lastSuccess === null ? null : instantOf(lastSuccess)),
  }
}

/** “Get received text messages” in the documentation of GOV.UK Notify: so many at a time. */
const receivedPerPage = 250
const mostPages = 40

interface Listed {
  id?: unknown
  user_number?: unknown
  content?: unknown
  created_at?: unknown
}

const textOf = ({ id, user_number: from, content, created_at: at }: Listed): ReceivedText[] => {
  if (typeof id !== 'string' || typeof from !== 'string' || typeof content !== 'string') return []
  const receivedAt = typeof at === 'string' ? instantWritten(at) : Number.NaN
  return uuid.test(id) && !Number.isNaN(receivedAt) ? [{ id, from, words: content, receivedAt }] : []
}

/** Redirects are not followed, because the token would be sent along. */
const open = async (url: string, key: string, timeout: number): Promise<Client> => {
  const { NotifyClient } = await import('notifications-node-client')
  const client = new NotifyClient(url, key)
  const { restClient } = client.apiClient as { restClient: Limits }
  client.setClient(
    restClient.create({ timeout, maxRedirects: 0, maxContentLength: largestAnswer, responseType: 'json' }),
  )
  return client
}
