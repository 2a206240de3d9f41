import { sql as raw, type Kysely } from 'kysely'
import type { z } from 'zod'
import type { CheckedInputOf, ReplyOf } from '../../../../contract/platform/calls/endpoint.ts'
import {
  differenceCodes,
  mostDifferencesListed,
  type DifferenceRow,
  type countDifferences,
  type leaveDifferences,
  type listDifferences,
} from '../../../../contract/exchange/pds/differences.ts'
import { withFlags } from '../../../patients/flags/read.ts'
import type { Reader } from '../../../patients/flags/withheld.ts'
import { lockRow } from '../../../platform/writes/saveRow.ts'
import type { Writing } from '../../../platform/writes/write.ts'
import type { DB } from '../../../platform/db/types.ts'

/** Whose record differs: registered people with an open referral. */
const differing = raw`pds_check
  join patient on patient.id = pds_check.patient_id and patient.is_active
  join lateral (
    select pathway_id from work_list where work_list.patient_id = patient.id
    order by referral_date desc nulls last, pathway_id desc limit 1) as listed on true
  where pds_check.kinds <> '{}'`

export const readDifferences = async (
  sql: Kysely<DB>,
  reader: Reader,
): Promise<ReplyOf<typeof listDifferences>> => {
  const { rows } = await raw<Omit<DifferenceRow, 'flags' | 'isWithheld'>>`
    select patient.id as "patientId", listed.pathway_id as "pathwayId", patient.family_name as "familyName",
      patient.first_name as "firstName",
      (select name from name_prefix where name_prefix.id = patient.name_prefix_id) as "namePrefix",
      patient.nhs_number as "nhsNumber", patient.date_of_birth as "dateOfBirth",
      pds_check.kinds, pds_check.found_at as "foundAt"
    from ${differing}
    order by 'died' = any (pds_check.kinds) desc, pds_check.found_at, patient.id
    limit ${mostDifferencesListed + 1}`.execute(sql)
  const shown = rows
    .slice(0, mostDifferencesListed)
    .map((row) => ({ ...row, kinds: differenceCodes.filter((kind) => row.kinds.includes(kind)) }))
  const lastNight = await sql
    .selectFrom('pds_night')
    .select(['night', 'asked', 'ended'])
    .orderBy('night', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    rows: await withFlags(sql, shown, reader),
    hasMore: rows.length > mostDifferencesListed,
    lastNight: lastNight ?? null,
  }
}

export const readCount = async (sql: Kysely<DB>): Promise<ReplyOf<typeof countDifferences>> => {
  const { rows } = await raw<z.output<typeof countDifferences.reply>>`
    select count(*) as differing, count(*) filter (where 'died' = any (pds_check.kinds)) as died
    from ${differing}`.execute(sql)
  return rows[0] ?? { differing: 0, died: 0 }
}

/** Leaves what the user saw as it is, until PDS has another version of the person. */
export const leave = async (
  writing: Writing,
  { patientId, kinds }: CheckedInputOf<typeof leaveDifferences>,
): Promise<{ success: true }> => {
  const { sql, userId } = writing
  await lockRow(writing, 'patient', patientId)
  writing.trace({ patientIds: [patientId], criteria: { left: kinds } })
  await raw`
    update pds_check set
      kinds = array(select kind from unnest(kinds) as kind where kind <> all (${kinds}::text[])),
      found_at = case when kinds <@ ${kinds}::text[] then null else found_at end,
      left_kinds = case when left_at is not null and left_version is not distinct from pds_version then left_kinds else '{}' end
        || array(select kind from unnest(kinds) as kind where kind = any (${kinds}::text[])),
      left_version = pds_version, left_by = ${userId}, left_at = clock_timestamp()
    where patient_id = ${patientId} and kinds && ${kinds}::text[]`.execute(sql)
  return { success: true }
}
