import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { idempotencyKeyHeader } from '../contract/accounts/session.ts'
import {
  acceptIncoming,
  getIncoming,
  type IncomingView,
} from '../contract/exchange/incoming/incomingReferral.ts'
import type { InputOf, ReplyOf } from '../contract/platform/calls/endpoint.ts'
import { today } from '../contract/platform/dates/dates.ts'
import { observation, syncope } from '../server/exchange/incoming/bars/testing/message.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { auditFindings, lastIds } from '../server/testing/reading/auditFindings.ts'
import { firstOf, type Fault } from './fault.ts'
import { killWhile } from './killWhile.ts'
import { aMessageSender, messageAbout, messageSettings, type MessageSender } from './messageSender.ts'
import { nameOf, problemsOfRecords } from './registered.ts'
import { addStaff, type Staff } from './service.ts'
import type { Target } from './target.ts'

/** People who accept at once. */
const people = 6

/** SUREFOOT_KILLED_ACCEPTS sets how often the product is killed. */
const roundsOf = (isLong: boolean): number =>
  Number(process.env['SUREFOOT_KILLED_ACCEPTS'] ?? (isLong ? 200 : 5))

/** An incoming referral that somebody accepts. */
interface Accepted {
  n: number
  id: number
  key: string
  /** The patients and referrals that were made of it, as the user saw them. */
  seen: Set<string>
  sent: number
}

type Referral = InputOf<typeof acceptIncoming>['referral']

const receive = async (by: MessageSender, { address }: Target, n: number): Promise<Accepted> => {
  const message = messageAbout(n, { street: '1 First Street', more: [observation(syncope)] })
  const { status, incomingId } = await by.send(address, message, randomUUID())
  if (incomingId === null) throw new Error(`A message was answered ${status}`)
  return { n, id: incomingId, key: randomUUID(), seen: new Set(), sent: 0 }
}

/** Presses the button. A broken connection is an answer too. */
const accept = async (
  address: string,
  { headers }: Staff,
  one: Accepted,
  { genderId, referral }: { genderId: number; referral: Referral },
): Promise<boolean> => {
  one.sent += 1
  const input: InputOf<typeof acceptIncoming> = {
    ...{ id: one.id, version: 1 },
    patient: { id: 0, familyName: nameOf(one.n), firstName: 'Ivy', genderId, nhsNumberUnknown: true },
    nextOfKin: { familyName: 'Marsh', firstName: 'Lee' },
    referral,
  }
  try {
    const response = await fetch(`${address}${acceptIncoming.path}`, {
      method: 'POST',
      headers: { ...headers, [idempotencyKeyHeader]: one.key },
      body: JSON.stringify(input),
    })
    if (response.status !== 200) return false
    const { patientId, pathwayId } = (await response.json()) as ReplyOf<typeof acceptIncoming>
    one.seen.add(`${patientId} ${pathwayId}`)
    return true
  } catch {
    return false
  }
}

const read = async (address: string, { headers }: Staff, id: number): Promise<IncomingView | null> => {
  const response = await fetch(`${address}${getIncoming.path}?id=${id}`, { headers })
  return response.ok ? ((await response.json()) as IncomingView) : null
}

/** Somebody who opens the referral again instead of waiting: it says what became of it, or is accepted under another key. */
const openAgain = async (address: string, user: Staff, one: Accepted): Promise<boolean> => {
  try {
    const view = await read(address, user, one.id)
    if (view?.state === 'accepted') one.seen.add(`${view.patientId} ${view.pathwayId}`)
    else one.key = randomUUID()
    return view?.state === 'accepted'
  } catch {
    return false
  }
}

interface Stored {
  id: string
  state: string
  own: string
  people: string
  kin: string
  pathways: string
  flags: string
  answers: string
  events: string
}

/** What is stored of each, by the id of the incoming referral. */
const stored = (ownerUrl: string, since: number): Promise<Map<number, Stored>> =>
  withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<Stored>(
      `with made as (
         select incoming.*, patient.ids from incoming_referral as incoming
         cross join lateral (select coalesce(array_agg(id), '{}') as ids from patient
           where family_name = incoming.told -> 'person' ->> 'familyName') as patient
         where incoming.id > $1)
       select id, state, concat_ws(' ', array_to_string(ids, ','), pathway_id) as own, cardinality(ids) as people,
         (select count(*) from next_of_kin where patient_id = any(ids)) as kin,
         (select count(*) from pathway where patient_id = any(ids)) as pathways,
         (select count(*) from patient_flag where patient_id = any(ids)) as flags,
         (select count(*) from sender_answer where incoming_referral_id = made.id and says ->> 'outcome' = 'accepted') as answers,
         (select count(*) from audit_event as event cross join lateral jsonb_array_elements(event.records) as record
           where event.kind = 'write' and record ->> 'entity' = 'incomingReferral' and (record ->> 'id')::bigint = made.id
             and record -> 'after' ->> 'state' = 'accepted') as events
       from made`,
      [since],
    )
    return new Map(rows.map((row) => [Number(row.id), row]))
  })

/** Half of an acceptance, or one that was acknowledged and is not there, in words; null if neither. */
const wrongWith = ({ n, id, seen }: Accepted, row: Stored | undefined): string | null => {
  if (row === undefined) return `${nameOf(n)} is lost`
  const { state, people: patients, kin, pathways, flags, answers, events } = row
  const counts = [patients, kin, pathways, flags, answers, events].map(Number)
  const expected = state === 'accepted' ? 1 : 0
  if (counts.some((count) => count !== expected)) return `${id} is ${state} with ${counts.join(', ')}`
  if (seen.size > 0 && state !== 'accepted') return `${id} was acknowledged and is ${state}`
  return null
}

/** Answers by the incoming referral: how many different ones the table says were sent, and how many arrived. */
const answersOf = async ({ ownerUrl }: Target, { receiver }: MessageSender, since: number) => {
  const rows = await withClient(
    ownerUrl,
    async (owner) =>
      (
        await owner.query<{ requestId: string; state: string; problem: string | null }>(
          `select request_id as "requestId", state, problem from sender_answer where incoming_referral_id > $1`,
          [since],
        )
      ).rows,
  )
  const arrived = Map.groupBy(receiver.received, ({ headers }) => String(headers['x-request-id']))
  return {
    queued: rows.length,
    waiting: rows.filter(({ state }) => state === 'waiting').length,
    wrong: [
      ...rows
        .filter(({ state }) => state !== 'sent')
        .map(({ state, problem }) => `one is ${state}: ${problem}`),
      ...rows
        .filter(({ requestId }) => !arrived.has(requestId))
        .map(({ requestId }) => `${requestId} did not arrive`),
      ...[...arrived.keys()]
        .filter((id) => !rows.some(({ requestId }) => requestId === id))
        .map((id) => `${id} arrived and is not in the table`),
      ...[...arrived]
        .filter(([, each]) => new Set(each.map(({ body }) => JSON.stringify(body))).size > 1)
        .map(([id]) => `${id} arrived with two contents`),
    ],
    again: [...arrived.values()].filter((each) => each.length > 1).length,
  }
}

/** Sends what still waits. How long it waits between attempts is tested elsewhere. */
const sendAnswersNow = async (target: Target, by: MessageSender, since: number): Promise<void> => {
  for (let tries = 0; tries < 60; tries += 1) {
    const { waiting } = await answersOf(target, by, since)
    if (waiting === 0) return
    await withClient(target.ownerUrl, async (owner) => {
      await owner.query(
        `update sender_answer set next_at = clock_timestamp() where state = 'waiting' and next_at > clock_timestamp() + interval '5 seconds'`,
      )
      await owner.query(`select graphile_worker.add_job('sendAnswers', '{}'::json, max_attempts => 1)`)
    })
    await sleep(2_000)
  }
}

const choices = (ownerUrl: string): Promise<{ genderId: number; referral: Referral }> =>
  withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ gender: string; referrer: string; method: string }>(
      `select (select min(id) from gender where is_active) as gender, (select min(id) from referrer where is_active) as referrer,
         (select min(id) from method where is_active) as method`,
    )
    const [found] = rows
    return {
      genderId: Number(found?.gender),
      referral: {
        referralDate: today(),
        referrerId: Number(found?.referrer),
        referralMethodId: Number(found?.method),
      },
    }
  })

export const killedAccept: Fault = {
  name: 'killed-accept',
  says: 'The product is killed without notice while six people accept incoming referrals, and started again.',
  run: async ({ start, isLong }) => {
    const rounds = roundsOf(isLong)
    let target = await start({ settings: messageSettings })
    const { ownerUrl } = target
    const since = await withClient(ownerUrl, (owner) =>
      lastIds(owner, ['patient', 'pathway', 'incoming_referral']),
    )
    const by = await aMessageSender(ownerUrl)
    const chosen = await choices(ownerUrl)
    const staff = await Promise.all(Array.from({ length: people }, () => addStaff(ownerUrl, 'Admissions')))
    const all: Accepted[] = []
    const waiting: Accepted[] = []
    const unheard: Accepted[] = []
    const torn: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      while (waiting.length < people * 5) {
        const one = await receive(by, target, 80_000 + all.length)
        all.push(one)
        waiting.push(one)
      }
      const { address } = target
      const ofRound = new Set<Accepted>()
      // Who accepts a referral has read it. The first call of a process takes longer than the moments in which it is killed.
      await Promise.all(staff.map((user) => read(address, user, waiting[0]?.id ?? 0)))
      target = await killWhile(
        { start, target, options: { settings: messageSettings } },
        {
          several: people,
          longestMs: 1_500,
          work: async (which) => {
            const user = staff[which]
            const again = unheard.shift()
            const one = again ?? waiting.shift()
            if (user === undefined || one === undefined) return sleep(20)
            ofRound.add(one)
            // Half of them repeat the call, as the browser does; the others open the referral again.
            const isHeard = again !== undefined && one.n % 2 === 1 && (await openAgain(address, user, one))
            if (!isHeard && !(await accept(address, user, one, chosen))) await sleep(20)
            return undefined
          },
        },
      )
      const rows = await stored(ownerUrl, since.incoming_referral)
      for (const one of ofRound) {
        const wrong = wrongWith(one, rows.get(one.id))
        if (wrong !== null) torn.push(wrong)
        if (one.seen.size === 0) unheard.push(one)
      }
    }
    const tried = all.filter(({ sent }) => sent > 0)
    const heardBefore = tried.filter(({ seen }) => seen.size > 0).length
    const [user] = staff
    for (const one of tried)
      for (let tries = 0; tries < 10 && user !== undefined && one.seen.size === 0; tries += 1)
        if (!(await openAgain(target.address, user, one))) await accept(target.address, user, one, chosen)
    const rows = await stored(ownerUrl, since.incoming_referral)
    const wrong = tried.flatMap((one) => {
      const row = rows.get(one.id)
      const isSeen = one.seen.size === 1 && row !== undefined && one.seen.has(row.own)
      return [wrongWith(one, row), isSeen ? null : `${one.id} is not what its user saw`].filter(
        (each) => each !== null,
      )
    })
    await sendAnswersNow(target, by, since.incoming_referral)
    const answers = await answersOf(target, by, since.incoming_referral)
    const findings = await withClient(ownerUrl, (owner) => auditFindings(owner, since))
    const problems = await problemsOfRecords(ownerUrl)
    await by.receiver.close()
    return {
      outcomes: [
        {
          says: `each of ${tried.length} referrals was accepted once, into the one patient and referral that its user saw${firstOf(wrong)}`,
          held: tried.length > 0 && wrong.length === 0,
        },
        {
          says: `after each kill every acceptance was whole or not there, and none that was acknowledged was lost${firstOf(torn)}`,
          held: torn.length === 0,
        },
        {
          says: `each of ${answers.queued} decisions has one answer, which the sender has${firstOf(answers.wrong)}`,
          held: answers.queued === tried.length && answers.wrong.length === 0,
        },
        {
          says: `every patient, referral and incoming referral has one event, and the sealed audit trail fits${firstOf(findings)}`,
          held: findings.length === 0,
        },
        {
          says: `every list, counter and owner is what the records say${firstOf(problems)}`,
          held: problems.length === 0,
        },
      ],
      figures: [
        { what: 'times killed', figure: rounds, unit: 'times' },
        { what: 'incoming referrals accepted', figure: tried.length, unit: 'referrals' },
        {
          what: 'referrals that were accepted more than once because an answer was lost',
          figure: tried.filter(({ sent }) => sent > 1).length,
          unit: 'referrals',
        },
        { what: 'referrals whose user heard before the last kill', figure: heardBefore, unit: 'referrals' },
        { what: 'answers that arrived again under their id', figure: answers.again, unit: 'answers' },
      ],
    }
  },
}
