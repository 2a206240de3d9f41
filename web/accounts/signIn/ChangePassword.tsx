import { useQuery } from '@tanstack/react-query'
import { changePassword, changePasswordForm } from '../../../contract/accounts/account.ts'
import type { InputOf } from '../../../contract/platform/calls/endpoint.ts'
import type { SecurityView } from '../../../contract/accounts/security.ts'
import { useState } from 'react'
import { ApiError, call } from '../../platform/calls/api.ts'
import { renewSession } from '../../platform/calls/renewal.ts'
import { leaveForNewPassword, useSession } from '../../platform/session/session.ts'
import { FailedState } from '../../platform/ui/FailedState.tsx'
import { PasswordField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { LoadingState } from '../../platform/ui/LoadingState.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { KeptWaysIn } from './KeptWaysIn.tsx'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { securityQuery } from './securityQuery.ts'

/** Changing one's own password. Afterwards the user is signed out here and in every tab (specification). */
export const ChangePassword = () => {
  const { data, error, refetch, isFetchedAfterMount } = useQuery(securityQuery)
  if (error !== null) return <FailedState error={error} reset={() => void refetch()} />
  return data !== undefined && isFetchedAfterMount ? <ChangeForm security={data} /> : <LoadingState />
}

const ChangeForm = ({ security }: { security: SecurityView }) => {
  const pendingStep = useSession()?.profile?.owes
  // The state when the form opened. A background refresh must not change the questions.
  const [shown] = useState(security)
  const form = useZodForm(changePasswordForm, {
    password: '',
    newPassword: '',
    confirmNewPassword: '',
    keepPasskeys: [],
    keepAuthenticator: true,
    appCode: '',
  })
  return (
    <section className="sf-card sf-form sf-account-form">
      <PageTitle>Change your password</PageTitle>
      {pendingStep === 'password' && (
        <p className="sf-warning" role="status">
          The password you signed in with was given to you. Choose one of your own to go on.
        </p>
      )}
      <p>When it is changed you are signed out everywhere, and sign in with the new password.</p>
      <FormFrame
        form={form}
        submit="Change password"
        onSave={async (values) => {
          await change(withoutIdle(values, shown))
          leaveForNewPassword()
        }}
      >
        <PasswordField form={form} name="password" label="Current password" autoComplete="current-password" />
        <NewPasswordFields form={form} password="newPassword" confirmation="confirmNewPassword" />
        <KeptWaysIn form={form} security={shown} />
      </FormFrame>
    </section>
  )
}

/** Sends only what the form asked, so that users without passkey and app make the call exactly as specified. */
const withoutIdle = (
  { keepPasskeys, keepAuthenticator, appCode, ...passwords }: InputOf<typeof changePassword>,
  { passkeys, secondFactor }: SecurityView,
): InputOf<typeof changePassword> => ({
  ...passwords,
  ...(passkeys.length === 0 ? {} : { keepPasskeys: keepPasskeys ?? [] }),
  ...(secondFactor.isOn && keepAuthenticator === false ? { keepAuthenticator, appCode: appCode ?? '' } : {}),
})

/** Without a reply the change may still have been made. The session has then ended. */
const change = async (values: InputOf<typeof changePassword>): Promise<void> => {
  try {
    await call(changePassword, values)
  } catch (error) {
    const isUnsure = error instanceof ApiError && error.status === 0
    if (!isUnsure || (await sessionGoesOn(error))) throw error
  }
}

const sessionGoesOn = async (lost: ApiError): Promise<boolean> => {
  try {
    return await renewSession()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new ApiError(
      0,
      `${lost.message} If you are asked to sign in again, try the new password first: it may have been changed.`,
    )
  }
}
