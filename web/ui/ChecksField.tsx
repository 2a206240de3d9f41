import type { FieldValues } from 'react-hook-form'
import { FieldGroup } from './FieldGroup.tsx'
import { messageOf, type FieldProps, type Option } from './fields.tsx'

interface ChecksFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  options: readonly Option[] | undefined
  /** What is stored now: shown though it may be inactive and so not among the options. */
  current?: readonly Option[] | undefined
}

/** Many choices of one list, in columns. */
export const ChecksField = <In extends FieldValues, Out>({
  form,
  name,
  label,
  hint,
  options = [],
  current = [],
}: ChecksFieldProps<In, Out>) => {
  const listed = new Set(options.map(({ id }) => id))
  const shown = [
    ...options,
    ...current
      .filter(({ id }) => !listed.has(id))
      .map(({ id, name: title }) => ({ id, name: `${title} (no longer in use)` })),
  ]
  return (
    <FieldGroup name={name} label={label} hint={hint} message={messageOf(form, name)}>
      <div className="nhsuk-checkboxes nhsuk-checkboxes--small sf-checks" id={name}>
        {shown.map(({ id, name: title }) => (
          <div className="nhsuk-checkboxes__item" key={id}>
            <input
              className="nhsuk-checkboxes__input"
              type="checkbox"
              id={`${name}-${id}`}
              value={String(id)}
              {...form.register(name)}
            />
            <label className="nhsuk-label nhsuk-checkboxes__label" htmlFor={`${name}-${id}`}>
              {title}
            </label>
          </div>
        ))}
      </div>
    </FieldGroup>
  )
}
