import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { CheckboxField, TextField } from '../../ui/fields.tsx'

interface UserFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** Where the fields stand in the form, such as 'user.'. */
  within?: string
}

/** What is asked of a user, new or not. */
export const UserFields = <In extends FieldValues, Out>({ form, within = '' }: UserFieldsProps<In, Out>) => {
  const at = (name: string) => `${within}${name}` as FieldPath<In>
  const text = { form, autoComplete: 'off', width: 20 } as const
  return (
    <>
      <TextField
        {...text}
        name={at('userName')}
        label="User name"
        hint="What the person signs in with"
        autoFocus
      />
      <TextField {...text} name={at('familyName')} label="Family name" />
      <TextField {...text} name={at('firstName')} label="First name" />
      <TextField
        {...text}
        name={at('displayName')}
        label="Display name (optional)"
        hint="How colleagues see the person. Made from the names when left empty."
      />
      <TextField {...text} name={at('email')} label="E-mail address (optional)" type="email" />
      <TextField
        {...text}
        name={at('phoneNumber')}
        label="Mobile phone (optional)"
        hint="Where a code is sent when the password is forgotten"
        inputMode="tel"
      />
      <CheckboxField
        form={form}
        name={at('isActive')}
        label="Active"
        hint="Without it the person is signed out at once and cannot sign in"
      />
    </>
  )
}
