import { sql as raw, type Kysely } from 'kysely'
import type { AuditRow } from '../../../contract/insight/audit/auditQuestion.ts'
import {
  careDays,
  firstHour,
  lastHour,
  manyInAnHour,
  unusualInWords,
  unusualReasons,
  type UnusualReason,
} from '../../../contract/insight/audit/unusualReading.ts'
import type { DB } from '../../platform/db/types.ts'
import { ValidationProblem } from '../../platform/errors.ts'

interface Found {
  reason: UnusualReason
  user_id: number
  who: string
  role: string | null
  patient_id: number | null
  patient: string | null
  nhs_number: string | null
  times: number
  latest: string
}

/**
 * Unusual reading (contract/insight/audit/unusualReading.ts), by reason and then latest first.
 * @param limit most rows to read
 */
export const findUnusual = (
  sql: Kysely<DB>,
  period: { dateFrom: string; dateTo: string },
  limit: number,
): Promise<AuditRow[]> =>
  findWithin(sql, period, limit).catch((error: { code?: string }) => {
    if (error.code !== timedOut) throw error
    throw new ValidationProblem({ dateTo: 'That is too much to compare at once. Choose fewer days' })
  })

/** PostgreSQL's error code for a statement that timed out. */
const timedOut = '57014'

const findWithin = async (
  sql: Kysely<DB>,
  { dateFrom, dateTo }: { dateFrom: string; dateTo: string },
  limit: number,
): Promise<AuditRow[]> => {
  const { rows } = await raw<Found>`
    with opened as materialized (
      select * from audit_opened_patients(${dateFrom}::date, ${dateTo}::date)
    ), hours as materialized (
      select *, hour at time zone 'Europe/London' as local_hour
      from audit_opening_hours(${dateFrom}::date, ${dateTo}::date, ${raw.lit(manyInAnHour)})
    ), written as materialized (
      select * from audit_writings(${dateFrom}::date - ${raw.lit(careDays)}, ${dateTo}::date)
    ), readers as materialized (
      select id, clinician_id, folded(family_name) as family_key, folded(first_name) as first_key
      from app_user where id in (select user_id from opened)
    ), family as materialized (
      select readers.id as user_id, patient.id as patient_id, patient.first_name_key = readers.first_key as is_namesake,
        patient.is_active, patient.postcode, folded(patient.address_line1) as line
      from readers join patient on patient.family_name_key = readers.family_key
    ), households as materialized (
      select distinct family.user_id, patient.id as patient_id
      from family join patient on patient.postcode = family.postcode and patient.id <> family.patient_id
        and folded(patient.address_line1) = family.line
      where family.is_namesake and family.is_active
    ), owned as materialized (
      select distinct readers.id as user_id, pathway.patient_id
      from readers
      join pathway_owner on pathway_owner.clinician_id = readers.clinician_id
      join pathway on pathway.id = pathway_owner.pathway_id
    ), known as materialized (
      select opened.*, family.is_namesake, households.user_id is not null as lives_there
      from opened
      left join family on family.user_id = opened.user_id and family.patient_id = opened.patient_id
      left join households on households.user_id = opened.user_id and households.patient_id = opened.patient_id
      where family.user_id is not null or households.user_id is not null
    ), found as (
      select why.reason, user_id, role, patient_id, null::bigint as patients, times, latest
      from known
      cross join lateral (select case when is_namesake then 'ownName' when lives_there then 'ownAddress' else 'sameFamilyName' end) as why (reason)
      union all
      select 'noCare', user_id, role, patient_id, null, times, latest
      from opened
      where not exists (select from written where written.user_id = opened.user_id and written.patient_id = opened.patient_id)
        and not exists (select from owned where owned.user_id = opened.user_id and owned.patient_id = opened.patient_id)
        and exists (select from patient where patient.id = opened.patient_id)
      union all
      select 'manyInAnHour', user_id, role, null, patients, times, latest
      from hours where patients > ${raw.lit(manyInAnHour)}
      union all
      select 'outOfHours', user_id, max(role), null, null, sum(times)::bigint, max(latest)
      from hours
      where extract(hour from local_hour) < ${raw.lit(firstHour)} or extract(hour from local_hour) >= ${raw.lit(lastHour)}
        or extract(isodow from local_hour) > 5
      group by user_id, local_hour::date
    ), shown as materialized (
      select *, array_position(${[...unusualReasons]}::text[], reason) as place
      from found
      where exists (select from app_user where app_user.id = found.user_id)
      order by place, latest desc, user_id, patient_id
      limit ${limit}
    )
    select reason, user_id, app_user.display_name as who, role, patient_id, nhs_number, times, latest,
      case when patients is null then nullif(concat_ws(', ', patient.family_name, patient.first_name), '')
        else patients || ' patients' end as patient
    from shown
    join app_user on app_user.id = shown.user_id
    left join patient on patient.id = shown.patient_id
    order by place, latest desc, user_id, patient_id`.execute(sql)
  return rows.map((row) => ({
    id: [row.reason, row.user_id, row.patient_id, row.latest].join(' '),
    at: row.latest,
    who: row.who,
    userId: row.user_id,
    role: row.role,
    patientId: row.patient_id,
    patient: row.patient,
    nhsNumber: row.nhs_number,
    what: unusualInWords[row.reason],
    times: row.times,
    address: null,
  }))
}
