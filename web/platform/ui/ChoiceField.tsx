import type { FieldValues } from 'react-hook-form'
import { FieldGroup } from './FieldGroup.tsx'
import { messageOf, type FieldProps } from './fields.tsx'
import type { Option } from './SelectField.tsx'

/**
 * A short list of fixed choices, of which one is always selected. The first has the field's own id, for links to it.
 */
export const ChoiceField = <In extends FieldValues, Out>({
  form,
  name,
  label,
  hint,
  options,
  isInline = false,
}: FieldProps<In, Out> & { options: readonly Option[]; isInline?: boolean }) => (
  <FieldGroup name={name} label={label} hint={hint} message={messageOf(form, name)} className="sf-choices">
    <div className={`nhsuk-radios nhsuk-radios--small ${isInline ? 'nhsuk-radios--inline' : ''}`}>
      {options.map(({ id, name: title }, index) => {
        const control = index === 0 ? name : `${name}-${id || 'none'}`
        return (
          <div className="nhsuk-radios__item" key={id}>
            <input
              className="nhsuk-radios__input"
              type="radio"
              id={control}
              value={String(id)}
              {...form.register(name)}
            />
            <label className="nhsuk-label nhsuk-radios__label" htmlFor={control}>
              {title}
            </label>
          </div>
        )
      })}
    </div>
  </FieldGroup>
)
