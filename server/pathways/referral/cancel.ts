import type { Updateable } from 'kysely'
import type { z } from 'zod'
import {
  declineReasonMissing,
  type cancelReferral,
  type reinstateReferral,
} from '../../../contract/pathways/referral/pathway.ts'
import { requireActiveChoices } from '../../platform/writes/activeChoices.ts'
import { cleared, valuesOf } from '../../platform/writes/columns.ts'
import type { Pathway } from '../../platform/db/types.ts'
import { notFound, HttpProblem, ValidationProblem } from '../../platform/errors.ts'
import { changeRow } from '../../platform/writes/saveRow.ts'
import { lockPatientAndPathway, type LockedPathway } from '../../stages/lock.ts'
import { updateStage } from '../../stages/updateStage.ts'
import type { Writing } from '../../platform/writes/write.ts'
import { cancelColumns, pathwayTable } from './columns.ts'
import { askAboutOpenMatters } from './openMatters.ts'
import type { Closing, May } from './closing.ts'
import { saysDied } from './death.ts'
import { assertAfterBirth, assertAfterReferral } from './days.ts'
import { assertMayOpenAgain } from './ubrn.ts'

type Cancellation = z.output<typeof cancelReferral.input>
type Reinstatement = z.output<typeof reinstateReferral.input>

/** Cancels a referral, or corrects its cancellation. Repeating the call changes nothing more. */
export const cancelPathway = async (
  writing: Writing,
  input: Cancellation,
  may: May,
  { recordDeath, cancelBooked, beginDeclineLetter }: Closing,
) => {
  const pathway = await lockOwn(writing, input)
  if (pathway.discharge_date !== null)
    throw new HttpProblem(409, 'closed-pathway', 'This referral was discharged, so it cannot be cancelled.')
  const { cancelReferralDate } = input
  assertAfterReferral('cancelReferralDate', cancelReferralDate, pathway.referral_date)
  await assertAfterBirth(writing, pathway.patient_id, { cancelReferralDate })
  const values = valuesOf(cancelColumns, input)
  if (standsAlready(pathway, values) && input.deceasedDate == null) return unchanged(writing, pathway)
  await requireActiveChoices(writing, pathwayTable, values, pathway)
  const { declinedReferralId = pathway.declined_referral_id } = input
  if (beginDeclineLetter !== null && declinedReferralId === null)
    throw new ValidationProblem({ declinedReferralId: declineReasonMissing })
  const isNew = pathway.cancel_referral_date === null
  if (isNew) {
    await cancelBooked(writing, { pathwayId: pathway.id, patientId: pathway.patient_id, may }, input)
    await askAboutOpenMatters(writing, pathway, 'cancel', input)
  }
  const isSaid = await saysDied(
    writing,
    'declined_referral',
    declinedReferralId ?? pathway.declined_referral_id,
  )
  await recordDeath(writing, pathway.patient_id, input, isSaid)
  const saved = await change(writing, pathway, input.version, values)
  if (isNew) await beginDeclineLetter?.(writing, pathway.id)
  return saved
}

/** Exactly reverses a cancellation: the pathway returns to the work list that its records determine. */
export const reinstatePathway = async (writing: Writing, input: Reinstatement) => {
  const pathway = await lockOwn(writing, input)
  if (pathway.cancel_referral_date === null)
    throw new HttpProblem(
      409,
      'conflict',
      'This referral is not cancelled, so there is nothing to reinstate.',
    )
  const saved = await change(writing, pathway, input.version, cleared(cancelColumns))
  await assertMayOpenAgain(writing, pathway.id, pathway.ubrn)
  return saved
}

const lockOwn = async (
  writing: Writing,
  { id, patientId }: { id: number; patientId?: number | undefined },
): Promise<LockedPathway> => {
  const pathway = await lockPatientAndPathway(writing, id)
  if (!pathway.is_active) throw notFound()
  if (patientId !== undefined && patientId !== pathway.patient_id)
    throw new HttpProblem(409, 'conflict', 'This referral belongs to another patient. Nothing was saved.')
  return pathway
}

/** Whether the pathway already has all of these values, so that the command is a repeat. */
export const standsAlready = (pathway: LockedPathway, values: Partial<LockedPathway>): boolean =>
  Object.entries(values).every(
    ([column, value]) => value === undefined || value === pathway[column as keyof LockedPathway],
  )

export const unchanged = (writing: Writing, { id, version, patient_id: patientId }: LockedPathway) => {
  writing.trace({ patientIds: [patientId], pathwayIds: [id] })
  return { id, version }
}

const change = async (
  writing: Writing,
  { id, patient_id: patientId }: LockedPathway,
  version: number | undefined,
  values: Pick<Updateable<Pathway>, (typeof cancelColumns)[keyof typeof cancelColumns]>,
) => {
  const saved = await changeRow(writing, { ...pathwayTable, id, version, values, patientId })
  writing.trace({ patientIds: [patientId], pathwayIds: [id] })
  await updateStage(writing, [id])
  return saved
}
