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
  /** What is stored now: shown though it may be inactive and so not among the options. */
  current?: { id: number | null; name: string | null } | undefined
  /** May be left out; the words for that, if not those for an empty value. */
  optional?: boolean | string
  /** Whether *Me*, or what was used last, is offered beside it where the field has such a thing (knownChoice.ts). */
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
  // Kept by the form, not by the page: the choice must stay when the options arrive later than the record.
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ control: form.control, name })
  const { offered, remember } = useKnownChoice(name, loaded, offersKnown)
  const choose = (chosen: string): void => {
    onChange(chosen)
    remember(chosen)
  }
  // A browser that translates the page leaves names as they are.
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
