import { Checkboxes } from 'nhsuk-react-components'
import type { FieldValues } from 'react-hook-form'
import { messageOf, type FieldProps } from './fields.tsx'

export const CheckboxField = <In extends FieldValues, Out>({
  form,
  name,
  label,
  hint,
  onChange,
}: FieldProps<In, Out> & { onChange?: (isTicked: boolean) => void }) => (
  <Checkboxes error={messageOf(form, name)} id={`${name}-group`}>
    <Checkboxes.Item
      id={name}
      hint={hint}
      {...form.register(name, {
        onChange: (event: { target: { checked: boolean } }) => onChange?.(event.target.checked),
      })}
    >
      {label}
    </Checkboxes.Item>
  </Checkboxes>
)
