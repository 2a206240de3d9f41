import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deliver, startReceivers, type Receivers } from '../../../testing/process/messages.ts'
import { testService, type TestService } from '../../../testing/process/service.ts'
import type { FormSource } from '../../../../contract/exchange/incoming/source.ts'
import { aVisitor, inboxOf, type Sent } from '../../testing/formVisitor.ts'

/* What the sender of the public form is told, and how often an address is written to. */

let service: TestService
let receivers: Receivers
beforeAll(async () => {
  service = await testService({ smsPerDay: 4 })
  receivers = await startReceivers()
  await service.db.owner.query(
    `update letterhead set service_name = 'Steady Steps, Exampleshire', telephone = '01632 960 100'`,
  )
})
afterAll(async () => {
  await receivers.close()
  await service.close()
})
beforeEach(async () => {
  receivers.mails.length = 0
  receivers.texts.length = 0
  service.time.now += 25 * 60 * 60_000
  await service.db.owner.query('delete from incoming_referral')
})

const refer = async (source: FormSource, others: Sent = {}): Promise<void> => {
  const visitor = aVisitor(service)
  await visitor.fill(source, others)
  await visitor.send()
}
const noPerson = { telephone: '01632 960 001', otherTelephone: '', email: '' }

it.each<[who: string, source: FormSource, others: Sent, mailed: string[], texted: string[]]>([
  ['oneself by mail', 'self', {}, ['maud@example.org'], []],
  ['oneself by text', 'self', { email: '' }, [], ['07700900123']],
  ['nobody at a landline', 'self', noPerson, [], []],
  ['a relative, not the person', 'relative', {}, ['bob@example.org'], []],
  ['a professional by text', 'professional', { senderEmail: '' }, [], ['07700900456']],
  [
    'no relative without an address for it',
    'relative',
    { senderEmail: '', senderTelephone: '01632 960 002' },
    [],
    [],
  ],
])('tells %s', async (_, source, others, mailed, texted) => {
  await refer(source, others)
  await deliver(service, receivers.courier)
  expect(receivers.mails.flatMap(({ to }) => to)).toEqual(mailed)
  expect(receivers.texts.map(({ to }) => to)).toEqual(texted)
})

it('says the reference and whom to ring, and nothing about anybody', async () => {
  await refer('self')
  await refer('self', { email: '' })
  await deliver(service, receivers.courier)
  const [first, second] = await inboxOf(service)
  const [mail] = receivers.mails
  const [text] = receivers.texts
  expect(mail?.subject).toBe(`We have your referral, reference ${first?.reference}`)
  expect(text?.text).toContain(`reference ${second?.reference}. We decide within two working days.`)
  for (const said of [`${mail?.subject}${mail?.text}`, text?.text ?? '']) {
    expect(said).toContain('please ring 01632 960 100')
    expect(said).not.toMatch(/Thistlewood|Maud|fall|fell|garden/i)
  }
})

it('writes to one address at most three times a day, whatever its capitals', async () => {
  for (const email of ['a@example.org', 'A@example.org', 'a@EXAMPLE.org', 'a@example.org', 'b@example.org'])
    await refer('self', { email })
  await deliver(service, receivers.courier)
  expect(receivers.mails.map(({ to }) => to[0]?.toLowerCase()).sort()).toEqual([
    ...['a@example.org', 'a@example.org', 'a@example.org', 'b@example.org'],
  ])
  service.time.now += 25 * 60 * 60_000
  await refer('self', { email: 'a@example.org' })
  await deliver(service, receivers.courier)
  expect(receivers.mails).toHaveLength(5)
})

it('sends no more texts a day than the service may', async () => {
  for (let n = 0; n < 6; n += 1) await refer('self', { email: '', telephone: `07700 90010${n}` })
  await deliver(service, receivers.courier)
  expect(receivers.texts).toHaveLength(4)
})

it('tries again where the mail server was away, and then counts it once', async () => {
  await refer('self')
  receivers.refusing.next = 4
  for (let tries = 0; tries < 6; tries += 1) await deliver(service, receivers.courier)
  expect(receivers.mails).toHaveLength(1)
})

it('sends nothing where no channel is set up', async () => {
  await refer('self')
  await deliver(service, { mail: null, sms: null })
  await deliver(service, receivers.courier)
  expect(receivers.mails).toEqual([])
})
