import { useEffect } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { today } from '../../../contract/platform/dates/dates.ts'
import type { RedFlagSign } from '../../../contract/reference/redFlagSigns.ts'
import { formatDate } from '../../../contract/platform/words/format.ts'
import type { LookupRow } from '../../../contract/reference/lookupRow.ts'
import { optional } from '../../../contract/platform/words/labels.ts'
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
import { ChoiceField } from '../../platform/ui/ChoiceField.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { FieldGroup } from '../../platform/ui/FieldGroup.tsx'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { SelectField } from '../../platform/ui/SelectField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'
import { TextAreaField } from '../../platform/ui/TextAreaField.tsx'
import { YesNoField } from '../../platform/ui/YesNoField.tsx'
import { DateOfDeath } from './DeathFields.tsx'
import type { FollowupTyped, FollowupValues } from './followupValues.ts'
import { RedFlagFields } from './RedFlagFields.tsx'

const { labels } = followupRecord
const named = (choices: readonly { code: string; title: string }[]) =>
  choices.map(({ code, title }) => ({ id: code, name: title }))

export type FollowupFormState = UseFormReturn<FollowupTyped, unknown, FollowupValues>

interface FollowupFieldsProps {
  form: FollowupFormState
  /** null for a new call. */
  record: Followup | null
  clinicians: readonly LookupRow[] | undefined
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
export const FollowupFields = ({
  form,
  record,
  clinicians,
  tries,
  countsFrom,
  isDeathKnown,
}: FollowupFieldsProps) => {
  const [outcome = null, redFlagHeard, callDate] = useWatch({
    control: form.control,
    name: ['outcome', 'redFlagHeard', 'callDate'],
  })
  useNextTry(form, record === null, tries)
  const meant = useMeantSigns(form, record)
  const asksRedFlags = redFlagHeard === 'yes' || meant.length > 0
  const { setValue } = form
  useEffect(() => {
    // Fields that are no longer shown must not be required.
    if (!asksRedFlags) setValue('redFlags', [])
  }, [asksRedFlags, setValue])
  return (
    <>
      <DateField form={form} name="callDate" label={labels.callDate} />
      <SelectField
        form={form}
        name="clinicianId"
        label={labels.clinicianId}
        options={clinicians}
        current={{ id: record?.clinicianId ?? null, name: record?.names.clinician ?? null }}
      />
      <ChoiceField
        form={form}
        name="outcome"
        label={labels.outcome}
        hint="Reached is chosen until you choose another: you spoke with the patient"
        options={named(callOutcomes)}
      />
      {isReached(outcome) && countsFrom !== null && callDate !== '' && callDate < countsFrom && (
        <CheckboxField
          form={form}
          name="countsEarly"
          label="Count this as the follow-up call"
          hint={`The call is due from ${formatDate(countsFrom)}. If you do not tick this, the call is kept as a contact, and the patient stays on the list to be rung then.`}
        />
      )}
      {outcome === 'died' && !isDeathKnown && <DateOfDeath form={form} />}
      {isTriedAgain(outcome) && (
        <>
          <DateField
            form={form}
            name="nextTryDate"
            label={labels.nextTryDate}
            hint="The person is on the call list again from this day"
          />
          <SelectField
            form={form}
            name="nextTryTime"
            label={optional(labels.nextTryTime)}
            options={named(timesOfDay)}
            optional="Any time"
          />
        </>
      )}
      {isTold(outcome) && <ToldFields form={form} />}
      <YesNoField
        form={form}
        name="redFlagHeard"
        label={labels.redFlagHeard}
        hint="Such as a blackout, a head injury, new weakness or speech trouble, chest pain, a long lie, abuse, or many more falls"
      />
      {redFlagHeard === 'yes' && (
        <TextAreaField form={form} name="redFlagText" label={labels.redFlagText} rows={3} />
      )}
      {asksRedFlags && <RedFlagFields form={form} meant={meant} meantBy="A fall described above" />}
      <TextAreaField form={form} name="note" label={optional(labels.note)} rows={3} />
      {record?.letterSentDate != null && (
        <DateField form={form} name="letterSentDate" label={optional(labels.letterSentDate)} />
      )}
    </>
  )
}

/** What the call said about the person's condition. */
const ToldFields = ({ form }: { form: FollowupFormState }) => {
  const counted = Number(useWatch({ control: form.control, name: 'fallsSinceContact' }))
  const described = Number.isInteger(counted) ? Math.min(Math.max(counted, 0), mostFallsDescribed) : 0
  const short = { width: 2, autoComplete: 'off' } as const
  return (
    <>
      <TextField
        form={form}
        name="fallsSinceContact"
        label={optional(labels.fallsSinceContact)}
        inputMode="numeric"
        {...short}
      />
      {Array.from({ length: described }, (_, index) => (
        <FieldGroup
          key={index}
          name={`falls.${index}`}
          label={`Fall ${index + 1}: what came of it`}
          message=""
        >
          {fallConsequences.map(({ field, title }) => (
            <CheckboxField key={field} form={form} name={`falls.${index}.${field}`} label={title} />
          ))}
        </FieldGroup>
      ))}
      <TextField
        form={form}
        name="exerciseHours"
        label={optional(labels.exerciseHours)}
        hint="Strength and balance, in a class or at home; 0 when the person has stopped"
        inputMode="decimal"
        {...short}
      />
      <TextField
        form={form}
        name="confidence"
        label={optional(labels.confidence)}
        hint={`0 not at all, ${highestConfidence} completely`}
        inputMode="numeric"
        {...short}
      />
      <TextField
        form={form}
        name="equipmentInUse"
        label={optional(labels.equipmentInUse)}
        autoComplete="off"
      />
    </>
  )
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
