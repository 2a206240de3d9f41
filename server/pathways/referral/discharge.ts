import type { PathwayInput } from '../../../contract/pathways/referral/pathway.ts'
import { dischargeDateRequired } from '../../../contract/pathways/referral/pathway.ts'
import type { Capability } from '../../../contract/accounts/permissions.ts'
import { cleared, valuesOf, type StoredValues } from '../../platform/writes/columns.ts'
import { ValidationProblem, forbidden, HttpProblem } from '../../platform/errors.ts'
import type { LockedPathway } from '../../stages/lock.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { dischargeColumns } from './columns.ts'
import type { CancelBooked } from './closing.ts'
import { assertAfterReferral } from './days.ts'
import { saysDied } from './death.ts'
import { askAboutOpenMatters } from './openMatters.ts'
import { askAboutVulnerability } from './vulnerability.ts'

type DischargeValues = StoredValues<typeof dischargeColumns, PathwayInput>

/**
 * The discharge columns that a save sets: none if it does not mention a discharge, all cleared if a Team Lead reopens
 * the pathway. Open plans need a confirmation, but never prevent a discharge.
 */
export const settleDischarge = async (
  writing: Writing,
  pathway: LockedPathway,
  input: PathwayInput,
  { may, cancelBooked }: { may: (capability: Capability) => boolean; cancelBooked: CancelBooked },
): Promise<Partial<DischargeValues>> => {
  const { dischargeDate } = input
  const { discharge_date: _day, ...choices } = valuesOf(dischargeColumns, input)
  const isDischarged = pathway.discharge_date !== null
  if (dischargeDate === undefined && Object.values(choices).every((choice) => choice === undefined)) return {}
  if (dischargeDate === null && isDischarged) {
    if (!may('pathway.reopen')) throw forbidden()
    return cleared(dischargeColumns)
  }
  const date = dischargeDate ?? pathway.discharge_date
  if (date === null) {
    if (Object.values(choices).every((choice) => choice == null)) return {}
    throw new ValidationProblem({ dischargeDate: dischargeDateRequired })
  }
  if (!may('clinical.write')) throw forbidden()
  if (pathway.cancel_referral_date !== null)
    throw new HttpProblem(
      409,
      'closed-pathway',
      'This referral was cancelled, so it cannot be discharged. Reinstate it first.',
    )
  assertAfterReferral('dischargeDate', date, input.referralDate ?? pathway.referral_date)
  await askAboutVulnerability(writing, pathway, input)
  if (!isDischarged) {
    await cancelBooked(writing, { pathwayId: pathway.id, patientId: pathway.patient_id, may }, input)
    await askAboutOpenMatters(writing, pathway, 'discharge', input)
  }
  return { discharge_date: date, ...choices }
}

/** Whether the pathway is discharged after the save with a reason or destination that means the patient has died. */
export const dischargeSaysDied = async (
  writing: Writing,
  before: LockedPathway,
  { discharge_date, discharge_reason_id, discharged_to_id }: Partial<DischargeValues>,
): Promise<boolean> => {
  const after = <Value>(value: Value | undefined, stored: Value): Value =>
    value === undefined ? stored : value
  if (after(discharge_date, before.discharge_date) === null) return false
  return (
    (await saysDied(writing, 'discharge_reason', after(discharge_reason_id, before.discharge_reason_id))) ||
    (await saysDied(writing, 'discharged_to', after(discharged_to_id, before.discharged_to_id)))
  )
}
