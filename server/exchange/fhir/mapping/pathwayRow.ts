import { sql as raw } from 'kysely'
import type { VulnerabilityAnswer } from '../../../../contract/pathways/referral/vulnerability.ts'
import type { Stage } from '../../../../contract/stages/stage.ts'

/** A referral with its pathway, from which several resources are made. */
export interface PathwayRow {
  referralDate: string | null
  receivedDate: string | null
  ubrn: string | null
  referrer: string | null
  referrerCode: string | null
  referralMethod: string | null
  cancelReferralDate: string | null
  declinedReferral: string | null
  cancelledBy: string | null
  dischargeDate: string | null
  dischargeReason: string | null
  dischargeClinicianId: number | null
  dischargeClinician: string | null
  dischargedTo: string | null
  dischargedToCode: string | null
  vulnerability: VulnerabilityAnswer | null
  vulnerabilityNote: string | null
  consentGiven: boolean | null
  consentDate: string | null
  comments: string | null
  generalNotes: string | null
  vasScale: string | null
  /** The work list of an open referral; null once it is closed. */
  stage: Stage | null
  /** Whether anything was done yet. */
  isBegun: boolean
  ownerId: number | null
  owner: string | null
  teamId: number | null
  team: string | null
  /** The stages so far, earliest first. */
  stages: { stage: string; at: string }[]
}

/** What people outside the service never read of a referral (decision 55). */
export const pathwayOutside = {
  vulnerability: null,
  vulnerabilityNote: null,
  ownerId: null,
  owner: null,
  teamId: null,
  team: null,
} satisfies Partial<PathwayRow>

/** Which other resource has a field of a referral. Each resource says where its own are. */
export const pathwayElsewhere = {
  referralDate: { left: 'in ServiceRequest' },
  receivedDate: { left: 'in EpisodeOfCare' },
  ubrn: { left: 'in ServiceRequest' },
  referrer: { left: 'in ServiceRequest' },
  referrerCode: { left: 'in ServiceRequest' },
  referralMethod: { left: 'in ServiceRequest' },
  cancelReferralDate: { left: 'in ServiceRequest' },
  declinedReferral: { left: 'in ServiceRequest' },
  cancelledBy: { left: 'in ServiceRequest' },
  dischargeDate: { left: 'in Encounter' },
  dischargeReason: { left: 'in Encounter' },
  dischargeClinicianId: { left: 'in Encounter' },
  dischargeClinician: { left: 'in Encounter' },
  dischargedTo: { left: 'in Encounter' },
  dischargedToCode: { left: 'in Encounter' },
  vulnerability: { left: 'in Encounter' },
  vulnerabilityNote: { left: 'in Encounter' },
  consentGiven: { left: 'in Consent' },
  consentDate: { left: 'in Consent' },
  comments: { left: 'in ServiceRequest' },
  generalNotes: { left: 'in ServiceRequest' },
  vasScale: { left: 'in Observation' },
  stage: { left: 'in EpisodeOfCare' },
  isBegun: { left: 'in EpisodeOfCare' },
  ownerId: { left: 'in EpisodeOfCare' },
  owner: { left: 'in EpisodeOfCare' },
  teamId: { left: 'in EpisodeOfCare' },
  team: { left: 'in EpisodeOfCare' },
  stages: { left: 'in EpisodeOfCare' },
} as const satisfies Record<keyof PathwayRow, { left: string }>

export const selectPathways = raw`
  select pathway.id, pathway.version, pathway.is_active as "isActive", pathway.patient_id as "patientId",
    pathway.id as "pathwayId", greatest(pathway.updated_at, owner.updated_at,
      (select max(transition.at) from stage_transition as transition where transition.pathway_id = pathway.id)) as "recordedAt", recorder.display_name as "recordedBy",
    pathway.referral_date as "referralDate", pathway.received_date as "receivedDate", pathway.ubrn, referrer.name as referrer,
    referrer.national_code as "referrerCode", method.name as "referralMethod",
    pathway.cancel_referral_date as "cancelReferralDate", declined.name as "declinedReferral",
    canceller.display_name as "cancelledBy", pathway.discharge_date as "dischargeDate", reason.name as "dischargeReason",
    pathway.discharge_clinician_id as "dischargeClinicianId", discharger.display_name as "dischargeClinician",
    place.name as "dischargedTo", place.national_code as "dischargedToCode", pathway.vulnerability,
    pathway.vulnerability_note as "vulnerabilityNote", pathway.consent_given as "consentGiven",
    pathway.consent_date as "consentDate", pathway.comments, pathway.general_notes as "generalNotes",
    vas_scale.name as "vasScale", work_list.stage, coalesce(work_list.stage <> 'awaitingAssessment', true) as "isBegun",
    owner.clinician_id as "ownerId", owning.display_name as owner, owner.team_id as "teamId", team.name as team,
    (select coalesce(jsonb_agg(jsonb_build_object('stage', transition.to_stage, 'at', transition.at) order by transition.id), '[]')
      from stage_transition as transition where transition.pathway_id = pathway.id) as stages
  from pathway
  join patient on patient.id = pathway.patient_id and patient.is_active
  left join work_list on work_list.pathway_id = pathway.id
  left join referrer on referrer.id = pathway.referrer_id
  left join method on method.id = pathway.referral_method_id
  left join declined_referral as declined on declined.id = pathway.declined_referral_id
  left join team_member as canceller on canceller.id = pathway.cancel_team_member_id
  left join discharge_reason as reason on reason.id = pathway.discharge_reason_id
  left join clinician as discharger on discharger.id = pathway.discharge_clinician_id
  left join discharged_to as place on place.id = pathway.discharged_to_id
  left join vas_scale on vas_scale.id = pathway.vas_scale_id
  left join pathway_owner as owner on owner.pathway_id = pathway.id
  left join clinician as owning on owning.id = owner.clinician_id
  left join team on team.id = owner.team_id
  left join app_user as recorder on recorder.id = pathway.updated_by`
