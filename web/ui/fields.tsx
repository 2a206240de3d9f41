import { Checkboxes, PasswordInput, Select, TextInput } from 'nhsuk-react-components'
import type { ComponentProps } from 'react'
import { get, useController, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useKnownChoice } from './knownChoice.ts'
import { ListNotLoaded } from './ListNotLoaded.tsx'
import { OfferButton } from './OfferButton.tsx'

export interface FieldProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  name: FieldPath<In>
  label: string
  hint?: string
}

/** The message of a field, by its dotted name. */
export const messageOf = <In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  name: string,
): string => (get(form.formState.errors, name) as { message?: string } | undefined)?.message ?? ''

type TextFieldProps<In extends FieldValues, Out> = FieldProps<In, Out> &
  Omit<ComponentProps<typeof TextInput>, 'name' | 'label' | 'hint' | 'form' | 'error' | 'id' | 'ref'>

export const TextField = <In extends FieldValues, Out>({
  form,
  name,
  label,
  hint,
  ...input
}: TextFieldProps<In, Out>) => (
  <TextInput
    id={name}
    label={label}
    hint={hint}
    error={messageOf(form, name)}
    {...input}
    {...form.register(name)}
  />
)

export const PasswordField = <In extends FieldValues, Out>({
  form,
  name,
  label,
  hint,
  ...input
}: FieldProps<In, Out> & { autoComplete: string; autoFocus?: boolean }) => (
  <PasswordInput
    id={name}
    label={label}
    hint={hint}
    error={messageOf(form, name)}
    {...input}
    {...form.register(name)}
  />
)

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
  /** May be left out; the words for that, if not 'Not recorded'. */
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
  const isListed = current?.id == null || options.some(({ id }) => id === current.id)
  const select = (
    <>
      {!isLoaded && <ListNotLoaded label={label} focus={() => document.getElementById(name)?.focus()} />}
      <Select
        id={name}
        label={label}
        hint={hint}
        error={messageOf(form, name)}
        name={name}
        value={String(value ?? '')}
        onChange={(event) => choose(event.currentTarget.value)}
        onBlur={onBlur}
        ref={ref}
      >
        <Select.Option value="">{optional === true ? 'Not recorded' : optional || 'Choose…'}</Select.Option>
        {!isListed && (
          <Select.Option value={String(current.id)}>
            {current.name}
            {isLoaded && ' (no longer in use)'}
          </Select.Option>
        )}
        {options.map((option) => (
          <Select.Option key={option.id} value={String(option.id)}>
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
