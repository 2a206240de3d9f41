import { Select } from 'nhsuk-react-components'
import { useController, type FieldValues } from 'react-hook-form'
import { notRecorded } from '../../../contract/platform/words/format.ts'
import { messageOf, type FieldProps } from './fields.tsx'
import { isOfPeople, useKnownChoice } from './knownChoice.ts'
import { ListNotLoaded } from './ListNotLoaded.tsx'
import { OfferButton } from './OfferButton.tsx'

export interface Option {
  id: number | string
  name: string
  isActive?: boolean
  /** Stable key of a row that rules depend on. */
  code?: string | null | undefined
}

interface SelectFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  options: readonly Option[] | undefined
  /** The stored choice. It is shown even if it is inactive and therefore not among the options. */
  current?: { id: number | null; name: string | null } | undefined
  /** The choice is optional. A string replaces the usual text of the empty option. */
  optional?: boolean | string
  /** Whether *Me* or the last used choice is offered beside the field, if it has one (knownChoice.ts). */
  offersKnown?: boolean
}

export const SelectField = <In extends FieldValues, Out>({
  form,
  name,
  label,
  hint,
  options: loaded,
  current,
  optional = false,
  offersKnown = true,
}: SelectFieldProps<In, Out>) => {
  const isLoaded = loaded !== undefined
  const options = loaded ?? []
  // The form keeps the value, not the page: the choice must stay when the options load later than the record.
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ control: form.control, name })
  const { offered, remember } = useKnownChoice(name, loaded, offersKnown)
  const choose = (chosen: string): void => {
    onChange(chosen)
    remember(chosen)
  }
  // Names must stay as they are when a browser translates the page.
  const translate = isOfPeople(name) ? 'no' : undefined
  const isListed = current?.id == null || options.some(({ id }) => id === current.id)
  const select = (
    <>
      {!isLoaded && <ListNotLoaded label={label} focus={() => document.getElementById(name)?.focus()} />}
      <Select
        id={name}
        label={label}
        hint={hint}
        error={messageOf(form, name)}
        aria-invalid={messageOf(form, name) !== '' || undefined}
        name={name}
        value={String(value ?? '')}
        onChange={(event) => choose(event.currentTarget.value)}
        onBlur={onBlur}
        ref={ref}
      >
        <Select.Option value="">{optional === true ? notRecorded : optional || 'Choose…'}</Select.Option>
        {!isListed && (
          <Select.Option value={String(current.id)} translate={translate}>
            {current.name}
            {isLoaded && ' (no longer in use)'}
          </Select.Option>
        )}
        {options.map((option) => (
          <Select.Option key={option.id} value={String(option.id)} translate={translate}>
            {option.name}
          </Select.Option>
        ))}
      </Select>
    </>
  )
  if (offered === null) return select
  return (
    <div className="sf-offered">
      {select}
      <OfferButton field={label} isHidden={!offered.isThere} onClick={() => choose(offered.id)}>
        {offered.words}
      </OfferButton>
    </div>
  )
}
