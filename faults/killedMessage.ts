import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newIds, type SentBundle } from '../server/exchange/incoming/bars/testing/message.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { auditFindings, lastIds } from '../server/testing/reading/auditFindings.ts'
import { firstOf, type Fault } from './fault.ts'
import { killWhile } from './killWhile.ts'
import { aMessageSender, messageAbout, messageSettings, type MessageSender } from './messageSender.ts'
import { nameOf } from './registered.ts'

/** Messages under way at once. */
const senders = 6

/** SUREFOOT_KILLED_MESSAGES sets how often the product is killed. */
const roundsOf = (isLong: boolean): number =>
  Number(process.env['SUREFOOT_KILLED_MESSAGES'] ?? (isLong ? 200 : 5))

/** One referral at its sender: sent as new, then changed. */
interface Referred {
  n: number
  ids: Record<string, string>
  message: SentBundle
  /** Of the message that is to be sent next or again. */
  requestId: string
  step: 'new' | 'update' | 'done'
  /** What was answered with success. */
  heard: Set<'new' | 'update'>
  /** Our ids of it, as they were answered. */
  seen: Set<number>
  /** Messages that were refused because they had arrived before. */
  duplicates: number
  sent: number
}

const places = { new: '1 First Street', update: '2 Second Street' }

const refer = (n: number): Referred => {
  const ids = newIds()
  return {
    ...{ n, ids, requestId: randomUUID(), step: 'new', heard: new Set(), seen: new Set() },
    ...{ message: messageAbout(n, { ids, street: places.new }), duplicates: 0, sent: 0 },
  }
}

/**
 * Sends what is next. Without an answer the sender sends the same under the same request id. When that is refused because
 * it was processed, the same Bundle under a later request id brings the answer that was lost.
 * @returns whether the sender heard that it was taken
 */
const send = async (by: MessageSender, address: string, one: Referred): Promise<boolean> => {
  if (one.step === 'done') return true
  one.sent += 1
  const { status, issue, incomingId } = await by.send(address, one.message, one.requestId)
  if (status === 409 && issue === 'duplicate') {
    one.duplicates += 1
    one.requestId = randomUUID()
    return false
  }
  if (status !== 200 || incomingId === null) return false
  one.seen.add(incomingId)
  one.heard.add(one.step)
  one.requestId = randomUUID()
  if (one.step === 'update') one.step = 'done'
  else {
    one.step = 'update'
    one.message = messageAbout(one.n, { ids: one.ids, street: places.update, reason: 'update' })
  }
  return true
}

interface Stored {
  id: string
  name: string
  street: string
  events: string[]
  updates: string
}

/** The referrals of the sender by family name, with their messages and how often the audit trail says that they were changed. */
const stored = (ownerUrl: string, { clientId }: MessageSender): Promise<Map<string, Stored[]>> =>
  withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<Stored>(
      `select incoming.id, told -> 'person' ->> 'familyName' as name, told -> 'person' ->> 'addressLine1' as street,
         coalesce(array_agg(message.event order by message.id) filter (where message.id is not null), '{}') as events,
         (select count(*) from audit_event as event cross join lateral jsonb_array_elements(event.records) as record
           where event.kind = 'write' and event.criteria ->> 'event' = 'update'
             and record ->> 'entity' = 'incomingReferral' and (record ->> 'id')::bigint = incoming.id) as updates
       from incoming_referral as incoming
       left join service_message as message on message.incoming_referral_id = incoming.id
       where incoming.source = 'bars' and incoming.message_id like $1
       group by incoming.id`,
      [`${clientId}/%`],
    )
    return Map.groupBy(rows, ({ name }) => name) as Map<string, Stored[]>
  })

const times = (events: readonly string[], event: string): number =>
  events.filter((each) => each === event).length

/** What is wrong with what is stored of one, in words: half of a message, one twice, or one that was acknowledged and lost. */
const wrongWith = ({ n, heard }: Referred, rows: readonly Stored[]): string[] => {
  const said = (words: string): string[] => [`${nameOf(n)} ${words}`]
  const [row] = rows
  if (row === undefined) return heard.size > 0 ? said('was acknowledged and is not stored') : []
  const [news, updates] = [times(row.events, 'new'), times(row.events, 'update')]
  return [
    ...(rows.length > 1 ? said('is in the inbox more than once') : []),
    ...(news === 1 && updates <= 1 ? [] : said(`has ${news} new messages and ${updates} changes`)),
    ...(row.street === (updates === 1 ? places.update : places.new) && Number(row.updates) === updates
      ? []
      : said('is half changed')),
    ...(heard.has('update') && updates === 0 ? said('was acknowledged as changed and is not') : []),
  ]
}

export const killedMessage: Fault = {
  name: 'killed-message',
  says: 'The product is killed without notice while another service sends referrals as messages, and changes of them.',
  run: async ({ start, isLong }) => {
    const rounds = roundsOf(isLong)
    let target = await start({ settings: messageSettings })
    const since = await withClient(target.ownerUrl, (owner) => lastIds(owner, ['incoming_referral']))
    const by = await aMessageSender(target.ownerUrl)
    const all: Referred[] = []
    /** Those that wait for an answer come first, after them those that are to be changed. */
    const waiting: Referred[] = []
    const torn: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { address } = target
      const ofRound = new Set<Referred>()
      target = await killWhile(
        { start, target, options: { settings: messageSettings } },
        {
          several: senders,
          longestMs: 500,
          work: async () => {
            let one = waiting.shift()
            if (one === undefined) all.push((one = refer(40_000 + all.length)))
            ofRound.add(one)
            if (!(await send(by, address, one))) await sleep(20)
            if (one.step !== 'done') waiting.push(one)
          },
        },
      )
      const rows = await stored(target.ownerUrl, by)
      for (const one of ofRound) torn.push(...wrongWith(one, rows.get(nameOf(one.n)) ?? []))
    }
    const heardBefore = all.filter(({ step }) => step === 'done').length
    for (const one of all)
      for (let tries = 0; tries < 10 && one.step !== 'done'; tries += 1) await send(by, target.address, one)
    const rows = await stored(target.ownerUrl, by)
    const wrong = all.flatMap((one) => {
      const [row] = rows.get(nameOf(one.n)) ?? []
      const isOne = row !== undefined && one.seen.size === 1 && one.seen.has(Number(row.id))
      return [
        ...wrongWith(one, rows.get(nameOf(one.n)) ?? []),
        ...(one.step === 'done' && isOne ? [] : [`${nameOf(one.n)} is not the one that its sender saw`]),
      ]
    })
    const strangers = [...rows.keys()].filter((name) => !all.some(({ n }) => nameOf(n) === name))
    const findings = await withClient(target.ownerUrl, (owner) => auditFindings(owner, since))
    await by.receiver.close()
    return {
      outcomes: [
        {
          says: `each of ${all.length} referrals is in the inbox once, changed once, under the id that its sender saw${firstOf(wrong)}`,
          held: all.length > 0 && wrong.length === 0 && strangers.length === 0,
        },
        {
          says: `after each kill every message was stored whole or not at all, and none that was acknowledged was lost${firstOf(torn)}`,
          held: torn.length === 0,
        },
        {
          says: `every referral has one event, and the sealed audit trail fits${firstOf(findings)}`,
          held: findings.length === 0,
        },
      ],
      figures: [
        { what: 'times killed', figure: rounds, unit: 'times' },
        { what: 'referrals sent', figure: all.length, unit: 'referrals' },
        { what: 'messages sent', figure: all.reduce((sum, { sent }) => sum + sent, 0), unit: 'messages' },
        {
          what: 'messages refused because they had arrived and their answer was lost',
          figure: all.reduce((sum, { duplicates }) => sum + duplicates, 0),
          unit: 'messages',
        },
        {
          what: 'referrals whose change was acknowledged before the last kill',
          figure: heardBefore,
          unit: 'referrals',
        },
      ],
    }
  },
}
