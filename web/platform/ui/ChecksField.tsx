import type { FieldValues } from 'react-hook-form'
import { FieldGroup } from './FieldGroup.tsx'
import { ListNotLoaded } from './ListNotLoaded.tsx'
import { messageOf, type FieldProps } from './fields.tsx'
import type { Option } from './SelectField.tsx'

interface ChecksFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  options: readonly Option[] | undefined
  /** The stored choices. They are shown even if they are inactive and therefore not among the options. */
  current?: readonly Option[] | undefined
}

/** Multiple choices from one list, in columns. */
export const ChecksField = <In extends FieldValues, Out>({
  form,
  name,
  label,
  hint,
  options: loaded,
  current = [],
}: ChecksFieldProps<In, Out>) => {
  const options = loaded ?? []
  const listed = new Set(options.map(({ id }) => id))
  const shown = [
    ...options,
    ...current
      .filter(({ id }) => !listed.has(id))
      .map(({ id, name: title }) => ({ id, name: `${title} (no longer in use)` })),
  ]
  return (
    <FieldGroup name={name} label={label} hint={hint} message={messageOf(form, name)}>
      {loaded === undefined && (
        <ListNotLoaded
          label={label}
          focus={() => document.querySelector<HTMLElement>(`#${name} input`)?.focus()}
        />
      )}
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
