import { Checkboxes } from 'nhsuk-react-components'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import type { changePasswordForm } from '../../../contract/accounts/account.ts'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import type { SecurityView } from '../../../contract/accounts/security.ts'
import type { z } from 'zod'
import { CheckboxField } from '../../platform/ui/CheckboxField.tsx'
import { TextField } from '../../platform/ui/fields.tsx'

interface KeptWaysInProps {
  form: UseFormReturn<z.input<typeof changePasswordForm>, unknown, z.output<typeof changePasswordForm>>
  security: Pick<SecurityView, 'passkeys' | 'secondFactor'>
}

const lastUsed = (at: string | null): string =>
  at === null ? 'not used yet' : `last used on ${formatDateTime(at)}`

/**
 * Which other ways to sign in stay after a new password. Anybody who knew the old one may have added some
 * (decision 35).
 */
export const KeptWaysIn = ({ form, security: { passkeys, secondFactor } }: KeptWaysInProps) => {
  const keepsApp = useWatch({ control: form.control, name: 'keepAuthenticator' })
  return (
    <>
      {passkeys.length > 0 && (
        <Checkboxes
          id="keepPasskeys"
          legend="Which passkeys are yours?"
          legendProps={{ size: 's' }}
          hint="Tick each one that you added and still use. Those without a tick are removed, in case somebody else added them."
        >
          {passkeys.map((each) => (
            <Checkboxes.Item
              key={each.id}
              value={String(each.id)}
              hint={`Added on ${formatDateTime(each.createdAt)}, ${lastUsed(each.lastUsedAt)}`}
              {...form.register('keepPasskeys')}
            >
              {each.device}
            </Checkboxes.Item>
          ))}
        </Checkboxes>
      )}
      {secondFactor.isOn && (
        <CheckboxField
          form={form}
          name="keepAuthenticator"
          label="Keep my authenticator app"
          hint={
            secondFactor.addedAt === null
              ? 'Clear the tick if you did not set it up'
              : `Set up on ${formatDateTime(secondFactor.addedAt)}, ${lastUsed(secondFactor.lastUsedAt)}`
          }
        />
      )}
      {secondFactor.isOn && keepsApp === false && (
        <TextField
          form={form}
          name="appCode"
          label="Code from the app that is removed"
          hint="6 digits, or a recovery code. If you have neither, keep the app and ask your system administrator to remove it."
          autoComplete="one-time-code"
          width={20}
        />
      )}
    </>
  )
}
