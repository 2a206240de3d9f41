import { sql as raw, type Kysely, type RawBuilder } from 'kysely'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { readOnly } from '../../platform/db/connection/asReader.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import type { Rights } from '../../platform/http/request/rights.ts'
import type { Call } from '../../platform/http/calls/route.ts'

/** Reading something of a patient: for staff, auditors, and users who opened it by a search of their own. */
export const grantedRead: Rights = {
  capability: ['patient.read', 'patient.readGranted'],
  audit: 'read',
  idempotency: 'safe',
  rate: 'read',
}

/** What is requested: a patient, a pathway, or something that belongs to one of them. */
type Subject = 'patient' | 'pathway' | 'document' | { table: string; parent: { column: keyof typeof leads } }

/**
 * Reads something of a patient. A user who may see only what their own search opened reads in a transaction that cannot
 * write. Anything else gives the same 404, whether it exists or not, and access is checked before any of it is read
 * (AZ-5).
 * @param read gets the ids of the pathways that are open to the reader, or null for all of them
 */
export const readWithGrant = async <Reply>(
  call: Call,
  subject: Subject,
  id: number,
  read: (sql: Kysely<DB>, opened: readonly number[] | null) => Promise<Reply>,
): Promise<Reply> => {
  const { sql } = call.service.db
  call.grantChecked()
  if (call.may('patient.read')) return read(sql, null)
  return readOnly(sql, async (reading) => {
    const opened = await openedPathways(call, reading, isOf(subject, id))
    if (opened.length === 0) throw notFound()
    return read(reading, opened)
  })
}

/** The pathways of this session's live grants that meet the condition. */
const openedPathways = async (
  { principal, service }: Call,
  sql: Kysely<DB>,
  condition: RawBuilder<boolean>,
): Promise<number[]> => {
  const { rows } = await raw<{ id: number }>`
    select distinct shared.id
    from external_grant join shared_pathway as shared on shared.id = external_grant.pathway_id
    where external_grant.session_id = ${principal.sessionId} and external_grant.user_id = ${principal.userId}
      and external_grant.ended_at is null and external_grant.expires_at > ${instantOf(service.clock())}
      and ${condition}`.execute(sql)
  return rows.map((row) => row.id)
}

const isOf = (subject: Subject, id: number): RawBuilder<boolean> => {
  if (subject === 'patient') return raw`shared.patient_id = ${id}`
  if (subject === 'pathway') return raw`shared.id = ${id}`
  const { table, column } =
    subject === 'document'
      ? { table: 'document', column: 'pathway_id' as const }
      : { table: subject.table, column: subject.parent.column }
  return raw`exists (select from ${raw.table(table)} as asked where asked.id = ${id} and ${leads[column]})`
}

/** How a row leads to the pathway or patient that it belongs to. */
const leads = {
  pathway_id: raw`asked.pathway_id = shared.id`,
  patient_id: raw`asked.patient_id = shared.patient_id`,
  exercise_id: raw`asked.exercise_id in (select exercise.id from exercise where exercise.pathway_id = shared.id)`,
} satisfies Record<string, RawBuilder<boolean>>
