import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { mailBySmtp } from './couriers.ts'

const mail = { to: 'priya.nair@example.org', subject: 'A test', text: 'A test' }

/** Starts a mail server without encryption at an address, sends it a mail, and reports what each side saw. */
const sendTo = async (
  host: string,
): Promise<{ senders: number; failure: string | null; received: string }> => {
  let senders = 0
  let received = ''
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => {
      senders += 1
      done()
    },
    onData: (stream, _session, done) => {
      stream.setEncoding('utf8').on('data', (part: string) => (received += part))
      stream.once('end', () => done())
    },
  })
  const listening = smtp.listen(0, host)
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const failure = await mailBySmtp(`smtp://${host}:${port}`, {
    name: 'Surefoot at Fernhill, Community',
    address: 'surefoot@example.org',
  })(mail).then(
    () => null,
    (error: Error) => error.message,
  )
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  return { senders, failure, received }
}

it('sends mail without encryption to this machine alone', async () => {
  expect(await sendTo('127.0.0.1')).toMatchObject({ senders: 1, failure: null })
  // A different address, although on Linux it also belongs to this machine.
  const { senders, failure } = await sendTo('127.0.0.2')
  expect(senders).toBe(0)
  expect(failure).toMatch(/^The mail server did not accept the message: /)
  expect(failure).not.toContain(mail.to)
})

it('says who sends it, and that no absence note should answer', async () => {
  const { received } = await sendTo('127.0.0.1')
  expect(received).toMatch(/^From: "Surefoot at Fernhill, Community" <surefoot@example\.org>\r$/m)
  expect(received).toMatch(/^Auto-Submitted: auto-generated\r$/m)
})
