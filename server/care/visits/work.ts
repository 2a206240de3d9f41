import { sql as raw, type Kysely } from 'kysely'
import type { VisitEntry, VisitNow, VisitWork, WaitingEntry } from '../../../contract/care/visits/visits.ts'
import type { CarriedForm } from '../../../contract/care/visits/carried.ts'
import type { RecordKindName } from '../../../contract/pathways/records/kinds.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import type { RecordKind } from '../../pathways/records/kind.ts'
import { recordKindsOnServer } from '../../pathways/records/kinds.ts'
import { readRecord } from '../../pathways/records/store.ts'
import { visitsNotHandedIn } from '../../pathways/tasks/visitsWaiting.ts'
import { decryptText } from '../../platform/crypto/encryption.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'
import type { Service } from '../../platform/http/calls/service.ts'
import { readVisitsNow } from './changes.ts'
import { keptAnswers } from './merge.ts'
import { contextOfEntry, mayBeRead } from './packs.ts'
import { recordIdOf, type Whose } from './save.ts'

export interface Overseer extends Reader {
  /** Sees what others' devices have, without the people on them. */
  seesDevices: boolean
  /** Sees what waits and what is missing of others too. */
  seesPeople: boolean
  /** Has visits, and sees those of their own. */
  isStaff: boolean
}

const most = 200

const person = raw`patient.id as "patientId", pathway.id as "pathwayId", patient.family_name as "familyName",
  patient.first_name as "firstName", name_prefix.name as "namePrefix"`
const ofAppointment = raw`
  join pathway on pathway.id = appointment.pathway_id
  join patient on patient.id = pathway.patient_id
  left join name_prefix on name_prefix.id = patient.name_prefix_id`

const entries = (userId: number) => raw`
  select entry.id, entry.form, author.display_name as author, entry.user_id = ${userId} as "isOwn",
    to_json(entry.typed_at) as "typedAt", to_json(entry.handed_in_at) as "handedInAt", entry.why, entry.message, entry.sealed, ${person}
  from visit_entry as entry
  join appointment on appointment.id = entry.appointment_id ${ofAppointment}
  join app_user as author on author.id = entry.user_id
  where entry.state = 'waiting'`

interface Work extends VisitWork {
  visitsNow: (VisitNow & Whose)[]
}

/**
 * What devices have, what waits for a person, which visits are missing, and what became of the user's own, in four statements
 * and those of the flags.
 */
export const readWork = async (sql: Kysely<DB>, reader: Overseer, now: number): Promise<Work> => {
  const { userId, seesDevices, seesPeople, isStaff } = reader
  const { rows: devices } = await raw<VisitWork['devices'][number]>`
    select pack.id, pack.device, app_user.display_name as "userName", pack.user_id = ${userId} as "isOwn",
      to_json(pack.made_at) as "madeAt", to_json(pack.ends_at) as "endsAt",
      (select count(*)::integer from visit_pack_visit where pack_id = pack.id) as visits
    from visit_pack as pack join app_user on app_user.id = pack.user_id
    where ${mayBeRead('pack', now)} and (${seesDevices} or pack.user_id = ${userId})
    order by pack.user_id = ${userId} desc, pack.made_at desc limit ${most}`.execute(sql)
  if (!isStaff) return { devices, waiting: [], notHandedIn: [], visitsNow: [] }
  const visitsNow = await readVisitsNow(sql, userId, now)
  const { rows: waiting } = await raw<WaitingEntry>`
    select * from (${entries(userId)}) as waiting where ${seesPeople} or "isOwn" order by "typedAt"::text limit ${most}`.execute(
    sql,
  )
  const { rows: notHandedIn } = await raw<Omit<VisitWork['notHandedIn'][number], 'flags'>>`
    select appointment.id as "appointmentId", appointment.appointment_date as "appointmentDate",
      appointment.start_time as "startTime", appointment.minutes, owner.display_name as clinician, missing.device, ${person}
    from (${visitsNotHandedIn(now)}) as missing
    join appointment on appointment.id = missing.appointment_id ${ofAppointment}
    join app_user as owner on owner.id = missing.user_id
    where ${seesPeople} or missing.user_id = ${userId}
    order by appointment.appointment_date, appointment.start_time, appointment.id limit ${most}`.execute(sql)
  const people = await withFlags<{ patientId: number }>(sql, [...waiting, ...notHandedIn], reader)
  return {
    devices,
    visitsNow,
    waiting: people.slice(0, waiting.length) as WaitingEntry[],
    notHandedIn: people.slice(waiting.length) as VisitWork['notHandedIn'],
  }
}

export interface Waiting extends Omit<WaitingEntry, 'flags'>, Whose {
  handedInAt: string
  message: string | null
  sealed: Buffer
}

/** Something that waits, for its author or for who oversees; 404 for anybody else, and for what is settled. */
export const findWaiting = async (
  sql: Kysely<DB>,
  id: string,
  { userId, seesPeople }: Pick<Overseer, 'userId' | 'seesPeople'>,
): Promise<Waiting> => {
  const { rows } = await raw<Waiting>`
    select * from (${entries(userId)}) as waiting
    where id = ${id} and (${seesPeople} or "isOwn")`.execute(sql)
  const [found] = rows
  if (found === undefined) throw notFound()
  return found
}

type Fields = Readonly<Record<string, unknown>>

export const typedIn = (service: Service, { id, sealed }: Pick<Waiting, 'id' | 'sealed'>) =>
  JSON.parse(decryptText(service.secretKey, contextOfEntry(id), sealed)) as Fields

/** The id of the record that something waiting changes; 0 for a new one. Unfinished text says it beside its fields. */
const changedBy = (waiting: Waiting, typed: Fields): number =>
  waiting.why === 'unfinished' && typeof typed['recordId'] === 'number'
    ? typed['recordId']
    : recordIdOf(waiting.form, typed, waiting)

/** The record that something waiting changes; null if it is new, or was deleted. */
export const storedNow = async (sql: Kysely<DB>, form: CarriedForm, id: number): Promise<Fields | null> => {
  if (id === 0) return null
  if (form === 'consent') {
    const { rows } = await raw<Fields>`
      select version, consent_given as "consentGiven", consent_date as "consentDate" from pathway where id = ${id}`.execute(
      sql,
    )
    return rows[0] ?? null
  }
  const kinds: Readonly<Record<RecordKindName, unknown>> = recordKindsOnServer
  try {
    return await readRecord(sql, kinds[form] as RecordKind<never, Fields>, id)
  } catch (error) {
    if (error instanceof HttpProblem && error.status === 404) return null
    throw error
  }
}

export const showWaiting = async (
  service: Service,
  waiting: Waiting,
  reader: Reader,
): Promise<VisitEntry> => {
  const { sql } = service.db
  const typed = typedIn(service, waiting)
  const recordId = changedBy(waiting, typed)
  const stored = await storedNow(sql, waiting.form, recordId)
  const { sealed: _, ...shown } = waiting
  const [flagged] = await withFlags(sql, [shown], reader)
  if (flagged === undefined) throw notFound()
  return {
    ...flagged,
    typed: JSON.stringify(typed),
    stored: stored === null ? null : JSON.stringify(stored),
    kept: Object.keys(await keptAnswers(sql, waiting.form, typed, stored, waiting.patientId)),
    isDeleted: recordId !== 0 && stored === null,
    storedVersion: typeof stored?.['version'] === 'number' ? stored['version'] : null,
  }
}
