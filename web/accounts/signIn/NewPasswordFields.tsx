import {
  useWatch,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form'
import { usualMinimum } from '../../../contract/accounts/password.ts'
import { PasswordField } from '../../platform/ui/fields.tsx'
import { PasswordHint } from './PasswordHint.tsx'

interface NewPasswordFieldsProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
  /** Names of the two fields in the call. */
  password: FieldPath<In>
  confirmation: FieldPath<In>
}

/** A new password, with advice while it is typed, and its confirmation. */
export const NewPasswordFields = <In extends FieldValues, Out>({
  form,
  password,
  confirmation,
}: NewPasswordFieldsProps<In, Out>) => {
  const typed = useWatch({ control: form.control, name: password }) as FieldPathValue<In, FieldPath<In>>
  return (
    <>
      <PasswordField
        form={form}
        name={password}
        label="New password"
        hint={`${usualMinimum} characters or more. Three or four words that have nothing to do with each other are easy to remember and hard to guess.`}
        autoComplete="new-password"
      />
      <PasswordHint password={String(typed ?? '')} />
      <PasswordField
        form={form}
        name={confirmation}
        label="Confirm new password"
        autoComplete="new-password"
      />
    </>
  )
}
