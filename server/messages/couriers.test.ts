import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { mailBySmtp } from './couriers.ts'

const mail = { to: 'priya.nair@example.org', subject: 'A test', text: 'A test' }

/** A mail server without encryption at an address, and what it says of a mail sent to it. */
const sendTo = async (host: string): Promise<{ senders: number; failure: string | null }> => {
  let senders = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => {
      senders += 1
      done()
    },
    onData: (stream, _session, done) => {
      stream.resume().once('end', () => done())
    },
  })
  const listening = smtp.listen(0, host)
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const failure = await mailBySmtp(
    `smtp://${host}:${port}`,
    'surefoot@example.org',
  )(mail).then(
    () => null,
    (error: Error) => error.message,
  )
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  return { senders, failure }
}

it('sends mail without encryption to this machine alone', async () => {
  expect(await sendTo('127.0.0.1')).toEqual({ senders: 1, failure: null })
  // Another address, though Linux has it on this machine as well.
  const { senders, failure } = await sendTo('127.0.0.2')
  expect(senders).toBe(0)
  expect(failure).toMatch(/^The mail server did not take the message: /)
  expect(failure).not.toContain(mail.to)
})
