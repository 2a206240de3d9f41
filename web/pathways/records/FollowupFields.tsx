import { useEffect } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { today } from '../../../contract/platform/dates/dates.ts'
import type { RedFlagSign } from '../../../contract/reference/redFlagSigns.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import { londonParts } from '../../../contract/platform/dates/london.ts'
import { callOutcomes, isReached, isTold, isTriedAgain } from '../../../contract/stages/callOutcome.ts'
import { nextTimeAfter, nextTryAfter } from '../../../contract/pathways/records/callTries.ts'
import {
  countLongLies,
  fallConsequences,
  followupRecord,
  highestConfidence,
  mostFallsDescribed,
  type Followup,
} from '../../../contract/pathways/records/followup.ts'
import { timesOfDay } from '../../../contract/pathways/records/timeOfDay.ts'
import { FieldGroup } from '../../platform/ui/FieldGroup.tsx'
import { Fields } from '../../platform/ui/DescribedFields.tsx'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { DateOfDeath } from './DeathFields.tsx'
import type { FollowupTyped, FollowupValues } from './followupValues.ts'
import { RedFlagFields } from './RedFlagFields.tsx'

const { labels } = followupRecord

export type FollowupFormState = UseFormReturn<FollowupTyped, unknown, FollowupValues>

interface FollowupFieldsProps {
  form: FollowupFormState
  /** null for a new call. */
  record: Followup | null
  /** Tries since the patient was last reached, before this call. */
  tries: number
  /** The first day on which this call counts without a question; null if the question does not apply. */
  countsFrom: string | null
  isDeathKnown: boolean
}

/**
 * The fields of a telephone follow-up, on its own screen and next to the call list. The outcome decides which fields
 * are shown.
 */
export const FollowupFields = ({ form, record, tries, countsFrom, isDeathKnown }: FollowupFieldsProps) => {
  const [outcome = null, redFlagHeard, callDate, counted] = useWatch({
    control: form.control,
    name: ['outcome', 'redFlagHeard', 'callDate', 'fallsSinceContact'],
  })
  useNextTry(form, record === null, tries)
  const meant = useMeantSigns(form, record)
  const asksRedFlags = redFlagHeard === 'yes' || meant.length > 0
  const { setValue } = form
  useEffect(() => {
    // Fields that are no longer shown must not be required.
    if (!asksRedFlags) setValue('redFlags', [])
  }, [asksRedFlags, setValue])
  const isEarly = isReached(outcome) && countsFrom !== null && callDate !== '' && callDate < countsFrom
  const isAgain = isTriedAgain(outcome)
  const told = isTold(outcome) && { isOptional: true }
  return (
    <Fields
      form={form}
      labels={labels}
      record={record}
      fields={[
        { day: 'callDate' },
        { lookup: 'clinicianId', of: 'clinician' },
        {
          choice: 'outcome',
          hint: 'Reached is chosen until you choose another: you spoke with the patient',
          options: callOutcomes,
        },
        isEarly && {
          tick: 'countsEarly',
          label: 'Count this as the follow-up call',
          hint: `The call is due from ${formatDate(countsFrom)}. If you do not tick this, the call is kept as a contact, and the patient stays on the list to be rung then.`,
        },
        outcome === 'died' && !isDeathKnown && { part: () => <DateOfDeath form={form} /> },
        isAgain && {
          day: 'nextTryDate',
          hint: 'The person is on the call list again from this day',
        },
        isAgain && { select: 'nextTryTime', isOptional: true, options: timesOfDay, unset: 'Any time' },
        told && { ...told, text: 'fallsSinceContact', isNumber: true, width: 2 },
        told && { part: () => <FallsFields form={form} counted={Number(counted)} /> },
        told && {
          ...told,
          text: 'exerciseHours',
          hint: 'Strength and balance, in a class or at home; 0 when the person has stopped',
          inputMode: 'decimal',
          width: 2,
        },
        told && {
          ...told,
          text: 'confidence',
          hint: `0 not at all, ${highestConfidence} completely`,
          isNumber: true,
          width: 2,
        },
        told && { ...told, text: 'equipmentInUse' },
        {
          yesNo: 'redFlagHeard',
          hint: 'Such as a blackout, a head injury, new weakness or speech trouble, chest pain, a long lie, abuse, or many more falls',
        },
        redFlagHeard === 'yes' && { lines: 'redFlagText', rows: 3 },
        asksRedFlags && {
          part: () => <RedFlagFields form={form} meant={meant} meantBy="A fall described above" />,
        },
        { lines: 'note', isOptional: true, rows: 3 },
        record?.letterSentDate != null && { day: 'letterSentDate', isOptional: true },
      ]}
    />
  )
}

/** What came of each fall since the last contact. */
const FallsFields = ({ form, counted }: { form: FollowupFormState; counted: number }) => {
  const described = Number.isInteger(counted) ? Math.min(Math.max(counted, 0), mostFallsDescribed) : 0
  return Array.from({ length: described }, (_, index) => (
    <FieldGroup key={index} name={`falls.${index}`} label={`Fall ${index + 1}: what came of it`} message="">
      {fallConsequences.map(({ field, title }) => (
        <CheckboxField key={field} form={form} name={`falls.${index}.${field}`} label={title} />
      ))}
    </FieldGroup>
  ))
}

const longLie: readonly RedFlagSign[] = ['longLie']
const none: readonly RedFlagSign[] = []

/** A fall with a long lie is a red flag in itself. Long lies recorded earlier have already raised theirs. */
const useMeantSigns = ({ control }: FollowupFormState, record: Followup | null): readonly RedFlagSign[] => {
  const [outcome = null, counted, falls = []] = useWatch({
    control,
    name: ['outcome', 'fallsSinceContact', 'falls'],
  })
  const described = isTold(outcome) ? falls.slice(0, Number(counted) || 0) : []
  return countLongLies(described) > countLongLies(record?.falls ?? []) ? longLie : none
}

/** Suggests the next try as soon as the outcome calls for one; values that the user has typed stay. */
const useNextTry = (form: FollowupFormState, isNew: boolean, tries: number): void => {
  const { control, setValue, getFieldState } = form
  const outcome = useWatch({ control, name: 'outcome' }) ?? null
  const isAgain = isTriedAgain(outcome)
  useEffect(() => {
    if (!isNew || getFieldState('nextTryDate').isDirty) return
    setValue('nextTryDate', isAgain ? nextTryAfter(today(), tries) : '')
    if (getFieldState('nextTryTime').isDirty) return
    setValue('nextTryTime', (isAgain && nextTimeAfter(Number(londonParts(Date.now()).hour), tries)) || '')
  }, [isNew, isAgain, tries, setValue, getFieldState])
}
