import type { FieldValues } from 'react-hook-form'
import { CheckboxField } from './CheckboxField.tsx'
import { messageOf, type FieldProps } from './fields.tsx'

/** Shown once the service has questioned something. If it is ticked, the form is saved all the same. */
export const ConfirmField = <In extends FieldValues, Out>({
  label = 'Save it all the same',
  ...field
}: Omit<FieldProps<In, Out>, 'label'> & { label?: string }) =>
  messageOf(field.form, field.name) !== '' || field.form.getValues(field.name) === true ? (
    <CheckboxField label={label} {...field} />
  ) : null
