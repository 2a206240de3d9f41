import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import {
  mostRestrictedShown,
  type endRestriction,
  type RestrictedRecord,
  type Restriction,
  type restrictRecord,
} from '../../../contract/governance/restriction.ts'
import { endEveryLink } from '../../care/person/door/give.ts'
import type { DB } from '../../platform/db/types.ts'
import { HttpProblem, notFound } from '../../platform/errors.ts'
import { withFlags } from '../../patients/flags/read.ts'
import type { Reader } from '../../patients/flags/withheld.ts'
import { patientGone } from '../../patients/patient/gone.ts'
import { savedTable } from '../../platform/writes/columns.ts'
import { restrictionColumns } from './columns.ts'
import { addRow, changeRow, lockRow, type SavedRow } from '../../platform/writes/saveRow.ts'
import type { Writing } from '../../platform/writes/write.ts'

const restrictionTable = savedTable({
  table: 'patient_restriction',
  entity: 'restriction',
  columns: { ...restrictionColumns, endedNote: 'ended_note' },
  labels: labels.restriction,
})

const refuse = (message: string) => new HttpProblem(409, 'conflict', message)

/**
 * Restricts a record that is not restricted yet. The patient is locked, so that two users do not do it at once. Of somebody
 * who is not safe at home, every link to the own page ends: somebody else may have the telephone that opened it.
 */
export const restrict = async (
  writing: Writing,
  { patientId, kind, reason }: z.output<typeof restrictRecord.input>,
  now: number,
): Promise<SavedRow> => {
  const patient = await lockRow(writing, 'patient', patientId)
  if (!patient.is_active) throw await patientGone(writing.sql, patientId)
  const already = await writing.sql
    .selectFrom('patient_restriction')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (already !== undefined) throw refuse('This record is restricted already.')
  if (kind === 'safety')
    await endEveryLink(writing, now, {
      patientId,
      when: 'it was recorded that the person is not safe at home',
    })
  return addRow(writing, { ...restrictionTable, values: { patient_id: patientId, kind, reason }, patientId })
}

export const endRestrictionOf = async (
  writing: Writing,
  { id, version, patientId, endedNote }: z.output<typeof endRestriction.input>,
  now: number,
): Promise<SavedRow> => {
  const found = await writing.sql
    .selectFrom('patient_restriction')
    .select('patient_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  if (patientId !== undefined && patientId !== found.patient_id)
    throw refuse('This belongs to another patient. Nothing was saved.')
  await lockRow(writing, 'patient', found.patient_id)
  const restriction = await lockRow(writing, 'patient_restriction', id)
  if (restriction.ended_at !== null) throw refuse('This has ended already.')
  return changeRow(writing, {
    ...restrictionTable,
    id,
    version,
    locked: restriction,
    values: { ended_at: instantOf(now), ended_by: writing.userId, ended_note: endedNote },
    patientId: found.patient_id,
  })
}

const restrictions = (sql: Kysely<DB>) =>
  sql
    .selectFrom('patient_restriction as restriction')
    .leftJoin('app_user as setter', 'setter.id', 'restriction.created_by')
    .leftJoin('app_user as ender', 'ender.id', 'restriction.ended_by')
    .select([
      'restriction.id',
      'restriction.version',
      'restriction.kind',
      'restriction.reason',
      'setter.display_name as setBy',
      'restriction.created_at as setAt',
      'restriction.ended_at as endedAt',
      'ender.display_name as endedBy',
      'restriction.ended_note as endedNote',
    ])
    .$narrowType<{ kind: Restriction['kind'] }>()

/** The restrictions of one patient, open ones first. Throws 404 if there is no such patient. */
export const restrictionsOf = async (sql: Kysely<DB>, patientId: number): Promise<Restriction[]> => {
  const patient = await sql.selectFrom('patient').select('id').where('id', '=', patientId).executeTakeFirst()
  if (patient === undefined) throw notFound()
  return restrictions(sql)
    .where('restriction.patient_id', '=', patientId)
    .orderBy('restriction.ended_at', (order) => order.desc().nullsFirst())
    .orderBy('restriction.id', 'desc')
    .execute()
}

/** All records that are restricted now, the latest first. */
export const restrictedRecords = async (sql: Kysely<DB>, reader: Reader): Promise<RestrictedRecord[]> => {
  const rows = await restrictions(sql)
    .innerJoin('patient', 'patient.id', 'restriction.patient_id')
    .leftJoin('name_prefix', 'name_prefix.id', 'patient.name_prefix_id')
    .select([
      'patient.id as patientId',
      'patient.family_name as familyName',
      'patient.first_name as firstName',
      'name_prefix.name as namePrefix',
      'patient.nhs_number as nhsNumber',
    ])
    .where('restriction.ended_at', 'is', null)
    .where('patient.is_active', '=', true)
    .orderBy('restriction.id', 'desc')
    .limit(mostRestrictedShown)
    .execute()
  return withFlags(sql, rows, reader)
}
