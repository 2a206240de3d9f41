import { sql as raw, type RawBuilder } from 'kysely'
import { appointmentOutcomes } from '../../../../contract/pathways/records/appointment.ts'
import { measureCodesOf } from '../../../../contract/pathways/records/codes.ts'
import {
  codeOf,
  daysOf,
  inMonth,
  noteOfContact,
  reachedCall,
  referralKey,
  referralsOfMonth,
  staffKey,
  teamOf,
  type Extract,
} from './scope.ts'

const statusOfOutcome = raw`case outcome ${raw.join(
  appointmentOutcomes.map(
    ({ code, nationalCode }) => raw`when ${raw.lit(code)} then ${raw.lit(nationalCode)}`,
  ),
  raw` `,
)} end`

const tookPlace = raw`status in ('5', '6')`

/**
 * `contact`: what happened with the person up to the end of the month. A note or a call of the same referral, day and
 * means as an appointment is about that appointment, unless that was cancelled, and a note of the same day as a call
 * about that call; only the first counts. Needs `referral`.
 */
const contactsUntilEnd = (extract: Extract): RawBuilder<unknown> => {
  const { to } = daysOf(extract)
  return raw`
  record as materialized (
    select pathway_id, 1 as place, 'A' || id as id, appointment_date as day, start_time::text as time, appointment_type as means,
      ${statusOfOutcome} as status, minutes, clinician_id, location_id, '01' as subject, 'N' as is_group
    from appointment where is_active and outcome is not null and appointment_date <= ${to}
    union all
    select exercise.pathway_id, 1, 'E' || attendance.id, attendance.attendance_date, session.start_time::text, 'class',
      attendance.attendance_status, coalesce(attendance.minutes, session.minutes), session.clinician_id, attendance.location_id,
      '01', case when session.id is not null then 'Y' end
    from exercise_attendance as attendance
    join exercise on exercise.id = attendance.exercise_id and exercise.is_active
    left join class_session as session on session.id = attendance.class_session_id
    where attendance.is_active and attendance.attendance_date <= ${to}
    union all
    select pathway_id, 2, 'F' || id, call_date, null, 'call', '5', null, clinician_id, null,
      case outcome when 'spokeToOther' then '02' else '01' end, 'N'
    from followup where is_active and ${reachedCall} and call_date <= ${to}
    union all
    select pathway_id, 3, 'N' || note.id, contact_date, null, contact_type, '5', minutes, writer.clinician_id, null, '01', 'N'
    from (select * from contact_note where ${noteOfContact}) as note
    left join app_user as writer on writer.id = note.created_by
    where contact_date <= ${to}),
  standing as (
    select record.*, min(place) filter (where status not in ('2', '4')) over (partition by pathway_id, day, means) as first_place
    from record where pathway_id in (select id from referral)),
  contact as materialized (
    select standing.*, referral.patient_id,
      count(*) filter (where ${tookPlace}) over (partition by pathway_id order by day, time nulls first, standing.place, standing.id
        rows between unbounded preceding and 1 preceding) as seen_before
    from standing join referral on referral.id = standing.pathway_id
    where means = 'class' or standing.place = 1 or standing.place <= coalesce(first_place, standing.place))`
}

const minutes = raw`case when ${tookPlace} then contact.minutes end`

export const contactRows = (extract: Extract): RawBuilder<unknown> => raw`
  with ${referralsOfMonth(extract)}, ${contactsUntilEnd(extract)}
  select contact.patient_id as "patientId", contact.pathway_id as "pathwayId", contact.id as "CareContactID",
    ${referralKey(raw`contact.pathway_id`)} as "ServiceRequestID", ${teamOf(raw`contact.pathway_id`)} as "TeamID_Local",
    contact.day as "Contact_Date", left(contact.time, 5) || ':00' as "Contact_Time",
    ${extract.settings.commissioner}::text as "OrgID_Commissioner", ${minutes} as "CareContact_Duration",
    case when contact.seen_before > 0 then '02' else '01' end as "Consultation_Type", contact.subject as "CareContact_Subject",
    case contact.means when 'call' then '02' else '01' end as "ConsMechanism",
    ${codeOf('location', raw`contact.location_id`)} as "Activity_LocationType", contact.is_group as "GroupTherapyIndicator",
    contact.status as "AttendanceStatus"
  from contact
  where ${inMonth(raw`contact.day`, extract)}
  order by contact.day, contact.place, contact.id`

const assessedThatDay = raw`(
  exists (select from frat where is_active and pathway_id = contact.pathway_id and assessment_date = contact.day)
  or exists (select from wellbeing where is_active and pathway_id = contact.pathway_id and assessment_date = contact.day)
  or exists (select from falls_checklist where is_active and pathway_id = contact.pathway_id and assessment_date = contact.day)
  or exists (select from measure where is_active and pathway_id = contact.pathway_id and measured_date = contact.day))`

export const activityRows = (extract: Extract): RawBuilder<unknown> => raw`
  with ${referralsOfMonth(extract)}, ${contactsUntilEnd(extract)}
  select contact.patient_id as "patientId", contact.pathway_id as "pathwayId", contact.id || '-1' as "CareActivityID",
    contact.id as "CareContactID",
    case when contact.means = 'call' then '04' when ${assessedThatDay} then '02' else '03' end as "Activity_Type",
    ${staffKey(raw`contact.clinician_id`)} as "CareProfessionalID_Local", ${minutes} as "CareActivity_Duration"
  from contact
  where ${inMonth(raw`contact.day`, extract)} and ${tookPlace}
  order by contact.day, contact.place, contact.id`

/** SNOMED CT codes of the measures that are a scored assessment. */
const scored = (['timedUpAndGo', 'clinicalFrailty'] as const).flatMap((measure) =>
  (measureCodesOf[measure] ?? [])
    .filter(({ system }) => system === 'http://snomed.info/sct')
    .map(({ code }) => [measure, code] as const),
)

/** Scores of the month, each with the contact of its day: the first that took place. Of two on one day the last counts. */
const scoresOfMonth = (extract: Extract): RawBuilder<unknown> => raw`
  with ${referralsOfMonth(extract)}, ${contactsUntilEnd(extract)},
  score as (
    select distinct on (measure.pathway_id, code.snomed, measure.measured_date) measure.id, measure.pathway_id,
      referral.patient_id, code.snomed, measure.value, measure.measured_date as day
    from measure
    join referral on referral.id = measure.pathway_id
    join (values ${raw.join(scored.map(([measure, code]) => raw`(${raw.lit(measure)}, ${raw.lit(code)})`))}) as code (measure, snomed)
      on code.measure = measure.measure
    where measure.is_active and not measure.unable and measure.value is not null and ${inMonth(raw`measure.measured_date`, extract)}
    order by measure.pathway_id, code.snomed, measure.measured_date, measure.id desc),
  placed as (
    select score.*, (
      select contact.id from contact
      where contact.pathway_id = score.pathway_id and contact.day = score.day and ${tookPlace}
      order by contact.place, contact.time nulls last, contact.id limit 1) as contact_id
    from score)`

export const referralScoreRows = (extract: Extract): RawBuilder<unknown> => raw`
  ${scoresOfMonth(extract)}
  select patient_id as "patientId", pathway_id as "pathwayId", ${referralKey(raw`pathway_id`)} as "ServiceRequestID",
    snomed as "SNOMED_ID", trim_scale(value) as "Score", day as "AssessmentCompletion_Date"
  from placed where contact_id is null order by id`

export const contactScoreRows = (extract: Extract): RawBuilder<unknown> => raw`
  ${scoresOfMonth(extract)}
  select patient_id as "patientId", pathway_id as "pathwayId", contact_id || '-1' as "CareActivityID", snomed as "SNOMED_ID",
    trim_scale(value) as "Score"
  from placed where contact_id is not null order by id`

/** Sessions of the month at which somebody attended. */
const sessions = (extract: Extract): RawBuilder<unknown> => raw`
  select session.*, (
    select count(*) from exercise_attendance as attendance
    join exercise on exercise.id = attendance.exercise_id and exercise.is_active
    join pathway on pathway.id = exercise.pathway_id and pathway.is_active
    join patient on patient.id = pathway.patient_id and patient.is_active
    where attendance.class_session_id = session.id and attendance.is_active and attendance.attendance_status in ('5', '6')
  ) as participants
  from class_session as session where ${inMonth(raw`session.session_date`, extract)}`

export const groupRows = (extract: Extract): RawBuilder<unknown> => raw`
  select null as "patientId", null as "pathwayId", 'G' || session.id as "GroupSessionID",
    session.session_date as "GroupSession_Date", ${extract.settings.commissioner}::text as "OrgID_Commissioner",
    session.minutes as "GroupSession_Duration", session.participants as "NumberOfParticipants",
    ${codeOf('location', raw`session.location_id`)} as "Activity_LocationType",
    ${staffKey(raw`session.clinician_id`)} as "CareProfessionalID_Local"
  from (${sessions(extract)}) as session where session.participants > 0
  order by session.id`

export const staffRows = (extract: Extract): RawBuilder<unknown> => raw`
  with ${referralsOfMonth(extract)}, ${contactsUntilEnd(extract)},
  named as (
    select clinician_id from contact where ${inMonth(raw`contact.day`, extract)} and ${tookPlace}
    union
    select clinician_id from (${sessions(extract)}) as session where participants > 0)
  select null as "patientId", null as "pathwayId", ${staffKey(raw`clinician.id`)} as "CareProfessionalID_Local", (
      select substring(app_user.registration from '[[:alnum:]]*[0-9][[:alnum:]]*$') from app_user
      where app_user.clinician_id = clinician.id and app_user.registration is not null
      order by app_user.is_active desc, app_user.id limit 1) as "RegistrationEntryID"
  from clinician where id in (select clinician_id from named)
  order by clinician.id`

/** Appointments of the month without an outcome, which are in no table. */
export const unsettledAppointments = (extract: Extract): RawBuilder<unknown> => raw`
  select pathway.patient_id as "patientId", pathway.id as "pathwayId"
  from appointment
  join pathway on pathway.id = appointment.pathway_id and pathway.is_active
  join patient on patient.id = pathway.patient_id and patient.is_active
  where appointment.is_active and appointment.outcome is null and ${inMonth(raw`appointment.appointment_date`, extract)}
    and appointment.appointment_date < ${extract.madeAt.slice(0, 10)}::date
  order by appointment.id`
