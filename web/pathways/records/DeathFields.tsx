import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { diedCode } from '../../../contract/patients/died.ts'
import { ConfirmField } from '../../platform/ui/ConfirmField.tsx'
import { labels, optional } from '../../../contract/platform/words/labels.ts'
import type { LookupRow } from '../../../contract/reference/lookupRow.ts'
import { usePathway } from '../../patients/frames/PathwayFrame.tsx'
import { DateField } from '../../platform/ui/DateField.tsx'

type DeathForm = FieldValues & { deceasedDate?: unknown; deathBeforeRecordsConfirmed?: unknown }

/** Whether a choice from this list means that the patient has died. */
export const saysDied = (choices: readonly LookupRow[] | undefined, chosen: unknown): boolean =>
  choices?.some(({ id, code }) => code === diedCode && String(id) === String(chosen)) === true

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
  return fields.some((field, index) => saysDied(choices[field], chosen[index]))
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
export const DateOfDeath = <In extends DeathForm, Out>({ form }: DeathFieldsProps<In, Out>) => (
  <>
    <DateField
      form={form}
      name={'deceasedDate' as Path<In>}
      label={optional(labels.patient.deceasedDate)}
      hint="Recorded on the patient. Leave it empty if it is not known yet: the data quality report asks for it."
    />
    <ConfirmField
      form={form}
      name={'deathBeforeRecordsConfirmed' as Path<In>}
      label="Record it although there are records after the patient died"
    />
  </>
)
