import { randomUUID } from 'node:crypto'
import type { Client } from 'pg'
import { countIncoming, getIncoming, listIncoming } from '../contract/exchange/incoming/incomingReferral.ts'
import { told as toldSchema, type TypedTold } from '../contract/exchange/incoming/told.ts'
import type { ReplyOf } from '../contract/platform/calls/endpoint.ts'
import { addDays } from '../contract/platform/dates/dates.ts'
import { together, type Asked, type Failures, type Noted } from './measure.ts'
import { noteFailures, report } from './report.ts'

const undecided = 500
const decided = 5_000
const connections = 4

interface Known {
  pathwayId: number
  familyName: string
  firstName: string
  dateOfBirth: string
  nhsNumber: string | null
  addressLine1: string | null
  postcode: string | null
}

/** Of those who are referred, one in three is registered and named as here, one spelt otherwise, and one is new. */
const personOf = (known: Known, n: number): TypedTold['person'] => {
  const { familyName, firstName, dateOfBirth, nhsNumber, addressLine1, postcode } = known
  if (n % 3 === 0) return { familyName, firstName, dateOfBirth, nhsNumber, addressLine1, postcode }
  if (n % 3 === 1)
    return { familyName: `${familyName.slice(0, 34)}e`, firstName, dateOfBirth, addressLine1, postcode }
  return {
    familyName: `New${familyName.slice(0, 32)}`,
    firstName: 'Winifred',
    dateOfBirth: addDays('1931-03-04', n % 5000),
    postcode: `ZZ${n % 90} 1AA`,
    telephone: `01632 96${String(n % 10_000).padStart(4, '0')}`,
  }
}

const toldBy = (known: Known, n: number): string =>
  JSON.stringify(
    toldSchema.parse({
      person: personOf(known, n),
      sender: { name: 'Sam Bell', role: 'Paramedic', organisation: 'Sampleshire Ambulance' },
      answers: { falls: 'more', injured: 'no' },
      consent: 'yes',
      reason: 'Fell twice in the kitchen and is afraid to go out. '.repeat(6),
      redFlags: n % 5 === 0 ? ['longLie'] : [],
      urgency: n % 4 === 0 ? 'urgent' : null,
    }),
  )

/** An inbox as full as one becomes: all that nobody looked at for weeks, and what was decided in 90 days. */
const fillInbox = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from incoming_referral',
  )
  if ((rows[0]?.count ?? 0) >= undecided + decided) return
  const { rows: people } = await client.query<Known>(
    `select pathway.id::integer as "pathwayId", family_name as "familyName", first_name as "firstName",
       date_of_birth::text as "dateOfBirth", nhs_number as "nhsNumber", address_line1 as "addressLine1", postcode
     from pathway join patient on patient.id = pathway.patient_id
     where pathway.is_active and patient.is_active and date_of_birth is not null and first_name is not null
       and not exists (select from incoming_referral where pathway_id = pathway.id)
     order by pathway.id desc limit $1`,
    [undecided + decided],
  )
  const made = people.map((known, n) => ({
    message: randomUUID(),
    told: toldBy(known, n),
    // The rest was decided: half of it accepted.
    state: n < undecided ? (n % 10 === 0 ? 'asked' : 'waiting') : n % 2 === 0 ? 'accepted' : 'declined',
    days: n < undecided ? n % 20 : n % 89,
    pathway: n >= undecided && n % 2 === 0 ? known.pathwayId : null,
  }))
  await client.query(
    `with made as (
       select *, row_number() over () as n from jsonb_to_recordset($1::jsonb) as made (message text, told text, state text, days integer, pathway bigint))
     insert into incoming_referral (reference, source, message_id, received_at, decide_by, told, eligibility, state, asked_what,
       asked_date, chase_date, decided_at, declined_referral_id, pathway_id)
     select upper(substr(md5(message), 1, 4) || '-' || substr(md5(message), 5, 4)), case n % 3 when 0 then 'bars' when 1 then 'self' else 'professional' end,
       message, now() - days * interval '1 day', current_date - days + 2, told::jsonb, 'comprehensive', state,
       case state when 'asked' then 'Which practice?' end, case state when 'asked' then current_date - days end,
       case state when 'asked' then current_date - days + 3 end,
       case when state in ('accepted', 'declined') then now() - days * interval '1 day' end,
       case state when 'declined' then (select min(id) from declined_referral) end, pathway
     from made`,
    [JSON.stringify(made)],
  )
  await client.query(
    `insert into incoming_letter (incoming_referral_id, title, body, frame, signed_by, printed_at)
     select id, 'About the referral', 'Dear colleague', '{}', 'Bench', now() from incoming_referral
     where state = 'declined' and not exists (select from incoming_letter where incoming_referral_id = incoming_referral.id)`,
  )
  await client.query('analyze incoming_referral, incoming_letter')
}

interface Times extends Noted {
  p50: number
  p95: number
  p99: number
}

/** Asks again and again, four at once: all that a percentile needs and that the figures of other calls do not have. */
const timesOf = async ({ product, headers, seconds }: Asked, paths: readonly string[]): Promise<Times> => {
  const taken: number[] = []
  const failures: Failures = {}
  const until = performance.now() + Math.max(1, seconds) * 1000
  let next = 0
  const ask = async (): Promise<void> => {
    while (performance.now() < until) {
      const path = paths[next++ % paths.length] ?? ''
      const began = performance.now()
      const response = await fetch(`${product.address}${path}`, { headers })
      await response.arrayBuffer()
      taken.push(performance.now() - began)
      if (response.status !== 200) failures[response.status] = (failures[response.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, ask))
  const sorted = taken.toSorted((a, b) => a - b)
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), failures, megabytes: 0 }
}

/** The inbox with 500 referrals to decide, and 5,000 that were decided in the last 90 days. */
export const measureInbox = async (asked: Asked, client: Client): Promise<Noted> => {
  await fillInbox(client)
  const { rows } = await client.query<{ id: number }>(
    `select id::integer from incoming_referral where state in ('waiting', 'asked') order by id`,
  )
  const some = rows.map(({ id }) => `${getIncoming.path}?id=${id}`)
  const first = await fetch(`${asked.product.address}${listIncoming.path}`, { headers: asked.headers })
  const { rows: listed } = (await first.json()) as ReplyOf<typeof listIncoming>
  if (!listed.some(({ matches }) => matches !== null && matches > 0))
    throw new Error('No referral to decide has a likely match')
  const measured: Times[] = []
  for (const { what, paths, atMost } of [
    { what: 'to decide', paths: [listIncoming.path], atMost: 150 },
    { what: 'decided', paths: [`${listIncoming.path}?shown=decided`], atMost: 150 },
    { what: 'count', paths: [countIncoming.path] },
    { what: 'one with its likely matches', paths: some },
  ]) {
    const times = await timesOf(asked, paths)
    measured.push(times)
    noteFailures(`inbox, ${what}`, times.failures)
    report({ what: `Inbox, ${what}, p50`, figure: times.p50, unit: 'ms' })
    report({
      what: `Inbox, ${what}, p95`,
      figure: times.p95,
      unit: 'ms',
      ...(atMost === undefined ? {} : { atMost }),
    })
    report({ what: `Inbox, ${what}, p99`, figure: times.p99, unit: 'ms' })
  }
  return together(measured)
}
