import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { today } from '../contract/platform/dates/dates.ts'
import { addSubscription, renewSubscriptionSecret } from '../contract/exchange/subscription.ts'
import { cancelReferral, reinstateReferral, savePathway } from '../contract/pathways/referral/pathway.ts'
import type { Endpoint, InputOf } from '../contract/platform/calls/endpoint.ts'
import { aReceiver, type Receiver } from '../server/exchange/incoming/bars/testing/receiver.ts'
import { withClient } from '../server/platform/db/connection/withClient.ts'
import { auditFindings, lastIds } from '../server/testing/reading/auditFindings.ts'
import { firstOf, type Fault } from './fault.ts'
import { killWhile } from './killWhile.ts'
import { addStaff, type Staff } from './service.ts'
import type { Target } from './target.ts'

/** People who refer, cancel and reinstate at once. */
const people = 6
const settings = {
  FHIR: 'yes',
  FHIR_KEY_HOSTS: 'localhost',
  // What was sealed before a kill is opened after it.
  SECRET_KEY: randomBytes(32).toString('base64'),
}

/** SUREFOOT_KILLED_NOTICES sets how often the product is killed. */
const roundsOf = (isLong: boolean): number =>
  Number(process.env['SUREFOOT_KILLED_NOTICES'] ?? (isLong ? 200 : 5))

const ask = async <E extends Endpoint>(
  address: string,
  { headers }: Staff,
  endpoint: E,
  input: InputOf<E>,
): Promise<Record<string, unknown> | null> => {
  try {
    const response = await fetch(`${address}${endpoint.path}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify(input),
    })
    return response.ok ? ((await response.json()) as Record<string, unknown>) : null
  } catch {
    // The product was killed.
    return null
  }
}

/** A client that is told of everything, at an address that answers. */
const subscribe = async ({ address, ownerUrl }: Target, endpoint: string): Promise<number> => {
  const clientId = await withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      `with somebody as (select min(id) as id from app_user)
       insert into fhir_client (client_id, name, organisation, contact, purpose, types, jwks, expires_date, approved_at, approved_by)
       select $1, 'Hospital record', 'Sampletown Hospitals', 'it@hospital.example', 'ownCare', '{ServiceRequest,EpisodeOfCare}',
         '{"keys": [{"kty": "EC"}]}', current_date + 30, now(), somebody.id
       from somebody returning id`,
      [randomUUID()],
    )
    return Number(rows[0]?.id)
  })
  const administrator = await addStaff(ownerUrl, 'System Administrator')
  const topics: InputOf<typeof addSubscription>['topics'] = ['newReferral', 'stageChange', 'discharge']
  const added = await ask(address, administrator, addSubscription, { clientId, endpoint, topics })
  const which = { id: Number(added?.['id']), version: Number(added?.['version']) }
  const made = await ask(address, administrator, renewSubscriptionSecret, which)
  if (made === null) throw new Error('The subscription was not made')
  return which.id
}

/** Refers somebody, then cancels and reinstates: up to three moves of a new referral. */
const moveSomebody = async (
  address: string,
  user: Staff,
  patientId: number,
  choices: Choices,
): Promise<void> => {
  const referral = { id: 0, patientId, referralDate: today(), ...choices }
  const saved = await ask(address, user, savePathway, referral)
  if (saved === null) return void (await sleep(20))
  const id = Number(saved['id'])
  const cancelled = await ask(address, user, cancelReferral, { id, cancelReferralDate: today() })
  if (cancelled !== null)
    await ask(address, user, reinstateReferral, { id, version: Number(cancelled['version']) })
}

interface Choices {
  referrerId: number
  referralMethodId: number
}

const ground = (ownerUrl: string): Promise<Choices & { patients: number[] }> =>
  withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<{ referrer: string; method: string; patients: string[] }>(
      `select (select min(id) from referrer where is_active) as referrer, (select min(id) from method where is_active) as method,
         array(select id from patient where is_active and deceased_date is null and nhs_number is not null
           and not exists (select from work_list where work_list.patient_id = patient.id) order by id limit 200) as patients`,
    )
    const [found] = rows
    return {
      ...{ referrerId: Number(found?.referrer), referralMethodId: Number(found?.method) },
      patients: found?.patients.map(Number) ?? [],
    }
  })

interface Move {
  pathway: string
  topic: string
  /** Of its notice; null if there is none. */
  message: string | null
  state: string | null
  events: string
}

/** Every move since the subscription began, in order, with its notice and how often the audit trail says that it was sent. */
const movesSince = (ownerUrl: string, since: number): Promise<Move[]> =>
  withClient(ownerUrl, async (owner) => {
    const { rows } = await owner.query<Move>(
      `with moved as (
         select pathway_id, row_number() over (partition by pathway_id order by id) as place, id,
           case when from_stage is null then 'newReferral' when to_stage = 'discharged' then 'discharge' else 'stageChange' end as topic
         from stage_transition where id > $1),
       noticed as (
         select pathway_id, row_number() over (partition by pathway_id order by id) as place, topic, message_id, state from fhir_notice)
       select moved.pathway_id as pathway, moved.topic, noticed.message_id as message, noticed.state,
         (select count(*) from audit_event where request_id = noticed.message_id::text) as events
       from moved full join noticed using (pathway_id, place, topic) order by moved.id`,
      [since],
    )
    return rows
  })

const waitingIn = (moves: readonly Move[]): number => moves.filter(({ state }) => state === 'waiting').length

/** Sends what still waits. How long it waits between attempts is tested elsewhere. */
const sendNoticesNow = async ({ ownerUrl }: Target, since: number): Promise<void> => {
  for (let tries = 0; tries < 90 && waitingIn(await movesSince(ownerUrl, since)) > 0; tries += 1) {
    await withClient(ownerUrl, async (owner) => {
      await owner.query(
        `update fhir_subscription set next_at = 'epoch' where next_at > clock_timestamp() + interval '10 seconds'`,
      )
      await owner.query(`select graphile_worker.add_job('sendNotices', '{}'::json, max_attempts => 1)`)
    })
    await sleep(1_000)
  }
}

interface Arrived {
  id: string
  number: number
}

const arrivedAt = ({ received }: Receiver): Arrived[] =>
  received.flatMap(({ headers, text }) => {
    const [number] = /(?<="event-number","valueString":")\d+/.exec(text) ?? []
    return number === undefined ? [] : [{ id: String(headers['webhook-id']), number: Number(number) }]
  })

/** What is wrong with what arrived, in words. */
const wrongWith = (moves: readonly Move[], arrived: readonly Arrived[]): string[] => {
  const first = new Map<string, number>()
  const wrong: string[] = []
  for (const { id, number } of arrived) {
    const before = first.get(id)
    if (before === undefined) {
      if (number !== first.size + 1) wrong.push(`${number} arrived after ${first.size}`)
      first.set(id, number)
    } else if (before !== number) wrong.push(`${id} has two numbers`)
  }
  const lost = moves.filter(({ message }) => message === null || !first.has(message))
  if (lost.length > 0) wrong.push(`${lost.length} moves never arrived`)
  if (first.size !== moves.length) wrong.push(`${first.size} notices arrived of ${moves.length} moves`)
  const last = new Map<string, number>()
  for (const { pathway, message } of moves) {
    const number = first.get(message ?? '') ?? 0
    if (number < (last.get(pathway) ?? 0)) wrong.push(`a later move of ${pathway} arrived first`)
    last.set(pathway, number)
  }
  return wrong
}

export const killedNotice: Fault = {
  name: 'killed-notice',
  says: 'The product is killed without notice while six people refer, cancel and reinstate, and a FHIR client is told.',
  run: async ({ start, isLong }) => {
    const rounds = roundsOf(isLong)
    const options = { settings }
    let target = await start(options)
    const { ownerUrl } = target
    const receiver = await aReceiver()
    await subscribe(target, receiver.url)
    const { patients, ...choices } = await ground(ownerUrl)
    const ids = await withClient(ownerUrl, (owner) => lastIds(owner, ['pathway']))
    const since = await withClient(ownerUrl, async (owner) => {
      const { rows } = await owner.query<{ id: string }>(
        'select coalesce(max(id), 0) as id from stage_transition',
      )
      return Number(rows[0]?.id)
    })
    const staff = await Promise.all(Array.from({ length: people }, () => addStaff(ownerUrl, 'Team Lead')))
    let next = 0
    for (let round = 0; round < rounds; round += 1) {
      const { address } = target
      target = await killWhile(
        { start, target, options },
        {
          several: people,
          longestMs: 1_500,
          work: async (which) => {
            const [user, patientId] = [staff[which], patients[next++ % patients.length]]
            if (user === undefined || patientId === undefined) return sleep(20)
            return moveSomebody(address, user, patientId, choices)
          },
        },
      )
      // The process that was killed had the subscription to itself for a minute, which has passed.
      await withClient(ownerUrl, (owner) => owner.query(`update fhir_subscription set next_at = 'epoch'`))
    }
    const arrivedBefore = new Set(arrivedAt(receiver).map(({ id }) => id)).size
    await sendNoticesNow(target, since)
    const moves = await movesSince(ownerUrl, since)
    const arrived = arrivedAt(receiver)
    const wrong = wrongWith(moves, arrived)
    const untold = moves.filter(({ events }) => Number(events) !== 1)
    const findings = await withClient(ownerUrl, (owner) => auditFindings(owner, ids))
    await receiver.close()
    return {
      outcomes: [
        {
          says: `each of ${moves.length} moves arrived at least once, in order, under one id and number${firstOf(wrong)}`,
          held: moves.length > 0 && wrong.length === 0,
        },
        {
          says: `the audit trail says of each notice once that it was sent (${untold.length} differ)`,
          held: untold.length === 0,
        },
        {
          says: `every referral has one event, and the sealed audit trail fits${firstOf(findings)}`,
          held: findings.length === 0,
        },
      ],
      figures: [
        { what: 'times killed', figure: rounds, unit: 'times' },
        { what: 'moves', figure: moves.length, unit: 'moves' },
        { what: 'notices that arrived before the last kill', figure: arrivedBefore, unit: 'notices' },
        {
          what: 'notices that arrived again under their id',
          figure: arrived.length - moves.length,
          unit: 'notices',
        },
      ],
    }
  },
}
