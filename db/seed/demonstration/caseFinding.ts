import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { assessEligibility } from '../../../contract/exchange/incoming/eligibility.ts'
import { storedTold, type Told, type TypedTold } from '../../../contract/exchange/incoming/told.ts'
import { addDays, type CalendarDate } from '../../../contract/platform/dates/dates.ts'
import { instantAt } from '../../../contract/platform/dates/wallTime.ts'
import { formatDate, instantOf } from '../../../contract/platform/words/format.ts'
import { listLegalBasis, listSender, newReference, personOf } from './incoming.ts'
import { inventPeople, nhsNumbersFrom, type InventedPerson } from './people.ts'
import { seeded, type Random } from './random.ts'

/*
 * The case-finding list of the demonstration: people of one practice, some of whom are registered, were sent to triage,
 * invited, declined, or asked not to be contacted. Those who wait in the inbox are among the referrals there.
 */

const seed = 20_261_155
const listed = 60
const [registered, declined, optedOut] = [6, 3, 3]

interface Row {
  told: Told
  incomingId: string | null
  isOptedOut: boolean
}

/** @param day the day on which the histories end */
export const writeCaseFinding = async (client: Client, day: CalendarDate): Promise<void> => {
  const random = seeded(seed)
  const listDate = addDays(day, -30)
  const people = inventPeople(random, day)
  const numbers = nhsNumbersFrom(999_050_000)
  const next = (): Told => {
    const invented = { ...(people.next().value as InventedPerson), nhsNumber: numbers.next().value }
    return storedTold.parse(toldOf(random, personOf(invented)))
  }
  const rows: Row[] = [
    ...(await sentToTriage(client)),
    ...(await knownPatients(client, random)),
    ...Array.from({ length: optedOut }, (): Row => ({ told: next(), incomingId: null, isOptedOut: true })),
  ]
  for (let place = 0; place < declined; place += 1) {
    const told = next()
    rows.push({ told, incomingId: await aDeclined(client, { told, place, random, day }), isOptedOut: false })
  }
  while (rows.length < listed) rows.push({ told: next(), incomingId: null, isOptedOut: false })
  const { rows: lists } = await client.query<{ id: string }>(
    `insert into case_finding_list (kind, sender, list_date, legal_basis, content, created_at, created_by)
     select 'frailty', $1, $2, $3, $4, $5, id from app_user where user_name_key = 'admissions' returning id`,
    [
      listSender,
      listDate,
      listLegalBasis,
      createHash('sha256').update(JSON.stringify(rows)).digest(),
      instantOf(instantAt(addDays(day, -28), '09:40')),
    ],
  )
  const listId = lists[0]?.id
  for (const [place, { told, incomingId, isOptedOut }] of rows.entries()) {
    const row = place + 2
    await client.query(
      `insert into listed_person (list_id, row_number, told, eligibility, is_opted_out, incoming_referral_id)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        ...[listId, row, JSON.stringify({ ...told, legalBasis: listLegalBasis })],
        ...[assessEligibility(told, listDate).eligibility, isOptedOut, incomingId],
      ],
    )
    if (incomingId !== null)
      await client.query('update incoming_referral set message_id = $2 where id = $1', [
        incomingId,
        `list ${listId} row ${row}`,
      ])
  }
  await client.query(
    `insert into case_finding_opt_out (nhs_number) select nhs_number from listed_person where is_opted_out`,
  )
  await inviteSome(client, day)
}

const toldOf = (random: Random, person: TypedTold['person']): TypedTold => {
  const isFrail = random.chance(0.6)
  return {
    person,
    sender: { organisation: listSender },
    answers: {
      falls: random.pick(['none', 'one', 'one', 'more'] as const),
      injured: random.chance(0.2) ? 'yes' : 'no',
      frail: isFrail ? 'yes' : 'no',
    },
    reason: `eFI: ${isFrail ? random.pick(['0.27', '0.31', '0.38']) : random.pick(['0.16', '0.21'])}.`,
    redFlags: [],
  }
}

/** The referrals of case finding that wait in the inbox. */
const sentToTriage = async (client: Client): Promise<Row[]> => {
  const { rows } = await client.query<{ id: string; told: unknown }>(
    `select id, told from incoming_referral where source = 'caseFinding' order by id`,
  )
  return rows.map(({ id, told }) => ({ told: storedTold.parse(told), incomingId: id, isOptedOut: false }))
}

/** People of the practice who are registered: most with an open referral, one who died. */
const knownPatients = async (client: Client, random: Random): Promise<Row[]> => {
  const { rows } = await client.query<TypedTold['person']>(
    `(select family_name as "familyName", first_name as "firstName", date_of_birth::text as "dateOfBirth", nhs_number as "nhsNumber",
        address_line1 as "addressLine1", town, postcode
      from patient where is_active and nhs_number is not null and deceased_date is not null order by id limit 1)
     union all
     (select family_name, first_name, date_of_birth::text, nhs_number, address_line1, town, postcode
      from patient where is_active and nhs_number is not null and deceased_date is null
        and exists (select from work_list where patient_id = patient.id) order by id desc limit $1)`,
    [registered - 1],
  )
  return rows.map((person) => ({
    told: storedTold.parse(toldOf(random, person)),
    incomingId: null,
    isOptedOut: false,
  }))
}

interface Declining {
  told: Told
  place: number
  random: Random
  day: CalendarDate
}

/** Somebody who was sent to triage, and did not want to come. */
const aDeclined = async (client: Client, { told, place, random, day }: Declining): Promise<string | null> => {
  const received = addDays(day, -26)
  const { rows } = await client.query<{ id: string }>(
    `insert into incoming_referral (reference, source, message_id, received_at, decide_by, told, eligibility, state, answer,
       decided_at, decided_by, declined_referral_id)
     select $1, 'caseFinding', $2, $3, $4, $5, $6, 'declined', 'Rang: does not want to come', $7, app_user.id, reason.id
     from app_user, declined_referral as reason where user_name_key = 'admissions' and reason.name = 'Patient declined' returning id`,
    [
      ...[newReference(random), `demonstration declined ${place}`, instantOf(instantAt(received, '10:15'))],
      ...[addDays(received, 4), JSON.stringify({ ...told, legalBasis: listLegalBasis })],
      ...[
        assessEligibility(told, received).eligibility,
        instantOf(instantAt(addDays(day, -12 + place), '11:20')),
      ],
    ],
  )
  return rows[0]?.id ?? null
}

/** All but the first of those in the inbox were invited, and have time to answer. */
const inviteSome = async (client: Client, day: CalendarDate): Promise<void> => {
  const answerBy = addDays(day, 13)
  await client.query(
    `update incoming_referral set state = 'asked', asked_what = $1, asked_date = $2, chase_date = $3, version = version + 1
     where source = 'caseFinding' and state = 'waiting'
       and id > (select min(id) from incoming_referral where source = 'caseFinding')`,
    [`Invited by letter, to answer by ${formatDate(answerBy)}`, addDays(day, -1), answerBy],
  )
  await client.query(
    `insert into incoming_letter (incoming_referral_id, frame, title, body, signed_by, printed_at, is_invitation, created_by)
     select incoming.id,
       jsonb_build_object('head', (select jsonb_build_object('serviceName', service_name, 'address', address, 'telephone', telephone) from letterhead),
         'to', jsonb_build_array(concat_ws(' ', told #>> '{person,firstName}', told #>> '{person,familyName}'), told #>> '{person,addressLine1}',
           concat_ws(' ', told #>> '{person,town}', told #>> '{person,postcode}')),
         'about', '[]'::jsonb, 'date', $1::text, 'size', 'patient'),
       'Would you like help to stay steady on your feet?',
       'Dear ' || concat_ws(' ', told #>> '{person,firstName}', told #>> '{person,familyName}') || E',\\n\\n'
         || (told #>> '{sender,organisation}') || ' gave us your name. We help people to stay steady on their feet. Ring us if you would like this. '
         || 'You may say no: nothing changes for you.',
       app_user.display_name, $2, true, app_user.id
     from incoming_referral as incoming, app_user where source = 'caseFinding' and state = 'asked' and user_name_key = 'admissions'`,
    [addDays(day, -1), instantOf(instantAt(addDays(day, -1), '15:05'))],
  )
}
