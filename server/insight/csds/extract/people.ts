import { sql as raw, type RawBuilder } from 'kysely'
import { csdsVersion } from '../../../../contract/insight/csds/table.ts'
import { daysOf, londonDay, patientKey, referralsOfMonth, upTo, type Extract } from './scope.ts'

/* The header, the people, their practices and their plans. */

export const headerRow = ({ settings, from, to, madeAt }: Extract): RawBuilder<unknown> => raw`
  select ${csdsVersion}::text as "Version", ${settings.provider}::text as "OrgID_Provider",
    ${settings.submitter}::text as "OrgID_Submitter", ${from}::text as "RP_StartDate", ${to}::text as "RP_EndDate",
    ${madeAt}::text as "FileCreation_DateTime", 'Surefoot' as "PrimarySystem"`

const everybody = (extract: Extract): RawBuilder<unknown> => raw`
  with ${referralsOfMonth(extract)}
  select patient.*,
    exists (select from patient_restriction where patient_id = patient.id and ended_at is null) as is_restricted
  from patient where id in (select patient_id from referral)`

export const personRows = (extract: Extract): RawBuilder<unknown> => raw`
  select patient.id as "patientId", null as "pathwayId", ${patientKey(raw`patient.id`)} as "LocalPatientID",
    ${extract.settings.provider}::text as "OrgID_LocalPatientID", patient.nhs_number as "NHSNumber",
    coalesce(patient.nhs_number_status, case when patient.nhs_number is null then '03' else '02' end) as "NHSNumber_Status",
    patient.date_of_birth as "DateOfBirth", case when not patient.is_restricted then patient.postcode end as "Postcode",
    patient.is_restricted as "isRestricted", gender.code as "Gender", ethnicity.code as "EthnicCategory",
    ${upTo(raw`patient.deceased_date`, extract)} as "DateOfDeath"
  from (${everybody(extract)}) as patient
  join gender on gender.id = patient.gender_id
  left join ethnicity on ethnicity.id = patient.ethnicity_id
  order by patient.id`

export const practiceRows = (extract: Extract): RawBuilder<unknown> => raw`
  select patient.id as "patientId", null as "pathwayId", ${patientKey(raw`patient.id`)} as "LocalPatientID",
    patient.registered_gp as "OrgID_GP"
  from (${everybody(extract)}) as patient
  order by patient.id`

export const planRows = (extract: Extract): RawBuilder<unknown> => {
  const { from } = daysOf(extract)
  const updated = londonDay(raw`plan.updated_at`)
  return raw`
  with ${referralsOfMonth(extract)},
  plan as (
    select id, pathway_id, 'treatment' as kind, treatment_date as day, updated_at from treatment_plan where is_active
    union all
    select id, pathway_id, 'exercise', exercise_plan_date, updated_at from exercise where is_active)
  select referral.patient_id as "patientId", referral.id as "pathwayId",
    case plan.kind when 'treatment' then 'TP' else 'EP' end || plan.id as "PlanID",
    ${patientKey(raw`referral.patient_id`)} as "LocalPatientID", plan.day as "Plan_CreatedDate",
    ${upTo(updated, extract)} as "Plan_LastUpdateDate", ${upTo(raw`care.begun_on`, extract)} as "Plan_ImplementDate"
  from referral
  join plan on plan.pathway_id = referral.id
  left join care_plan as care on care.pathway_id = plan.pathway_id and care.kind = plan.kind and care.id = plan.id
  where plan.day <= ${daysOf(extract).to} and (care.ended is null or care.ended >= ${from} or plan.day >= ${from})
  order by plan.kind, plan.id`
}
