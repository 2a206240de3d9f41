import { sql as raw } from 'kysely'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { Writing } from '../../platform/writes/write.ts'
import type { KeptRow } from './kept.ts'

/* What one patient has once, but two records may have twice: a red flag of each sign, and a next of kin. */

/**
 * A patient has one open red flag for each sign. If both records have one, the flag with the earlier review date stays
 * open. The other is ended with a note that says so; both stay on the flags page.
 */
export const endDoubledFlags = async (
  writing: Writing,
  survivorId: number,
  mergedId: number,
): Promise<KeptRow[]> => {
  const { rows } = await raw<{ id: number; patient_id: number; review_date: string }>`
    select ended.id, ended.patient_id, other.review_date
    from patient_flag as ended join patient_flag as other
      on other.category = ended.category and other.patient_id <> ended.patient_id
    where ended.patient_id in (${survivorId}, ${mergedId}) and other.patient_id in (${survivorId}, ${mergedId})
      and ended.kind = 'redFlag' and other.kind = 'redFlag' and ended.ended_at is null and other.ended_at is null
      and (ended.review_date, ended.id) > (other.review_date, other.id)
    order by ended.id for update of ended`.execute(writing.sql)
  const kept: KeptRow[] = []
  for (const { id, patient_id: patientId, review_date: review } of rows) {
    const note = `Two records were merged: the same sign is open in a flag to be dealt with by ${formatDate(review)}`
    kept.push({ table: 'patient_flag', ...(await endFlag(writing, id, patientId, note)) })
  }
  return kept
}

const endFlag = async (
  writing: Writing,
  id: number,
  patientId: number,
  note: string,
): Promise<{ id: number; version: number }> => {
  const row = await writing.sql
    .updateTable('patient_flag')
    .set((is) => ({
      ended_at: raw<string>`clock_timestamp()`,
      ended_by: writing.userId,
      ended_note: note,
      version: is('version', '+', 1),
      updated_at: raw<string>`clock_timestamp()`,
      updated_by: writing.userId,
    }))
    .where('id', '=', id)
    .returning(['id', 'version', 'ended_at'])
    .executeTakeFirstOrThrow()
  writing.trace({
    records: [
      {
        entity: 'flag',
        id,
        version: row.version,
        before: { ended_at: null, ended_note: null },
        after: { ended_at: row.ended_at, ended_note: note },
      },
    ],
    patientIds: [patientId],
  })
  return { id, version: row.version }
}

/** Only one next of kin is in use. If both records have one, the one that was not chosen is deactivated. */
export const settleNextOfKin = async (
  writing: Writing,
  survivorId: number,
  mergedId: number,
  takesMerged: boolean,
): Promise<KeptRow | null> => {
  const both = await writing.sql
    .selectFrom('next_of_kin')
    .select(['id', 'version', 'patient_id'])
    .where('patient_id', 'in', [survivorId, mergedId])
    .where('is_active', '=', true)
    .forUpdate()
    .execute()
  if (both.length < 2) return null
  const left = both.find(({ patient_id }) => patient_id === (takesMerged ? survivorId : mergedId))
  if (left === undefined) return null
  return { table: 'next_of_kin', ...(await setNextOfKin(writing, left, false)) }
}

export const setNextOfKin = async (
  writing: Writing,
  { id, patient_id: patientId }: { id: number; patient_id: number },
  isActive: boolean,
): Promise<{ id: number; version: number }> => {
  const row = await writing.sql
    .updateTable('next_of_kin')
    .set((is) => ({
      is_active: isActive,
      version: is('version', '+', 1),
      updated_at: raw<string>`clock_timestamp()`,
      updated_by: writing.userId,
    }))
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  writing.trace({
    patientIds: [patientId],
    records: [
      {
        entity: 'nextOfKin',
        id,
        version: row.version,
        before: { is_active: !isActive },
        after: { is_active: isActive },
      },
    ],
  })
  return row
}
