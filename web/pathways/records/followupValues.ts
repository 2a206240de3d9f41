import type { z } from 'zod'
import { isTold, isTriedAgain } from '../../../contract/stages/callOutcome.ts'
import type { Followup, followupForm } from '../../../contract/pathways/records/followup.ts'
import { idText } from '../../platform/ui/idText.ts'
import { answerText } from '../../platform/ui/YesNoField.tsx'
import { deathOf } from './DeathFields.tsx'

export type FollowupTyped = z.input<typeof followupForm>
export type FollowupValues = z.output<typeof followupForm>

/** The initial values of the form of a call. @param known values for a new call */
export const followupValues = (
  record: Followup | null,
  known: { callDate?: string; clinicianId?: string } = {},
) => ({
  callDate: record?.callDate ?? known.callDate ?? '',
  clinicianId: record === null ? (known.clinicianId ?? '') : idText(record.clinicianId),
  outcome: record?.outcome ?? ('reached' as const),
  nextTryDate: record?.nextTryDate ?? '',
  nextTryTime: record?.nextTryTime ?? ('' as const),
  fallsSinceContact: numberText(record?.fallsSinceContact),
  falls: record?.falls ?? [],
  exerciseHours: numberText(record?.exerciseHours),
  confidence: numberText(record?.confidence),
  equipmentInUse: record?.equipmentInUse ?? '',
  note: record?.note ?? '',
  redFlagHeard: answerText(record?.redFlagHeard),
  redFlagText: record?.redFlagText ?? '',
  redFlags: [],
  letterSentDate: record?.letterSentDate ?? '',
  // The question was not asked for older calls; it stays unanswered until the user answers it.
  countsEarly: record === null ? false : (record.countsEarly ?? undefined),
  deceasedDate: '',
  deathBeforeRecordsConfirmed: false,
  afterDeathConfirmed: false,
  unusualConfirmed: false,
})

const numberText = (value: number | null | undefined): string => (value == null ? '' : String(value))

/** The values that a save sends: fields that do not apply to the outcome are cleared. */
export const followupToSend = (values: FollowupValues): FollowupValues => {
  const outcome = values.outcome ?? null
  return {
    ...deathOf(values, outcome === 'died'),
    ...(!isTriedAgain(outcome) && { nextTryDate: null, nextTryTime: null }),
    ...(isTold(outcome)
      ? { falls: values.falls?.slice(0, values.fallsSinceContact ?? 0) ?? [] }
      : { fallsSinceContact: null, falls: [], exerciseHours: null, confidence: null, equipmentInUse: null }),
    ...(values.redFlagHeard !== true && { redFlagText: null }),
    redFlags: values.redFlags?.length ? values.redFlags : undefined,
  }
}
