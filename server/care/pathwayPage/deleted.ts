import { sql as raw, type Kysely } from 'kysely'
import type { DeletedRecord } from '../../../contract/pathways/referral/pathway.ts'
import type { DB } from '../../platform/db/types.ts'
import { notFound } from '../../platform/errors.ts'
import { everyKindOnServer } from '../../pathways/records/kinds.ts'

const columns = {
  pathway_id: raw`r.pathway_id = whose.pathway_id`,
  patient_id: raw`r.patient_id = whose.patient_id`,
  // An attendance of a deleted plan can only be restored after its plan.
  exercise_id: raw`r.exercise_id in (
    select id from exercise where exercise.pathway_id = whose.pathway_id and exercise.is_active)`,
}

/** Deleted records of a pathway, and deleted BMIs of its patient, latest deletion first. */
export const readDeleted = async (
  sql: Kysely<DB>,
  pathwayId: number,
): Promise<{ patientId: number; records: DeletedRecord[] }> => {
  const pathway = await sql
    .selectFrom('pathway')
    .select('patient_id')
    .where('id', '=', pathwayId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (pathway === undefined) throw notFound()
  const ofKinds = everyKindOnServer.map(
    ({ entity, table, parent, columns: of, days: [day = ''] }) => raw`
      select ${entity} as kind, r.id, ${of[day] === undefined ? raw`null::date` : raw.ref(`r.${of[day]}`)} as day,
        app_user.display_name as "deletedBy", r.updated_at as "deletedAt"
      from ${raw.table(table)} as r left join app_user on app_user.id = r.updated_by
      where not r.is_active and ${columns[parent.column]}`,
  )
  const { rows } = await raw<DeletedRecord>`
    with whose as materialized (select ${pathwayId}::bigint as pathway_id, ${pathway.patient_id}::bigint as patient_id)
    select deleted.* from whose cross join lateral (${raw.join(ofKinds, raw` union all `)}) as deleted
    order by "deletedAt" desc`.execute(sql)
  return { patientId: pathway.patient_id, records: rows }
}
