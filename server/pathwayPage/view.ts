import { sql as raw, type Kysely } from 'kysely'
import type { Pathway, PathwayView } from '../../contract/pathway/pathway.ts'
import { placeOf, type PathwayFacts } from '../../contract/pathway/stage.ts'
import type { DB } from '../db/types.ts'
import type { Documents } from '../documents/documents.ts'
import { documentList, presentDocument, type DocumentRow } from '../documents/present.ts'
import { notFound } from '../errors.ts'
import { presentPatient, selectPatients, type PatientRow } from '../patients/present.ts'
import { bmiKind } from '../records/bmi.ts'
import { equipmentAssessmentKind } from '../records/equipmentAssessment.ts'
import { exerciseKind } from '../records/exercise.ts'
import { exerciseAttendanceKind } from '../records/exerciseAttendance.ts'
import { followupKind } from '../records/followup.ts'
import { fratKind } from '../records/frat.ts'
import { onwardReferralKind } from '../records/onwardReferral.ts'
import { recordList } from '../records/store.ts'
import { treatmentPlanKind } from '../records/treatmentPlan.ts'
import { wellbeingKind } from '../records/wellbeing.ts'
import { factsOfPathway } from '../pathways/facts.ts'

type Shown = Omit<PathwayView, 'patient' | 'stage' | 'documents'> & {
  pathway: Pathway
  patient: PatientRow
  facts: PathwayFacts
  documents: DocumentRow[]
}

/**
 * Everything the pathway page shows, in one statement whatever the number of records.
 * A pathway of another patient than the one named is not found (trust CS-1).
 */
export const viewPathway = async (
  sql: Kysely<DB>,
  documents: Documents,
  { id, patientId }: { id: number; patientId?: number | undefined },
): Promise<PathwayView> => {
  const { rows } = await raw<Shown>`
    /* prepared: view a pathway */
    select ${pathwayOf} as pathway, ${factsOfPathway} as facts,
      (select to_jsonb(p) from (${selectPatients(sql)}) as p where p.id = pathway.patient_id) as patient,
      ${recordList(fratKind, 'pathwayId', here)} as frat,
      ${recordList(wellbeingKind, 'pathwayId', here)} as wellbeing,
      ${recordList(treatmentPlanKind, 'pathwayId', here)} as "treatmentPlan",
      ${recordList(exerciseKind, 'pathwayId', here)} as exercise,
      ${recordList(exerciseAttendanceKind, 'pathwayId', here)} as "exerciseAttendance",
      ${recordList(followupKind, 'pathwayId', here)} as followup,
      ${recordList(equipmentAssessmentKind, 'pathwayId', here)} as "equipmentAssessment",
      ${recordList(onwardReferralKind, 'pathwayId', here)} as "onwardReferral",
      ${recordList(bmiKind, 'patientId', raw`pathway.patient_id`)} as bmi,
      ${documentList(sql, here)} as documents,
      ${stageChanges} as "stageChanges"
    from pathway
    join patient on patient.id = pathway.patient_id
    left join referrer on referrer.id = pathway.referrer_id
    left join method on method.id = pathway.referral_method_id
    left join declined_referral on declined_referral.id = pathway.declined_referral_id
    left join team_member on team_member.id = pathway.cancel_team_member_id
    left join discharge_reason on discharge_reason.id = pathway.discharge_reason_id
    left join clinician on clinician.id = pathway.discharge_clinician_id
    left join discharged_to on discharged_to.id = pathway.discharged_to_id
    left join vas_scale on vas_scale.id = pathway.vas_scale_id
    left join app_user on app_user.id = pathway.updated_by
    where pathway.id = ${id} and pathway.is_active
      and pathway.patient_id = coalesce(${patientId ?? null}::bigint, pathway.patient_id)`.execute(sql)
  const shown = rows[0]
  if (shown === undefined) throw notFound()
  const { facts, patient, ...rest } = shown
  return {
    ...rest,
    patient: presentPatient(patient),
    stage: placeOf(facts),
    documents: rest.documents.map((row) => presentDocument(row, documents)),
  }
}

const here = raw`pathway.id`

const pathwayOf = raw`jsonb_build_object(
  'id', pathway.id,
  'version', pathway.version,
  'isActive', pathway.is_active,
  'patientId', pathway.patient_id,
  'referralDate', pathway.referral_date,
  'referrerId', pathway.referrer_id,
  'referralMethodId', pathway.referral_method_id,
  'cancelReferralDate', pathway.cancel_referral_date,
  'declinedReferralId', pathway.declined_referral_id,
  'teamMemberId', pathway.cancel_team_member_id,
  'dischargeDate', pathway.discharge_date,
  'dischargeReasonId', pathway.discharge_reason_id,
  'dischargeClinicianId', pathway.discharge_clinician_id,
  'dischargedTo', pathway.discharged_to_id,
  'consentGiven', pathway.consent_given,
  'consentDate', pathway.consent_date,
  'comments', pathway.comments,
  'generalNotes', pathway.general_notes,
  'vasScaleId', pathway.vas_scale_id,
  'recordedBy', app_user.display_name,
  'recordedAt', pathway.updated_at,
  'names', jsonb_build_object(
    'referrer', referrer.name,
    'referralMethod', method.name,
    'declinedReferral', declined_referral.name,
    'teamMember', team_member.display_name,
    'dischargeReason', discharge_reason.name,
    'dischargeClinician', clinician.display_name,
    'dischargedTo', discharged_to.name,
    'vasScale', vas_scale.name
  )
)`

const stageChanges = raw`(
  select coalesce(jsonb_agg(jsonb_build_object('from', change.from_stage, 'to', change.to_stage, 'at', change.at,
    'by', mover.display_name) order by change.id), '[]'::jsonb)
  from stage_transition as change left join app_user as mover on mover.id = change.user_id
  where change.pathway_id = pathway.id)`
