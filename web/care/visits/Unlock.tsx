import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { openVisits } from '../../../contract/care/visits/visits.ts'
import { ApiError, call } from '../../platform/calls/api.ts'
import { useSession } from '../../platform/session/session.ts'
import { TextField } from '../../platform/ui/fields.tsx'
import { FormFrame } from '../../platform/ui/FormFrame.tsx'
import { PageTitle } from '../../platform/ui/PageTitle.tsx'
import { useAttempt } from '../../platform/ui/useAttempt.tsx'
import { useZodForm } from '../../platform/ui/useZodForm.ts'
import { WorkButton } from '../../platform/ui/WorkButton.tsx'
import type { StoredPack } from './store/databases.ts'
import { hasHalf, keepHalf, openByPin, openBySecret } from './store/openPack.ts'
import { secretOfPasskey } from './store/passkeySecret.ts'
import { fromBase64 } from './store/seal.ts'

const pinForm = z.object({ pin: z.string().regex(/^\d{6}$/, { error: 'Enter six digits' }) })

const notThisPasskey = 'The visits were not opened. Try the passkey again, or use the PIN.'

/** Opens the visits on this device again. */
export const Unlock = ({ stored }: { stored: Omit<StoredPack, 'sealed' | 'iv'> }) => {
  const { packId, passkey } = stored
  const session = useSession()
  const { problem, attempt } = useAttempt()
  return (
    <>
      <PageTitle>Open your visits</PageTitle>
      {problem}
      {passkey !== null && (
        <p>
          <WorkButton
            look="primary"
            work={() =>
              attempt(async () => {
                const opened = await secretOfPasskey(passkey.salt, passkey.credentialId)
                if (opened === null || !(await openBySecret(opened.secret)))
                  throw new ApiError(0, notThisPasskey)
              })
            }
          >
            Open with the passkey
          </WorkButton>
        </p>
      )}
      {hasHalf(packId) || session !== null ? (
        <PinForm packId={packId} />
      ) : (
        <p>
          The page was closed, and with it half of the key, so the PIN needs a signal.{' '}
          <Link to="/login" search={{ redirect: '/visits' }}>
            Sign in
          </Link>{' '}
          to open the visits again. What you typed is kept.
        </p>
      )}
      <nav className="sf-visits__links" aria-label="More about visits">
        <Link to="/visits" search={{ show: 'device' }}>
          What is on this device
        </Link>
      </nav>
    </>
  )
}

const PinForm = ({ packId }: { packId: string }) => {
  const [left, setLeft] = useState<number | null>(null)
  const form = useZodForm(pinForm, { pin: '' })
  return (
    <FormFrame
      form={form}
      submit="Open"
      onSave={async ({ pin }) => {
        if (!hasHalf(packId)) keepHalf(packId, fromBase64((await call(openVisits, { id: packId })).half))
        const stillLeft = await openByPin(pin)
        setLeft(stillLeft)
        if (stillLeft !== null) throw new ApiError(400, '', { fields: { pin: 'This is not the PIN' } })
      }}
    >
      <TextField
        form={form}
        name="pin"
        label="PIN for these visits"
        hint={
          left === null
            ? 'Six digits'
            : `The visits are removed from this device after ${left} more wrong ${left === 1 ? 'PIN' : 'PINs'}`
        }
        type="password"
        inputMode="numeric"
        width={10}
        autoComplete="off"
      />
    </FormFrame>
  )
}
