import { PasswordInput, TextInput } from 'nhsuk-react-components'
import type { ComponentProps } from 'react'
import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'

export interface FieldProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  name: FieldPath<In>
  label: string
  hint?: string
}

/** The message of a field, found by its dotted name. */
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
    aria-invalid={messageOf(form, name) !== '' || undefined}
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
    aria-invalid={messageOf(form, name) !== '' || undefined}
    {...input}
    {...form.register(name)}
  />
)
