import { sql as raw, type RawBuilder } from 'kysely'
import {
  codeOf,
  inMonth,
  londonDay,
  patientKey,
  referralKey,
  referralsOfMonth,
  teamOf,
  upTo,
  type Extract,
} from './scope.ts'

/** When a discharge letter first left, by referral. One that was signed and did not leave was not issued. */
const letters = raw`(
  select letter.pathway_id, min(${londonDay(raw`coalesce(dispatch.accepted_at, dispatch.created_at)`)}) as day
  from letter
  join letter_template on letter_template.id = letter.template_id
  join letter_dispatch as dispatch on dispatch.letter_id = letter.id and dispatch.state not in ('queued', 'failed')
  where letter_template.occasion = 'discharge' group by letter.pathway_id)`

export const referralRows = (extract: Extract): RawBuilder<unknown> => {
  const discharged = upTo(raw`referral.discharge_date`, extract)
  return raw`
  with ${referralsOfMonth(extract)}
  select referral.patient_id as "patientId", referral.id as "pathwayId", ${referralKey(raw`referral.id`)} as "ServiceRequestID",
    ${patientKey(raw`referral.patient_id`)} as "LocalPatientID", ${extract.settings.commissioner}::text as "OrgID_Commissioner",
    referral.received as "ReferralRequest_ReceivedDate", ${codeOf('referrer', raw`referral.referrer_id`)} as "SourceOfReferral",
    ${discharged} as "Discharge_Date",
    case when ${discharged} is not null then ${upTo(raw`letter.day`, extract)} end as "Discharge_LetterIssuedDate",
    referral.referral_date as "referralDate", least(referral.closed, patient.deceased_date) as "endDate"
  from referral
  join patient on patient.id = referral.patient_id
  left join ${letters} as letter on letter.pathway_id = referral.id
  order by referral.id`
}

export const serviceTypeRows = (extract: Extract): RawBuilder<unknown> => {
  const closed = upTo(raw`referral.discharge_date`, extract)
  const rejected = upTo(raw`referral.cancel_referral_date`, extract)
  return raw`
  with ${referralsOfMonth(extract)}
  select referral.patient_id as "patientId", referral.id as "pathwayId", ${referralKey(raw`referral.id`)} as "ServiceRequestID",
    ${teamOf(raw`referral.id`)} as "TeamID_Local", ${extract.settings.teamType}::text as "TeamType",
    ${closed} as "Referral_ClosureDate", ${rejected} as "Referral_RejectionDate",
    case when ${closed} is not null then ${codeOf('dischargeReason', raw`referral.discharge_reason_id`)} end as "Referral_ClosureReason",
    case when ${rejected} is not null then ${codeOf('declinedReferral', raw`referral.declined_referral_id`)} end as "Referral_RejectionReason"
  from referral
  order by referral.id`
}

export const onwardRows = (extract: Extract): RawBuilder<unknown> => raw`
  with ${referralsOfMonth(extract)}
  select referral.patient_id as "patientId", referral.id as "pathwayId", ${referralKey(raw`referral.id`)} as "ServiceRequestID",
    onward.referral_date as "Onward_ReferralDate"
  from referral
  join onward_referral as onward on onward.pathway_id = referral.id and onward.is_active
  where ${inMonth(raw`onward.referral_date`, extract)}
  order by onward.id`
