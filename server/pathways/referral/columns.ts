import { labels } from '../../../contract/platform/words/labels.ts'
import {
  cancelReferral,
  commentsForm,
  consentForm,
  dischargeForm,
  generalForm,
  pathwayInput,
  referralForm,
  vasForm,
} from '../../../contract/pathways/referral/pathway.ts'
import { columnsOf, savedTable } from '../../platform/writes/columns.ts'

/** Fields beside those of the pathway: what is saved, and what the user confirmed. */
const besideFields = [
  'id',
  'version',
  'deceasedDate',
  'deathBeforeRecordsConfirmed',
  'secondReferral',
  'afterDeathConfirmed',
  'openPlansConfirmed',
  'bookedAppointments',
  'bookedIds',
  'unusualConfirmed',
] as const
const dischargedTo = { dischargedTo: 'discharged_to_id' } as const

/** Columns that a save may set at any time: the referral, comments, notes, consent and the VAS scale. */
export const referralColumns = columnsOf(
  {
    ...referralForm.shape,
    ...commentsForm.shape,
    ...generalForm.shape,
    ...consentForm.shape,
    ...vasForm.shape,
  },
  besideFields,
)

/** Columns that a discharge sets and reopening clears. */
export const dischargeColumns = columnsOf(dischargeForm.shape, besideFields, dischargedTo)

export const pathwayColumns = columnsOf(pathwayInput.shape, besideFields, dischargedTo)

/** Columns that a cancellation sets and reinstating clears. */
export const cancelColumns = columnsOf(cancelReferral.input.shape, [...besideFields, 'patientId'], {
  teamMemberId: 'cancel_team_member_id',
})

export const pathwayTable = savedTable({
  table: 'pathway',
  entity: 'pathway',
  columns: { ...pathwayColumns, ...cancelColumns },
  labels: labels.pathway,
})
