import { Textarea } from 'nhsuk-react-components'
import type { FieldValues } from 'react-hook-form'
import { messageOf, type FieldProps } from './fields.tsx'

export const TextAreaField = <In extends FieldValues, Out>({
  form,
  name,
  label,
  hint,
  rows = 5,
}: FieldProps<In, Out> & { rows?: number }) => (
  <Textarea
    id={name}
    label={label}
    hint={hint}
    rows={rows}
    error={messageOf(form, name)}
    aria-invalid={messageOf(form, name) !== '' || undefined}
    {...form.register(name)}
  />
)
