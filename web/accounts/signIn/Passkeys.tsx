import { useQuery } from '@tanstack/react-query'
import { Button } from 'nhsuk-react-components'
import { useState } from 'react'
import { formatDateTime } from '../../../contract/platform/words/format.ts'
import { removePasskey } from '../../../contract/accounts/passkey.ts'
import type { SecurityView } from '../../../contract/accounts/security.ts'
import { call } from '../../platform/calls/api.ts'
import { knowsPasskeys } from '../../platform/page/knowsPasskeys.ts'
import { toast } from '../../platform/ui/Toast.tsx'
import { signInMethodsQuery } from './signInMethods.ts'
import { CodeForm, PasswordForm } from './OwnerForms.tsx'
import { makePasskey } from './passkey.ts'

interface PasskeysProps {
  passkeys: SecurityView['passkeys']
  /** Also asks for the authenticator app's code. */
  hasApp: boolean
  onChange: () => void
}

type Doing = { step: 'nothing' } | { step: 'adding' } | { step: 'removing'; id: number }

/** The user's passkeys. A passkey stays on a device and alone opens the account (AU-12). */
export const Passkeys = ({ passkeys, hasApp, onChange }: PasskeysProps) => {
  const { data: methods } = useQuery(signInMethodsQuery)
  const [doing, setDoing] = useState<Doing>({ step: 'nothing' })
  if (methods?.passkeys !== true) return null
  const OwnerForm = hasApp ? CodeForm : PasswordForm
  const rest = () => setDoing({ step: 'nothing' })
  const done = (said: string) => {
    rest()
    toast(said)
    onChange()
  }
  return (
    <section className="sf-card" aria-labelledby="passkeys">
      <h2 className="nhsuk-heading-m" id="passkeys">
        Passkeys
      </h2>
      <p>
        With a passkey you sign in with the finger, face or code that unlocks this device. A fake page cannot
        steal it. Add one only on a device that is yours alone.
      </p>
      {passkeys.length > 0 && (
        <ul>
          {passkeys.map((each) => (
            <li key={each.id}>
              {each.device}: added on {formatDateTime(each.createdAt)},{' '}
              {each.lastUsedAt === null ? 'not used yet' : `last used on ${formatDateTime(each.lastUsedAt)}`}{' '}
              <button
                type="button"
                className="sf-link"
                onClick={() => setDoing({ step: 'removing', id: each.id })}
              >
                Remove
                <span className="nhsuk-u-visually-hidden">
                  {' '}
                  the passkey of {formatDateTime(each.createdAt)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {passkeys.length === 0 && !knowsPasskeys() && (
        <p className="sf-quiet">This browser, at this address, cannot add one.</p>
      )}
      {doing.step === 'nothing' && knowsPasskeys() && (
        <Button secondary type="button" onClick={() => setDoing({ step: 'adding' })}>
          Add a passkey
        </Button>
      )}
      {doing.step === 'adding' && (
        <OwnerForm
          submit="Go on"
          onCancel={rest}
          onSave={async (typed) => {
            await makePasskey(typed)
            done('The passkey has been added')
          }}
        />
      )}
      {doing.step === 'removing' && (
        <OwnerForm
          submit="Remove the passkey"
          onCancel={rest}
          onSave={async (typed) => {
            await call(removePasskey, { ...typed, id: doing.id })
            done('The passkey has been removed')
          }}
        />
      )}
    </section>
  )
}
