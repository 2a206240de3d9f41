import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { linkDays, notSafe, type givePersonLink } from '../../../../contract/care/person/link.ts'
import type { ReminderFacts } from '../../../../contract/care/appointments/reminder.ts'
import { isNotToBeTold } from '../../../../contract/patients/flags/chips.ts'
import type { CheckedInputOf } from '../../../../contract/platform/calls/endpoint.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { newCode } from '../../../platform/crypto/codes.ts'
import { encrypt } from '../../../platform/crypto/encryption.ts'
import { queueJob } from '../../../platform/db/jobs/jobs.ts'
import type { DB } from '../../../platform/db/types.ts'
import { HttpProblem, notFound, ValidationProblem } from '../../../platform/errors.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import { byDay } from '../../telling/tell.ts'
import { latestConsent, reminderFacts } from '../../telling/tellPatient.ts'
import type { PersonService } from '../service.ts'
import { addLinkTask } from './linkTask.ts'
import { codeLength, endVisits, linkHashes } from './links.ts'
import { whyNotBy } from './mayReach.ts'
import { sealedFor, sendLink } from './sendLink.ts'

interface Person {
  facts: ReminderFacts
  dateOfBirth: string | null
  isActive: boolean
  pathwayId: number | null
  contactPhone: string | null
  isContactHere: boolean
}

const dayMs = 24 * 60 * 60_000

const readPerson = async (
  { sql }: Writing,
  { patientId, contactId }: { patientId: number; contactId?: number | null | undefined },
): Promise<Person> => {
  const { rows } = await raw<Person>`
    select ${reminderFacts} as facts, patient.date_of_birth as "dateOfBirth", patient.is_active as "isActive",
      (select max(id) from pathway where pathway.patient_id = patient.id and pathway.is_active) as "pathwayId",
      contact.phone_number as "contactPhone", contact.id is not null as "isContactHere"
    from patient
    left join lateral (${latestConsent}) as consent on true
    left join patient_contact as contact
      on contact.id = ${contactId ?? null}::bigint and contact.patient_id = patient.id and contact.is_active
    where patient.id = ${patientId} for update of patient`.execute(sql)
  const [found] = rows
  if (found === undefined) throw notFound()
  return found
}

const conflict = (words: string): HttpProblem => new HttpProblem(409, 'conflict', words)

/** Why no link may be given in this way; null if it may. */
const whyNot = (person: Person, { way, contactId }: CheckedInputOf<typeof givePersonLink>): string | null => {
  const { facts } = person
  if (!person.isActive) return 'This record is no longer used, so it has no page.'
  if (isNotToBeTold(facts.flags))
    return 'This patient has died, or refused to be contacted. See the flags of the patient.'
  if (person.dateOfBirth === null) return 'The page opens with the date of birth. Record it first.'
  if (person.pathwayId === null) return 'This patient has no referral, so there is nothing to show.'
  if (contactId != null && !person.isContactHere) return 'This contact is not one of the patient.'
  if (way === 'paper') return null
  return whyNotBy({ facts, contactPhone: person.contactPhone, isContacts: contactId != null }, way)
}

/** Whether the person is not safe at home (decision 81). */
export const isAtRisk = async (sql: Kysely<DB>, patientId: number): Promise<boolean> => {
  const found = await sql
    .selectFrom('patient_restriction')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('kind', '=', 'safety')
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Gives a link and ends an earlier one of the same person. */
export const giveLink = async (
  { secretKey, clock, accounts }: PersonService,
  writing: Writing,
  input: CheckedInputOf<typeof givePersonLink>,
): Promise<{ id: number; version: number }> => {
  const { patientId, contactId = null, actsBy = null, actsSince = null, way } = input
  writing.trace({ patientIds: [patientId] })
  const person = await readPerson(writing, input)
  const why = whyNot(person, input)
  if (why !== null) throw conflict(why)
  if (input.safeConfirmed !== true && (await isAtRisk(writing.sql, patientId)))
    throw new ValidationProblem({ safeConfirmed: notSafe })
  if (way !== 'paper' && accounts.reminders === null)
    throw conflict('This service sends no messages to patients. Give the link on paper.')
  const now = clock()
  await endEarlier(writing, now, patientId, contactId)
  const code = newCode(codeLength)
  const [hash] = linkHashes(secretKey, code)
  const { rows } = await raw<{ id: number; version: number }>`
    insert into person_link (patient_id, contact_id, acts_by, acts_since, way, code_hash, code_sealed, valid_until,
      created_at, created_by, updated_at, updated_by)
    values (${patientId}, ${contactId}, ${contactId === null ? null : actsBy}, ${contactId === null ? null : actsSince},
      ${way}, ${hash}, ${encrypt(secretKey, sealedFor, code)},
      ${instantOf(now + linkDays * dayMs)}, ${instantOf(now)}, ${writing.userId}, ${instantOf(now)}, ${writing.userId})
    returning id, version`.execute(writing.sql)
  const [link] = rows
  if (link === undefined) throw new Error('A stored link')
  writing.trace({
    records: [{ entity: 'personLink', ...link, before: null, after: { way, contactId, actsBy, actsSince } }],
  })
  if (way !== 'paper') await queueJob(writing.sql, sendLink, { linkId: link.id }, byDay(now))
  return link
}

const endEarlier = (
  writing: Writing,
  now: number,
  patientId: number,
  contactId: number | null,
): Promise<number[]> =>
  endThose(writing, now, {
    which: raw`patient_id = ${patientId} and contact_id is not distinct from ${contactId}::bigint`,
    endedHow: 'replaced',
  })

/**
 * Ends every way into the page of a person, sent or not yet, because they are not safe at home. Where a link was still
 * good, a task asks staff to give a new one after asking.
 * @param when what happened, in the words of the task
 */
export const endEveryLink = async (
  writing: Writing,
  now: number,
  { patientId, when }: { patientId: number; when: string },
): Promise<void> => {
  const [ended] = await endThose(writing, now, { which: raw`patient_id = ${patientId}`, endedHow: 'ended' })
  const text = `The links to the own page ended, sent or not, when ${when}. Ask where nobody listens whether they want a new one.`
  if (ended !== undefined) writing.trace(await addLinkTask(writing.sql, now, { id: ended, patientId, text }))
  // Those by NHS login, too, which no link opened.
  await raw`
    update person_visit set ended_at = ${instantOf(now)}
    where patient_id = ${patientId} and ended_at is null`.execute(writing.sql)
}

/** @returns the links that could still open the page */
const endThose = async (
  writing: Writing,
  now: number,
  { which, endedHow }: { which: RawBuilder<unknown>; endedHow: 'ended' | 'replaced' },
): Promise<number[]> => {
  const { rows } = await raw<{ id: number; version: number; isGood: boolean }>`
    update person_link set version = version + 1, ended_at = ${instantOf(now)}, ended_how = ${endedHow}, code_sealed = null,
      updated_at = ${instantOf(now)}, updated_by = ${writing.userId}
    where ${which} and ended_at is null
    returning id, version, valid_until > ${instantOf(now)}::timestamptz as "isGood"`.execute(writing.sql)
  for (const { id } of rows) await endVisits(writing.sql, now, id)
  writing.trace({
    records: rows.map(({ id, version }) => ({
      ...{ entity: 'personLink', id, version },
      before: { endedHow: null },
      after: { endedHow },
    })),
  })
  return rows.filter(({ isGood }) => isGood).map(({ id }) => id)
}

/** Ends a link and the visits that it opened, at once. */
export const endLink = async (
  { clock }: PersonService,
  writing: Writing,
  { id, version }: { id: number; version?: number | undefined },
): Promise<{ id: number; version: number }> => {
  const now = clock()
  const { rows: found } = await raw<{ patientId: number; version: number; isEnded: boolean }>`
    select patient_id as "patientId", version, ended_at is not null as "isEnded" from person_link
    where id = ${id} for update`.execute(writing.sql)
  const [link] = found
  if (link === undefined) throw notFound()
  writing.trace({ patientIds: [link.patientId] })
  if (version !== undefined && version !== link.version)
    throw conflict('Somebody changed this link meanwhile. Look at it again.')
  if (link.isEnded) throw conflict('This link has ended already.')
  await raw`
    update person_link set version = version + 1, ended_at = ${instantOf(now)}, ended_how = 'ended', code_sealed = null,
      updated_at = ${instantOf(now)}, updated_by = ${writing.userId}
    where id = ${id}`.execute(writing.sql)
  await endVisits(writing.sql, now, id)
  const after = { id, version: link.version + 1 }
  writing.trace({
    records: [{ entity: 'personLink', ...after, before: { endedHow: null }, after: { endedHow: 'ended' } }],
  })
  return after
}
