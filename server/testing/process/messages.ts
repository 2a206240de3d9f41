import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { mailBySmtp, smsByNotify, type Courier } from '../../platform/messages/couriers.ts'
import { openNotify } from '../../platform/messages/notify/notify.ts'
import { tasksOf } from '../../app/jobs.ts'
import { exportTasks } from '../../exchange/fhir/bulk/tasks.ts'
import { csdsTasks } from '../../insight/csds/work.ts'
import { reportTasks } from '../../insight/runs/tasks.ts'
import type { TestService } from './service.ts'

export interface ReceivedMail {
  to: string[]
  from: string
  subject: string
  text: string
  /** Not there where the message has none. */
  attachments?: { name: string | null; content: Uint8Array }[]
}

export interface ReceivedSms {
  to: string
  text: string
  authorization: string
}

/** A mail server and a stand-in of GOV.UK Notify, and a courier that sends to them. */
export interface Receivers {
  courier: Courier
  smtpUrl: string
  notifyUrl: string
  notifyKey: string
  mails: ReceivedMail[]
  texts: ReceivedSms[]
  /** How many of the next messages are turned away for the moment. */
  refusing: { next: number }
  close: () => Promise<void>
}

const notifyKey = 'test-26785a09-ab16-4eb0-8407-a37497a57506-3d844edf-8d35-48ac-975b-e847b4f122b0'

export const startReceivers = async (): Promise<Receivers> => {
  const mails: ReceivedMail[] = []
  const texts: ReceivedSms[] = []
  const refusing = { next: 0 }
  const isRefusing = (): boolean => {
    if (refusing.next === 0) return false
    refusing.next -= 1
    return true
  }

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      void read(stream)
        .then((raw) => PostalMime.parse(raw))
        .then(({ from, subject = '', text = '', attachments }) => {
          if (isRefusing()) return done(Object.assign(new Error('Try later'), { responseCode: 451 }))
          const to = session.envelope.rcptTo.map(({ address }) => address)
          mails.push({
            ...{ to, from: from?.address ?? '', subject, text },
            ...(attachments.length > 0 && {
              attachments: attachments.map(({ filename, content }) => ({
                name: filename,
                content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
              })),
            }),
          })
          return done()
        })
    },
  })
  const smtpPort = await new Promise<number>((resolve) => {
    const listening = smtp.listen(0, '127.0.0.1', () => resolve((listening.address() as AddressInfo).port))
  })

  const notify = createServer((request: IncomingMessage, response) => {
    void read(request).then((body) => {
      const isKnown = request.method === 'POST' && request.url === '/v2/notifications/sms'
      if (!isKnown || isRefusing()) return response.writeHead(isKnown ? 503 : 404).end()
      const { phone_number: to, personalisation } = JSON.parse(body) as {
        phone_number: string
        personalisation: { message: string }
      }
      texts.push({ to, text: personalisation.message, authorization: request.headers.authorization ?? '' })
      return response
        .writeHead(201, { 'content-type': 'application/json' })
        .end(JSON.stringify({ id: randomUUID() }))
    })
  })
  await new Promise<void>((resolve) => notify.listen(0, '127.0.0.1', resolve))
  const { port: notifyPort } = notify.address() as AddressInfo

  const notifyUrl = `http://127.0.0.1:${notifyPort}`
  const smtpUrl = `smtp://127.0.0.1:${smtpPort}`
  return {
    courier: {
      mail: mailBySmtp(smtpUrl, { name: 'Surefoot', address: 'surefoot@example.org' }),
      sms: smsByNotify(
        openNotify({ url: notifyUrl, key: notifyKey, template: 'a-template', mailTemplate: null }),
      ),
    },
    smtpUrl,
    notifyUrl,
    notifyKey,
    mails,
    texts,
    refusing,
    close: async () => {
      await new Promise<void>((resolve) => smtp.close(() => resolve()))
      await new Promise((resolve) => notify.close(resolve))
    },
  }
}

const read = async (stream: NodeJS.ReadableStream): Promise<string> => {
  let text = ''
  for await (const part of stream) text += String(part)
  return text
}

const neverStopping = new AbortController().signal

/**
 * Does all jobs that are due, and those put off after a failure too. A run ends before it is noted how its last job went, and a job
 * that is put off only then would miss the next run.
 */
export const deliver = async ({ parts, db }: TestService, courier: Courier): Promise<void> => {
  // Not those that a process took with it when it was killed.
  const { rows } = await db.owner.query<{ began: string }>('select clock_timestamp()::text as began')
  const areAtWork = async (): Promise<boolean> => {
    const taken = 'select from graphile_worker._private_jobs where locked_at >= $1::timestamptz'
    return (await db.owner.query(taken, [rows[0]?.began])).rowCount !== 0
  }
  await db.owner.query('update graphile_worker._private_jobs set run_at = now() where run_at > now()')
  await runOnce({
    pgPool: db.pool,
    taskList: {
      ...tasksOf(parts, courier),
      ...reportTasks(parts, neverStopping),
      ...csdsTasks(parts, neverStopping),
      ...exportTasks(parts, neverStopping),
    },
    logger: new Logger(() => () => undefined),
  })
  const givenUpAt = Date.now() + 60_000
  while (await areAtWork()) {
    if (Date.now() > givenUpAt) throw new Error('A job of the queue was left at work')
    await sleep(5)
  }
}
