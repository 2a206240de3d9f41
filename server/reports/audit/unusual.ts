import { sql as raw, type Kysely } from 'kysely'
import type { AuditRow } from '../../../contract/auditQuestion.ts'
import {
  careDays,
  firstHour,
  lastHour,
  manyInAnHour,
  unusualInWords,
  unusualReasons,
  type UnusualReason,
} from '../../../contract/unusualReading.ts'
import type { DB } from '../../db/types.ts'
import { ValidationProblem } from '../../errors.ts'

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

/** Reading worth a question (contract/unusualReading.ts), by reason and the latest first. @param limit rows to read at most */
export const findUnusual = (
  sql: Kysely<DB>,
  period: { dateFrom: string; dateTo: string },
  limit: number,
): Promise<AuditRow[]> =>
  findWithin(sql, period, limit).catch((error: { code?: string }) => {
    if (error.code !== timedOut) throw error
    throw new ValidationProblem({ dateTo: 'That is too much to compare at once. Choose fewer days' })
  })

/** PostgreSQL's code of a statement that took longer than a screen waits. */
const timedOut = '57014'

const findWithin = async (
  sql: Kysely<DB>,
  { dateFrom, dateTo }: { dateFrom: string; dateTo: string },
  limit: number,
): Promise<AuditRow[]> => {
  const { rows } = await raw<Found>`
    with by_hour as materialized (
      select * from audit_openings(${dateFrom}::date, ${dateTo}::date)
    ), opened as materialized (
      select user_id, patient_id, max(role) as role, sum(times)::bigint as times, max(latest) as latest
      from by_hour group by user_id, patient_id
    ), written as materialized (
      select * from audit_writings(${dateFrom}::date - ${raw.lit(careDays)}, ${dateTo}::date)
    ), readers as materialized (
      select id, display_name, clinician_id, folded(family_name) as family_key, folded(first_name) as first_key
      from app_user where id in (select user_id from opened)
    ), namesakes as materialized (
      select readers.id as user_id, patient.id, patient.postcode, folded(patient.address_line1) as line
      from readers join patient on patient.family_name_key = readers.family_key
        and patient.first_name_key = readers.first_key and patient.is_active
    ), households as materialized (
      select distinct namesakes.user_id, patient.id as patient_id
      from namesakes join patient on patient.postcode = namesakes.postcode and patient.id <> namesakes.id
        and folded(patient.address_line1) = namesakes.line
    ), pairs as materialized (
      select opened.*, readers.display_name, patient.nhs_number,
        concat_ws(', ', patient.family_name, patient.first_name) as patient,
        patient.family_name_key = readers.family_key as is_family,
        patient.family_name_key = readers.family_key and patient.first_name_key = readers.first_key as is_namesake,
        households.user_id is not null as lives_there,
        written.user_id is null and owned.clinician_id is null as has_no_care
      from opened
      join readers on readers.id = opened.user_id
      join patient on patient.id = opened.patient_id
      left join households on households.user_id = opened.user_id and households.patient_id = opened.patient_id
      left join written on written.user_id = opened.user_id and written.patient_id = opened.patient_id
      left join (
        select distinct pathway.patient_id, pathway_owner.clinician_id
        from pathway_owner join pathway on pathway.id = pathway_owner.pathway_id
        where pathway_owner.clinician_id in (select clinician_id from readers)
      ) as owned on owned.patient_id = patient.id and owned.clinician_id = readers.clinician_id
    ), hours as materialized (
      select counted.*, app_user.display_name, counted.hour at time zone 'Europe/London' as local_hour
      from (
        select user_id, hour, max(role) as role, sum(times) as times, count(*) as patients, max(latest) as latest
        from by_hour group by user_id, hour
      ) as counted
      join app_user on app_user.id = counted.user_id
    ), found as (
      select reason, user_id, display_name as who, role, patient_id, patient, nhs_number, times, latest
      from pairs
      cross join lateral (values ('ownName', is_namesake), ('ownAddress', lives_there and not is_namesake),
        ('sameFamilyName', is_family and not is_namesake and not lives_there), ('noCare', has_no_care)) as why (reason, applies)
      where applies
      union all
      select 'manyInAnHour', user_id, display_name, role, null, patients || ' patients', null, times::bigint, latest
      from hours where patients > ${raw.lit(manyInAnHour)}
      union all
      select 'outOfHours', user_id, display_name, max(role), null, null, null, sum(times)::bigint, max(latest)
      from hours
      where extract(hour from local_hour) < ${raw.lit(firstHour)} or extract(hour from local_hour) >= ${raw.lit(lastHour)}
        or extract(isodow from local_hour) > 5
      group by user_id, display_name, local_hour::date
    )
    select * from found
    order by array_position(${[...unusualReasons]}::text[], reason), latest desc, user_id, patient_id
    limit ${limit}`.execute(sql)
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
