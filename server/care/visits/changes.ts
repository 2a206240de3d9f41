import { sql as raw, type Kysely } from 'kysely'
import type { VisitNow } from '../../../contract/care/visits/visits.ts'
import { cancelledOutcomes } from '../../../contract/pathways/records/appointment.ts'
import { instantOf } from '../../../contract/platform/words/format.ts'
import { isSaidDead } from '../../patients/flags/read.ts'
import type { DB } from '../../platform/db/types.ts'
import type { Whose } from './save.ts'

/** More than one user takes along on all devices of a day. */
const most = 200

/**
 * What became of the visits that the user took along, in one statement: their day and hour now, and what changed besides. Of
 * restricted records nothing is said.
 * @param now milliseconds since the epoch
 */
export const readVisitsNow = async (
  sql: Kysely<DB>,
  userId: number,
  now: number,
): Promise<(VisitNow & Whose)[]> => {
  const listed = raw`(select bool_or(deceased) from work_list where work_list.patient_id = patient.id)`
  const { rows } = await raw<VisitNow & Whose>`
    select pack.id as "packId", appointment.id as "appointmentId", appointment.appointment_date as "appointmentDate",
      appointment.start_time as "startTime", pathway.id as "pathwayId", patient.id as "patientId",
      to_json(array_remove(array[
        case when not appointment.is_active or not pathway.is_active
          or appointment.outcome in (${raw.join(cancelledOutcomes.map((outcome) => raw.lit(outcome)))}) then 'cancelled' end,
        case when appointment.clinician_id is distinct from app_user.clinician_id then 'colleague' end,
        case when exists (select from patient_flag where patient_flag.patient_id = patient.id
          and patient_flag.kind = 'homeVisitRisk' and patient_flag.ended_at is null) then 'notSafe' end,
        case when pathway.discharge_date is not null or pathway.cancel_referral_date is not null then 'closed' end,
        case when patient.deceased_date is not null or ${isSaidDead('patient', listed)} or exists (
          select from pds_check where pds_check.patient_id = patient.id and 'died' = any (pds_check.kinds)) then 'died' end
      ], null)) as what
    from visit_pack as pack
    join app_user on app_user.id = pack.user_id
    join visit_pack_visit as visit on visit.pack_id = pack.id
    join appointment on appointment.id = visit.appointment_id
    join pathway on pathway.id = appointment.pathway_id
    join patient on patient.id = pathway.patient_id
    where pack.user_id = ${userId} and pack.ended_at is null and pack.ends_at > ${instantOf(now)}
      and not exists (select from patient_restriction as restriction
        where restriction.patient_id = patient.id and restriction.ended_at is null)
    order by pack.made_at desc, appointment.id limit ${most}`.execute(sql)
  return rows
}
