import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { TextField } from '../../platform/ui/fields.tsx'

interface KeptAppFieldProps<In extends FieldValues, Out> {
  form: UseFormReturn<In, unknown, Out>
}

/**
 * At a reset by link or text message: a code from the authenticator app proves that the app is the user's
 * (decision 35).
 */
export const KeptAppField = <In extends FieldValues, Out>({ form }: KeptAppFieldProps<In, Out>) => (
  <TextField
    form={form}
    name={'appCode' as FieldPath<In>}
    label="Code from your authenticator app (optional)"
    hint="If you have an app, its code keeps it; without one it may be removed. Passkeys are removed: you can add yours again once you have signed in."
    autoComplete="one-time-code"
    spellCheck={false}
    autoCapitalize="none"
    width={20}
  />
)
