import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { diedCode } from '../../../contract/patients/died.ts'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import type { LookupRow } from '../../../contract/reference/lookupRow.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { messageOf } from '../../platform/ui/fields.tsx'

type DeathForm = FieldValues & { deceasedDate?: unknown; deathBeforeRecordsConfirmed?: unknown }

/**
 * Whether a choice in one of these fields means that the patient has died, so that the form asks for the date of death.
 * @param choices the lists, by the field that chooses from them
 */
export const useSaysDied = <In extends DeathForm, Out>(
  form: UseFormReturn<In, unknown, Out>,
  choices: Partial<Record<Path<In>, readonly LookupRow[] | undefined>>,
): boolean => {
  const fields = Object.keys(choices) as Path<In>[]
  const chosen: readonly unknown[] = useWatch({ control: form.control, name: fields })
  return fields.some((field, index) =>
    choices[field]?.some(({ id, code }) => code === diedCode && String(id) === String(chosen[index])),
  )
}

/** The fields about the death are sent only if the form says that the patient died. */
export const deathOf = <Values extends DeathForm>(values: Values, isSaid: boolean): Values =>
  isSaid ? values : { ...values, deceasedDate: undefined, deathBeforeRecordsConfirmed: undefined }

interface DeathFieldsProps<In extends DeathForm, Out> {
  form: UseFormReturn<In, unknown, Out>
}

/** Asks for the date of death, unless the patient already has one. */
export const DeathFields = <In extends DeathForm, Out>({ form }: DeathFieldsProps<In, Out>) =>
  usePathway().patient.deceasedDate === null ? <DateOfDeath form={form} /> : null

/** Asks for the date of death; the same save records it on the patient. */
export const DateOfDeath = <In extends DeathForm, Out>({ form }: DeathFieldsProps<In, Out>) => {
  const confirmed = 'deathBeforeRecordsConfirmed' as Path<In>
  return (
    <>
      <DateField
        form={form}
        name={'deceasedDate' as Path<In>}
        label={optional(labels.patient.deceasedDate)}
        hint="Recorded on the patient. Leave it empty if it is not known yet: the data quality report asks for it."
      />
      {(messageOf(form, confirmed) !== '' || form.getValues(confirmed) === true) && (
        <CheckboxField
          form={form}
          name={confirmed}
          label="Record it although there are records after the patient died"
        />
      )}
    </>
  )
}
