import { useWatch, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { labels } from '../../../contract/platform/words/labels.ts'
import { digitsOf, isRepeatedDigit } from '../../../contract/platform/fields/nhsNumber.ts'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'

interface NhsNumberFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  number: FieldPath<In>
  unknown: FieldPath<In>
}

/** The number, or a tick that it is unknown. Ticking unknown clears the number (specification). */
export const NhsNumberFields = <In extends FieldValues, Out>({
  form,
  number,
  unknown,
}: NhsNumberFieldsProps<In, Out>) => {
  const [typed, isUnknown] = useWatch({ control: form.control, name: [number, unknown] }) as unknown[]
  const digits = typeof typed === 'string' ? digitsOf(typed) : ''
  return (
    <>
      <TextField
        form={form}
        name={number}
        label={labels.patient.nhsNumber}
        hint="10 digits, with or without spaces"
        width={10}
        inputMode="numeric"
        autoComplete="off"
        disabled={isUnknown === true}
      />
      {isRepeatedDigit(digits) && (
        <p className="sf-warning" role="status">
          This number repeats one digit and is probably not real. Please check it.
        </p>
      )}
      <CheckboxField
        form={form}
        name={unknown}
        label={labels.patient.nhsNumberUnknown}
        onChange={(isTicked) => isTicked && form.setValue(number, '' as never, { shouldDirty: true })}
      />
    </>
  )
}
