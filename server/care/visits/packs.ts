import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { z } from 'zod'
import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { packHours, type PackEnding } from '../../../contract/care/visits/visits.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { decryptText, encrypt, type EncryptionKey } from '../../platform/crypto/encryption.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import type { StaffWriting } from '../../platform/writes/write.ts'

export const contextOfPack = (id: string): string => `visit pack ${id}`
export const contextOfEntry = (id: string): string => `visit entry ${id}`

/** What only the service and, as long as it may, the device know of a pack. */
const secrets = z.object({
  /** Half of the key that a PIN opens the pack with. */
  half: z.string(),
  /** Opens what is handed in (age). */
  identity: z.string(),
  /** Proves that something was typed with the pack open: the recipient alone is no secret. */
  proof: z.string(),
})
export type PackSecrets = z.output<typeof secrets>

export const newSecrets = async (): Promise<PackSecrets & { recipient: string }> => {
  const identity = await generateX25519Identity()
  return {
    half: randomBytes(32).toString('base64'),
    proof: randomBytes(32).toString('base64'),
    identity,
    recipient: await identityToRecipient(identity),
  }
}

export const openSecrets = (
  key: EncryptionKey,
  { id, sealed }: { id: string; sealed: Buffer },
): PackSecrets => secrets.parse(JSON.parse(decryptText(key, contextOfPack(id), sealed)))

/** Whether the sealed text carries the proof of its pack. */
export const isProven = ({ proof }: PackSecrets, text: string, mac: string): boolean => {
  const expected = createHmac('sha256', Buffer.from(proof, 'base64')).update(text).digest()
  const sent = Buffer.from(mac, 'base64')
  return sent.length === expected.length && timingSafeEqual(sent, expected)
}

export interface NewPack {
  device: string
  roleId: number | null
  now: number
  key: EncryptionKey
}

export const addPack = async (
  { sql, userId, sessionId }: StaffWriting,
  { device, roleId, now, key }: NewPack,
  appointmentIds: readonly number[],
) => {
  const id = randomUUID()
  const { recipient, ...kept } = await newSecrets()
  const [madeAt, endsAt] = [instantOf(now), instantOf(now + packHours * 60 * 60_000)]
  await sql
    .insertInto('visit_pack')
    .values({
      id,
      user_id: userId,
      role_id: roleId,
      session_id: sessionId,
      device,
      made_at: madeAt,
      ends_at: endsAt,
      sealed: encrypt(key, contextOfPack(id), JSON.stringify(kept)),
    })
    .execute()
  if (appointmentIds.length > 0)
    await sql
      .insertInto('visit_pack_visit')
      .values(appointmentIds.map((appointment_id) => ({ pack_id: id, appointment_id })))
      .execute()
  return { id, madeAt, endsAt, recipient, half: kept.half, proof: kept.proof }
}

/**
 * SQL for whether a pack may still be read, for use in a larger statement. Restricted records and homes
 * where a visit may not be safe are on no device (decision 165), so a pack is of no more use once one of its visits is so.
 */
export const mayBeRead = (of: string, now: number): RawBuilder<boolean> => raw<boolean>`(
  ${raw.ref(`${of}.ended_at`)} is null and ${raw.ref(`${of}.ends_at`)} > ${instantOf(now)}
  and not exists (
    select from visit_pack_visit
    join appointment on appointment.id = visit_pack_visit.appointment_id
    join pathway on pathway.id = appointment.pathway_id
    where visit_pack_visit.pack_id = ${raw.ref(`${of}.id`)} and (
      exists (select from patient_restriction as restriction
        where restriction.patient_id = pathway.patient_id and restriction.ended_at is null)
      or exists (select from patient_flag
        where patient_flag.patient_id = pathway.patient_id and patient_flag.kind = 'homeVisitRisk'
          and patient_flag.ended_at is null))))`

/** A pack of any age, ended or not, and whether it may still be read. @param now milliseconds since the epoch */
export const findPack = async (sql: Kysely<DB>, id: string, now: number) => {
  const pack = await sql
    .selectFrom('visit_pack')
    .selectAll()
    .select(mayBeRead('visit_pack', now).as('isValid'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (pack === undefined) throw notFound()
  return pack
}
export type Pack = Awaited<ReturnType<typeof findPack>>

/** Ends a pack. A repeat changes nothing. */
export const endPack = async (
  { sql, userId, trace }: StaffWriting,
  id: string,
  why: PackEnding,
  now: number,
): Promise<void> => {
  await sql
    .updateTable('visit_pack')
    .set({ ended_at: instantOf(now), ended_by: userId, end_reason: why })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
  trace({ criteria: { visitPack: id, why } })
}
