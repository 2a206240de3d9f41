import type { z } from 'zod'
import type { deathFields } from '../../../contract/patients/died.ts'
import { labels } from '../../../contract/platform/words/labels.ts'
import type { cancelReferral, PathwayInput } from '../../../contract/pathways/referral/pathway.ts'
import { savedTable, type ColumnsOf } from '../../platform/writes/columns.ts'

/** Columns that a save may set at any time: the referral, comments, notes, consent and the VAS scale. */
export const referralColumns = {
  referralDate: 'referral_date',
  receivedDate: 'received_date',
  referrerId: 'referrer_id',
  referralMethodId: 'referral_method_id',
  comments: 'comments',
  generalNotes: 'general_notes',
  consentGiven: 'consent_given',
  consentDate: 'consent_date',
  vasScaleId: 'vas_scale_id',
} as const

/** Columns that a discharge sets and reopening clears. */
export const dischargeColumns = {
  dischargeDate: 'discharge_date',
  dischargeReasonId: 'discharge_reason_id',
  dischargeClinicianId: 'discharge_clinician_id',
  dischargedTo: 'discharged_to_id',
  vulnerability: 'vulnerability',
  vulnerabilityNote: 'vulnerability_note',
} as const

export const pathwayColumns = {
  patientId: 'patient_id',
  ...referralColumns,
  ...dischargeColumns,
} as const satisfies ColumnsOf<
  PathwayInput,
  'pathway',
  | 'id'
  | 'version'
  | 'secondReferral'
  | 'afterDeathConfirmed'
  | 'openPlansConfirmed'
  | 'bookedAppointments'
  | 'bookedIds'
  | 'unusualConfirmed'
  | keyof typeof deathFields
>

/** Columns that a cancellation sets and reinstating clears. */
export const cancelColumns = {
  cancelReferralDate: 'cancel_referral_date',
  declinedReferralId: 'declined_referral_id',
  teamMemberId: 'cancel_team_member_id',
} as const satisfies ColumnsOf<
  z.output<typeof cancelReferral.input>,
  'pathway',
  | 'id'
  | 'version'
  | 'patientId'
  | 'openPlansConfirmed'
  | 'bookedAppointments'
  | 'bookedIds'
  | keyof typeof deathFields
>

export const pathwayTable = savedTable({
  table: 'pathway',
  entity: 'pathway',
  columns: { ...pathwayColumns, ...cancelColumns },
  labels: labels.pathway,
})
