import { timingSafeEqual } from 'node:crypto'
import { sql as raw, type Kysely, type Transaction } from 'kysely'
import { mostWrongDates } from '../../../../contract/care/person/link.ts'
import type { CalendarDate } from '../../../../contract/platform/dates/dates.ts'
import { instantOf } from '../../../../contract/platform/words/format.ts'
import { isNotToBeTold, type FlagFacts } from '../../../../contract/patients/flags/chips.ts'
import { flagFacts } from '../../../patients/flags/read.ts'
import { codeHashes } from '../../../platform/crypto/codes.ts'
import type { EncryptionKey } from '../../../platform/crypto/encryption.ts'
import { newToken } from '../../../platform/crypto/tokens.ts'
import { sha256 } from '../../../platform/crypto/sha256.ts'
import type { DB } from '../../../platform/db/types.ts'
import { guessedTask } from './linkTask.ts'

export const codeLength = 8

/** The hash under which a code is kept, and those under which it may be found. */
export const linkHashes = (key: EncryptionKey, code: string): readonly [Buffer, ...Buffer[]] =>
  codeHashes(key, 'link to the own page', code)

/** What became of an attempt to open a page. `wrong` says nothing about whether the code exists. */
export type Attempt =
  | { as: 'wrong' | 'device' | 'ended' }
  | { as: 'open'; linkId: number; patientId: number; contactId: number | null; newDevice: string | null }

interface Found {
  id: number
  patientId: number
  contactId: number | null
  dateOfBirth: string | null
  isHere: boolean
  isOver: boolean
  isGuessed: boolean
  wrongDates: number
  deviceHash: Buffer | null
  flags: FlagFacts
}

/** Keeps a wrong date from being counted twice at once, and two devices from being the first. */
const findLink = async (
  sql: Transaction<DB>,
  hashes: readonly Buffer[],
  now: number,
): Promise<Found | undefined> => {
  const { rows } = await raw<Found>`
    select link.id, link.patient_id as "patientId", link.contact_id as "contactId",
      patient.date_of_birth as "dateOfBirth", link.wrong_dates as "wrongDates", link.device_hash as "deviceHash",
      patient.is_active and coalesce(contact.is_active, true) as "isHere",
      link.ended_at is not null or link.valid_until <= ${instantOf(now)} as "isOver",
      link.ended_how is not distinct from 'guessed' as "isGuessed",
      ${flagFacts('patient')} as flags
    from person_link as link
    join patient on patient.id = link.patient_id
    left join patient_contact as contact on contact.id = link.contact_id
    where link.code_hash = any(${hashes}::bytea[])
    for update of link`.execute(sql)
  return rows[0]
}

/**
 * Tries a code with a date of birth. After five wrong dates a link ends, and staff hear of it; one that ended before says
 * nothing more after them. A right date does not open
 * a link that ended, or that another device opened: only somebody who knows both hears so.
 * @param device the token of this device, if it has one
 */
export const tryCode = async (
  sql: Transaction<DB>,
  key: EncryptionKey,
  now: number,
  { code, dateOfBirth, device }: { code: string; dateOfBirth: CalendarDate | null; device: string | null },
): Promise<Attempt> => {
  const found = await findLink(sql, linkHashes(key, code), now)
  if (found === undefined || found.isGuessed || found.wrongDates >= mostWrongDates) return { as: 'wrong' }
  const { id, patientId, contactId } = found
  if (dateOfBirth === null || found.dateOfBirth !== dateOfBirth) {
    await countWrongDate(sql, now, found)
    return { as: 'wrong' }
  }
  if (found.isOver || !found.isHere || isNotToBeTold(found.flags)) return { as: 'ended' }
  if (found.deviceHash !== null && !isSame(found.deviceHash, device)) return { as: 'device' }
  // One token for each browser: two people who share a telephone both keep their links.
  const newDevice = found.deviceHash === null ? (device ?? newToken()) : null
  await raw`
    update person_link set wrong_dates = 0, code_sealed = null, seen_at = ${instantOf(now)}, opened_at = coalesce(opened_at, ${instantOf(now)}),
      device_hash = coalesce(device_hash, ${newDevice === null ? null : sha256(newDevice)}::bytea)
    where id = ${id}`.execute(sql)
  return { as: 'open', linkId: id, patientId, contactId, newDevice }
}

const isSame = (hash: Buffer, device: string | null): boolean =>
  device !== null && timingSafeEqual(hash, sha256(device))

const countWrongDate = async (sql: Transaction<DB>, now: number, link: Found): Promise<void> => {
  const isLast = link.wrongDates + 1 >= mostWrongDates && !link.isOver
  await raw`
    update person_link set wrong_dates = wrong_dates + 1,
      ended_at = case when ${isLast} then ${instantOf(now)}::timestamptz else ended_at end,
      ended_how = case when ${isLast} then 'guessed' else ended_how end
    where id = ${link.id}`.execute(sql)
  if (!isLast) return
  await endVisits(sql, now, link.id)
  await guessedTask(sql, now, link)
}

/**
 * Ends the visits that a link opened. Of somebody who is not safe at home, those by NHS login end with the person's own
 * link, since only that link let NHS login open the page.
 */
export const endVisits = async (sql: Kysely<DB>, now: number, linkId: number): Promise<void> => {
  await raw`
    update person_visit as visit set ended_at = ${instantOf(now)}
    from person_link as link
    where link.id = ${linkId} and visit.patient_id = link.patient_id and visit.ended_at is null
      and (visit.link_id = link.id or (visit.link_id is null and link.contact_id is null and exists (
        select from patient_restriction as restriction
        where restriction.patient_id = link.patient_id and restriction.kind = 'safety' and restriction.ended_at is null)))`.execute(
    sql,
  )
}
