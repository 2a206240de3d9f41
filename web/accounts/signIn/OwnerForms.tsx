import { Button } from 'nhsuk-react-components'
import { beginForm, passwordAndCodeForm } from '../../../contract/accounts/security.ts'
import { PasswordField, TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'

/* Shown before the ways to sign in to one's own account change: an open screen alone is not enough. */

interface OwnerFormProps<Typed> {
  submit: string
  onSave: (typed: Typed) => Promise<void>
  onCancel: () => void
}

export const Cancel = ({ onCancel }: { onCancel: () => void }) => (
  <Button secondary type="button" onClick={onCancel}>
    Cancel
  </Button>
)

/** For users without an authenticator app: asks for the password. */
export const PasswordForm = ({ submit, onSave, onCancel }: OwnerFormProps<{ password: string }>) => {
  const form = useZodForm(beginForm, { password: '' })
  return (
    <FormFrame form={form} submit={submit} onSave={onSave} actions={<Cancel onCancel={onCancel} />}>
      <PasswordField
        form={form}
        name="password"
        label="Your password"
        autoComplete="current-password"
        autoFocus
      />
    </FormFrame>
  )
}

/** For users with an app: asks for password and code again. */
export const CodeForm = ({
  submit,
  onSave,
  onCancel,
}: OwnerFormProps<{ password: string; code: string }>) => {
  const form = useZodForm(passwordAndCodeForm, { password: '', code: '' })
  return (
    <FormFrame form={form} submit={submit} onSave={onSave} actions={<Cancel onCancel={onCancel} />}>
      <PasswordField
        form={form}
        name="password"
        label="Your password"
        autoComplete="current-password"
        autoFocus
      />
      <TextField
        form={form}
        name="code"
        label="Code from the app"
        hint="6 digits, or one of your recovery codes"
        autoComplete="one-time-code"
        width={20}
      />
    </FormFrame>
  )
}
