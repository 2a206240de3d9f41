import { sql as raw, type Kysely } from 'kysely'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { isNotToBeTold, type FlagFacts } from '../../../../contract/patients/flags/chips.ts'
import { flagFacts } from '../../../patients/flags/read.ts'
import { newToken } from '../../../platform/crypto/tokens.ts'
import { sha256 } from '../../../platform/crypto/sha256.ts'
import type { DB } from '../../../platform/db/types.ts'

/** A visit ends after so long without a page. */
export const idleMs = 30 * 60_000
/** What was typed on a page that stayed open is still stored for so long. */
export const typingMs = 2 * 60 * 60_000
/** Answers that were begun and not sent wait so long for the person to come back. */
export const unsentMs = 24 * 60 * 60_000
/** And at the latest after a day's work. */
const longestMs = 12 * 60 * 60_000

/** Who visits: the person, or a contact who acts for them. */
export interface Visit {
  id: number
  patientId: number
  contactId: number | null
  /** The name of who acts; null for the person. */
  actsAs: string | null
}

/**
 * Begins a visit, which goes on with answers that the last one by the same link began and did not send.
 * @returns its token, of which only a hash is kept
 */
export const beginVisit = async (
  sql: Kysely<DB>,
  now: number,
  { patientId, linkId }: { patientId: number; linkId: number | null },
): Promise<string> => {
  const token = newToken()
  const at = instantOf(now)
  await raw`
    with last as (
      select id, begun from person_visit
      where patient_id = ${patientId} and link_id is not distinct from ${linkId} and begun is not null
        and (ended_at is not null or seen_at <= ${instantOf(now - idleMs)}) and seen_at > ${instantOf(now - unsentMs)}
      order by id desc limit 1 for update),
    emptied as (update person_visit set begun = null from last where person_visit.id = last.id)
    insert into person_visit (patient_id, link_id, token_hash, begun_at, seen_at, begun)
    values (${patientId}, ${linkId}, ${sha256(token)}, ${at}, ${at}, (select begun from last))`.execute(sql)
  return token
}

/**
 * The visit of a token, which goes on from now; null if it ended, or if the page must no longer be shown.
 * @param idle how long it may have been without a page: longer for what was typed on an open page, so that it is not lost.
 *   Such a post does not wake the visit
 */
export const continueVisit = async (
  sql: Kysely<DB>,
  now: number,
  token: string,
  idle: number = idleMs,
): Promise<(Visit & { wasIdle: boolean }) | null> => {
  const { rows } = await raw<Visit & { wasIdle: boolean; flags: FlagFacts }>`
    update person_visit as visit set
      seen_at = case when before.seen_at <= ${instantOf(now - idleMs)} then before.seen_at else ${instantOf(now)} end
    from person_visit as before
    join patient on patient.id = before.patient_id
    left join person_link as link on link.id = before.link_id
    left join patient_contact as contact on contact.id = link.contact_id
    where visit.id = before.id and before.token_hash = ${sha256(token)} and visit.ended_at is null
      and visit.seen_at > ${instantOf(now - idle)} and visit.begun_at > ${instantOf(now - longestMs)}
      and patient.is_active and coalesce(contact.is_active, true)
      and (before.link_id is null or (link.ended_at is null and link.valid_until > ${instantOf(now)}))
    returning visit.id, visit.patient_id as "patientId", link.contact_id as "contactId", contact.name as "actsAs",
      before.seen_at <= ${instantOf(now - idleMs)} as "wasIdle", ${flagFacts('patient')} as flags`.execute(
    sql,
  )
  const [found] = rows
  if (found === undefined || isNotToBeTold(found.flags)) return null
  const { flags: _, ...visit } = found
  return visit
}

/**
 * Whether a visit is over because its link ended, or the page must no longer be shown, and not because nothing happened
 * for a while or somebody signed out.
 */
export const isShut = async (sql: Kysely<DB>, now: number, token: string): Promise<boolean> => {
  const { rows } = await raw<{ isGone: boolean; flags: FlagFacts }>`
    select not (patient.is_active and coalesce(contact.is_active, true)
        and (visit.link_id is null or (link.ended_at is null and link.valid_until > ${instantOf(now)}))) as "isGone",
      ${flagFacts('patient')} as flags
    from person_visit as visit
    join patient on patient.id = visit.patient_id
    left join person_link as link on link.id = visit.link_id
    left join patient_contact as contact on contact.id = link.contact_id
    where visit.token_hash = ${sha256(token)}`.execute(sql)
  const [found] = rows
  return found !== undefined && (found.isGone || isNotToBeTold(found.flags))
}

/** @returns whether answers were begun and not sent */
export const endVisit = async (sql: Kysely<DB>, now: number, token: string): Promise<boolean> => {
  const ended = await sql
    .updateTable('person_visit')
    .set({ ended_at: instantOf(now) })
    .where('token_hash', '=', sha256(token))
    .where('ended_at', 'is', null)
    .returning('begun')
    .executeTakeFirst()
  return ended != null && ended.begun !== null
}
