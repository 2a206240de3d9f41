import { randomUUID } from 'node:crypto'
import type { MessageSettings } from './readSettings.ts'
import { PartFailure } from '../errors.ts'
import type { Database } from '../db/connection/connect.ts'
import { openNotify, type Notify } from './notify/notify.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  attachment?: { name: string; type: string; content: Buffer }
}

/** Sends messages. A channel that is null is not set up. A failure throws an Error that names nobody. */
export interface Courier {
  mail: ((mail: Mail) => Promise<void>) | null
  sms: ((message: { to: string; text: string }) => Promise<void>) | null
  /** Throw if the server would not accept a message. They send nothing. */
  reachMail?: () => Promise<void>
  reachTexts?: () => Promise<void>
  /** GOV.UK Notify, which says what became of each message. What it takes is sent through it, if somebody asks. */
  notify?: Notify
}

/** The channels that are set up. Mail goes through the mail server if there is one, else through GOV.UK Notify. */
export const courierOf = ({ smtp, notify: settings }: MessageSettings): Courier => {
  const notify =
    settings === null ? null : openNotify(smtp === null ? settings : { ...settings, mailTemplate: null })
  return {
    mail:
      smtp !== null
        ? mailBySmtp(smtp.url, smtp.from)
        : notify?.takes.mails === true
          ? mailByNotify(notify)
          : null,
    sms: notify?.takes.texts === true ? smsByNotify(notify) : null,
    ...(smtp === null ? {} : { reachMail: () => reachMail(smtp.url) }),
    ...(notify === null ? {} : { notify, reachTexts: notify.reach }),
  }
}

/** Connects, encrypts and signs in, as it would for a message. */
const reachMail = async (url: string): Promise<void> => {
  const transport = await transportTo(url)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

const timeoutMs = 15_000
/** Tells mail programs to send no absence note in reply (RFC 3834). */
const automatic = { 'Auto-Submitted': 'auto-generated' }
const isLocal = (host: string): boolean => ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)

/**
 * Sends mail by SMTP, encrypted unless the server is on this machine.
 * @param url smtp:// or smtps:// with user name and password
 */
export const mailBySmtp = (
  url: string,
  from: { name: string; address: string },
): NonNullable<Courier['mail']> => {
  const open = openedOnce(() => transportTo(url))
  return async ({ to, subject, text, attachment }) => {
    try {
      const transport = await open()
      await transport.sendMail({
        from,
        // As an address object: a plain text could contain a second address.
        to: { name: '', address: to },
        subject,
        text,
        headers: automatic,
        ...(attachment !== undefined && {
          attachments: [
            { filename: attachment.name, contentType: attachment.type, content: attachment.content },
          ],
        }),
      })
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      // The mail server's own message may repeat the address.
      throw new PartFailure(
        'mail',
        `The mail server did not accept the message: ${responseCode ?? code ?? 'no reason'}`,
      )
    }
  }
}

/**
 * Loads the sender for the first message or check, so that no start waits for it. If that fails, the next use tries
 * again.
 */
const openedOnce = <Sender>(open: () => Promise<Sender>): (() => Promise<Sender>) => {
  let opening: Promise<Sender> | null = null
  return () =>
    (opening ??= open().catch((error: unknown) => {
      opening = null
      throw error
    }))
}

const transportTo = async (url: string) => {
  const { default: nodemailer } = await import('nodemailer')
  return nodemailer.createTransport({
    url,
    requireTLS: !isLocal(new URL(url).hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** Sends text messages through GOV.UK Notify, of which nobody asks what became of them. */
export const smsByNotify =
  (notify: Notify): NonNullable<Courier['sms']> =>
  async ({ to, text }) => {
    await notify.text({ to, text, reference: randomUUID() })
  }

const mailByNotify =
  (notify: Notify): NonNullable<Courier['mail']> =>
  async ({ to, subject, text, attachment }) => {
    if (attachment !== undefined)
      throw new PartFailure('mail', 'GOV.UK Notify sends no attached letters: that needs a mail server')
    await notify.mail({ to, subject, text, reference: randomUUID() })
  }

/** Stores messages in the database for the administrator to read. Only for demonstrations. */
export const outbox = ({ sql }: Database): Courier => {
  const keep = async (row: {
    channel: 'mail' | 'sms'
    recipient: string
    subject?: string
    body: string
  }) => {
    await sql.insertInto('outbox_message').values(row).execute()
  }
  return {
    mail: ({ to, subject, text, attachment }) =>
      keep({
        channel: 'mail',
        recipient: to,
        subject,
        body: attachment === undefined ? text : `${text}\nAttached: ${attachment.name}\n`,
      }),
    sms: ({ to, text }) => keep({ channel: 'sms', recipient: to, body: text }),
  }
}
