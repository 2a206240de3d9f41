import { Button } from 'nhsuk-react-components'
import { useState } from 'react'
import {
  beginSecondFactor,
  confirmForm,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  type SecurityView,
} from '../../../contract/accounts/security.ts'
import { getProfile } from '../../../contract/accounts/session.ts'
import { call } from '../../platform/calls/api.ts'
import { setProfile } from '../../platform/session/session.ts'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { toast } from '../../platform/ui/Toast.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { Cancel, CodeForm, PasswordForm } from './OwnerForms.tsx'
import { QrCode } from './QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

interface SecondFactorProps {
  state: SecurityView['secondFactor']
  onChange: () => void
}

type Doing =
  | { step: 'nothing' }
  | { step: 'beginning' }
  | { step: 'confirming'; secret: string; uri: string }
  | { step: 'codes'; codes: readonly string[] }
  | { step: 'renewing' }
  | { step: 'removing' }

/** The second step of signing in: setting up, using and removing an authenticator app (AU-12). */
export const SecondFactor = ({ state, onChange }: SecondFactorProps) => {
  const [doing, setDoing] = useState<Doing>({ step: 'nothing' })
  const rest = () => setDoing({ step: 'nothing' })
  return (
    <section className="sf-card" aria-labelledby="second-step">
      <h2 className="nhsuk-heading-m" id="second-step">
        Second step at sign-in
      </h2>
      {doing.step === 'nothing' && <Present state={state} act={setDoing} />}
      {doing.step === 'beginning' && (
        <PasswordForm
          submit="Go on"
          onCancel={rest}
          onSave={async ({ password }) =>
            setDoing({ step: 'confirming', ...(await call(beginSecondFactor, { password })) })
          }
        />
      )}
      {doing.step === 'confirming' && (
        <Confirm
          {...doing}
          onCancel={rest}
          onDone={(codes) => {
            setDoing({ step: 'codes', codes })
            onChange()
          }}
        />
      )}
      {doing.step === 'codes' && <RecoveryCodes codes={doing.codes} onDone={rest} />}
      {doing.step === 'renewing' && (
        <CodeForm
          submit="Make new codes"
          onCancel={rest}
          onSave={async (typed) => {
            const { recoveryCodes } = await call(renewRecoveryCodes, typed)
            setDoing({ step: 'codes', codes: recoveryCodes })
            onChange()
          }}
        />
      )}
      {doing.step === 'removing' && (
        <CodeForm
          submit="Remove the app"
          onCancel={rest}
          onSave={async (typed) => {
            await call(removeSecondFactor, typed)
            setProfile(await call(getProfile, {}))
            rest()
            toast('The authenticator app has been removed')
            onChange()
          }}
        />
      )}
    </section>
  )
}

const Present = ({ state, act }: { state: SecurityView['secondFactor']; act: (doing: Doing) => void }) =>
  state.isOn ? (
    <>
      <p>
        An authenticator app is set up: you need its code to sign in. You have {state.recoveryCodesLeft}{' '}
        recovery {state.recoveryCodesLeft === 1 ? 'code' : 'codes'} left.
      </p>
      <div className="sf-actions">
        <Button secondary type="button" onClick={() => act({ step: 'renewing' })}>
          New recovery codes
        </Button>
        <Button secondary type="button" onClick={() => act({ step: 'removing' })}>
          Remove the app
        </Button>
      </div>
    </>
  ) : (
    <>
      <p>
        With an authenticator app on your telephone, someone who has learnt your password still cannot get in.
        {state.isRequired && ' Your role needs it.'}
      </p>
      <Button type="button" onClick={() => act({ step: 'beginning' })}>
        Set up an authenticator app
      </Button>
    </>
  )

interface ConfirmProps {
  secret: string
  uri: string
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

const Confirm = ({ secret, uri, onDone, onCancel }: ConfirmProps) => {
  const form = useZodForm(confirmForm, { code: '' })
  return (
    <FormFrame
      form={form}
      submit="Finish"
      actions={<Cancel onCancel={onCancel} />}
      onSave={async ({ code }) => {
        const { recoveryCodes } = await call(confirmSecondFactor, { code })
        setProfile(await call(getProfile, {}))
        onDone(recoveryCodes)
      }}
    >
      <p>Scan this with the app, or type the key into it. Then enter the code that the app shows.</p>
      <QrCode text={uri} label="QR code for your authenticator app; the key below says the same" />
      <p>
        Key: <code className="sf-key">{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <TextField
        form={form}
        name="code"
        label="Code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        width={5}
      />
    </FormFrame>
  )
}
