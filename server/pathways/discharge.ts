import type { PathwayInput } from '../../contract/pathway/pathway.ts'
import { dischargeDateRequired } from '../../contract/pathway/pathway.ts'
import { placeOf, type PathwayFacts } from '../../contract/pathway/stage.ts'
import type { Capability } from '../../contract/permissions.ts'
import { cleared, valuesOf, type StoredValues } from '../writes/columns.ts'
import { ValidationProblem, forbidden, HttpProblem } from '../errors.ts'
import type { LockedPathway } from '../worklists/updateStage.ts'
import type { Writing } from '../writes/write.ts'
import { dischargeColumns } from './columns.ts'
import { assertAfterReferral } from './days.ts'
import { readFacts } from '../worklists/facts.ts'

type DischargeValues = StoredValues<typeof dischargeColumns, PathwayInput>

/**
 * The discharge columns that a save sets: none when it does not speak of discharge, all cleared when a Team Lead
 * reopens the pathway. Open plans are asked about once more, never forbidden.
 */
export const settleDischarge = async (
  writing: Writing,
  pathway: LockedPathway,
  input: PathwayInput,
  may: (capability: Capability) => boolean,
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
  if (!isDischarged && input.openPlansConfirmed !== true) await askAboutOpenPlans(writing, pathway.id)
  return { discharge_date: date, ...choices }
}

const askAboutOpenPlans = async ({ sql }: Writing, pathwayId: number): Promise<void> => {
  const facts = (await readFacts(sql, [pathwayId])).get(pathwayId)
  const reason = facts === undefined ? null : openPlan(facts)
  if (reason !== null)
    throw new ValidationProblem({ openPlansConfirmed: `${reason} Tick to discharge all the same.` })
}

/** Why the pathway counts as in progress, whether the patient has died or not; null when no plan is open. */
const openPlan = (facts: PathwayFacts): string | null => {
  const place = placeOf({ ...facts, patient: { ...facts.patient, deceasedDate: null } })
  return place.open && (place.stage === 'inExercise' || place.stage === 'inTreatment') ? place.reason : null
}
