import { Decrypter } from 'age-encryption'
import { sql as raw, type Kysely } from 'kysely'
import { z } from 'zod'
import { carriedForms } from '../../../contract/care/visits/carried.ts'
import { handedIn, type HandedIn, type WaitingReason } from '../../../contract/care/visits/visits.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { encrypt } from '../../platform/crypto/encryption.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem, ValidationProblem } from '../../platform/errors.ts'
import type { Call } from '../../platform/http/calls/route.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { writeOnce, type StaffWriting } from '../../platform/writes/write.ts'
import { authorOf } from './author.ts'
import { contextOfEntry, findPack, isProven, openSecrets, type Pack } from './packs.ts'
import { bodyToSave, rightsOfForm, saveForm, type Saves, type Whose } from './save.ts'

const notOurs = (): ValidationProblem =>
  new ValidationProblem({ sealed: 'This was not sealed for these visits. It stays on the device.' })

/** More than anybody types in two days, so that nobody fills the database with it. */
const mostOfPack = 1000

const proven = z.object({ text: z.string(), mac: z.string() })

/** Opens sealed text, and checks that it was typed where the pack was open, about one of its visits. */
const open = async (service: Service, pack: Pack, sealed: string): Promise<HandedIn> => {
  const secrets = openSecrets(service.secretKey, pack)
  const decrypter = new Decrypter()
  decrypter.addIdentity(secrets.identity)
  let opened: unknown
  try {
    opened = JSON.parse(await decrypter.decrypt(Buffer.from(sealed, 'base64'), 'text'))
  } catch {
    throw notOurs()
  }
  const checked = proven.safeParse(opened)
  if (!checked.success || !isProven(secrets, checked.data.text, checked.data.mac)) throw notOurs()
  const typed = handedIn.safeParse(JSON.parse(checked.data.text))
  if (!typed.success || typed.data.packId !== pack.id || typed.data.userId !== pack.user_id) throw notOurs()
  return typed.data
}

/** The record of a visit of the pack, as its appointment says now; null if the pack has no such visit. */
const whoseVisit = async (
  sql: Kysely<DB>,
  { packId, appointmentId }: HandedIn,
): Promise<(Whose & { isRestricted: boolean }) | null> => {
  const { rows } = await raw<Whose & { isRestricted: boolean }>`
    select pathway.id as "pathwayId", pathway.patient_id as "patientId", exists (
      select from patient_restriction
      where patient_restriction.patient_id = pathway.patient_id and ended_at is null) as "isRestricted"
    from visit_pack_visit as visit
    join appointment on appointment.id = visit.appointment_id
    join pathway on pathway.id = appointment.pathway_id
    where visit.pack_id = ${packId} and visit.appointment_id = ${appointmentId}`.execute(sql)
  return rows[0] ?? null
}

interface Outcome {
  outcome: 'saved' | 'waiting'
  why: WaitingReason | null
}
const saved: Outcome = { outcome: 'saved', why: null }

/** Keeps what was handed in. A repeat replaces what still waits, and never what is saved or dropped. */
const keep = async (
  { sql, userId, trace }: StaffWriting,
  service: Service,
  { entryId, isFinished, form, typedAt, appointmentId, ...typed }: HandedIn,
  { pathwayId, patientId }: Whose,
): Promise<boolean> => {
  const sealed = encrypt(service.secretKey, contextOfEntry(entryId), JSON.stringify(typed.body))
  const why = isFinished ? 'refused' : 'unfinished'
  const { rows } = await raw<{ state: string }>`
    insert into visit_entry (id, pack_id, user_id, appointment_id, form, typed_at, handed_in_at, handed_in_by, why, sealed)
    select ${entryId}, ${typed.packId}, ${typed.userId}, ${appointmentId}, ${form}, ${typedAt},
      ${instantOf(service.clock())}, ${userId}, ${why}, ${sealed}
    where (select count(*) from visit_entry where pack_id = ${typed.packId}) < ${mostOfPack}
    on conflict (id) do update set typed_at = excluded.typed_at, why = excluded.why, sealed = excluded.sealed
    where visit_entry.state = 'waiting' and visit_entry.pack_id = excluded.pack_id
      and visit_entry.typed_at <= excluded.typed_at and (visit_entry.why = 'unfinished' or ${isFinished})
    returning state`.execute(sql)
  trace({
    patientIds: [patientId],
    pathwayIds: [pathwayId],
    criteria: { visitPack: typed.packId, visitEntry: entryId, author: typed.userId },
  })
  return rows.length > 0
}

const stateOf = async (
  sql: Kysely<DB>,
  { entryId, packId }: Pick<HandedIn, 'entryId' | 'packId'>,
): Promise<Outcome> => {
  const row = await sql
    .selectFrom('visit_entry')
    .select(['pack_id', 'state', 'why'])
    .where('id', '=', entryId)
    .executeTakeFirst()
  if (row === undefined)
    throw new HttpProblem(400, 'bad-request', 'These visits have too much handed in already.')
  // Nothing of it was stored, so the device must not take it for handed in.
  if (row.pack_id !== packId)
    throw new HttpProblem(
      409,
      'conflict',
      'This has the number of something that was typed on other visits. It stays on the device.',
    )
  return row.state === 'waiting' ? { outcome: 'waiting', why: row.why as WaitingReason } : saved
}

/** Why a save did not succeed, if a person can do something about it; other errors are tried again by the device. */
export const reasonOf = (error: unknown): { why: WaitingReason; message: string } | null => {
  if (error instanceof ValidationProblem)
    return { why: 'refused', message: Object.values(error.fields).filter(Boolean).join(' ') }
  if (!(error instanceof HttpProblem) || error.status >= 500 || error.status === 429) return null
  const why = error.code === 'reason-needed' ? 'restricted' : error.status === 409 ? 'conflict' : 'refused'
  return { why, message: error.message }
}

/** Stores what was typed, whatever becomes of it, and then saves it in the name and with the rights of its author. */
export const handIn = async <Parts extends Service>(
  call: Call<Parts>,
  saves: Saves,
  { id, sealed }: { id: string; sealed: string },
): Promise<Outcome> => {
  const { service } = call
  const { sql } = service.db
  const pack = await findPack(sql, id, service.clock())
  const typed = await open(service, pack, sealed)
  const whose = await whoseVisit(sql, typed)
  if (whose === null) throw notOurs()
  const isNews = await call.write((writing) => keep(writing, service, typed, whose))
  if (!isNews || !typed.isFinished) return stateOf(sql, typed)
  const wait = async (why: WaitingReason, message: string | null): Promise<Outcome> => {
    await sql
      .updateTable('visit_entry')
      .set({ why, message })
      .where('id', '=', typed.entryId)
      .where('state', '=', 'waiting')
      .execute()
    return { outcome: 'waiting', why }
  }
  if (whose.isRestricted) return wait('restricted', null)
  const author = await authorOf(sql, pack, service.narrowing)
  if (!author.may(rightsOfForm(typed.form))) return wait('rights', null)
  const body = bodyToSave(typed.form, typed.body, whose)
  const { userId, sessionId, role, worksAs } = author
  try {
    await service.db.write(`pathwayId ${whose.pathwayId}`, (database) =>
      writeOnce(
        {
          sql: database,
          event: {
            kind: 'write',
            action: `POST ${carriedForms[typed.form].save.path}`,
            status: 200,
            userId,
            sessionId,
            role,
            requestId: call.requestId,
            address: null,
            opensRecords: true,
            criteria: { visitPack: id, visitEntry: typed.entryId, handedInBy: call.principal.userId },
          },
          worksAs,
          claim: null,
          whose: [whose],
          bankHolidayOn: service.bankHolidayOn,
          log: call.log,
        },
        async (writing) => {
          if (!(await settle(writing, typed.entryId, 'saved', service.clock()))) return
          await saveForm(writing, saves, typed.form, body)
        },
      ),
    )
    return saved
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    return wait(reason.why, reason.message)
  }
}

/** Marks what waits as saved or dropped, and forgets the text. False if that has happened already. */
export const settle = async (
  { sql, userId }: StaffWriting,
  id: string,
  state: 'saved' | 'dropped',
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await sql
    .updateTable('visit_entry')
    .set({ state, sealed: null, settled_at: instantOf(now), settled_by: userId })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
