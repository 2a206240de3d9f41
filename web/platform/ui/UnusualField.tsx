import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { CheckboxField } from './CheckboxField.tsx'
import { messageOf } from './fields.tsx'

/** Shown once the service has questioned something unusual. If it is ticked, the form is saved all the same. */
export const UnusualField = <In extends FieldValues, Out>({
  form,
  name,
}: {
  form: UseFormReturn<In, unknown, Out>
  name: FieldPath<In>
}) =>
  messageOf(form, name) !== '' || form.getValues(name) === true ? (
    <CheckboxField form={form} name={name} label="Save it all the same" />
  ) : null
